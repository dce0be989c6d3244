//! What a node does with a long history: updates become part of the snapshot, and a history of too many editors is left
//! out.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use actors::domain::rich_text::{NEW_CLIENTS, RichText};
use sqlx::PgConnection;
use uuid::Uuid;
use yrs::{ClientID, Doc, Options, Transact, XmlElementPrelim, XmlElementRef, XmlFragment, XmlTextPrelim, XmlTextRef};

use super::{described, description, quick_stage, updates};
use crate::support::{Fixture, TextWriter, Told, until};

const SOON: Duration = Duration::from_millis(2);
const NEVER: Duration = Duration::from_secs(600);

/// The epoch of a document, the number of its last update, and the number up to which its snapshot goes.
async fn stands(db: &mut PgConnection, ticket: Uuid) -> (Uuid, i64, i64) {
    sqlx::query_as("select epoch, seq, snapshot_seq from text_documents where ticket_id = $1")
        .bind(ticket)
        .fetch_one(db)
        .await
        .expect("a document")
}

/// Joins, also if the node has just closed the text. True if the copy was of another epoch.
async fn had_another_epoch(writer: &mut TextWriter) -> bool {
    loop {
        match writer.try_join().await {
            Told::Joined { other_epoch, .. } => return other_epoch,
            Told::Left { code, .. } | Told::Refused { code, .. } if code == "unavailable" || code == "gone" => {}
            other => panic!("not let in: {other:?}"),
        }
    }
}

#[actix::test]
async fn tx17_a_page_with_an_old_copy_resumes_after_its_updates_became_part_of_the_snapshot() {
    let fixture = Fixture::new(2).await;
    let ticket = described(&fixture, "Start").await;
    let stage = quick_stage(&fixture.database, None, SOON).await;
    let hub = stage.open_hub();
    let figures = stage.text_figures();
    let mut db = fixture.database.connect().await;
    let mut ann = TextWriter::new(&stage, &hub, fixture.workspace, fixture.people[0], ticket).await;
    let mut ben = TextWriter::new(&stage, &hub, fixture.workspace, fixture.people[1], ticket).await;
    let mut expected = "Start".to_owned();
    for round in 1..=3 {
        // Ben goes with what there is, and writes alone.
        ben.join().await;
        ben.reads(&expected).await;
        ben.leave();
        ben.paragraph(&format!("alone {round}"));
        ann.join().await;
        for n in 0..120 {
            let update = ann.type_into(0, &format!(" {round}.{n}"));
            ann.stores(&update).await;
        }
        ann.leave();
        let text = ann.says();
        until("the text is written and put away", async || {
            description(&mut db, ticket).await == text && figures.open.load(Relaxed) == 0
        })
        .await;
        assert!(figures.compacted.load(Relaxed) >= round, "in round {round}");
        let (_, seq, snapshot_seq) = stands(&mut db, ticket).await;
        let left = updates(&mut db, ticket).await;
        assert_eq!(left.len() as i64, seq - snapshot_seq, "no update is both in the snapshot and behind it");
        assert!(left.len() < 100, "{} updates behind the snapshot", left.len());
        // Both copies are older than the snapshot.
        assert!(!had_another_epoch(&mut ben).await);
        let alone = ben.unsent();
        ben.stores(&alone).await;
        ann.join().await;
        expected = ben.says();
        ann.reads(&expected).await;
        assert!(expected.contains(&format!("{round}.119")), "{expected}");
        assert!(expected.ends_with(&format!("alone {round}")), "{expected}");
        ann.leave();
        ben.leave();
    }
    assert_eq!(expected.matches("alone").count(), 3);
    until("the ticket has the text", async || description(&mut db, ticket).await == expected).await;
    assert_eq!(figures.failed.load(Relaxed), 0);
}

