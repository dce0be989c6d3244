use std::collections::BTreeMap;
use std::sync::Mutex;

use actix::Addr;

use super::*;
use crate::actor::gauge::Gauge;
use crate::domain::ids::{UserId, WorkspaceId};
use crate::wire::SocketLimits;

/// Records what a socket received, and which frames wait to be written.
#[derive(Debug, Default)]
struct Paper {
    waiting: Vec<(ByteString, usize)>,
    /// Frames, and the codes with which the socket's actor was asked to close.
    received: Vec<String>,
    flushes: usize,
}

#[derive(Debug)]
struct Reader {
    gauge: Arc<Gauge>,
    paper: Arc<Mutex<Paper>>,
    reads: bool,
}

impl SocketWriter for Reader {
    fn put(&self, frame: &ByteString, counted: bool) -> bool {
        let mut paper = self.paper.lock().expect("no panic");
        paper.waiting.push((frame.clone(), if counted { frame.len() } else { 0 }));
        paper.waiting.len() == 1
    }

    fn put_binary(&self, frame: &Bytes, counted: bool) -> bool {
        let words = ByteString::try_from(frame.clone()).expect("frames of words");
        self.put(&words, counted)
    }

    fn flush(&self) {
        if self.reads {
            let mut paper = self.paper.lock().expect("no panic");
            paper.flushes += 1;
            for (frame, counted) in std::mem::take(&mut paper.waiting) {
                self.gauge.take(counted);
                paper.received.push(frame.to_string());
            }
        }
    }

    fn drop_frames(&self) {
        for (_, counted) in self.paper.lock().expect("no panic").waiting.drain(..) {
            self.gauge.take(counted);
        }
    }
}

struct Closing(Arc<Mutex<Paper>>);

impl Actor for Closing {
    type Context = Context<Self>;
}

impl Handler<Outgoing> for Closing {
    type Result = ();
    fn handle(&mut self, message: Outgoing, _: &mut Self::Context) {
        if let Outgoing::Close(close) = message {
            self.0.lock().expect("no panic").received.push(close.code.to_string());
        }
    }
}

const WORKSPACE: WorkspaceId = WorkspaceId(Uuid::from_u128(1));

/// A client that the hub has welcomed.
struct Guest {
    connection: Uuid,
    user: UserId,
    session: Uuid,
    gauge: Arc<Gauge>,
    paper: Arc<Mutex<Paper>>,
    _closing: Addr<Closing>,
}

impl Guest {
    fn of(hub: &Addr<Hub>, reads: bool) -> Self {
        let (connection, user, session) = (Uuid::now_v7(), UserId(Uuid::now_v7()), Uuid::now_v7());
        let (gauge, paper) = (Arc::<Gauge>::default(), Arc::<Mutex<Paper>>::default());
        let closing = Closing(paper.clone()).start();
        let entry = SocketEntry {
            connection,
            workspace: WORKSPACE,
            user,
            session,
            schema: 0,
            limits: SocketLimits { frame_bytes: 1_000, commands_per_second: 10, command_burst: 20 },
            out: closing.clone().recipient(),
            writer: Arc::new(Reader { gauge: gauge.clone(), paper: paper.clone(), reads }),
            gauge: gauge.clone(),
            cut: Arc::new(|| {}),
        };
        let heads = BTreeMap::from([(WORKSPACE.scope(), 0)]);
        hub.do_send(Welcomed::new(entry, heads, vec!["welcome".into()]));
        Self { connection, user, session, gauge, paper, _closing: closing }
    }

    fn received(&self) -> Vec<String> {
        self.paper.lock().expect("no panic").received.clone()
    }

    fn flushes(&self) -> usize {
        self.paper.lock().expect("no panic").flushes
    }
}

fn deliver(hub: &Addr<Hub>, to: i64, frame: impl Into<ByteString>) {
    hub.do_send(Deliver { scope: WORKSPACE.scope(), to, frame: frame.into() });
}

