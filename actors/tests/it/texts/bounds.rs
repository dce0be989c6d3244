//! The limits of one text at a node (`docs/TEXTS.md`).

use std::sync::atomic::Ordering::Relaxed;

use sqlx::PgConnection;

use super::{described, joined, updates};
use crate::support::{Client, Fixture, TextWriter, Told, until};

#[actix::test]
async fn tx20_five_hundred_sockets_join_a_text_and_one_more_is_refused_until_another_leaves() {
    let fixture = Fixture::new(1).await;
    let ticket = described(&fixture, "Hello").await;
    let hub = fixture.stage.open_hub();
    let first = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[0]).await;
    let mut writers = Vec::new();
    for n in 0..500 {
        // They resume where the first one is, because snapshots take long.
        let mut client = Client::new(fixture.workspace, fixture.people[0]);
        client.replica = first.replica.clone();
        client.connect(&fixture.stage, &hub).await.expect("let in");
        let mut writer = TextWriter::of(client, &fixture.stage, ticket);
        assert!(matches!(writer.try_join().await, Told::Joined { .. }), "socket {n}");
        writers.push(writer);
    }
    let mut late = TextWriter::new(&fixture.stage, &hub, fixture.workspace, fixture.people[0], ticket).await;
    let refused = Told::Refused { number: 0, code: "too_many".to_owned(), wait_ms: 0 };
    assert_eq!(late.try_join().await, refused);
    // A socket that has joined may join again.
    assert!(matches!(writers[7].try_join().await, Told::Joined { .. }));
    assert_eq!(late.try_join().await, refused);
    writers[7].leave();
    late.join().await;
    assert_eq!(fixture.stage.text_figures().sockets.load(Relaxed), 500);
    let update = late.type_into(0, " all");
    late.stores(&update).await;
    writers[499].reads("Hello all").await;
}

/// Holds back all updates of a database, until the lock is given back.
async fn lock(fixture: &Fixture) -> PgConnection {
    let mut lock = fixture.database.connect().await;
    sqlx::raw_sql("begin").execute(&mut lock).await.expect("a transaction");
    sqlx::query("select 1 from text_documents for update").execute(&mut lock).await.expect("a lock");
    lock
}

/// An update that the node is storing while others come.
async fn is_being_stored(fixture: &Fixture, update: &[u8], by: &mut TextWriter) {
    let mut db = fixture.database.connect().await;
    by.send_update(update);
    until("the update waits for the lock", async || {
        let sql =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut db).await.expect("a count") == 1
    })
    .await;
}

/// Waits until all updates that were sent before are with the text. The workspace, which passes them on, answers in order.
async fn all_have_arrived(fixture: &Fixture) {
    described(fixture, "Another task").await;
}

/// Reads until an update is refused: its number, and the number of the last one that was acked before or after.
async fn answers(writer: &mut TextWriter, acked: u32) -> (u32, String, u32) {
    let (mut refused, mut last) = (None, 0);
    while refused.is_none() || last < acked {
        match writer.next().await {
            Told::Acked(number) => last = number,
            Told::Refused { number, code, wait_ms } if refused.is_none() => refused = Some((number, code, wait_ms)),
            told => panic!("{told:?} after {refused:?} and {last}"),
        }
    }
    refused.expect("refused")
}

#[actix::test]
async fn tx7_of_more_updates_than_may_wait_the_first_are_stored_and_the_next_one_is_refused() {
    let fixture = Fixture::new(2).await;
    let ticket = described(&fixture, "Hello").await;
    let mut ann = joined(&fixture, 0, ticket).await;
    let mut ben = joined(&fixture, 1, ticket).await;
    let mut db = fixture.database.connect().await;
    // 64 updates wait behind the one that is being stored.
    let mut held = lock(&fixture).await;
    let update = ann.type_into(0, " first");
    is_being_stored(&fixture, &update, &mut ann).await;
    for n in 0..65 {
        let update = ann.type_into(0, &format!(" {n}"));
        ann.send_update(&update);
    }
    all_have_arrived(&fixture).await;
    sqlx::raw_sql("rollback").execute(&mut held).await.expect("out of the way");
    assert_eq!(answers(&mut ann, 65).await, (66, "rate_limited".to_owned(), 1_000));
    assert_eq!(updates(&mut db, ticket).await.len(), 65);
    // Later ones may build on the refused one.
    let update = ann.type_into(0, " later");
    assert_eq!(ann.is_refused(&update).await, "conflict");
    ann.join().await;
    let unsent = ann.unsent();
    ann.stores(&unsent).await;
    let text = ann.says();
    assert!(text.ends_with(" 63 64 later"), "{text}");
    ben.reads(&text).await;
}

#[actix::test]
async fn tx7_of_more_bytes_than_may_wait_the_first_are_stored_and_other_people_write_on() {
    let fixture = Fixture::new(2).await;
    let ticket = described(&fixture, "Hello").await;
    let mut ann = joined(&fixture, 0, ticket).await;
    let mut ben = joined(&fixture, 1, ticket).await;
    let mut held = lock(&fixture).await;
    let update = ann.type_into(0, " first");
    is_being_stored(&fixture, &update, &mut ann).await;
    // Five updates of a little less than 64 KiB, of which the later ones repeat the first.
    let long = ann.paragraph(&"x ".repeat(30_000));
    for _ in 0..5 {
        ann.send_update(&long);
    }
    all_have_arrived(&fixture).await;
    sqlx::raw_sql("rollback").execute(&mut held).await.expect("out of the way");
    assert_eq!(answers(&mut ann, 5).await, (6, "rate_limited".to_owned(), 1_000));
    let text = ann.says();
    ben.reads(&text).await;
    let update = ben.type_into(0, " Ben");
    ben.stores(&update).await;
}