/// Updates of many editors, each of whom writes a paragraph.
fn crowd(editors: u64) -> Vec<Vec<u8>> {
    let paragraph = |client: u64| {
        let doc = Doc::with_options(Options { client_id: ClientID::new(client), ..Options::default() });
        let root = doc.get_or_insert_xml_fragment("default");
        let mut txn = doc.transact_mut();
        let paragraph: XmlElementRef = root.insert(&mut txn, 0, XmlElementPrelim::empty("paragraph"));
        let _: XmlTextRef = paragraph.insert(&mut txn, 0, XmlTextPrelim::new("x"));
        txn.encode_update_v1()
    };
    let updates: Vec<Vec<u8>> = (1..=editors).map(paragraph).collect();
    updates.chunks(NEW_CLIENTS).map(|some| yrs::merge_updates_v1(some).expect("updates")).collect()
}

#[actix::test]
async fn tx16_tx22_a_history_of_too_many_editors_is_left_out_once_nobody_has_joined_and_older_copies_are_told() {
    let fixture = Fixture::new(3).await;
    let ticket = described(&fixture, "Start").await;
    // At one node a text leaves once it is idle; the other node keeps it.
    let stage = quick_stage(&fixture.database, None, SOON).await;
    let elsewhere = quick_stage(&fixture.database, None, NEVER).await;
    let (hub, other_hub) = (stage.open_hub(), elsewhere.open_hub());
    let mut db = fixture.database.connect().await;
    let mut ann = TextWriter::new(&stage, &hub, fixture.workspace, fixture.people[0], ticket).await;
    let mut away = TextWriter::new(&stage, &hub, fixture.workspace, fixture.people[1], ticket).await;
    away.join().await;
    ann.join().await;
    for update in crowd(1_990) {
        ann.stores(&update).await;
    }
    let few = away.says();
    away.leave();
    ann.leave();
    until("the text is written and put away", async || {
        stage.text_figures().open.load(Relaxed) == 0 && description(&mut db, ticket).await.matches('x').count() == 1_990
    })
    .await;
    let (epoch, ..) = stands(&mut db, ticket).await;
    assert_eq!((ann.epoch, few.as_str()), (epoch, "Start"), "fewer editors than the limit keep their history");
    // More editors write. The node does not rewrite the text while one of its pages has joined it.
    let mut ben = TextWriter::new(&elsewhere, &other_hub, fixture.workspace, fixture.people[2], ticket).await;
    ben.join().await;
    ann.join().await;
    for update in &crowd(2_010)[31..] {
        ann.stores(update).await;
    }
    let text = joined_text(&stage, &fixture, ticket).await;
    assert_eq!(text.matches('x').count(), 2_010);
    ben.reads(&text).await;
    until("the ticket has the text", async || description(&mut db, ticket).await == text).await;
    assert_eq!(stands(&mut db, ticket).await.0, epoch);
    ann.leave();
    // Pages that have joined at another node learn that the epoch has changed, and get the whole document.
    while ben.next().await != (Told::Left { code: "gone".to_owned(), wait_ms: 0 }) {}
    for writer in [&mut ben, &mut ann, &mut away] {
        let old = writer.says();
        assert!(had_another_epoch(writer).await, "{old}");
        assert_ne!(writer.epoch, epoch);
        assert_eq!(writer.says(), text);
        assert_eq!(RichText::load(&writer.everything(), []).expect("whole").size().clients, 1);
    }
    let update = ann.type_into(0, " again");
    ann.stores(&update).await;
    let text = ann.says();
    for writer in [&mut ben, &mut away] {
        writer.reads(&text).await;
    }
    until("the ticket has the text", async || description(&mut db, ticket).await == text).await;
    let (.., seq, snapshot_seq) = stands(&mut db, ticket).await;
    assert_eq!(updates(&mut db, ticket).await.len() as i64, seq - snapshot_seq);
}

/// The text of a person who joins now.
async fn joined_text(stage: &actors::Stage, fixture: &Fixture, ticket: Uuid) -> String {
    let hub = stage.open_hub();
    let mut reader = TextWriter::new(stage, &hub, fixture.workspace, fixture.people[0], ticket).await;
    reader.join().await;
    reader.client.disconnect();
    reader.says()
}
