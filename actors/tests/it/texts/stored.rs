//! What is stored, and when: nothing that one person sees of another ever vanishes.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use uuid::Uuid;

use super::{described, description, joined, quick_stage, updates};
use crate::support::{Fixture, Received, TextWriter, Told, until};

#[actix::test]
async fn tx5_tx6_several_writers_at_once_have_the_same_text_at_the_end() {
    let fixture = Fixture::new(4).await;
    let ticket = described(&fixture, "Hello").await;
    let mut writers = Vec::new();
    for n in 0..4 {
        writers.push(joined(&fixture, n, ticket).await);
    }
    // All type into the same paragraph, and none waits for the others.
    for turn in 0..20 {
        for (n, writer) in writers.iter_mut().enumerate() {
            let update = writer.type_into(0, &format!(" {n}x{turn}"));
            writer.send_update(&update);
        }
    }
    for writer in &mut writers {
        while writer.next().await != Told::Acked(20) {}
    }
    let text = joined(&fixture, 0, ticket).await.says();
    let mut typed: Vec<&str> = text.split(' ').skip(1).collect();
    typed.sort_unstable();
    let mut expected: Vec<String> = (0..4).flat_map(|n| (0..20).map(move |turn| format!("{n}x{turn}"))).collect();
    expected.sort_unstable();
    assert_eq!(typed, expected, "each once");
    for writer in &mut writers {
        writer.reads(&text).await;
    }
    let mut db = fixture.database.connect().await;
    assert_eq!(updates(&mut db, ticket).await.len(), 80);
    until("the ticket has the text", async || description(&mut db, ticket).await == text).await;
}

#[actix::test]
async fn tx6_an_update_is_stored_before_it_is_acked_and_before_others_get_it() {
    let fixture = Fixture::new(2).await;
    let ticket = described(&fixture, "Hello").await;
    let mut ann = joined(&fixture, 0, ticket).await;
    let mut ben = joined(&fixture, 1, ticket).await;
    let (mut lock, mut db) = (fixture.database.connect().await, fixture.database.connect().await);
    sqlx::raw_sql("begin").execute(&mut lock).await.expect("a transaction");
    sqlx::query("select 1 from text_documents for update").execute(&mut lock).await.expect("a lock");
    let update = ann.type_into(0, " Ann");
    ann.send_update(&update);
    until("the update waits for the lock", async || {
        let sql =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut db).await.expect("a count") == 1
    })
    .await;
    // Whatever had been sent before the store would arrive before this event.
    fixture.does(fixture.people[0], json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "fence"})).await;
    for writer in [&mut ann, &mut ben] {
        loop {
            match writer.client.next().await {
                Received::Frame(frame) if frame["type"] == "events" => break,
                Received::Frame(_) => {}
                other => panic!("before it was stored: {other:?}"),
            }
        }
    }
    sqlx::raw_sql("rollback").execute(&mut lock).await.expect("out of the way");
    assert_eq!(ann.next().await, Told::Acked(1));
    assert_eq!(updates(&mut db, ticket).await, [update]);
    ben.reads("Hello Ann").await;
}

#[actix::test]
async fn tx5_a_text_that_is_put_away_while_people_join_loses_nothing() {
    let fixture = Fixture::new(2).await;
    let ticket = described(&fixture, "Start").await;
    // A stage on which a text is written at once, and leaves as soon as its last person has.
    let stage = quick_stage(&fixture.database, None, Duration::from_millis(2)).await;
    let hub = stage.open_hub();
    let mut ann = TextWriter::new(&stage, &hub, fixture.workspace, fixture.people[0], ticket).await;
    let mut ben = TextWriter::new(&stage, &hub, fixture.workspace, fixture.people[1], ticket).await;
    let mut random = StdRng::seed_from_u64(7);
    for n in 0..80 {
        if n % 4 == 0 {
            until("the text is put away", async || stage.text_figures().open.load(Relaxed) == 0).await;
        } else {
            // Seeded delays around the moment at which the text leaves: the fault lies between two timers, where there is
            // no condition to wait for.
            tokio::time::sleep(Duration::from_micros(random.random_range(0..40_000))).await;
        }
        tokio::join!(ann.join(), ben.join());
        let update = ann.paragraph(&format!("round {n}"));
        ann.stores(&update).await;
        let text = ann.says();
        ben.reads(&text).await;
        ann.leave();
        ben.leave();
    }
    let text = (0..80).fold("Start".to_owned(), |text, n| format!("{text}\n\nround {n}"));
    assert_eq!(ben.says(), text);
    let mut db = fixture.database.connect().await;
    until("the ticket has the text", async || description(&mut db, ticket).await == text).await;
    until("the text is put away", async || stage.text_figures().open.load(Relaxed) == 0).await;
    assert_eq!(stage.text_figures().failed.load(Relaxed), 0);
}