/// Returns when the hub, its flushes and the sockets' actors have nothing more to do.
async fn at_rest(hub: &Addr<Hub>) {
    for _ in 0..20 {
        hub.send(CountSockets).await.expect("the hub is there");
        tokio::task::yield_now().await;
    }
}

fn hub() -> Addr<Hub> {
    Hub::new(Duration::from_secs(3_600), || false).start()
}

#[actix::test]
async fn every_socket_of_a_large_room_gets_all_frames_in_order() {
    let hub = hub();
    let guests: Vec<Guest> = (0..3 * AT_ONCE + 1).map(|_| Guest::of(&hub, true)).collect();
    deliver(&hub, 1, "one");
    deliver(&hub, 2, "two");
    at_rest(&hub).await;
    deliver(&hub, 3, "three");
    at_rest(&hub).await;
    for guest in &guests {
        assert_eq!(guest.received(), ["welcome", "one", "two", "three"]);
        assert_eq!(guest.gauge.waiting(), 0);
    }
}

#[actix::test]
async fn frames_that_come_together_are_flushed_together_and_soon() {
    let hub = hub();
    let guest = Guest::of(&hub, true);
    at_rest(&hub).await;
    let before = guest.flushes();
    for n in 0..10 {
        deliver(&hub, n, "few");
    }
    at_rest(&hub).await;
    assert_eq!(guest.flushes() - before, 1);
    for n in 0..i64::from(3 * FLUSH_AFTER) {
        deliver(&hub, 10 + n, "many");
    }
    at_rest(&hub).await;
    assert!(guest.flushes() - before >= 4, "the mailbox was never empty in between");
}

#[actix::test]
async fn bp1_a_reader_is_not_too_slow_because_of_frames_that_were_not_flushed_yet() {
    let hub = hub();
    let (reader, stuck) = (Guest::of(&hub, true), Guest::of(&hub, false));
    let long = "x".repeat(OUTBOX_BYTES / 4);
    for n in 0..8 {
        deliver(&hub, n, long.as_str());
    }
    at_rest(&hub).await;
    assert_eq!(reader.received().len(), 9, "the welcome and all of them");
    assert_eq!(stuck.received(), ["4413"]);
    assert_eq!(stuck.gauge.waiting(), 0, "the frames that waited for it are dropped");
}

#[actix::test]
async fn inv8_the_event_that_takes_a_right_is_the_last_frame_and_nothing_follows_the_end_of_a_session() {
    let hub = hub();
    let (removed, signed_out, stays) = (Guest::of(&hub, true), Guest::of(&hub, true), Guest::of(&hub, true));
    at_rest(&hub).await;
    deliver(&hub, 1, "they are removed");
    hub.do_send(CloseSockets::Member { workspace: WORKSPACE, user: removed.user, close: SocketClose::ACCESS });
    hub.do_send(CloseSockets::Session { session: signed_out.session });
    deliver(&hub, 2, "later");
    at_rest(&hub).await;
    assert_eq!(removed.received(), ["welcome", "they are removed", "4403"]);
    assert_eq!(signed_out.received(), ["welcome", "4401"]);
    assert_eq!(stays.received(), ["welcome", "they are removed", "later"]);
}

#[actix::test]
async fn tx10_a_socket_that_does_not_follow_the_scope_of_a_text_gets_the_other_frame_or_none() {
    let hub = hub();
    let guest = Guest::of(&hub, true);
    let elsewhere = WorkspaceId(Uuid::from_u128(2)).scope();
    let send = |scope, frame: &'static str, instead: Option<&'static str>| {
        let (frame, instead) =
            (Bytes::from_static(frame.as_bytes()), instead.map(|it| Bytes::from_static(it.as_bytes())));
        hub.do_send(ToHub::Text(TextTo { scope, to: vec![guest.connection], frame, instead }));
    };
    send(Some(WORKSPACE.scope()), "followed", Some("come again"));
    send(Some(elsewhere), "CANARY", Some("come again"));
    send(Some(elsewhere), "CANARY", None);
    send(None, "for anybody", None);
    at_rest(&hub).await;
    assert_eq!(guest.received(), ["welcome", "followed", "come again", "for anybody"]);
}
