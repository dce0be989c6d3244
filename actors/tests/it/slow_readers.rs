//! Readers that read, and readers that stand still (BP1).

use std::sync::Arc;
use std::time::Duration;

use actix::Actor;
use actors::wire::SocketLimits;
use actors::{Gauge, Outgoing, SocketEntry, SocketWriter};
use bytestring::ByteString;
use serde_json::json;
use uuid::Uuid;

use crate::support::{Client, Fixture, order, until};

#[actix::test]
async fn bp1_many_long_texts_at_once_close_no_socket_that_reads() {
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let mut reader = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[1]).await;
    let text = "x".repeat(95_000);
    let answers: Vec<_> = (0..40)
        .map(|n| {
            let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("Long {n}"), "description": text});
            fixture.stage.hand_over(fixture.workspace, order(fixture.people[0], new))
        })
        .collect();
    let mut last = 0;
    for answer in answers {
        last = answer.await.expect("an answer").expect("done").seq;
    }
    let home = fixture.home();
    let deadline = std::time::Instant::now() + Duration::from_secs(20);
    while reader.replica.seq(home) < last {
        assert!(std::time::Instant::now() < deadline, "the events never came");
        assert_eq!(reader.pump(), None, "a reader that reads is not too slow");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[actix::test]
async fn bp1_a_stalled_reader_is_closed_and_delays_no_other() {
    struct Stalled;
    impl Actor for Stalled {
        type Context = actix::Context<Self>;
    }
    impl actix::Handler<Outgoing> for Stalled {
        type Result = ();
        fn handle(&mut self, _: Outgoing, _: &mut Self::Context) {}
    }
    #[derive(Debug)]
    struct Blocked;
    impl SocketWriter for Blocked {
        fn put(&self, _: &ByteString, _: bool) -> bool {
            false
        }
        fn put_binary(&self, _: &bytes::Bytes, _: bool) -> bool {
            false
        }
        fn flush(&self) {}
        fn drop_frames(&self) {}
    }
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let gauge = Arc::new(Gauge::default());
    let (cut, was_cut) = std::sync::mpsc::channel();
    let entry = SocketEntry {
        connection: Uuid::now_v7(),
        workspace: fixture.workspace,
        user: fixture.people[1],
        session: Uuid::now_v7(),
        schema: 0,
        limits: SocketLimits { frame_bytes: 1_000, commands_per_second: 10, command_burst: 20 },
        out: Stalled.start().recipient(),
        writer: Arc::new(Blocked),
        gauge: gauge.clone(),
        cut: Arc::new(move || {
            // The socket may be cut more than once; the test needs one.
            let _ = cut.send(());
        }),
    };
    fixture.stage.join(fixture.workspace, entry, hub.clone(), Default::default()).await.expect("let in");
    let mut reader = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[0]).await;
    let text = "x".repeat(90_000);
    let home = fixture.home();
    for n in 0..16 {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("Long {n}"), "description": text});
        let ack = fixture.does(fixture.people[0], new).await;
        while reader.replica.seq(home) < ack.seq {
            assert_eq!(reader.pump(), None);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    assert!(gauge.is_doomed(), "more than a megabyte waits");
    // The actor is frozen and cannot close itself, so the connection is cut from outside.
    until("the stalled socket is cut", async || was_cut.try_recv().is_ok()).await;
}
