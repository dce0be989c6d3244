//! Texts that end: deleted tickets, failures, nodes that stop.

use actors::fail;
use serde_json::json;
use uuid::Uuid;

use super::together::described;
use super::writer::{Writer, description};
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, Told, until};

async fn rows(database: &TestDatabase, ticket: Uuid) -> i64 {
    let mut db = database.connect().await;
    sqlx::query_scalar(
        "select (select count(*) from text_documents where ticket_id = $1)
              + (select count(*) from text_updates where ticket_id = $1)
              + (select count(*) from text_writes where ticket_id = $1)",
    )
    .bind(ticket)
    .fetch_one(&mut db)
    .await
    .expect("a count")
}

#[actix_web::test]
async fn tx12_the_text_of_a_deleted_ticket_is_deleted_and_its_sockets_are_told() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "CANARY").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let update = ann.paragraph("more");
    ann.stores(&update).await;
    for kind in ["ticket.trash", "ticket.delete"] {
        assert_eq!(team.post(0, &json!({"kind": kind, "ticketId": ticket})).await.status, 200);
    }
    assert_eq!(ann.told().await, Told::Left { code: "not_found".to_owned(), wait_ms: 0 });
    assert_eq!(rows(&database, ticket).await, 0);
    let mut again = Writer::new(team.socket(0).await, ticket);
    let told = again.try_join().await;
    assert!(matches!(&told, Told::Refused { code, .. } | Told::Left { code, .. } if code == "not_found"), "{told:?}");
}

#[actix_web::test]
async fn tx11_a_ticket_that_moves_takes_its_text_along() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    let update = ann.paragraph("before");
    ann.stores(&update).await;
    ben.reads("Hello\n\nbefore").await;
    let private = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}});
    assert_eq!(team.post(0, &private).await.status, 200);
    let update = ann.paragraph("SECRET");
    ann.stores(&update).await;
    assert_eq!(ben.told().await, Told::Left { code: "not_found".to_owned(), wait_ms: 0 });
    assert!(!ben.says().contains("SECRET"));
    until("written", async || description(&team, 0, ticket).await == "Hello\n\nbefore\n\nSECRET").await;
    let shared = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": false}});
    assert_eq!(team.post(0, &shared).await.status, 200);
    ben.join().await;
    assert_eq!(ben.says(), "Hello\n\nbefore\n\nSECRET");
}

#[actix_web::test]
async fn tx6_tx14_a_failure_between_check_and_store_loses_nothing_that_was_acked() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    for point in ["text", "text_stored"] {
        let mut ann = Writer::joined(&team, 0, ticket).await;
        let mut ben = Writer::joined(&team, 1, ticket).await;
        let before = ann.says();
        let update = ann.paragraph(&format!("first {point}"));
        ann.stores(&update).await;
        fail::arm_once(point);
        let update = ann.paragraph(&format!("second {point}"));
        ann.send_update(&update).await;
        assert!(matches!(ann.told().await, Told::Left { code, .. } if code == "unavailable"));
        assert!(matches!(ben.told().await, Told::Left { code, .. } if code == "unavailable"));
        // The page joins again with its copy, and sends what the node lacks.
        ann.join().await;
        ben.join().await;
        let everything = ann.everything();
        ann.stores(&everything).await;
        ben.reads(&format!("{before}\n\nfirst {point}\n\nsecond {point}")).await;
    }
}

#[actix_web::test]
async fn tx26_a_text_whose_node_has_stopped_is_written_by_another_node() {
    let database = TestDatabase::new().await;
    let one = TestNode::start(&database).await;
    let two = TestNode::start(&database).await;
    let team = Team::new(&one, &["ann"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let update = ann.paragraph("typed just before the end");
    ann.stores(&update).await;
    drop(ann);
    drop(one);
    let mut db = database.connect().await;
    // As if two minutes had passed.
    sqlx::query("update text_documents set changed_at = now() - interval '2 minutes'")
        .execute(&mut db)
        .await
        .expect("set");
    sqlx::query("update jobs set due_at = now() where kind = 'texts.write'").execute(&mut db).await.expect("set");
    let reader = team.people[0].client.at(two.url());
    until("the other node writes it", async || {
        let answer = reader.get(&team.path(&format!("tickets/{ticket}"))).await;
        answer.json()["ticket"]["description"] == "Hello\n\ntyped just before the end"
    })
    .await;
}

#[actix_web::test]
async fn tx16_a_page_with_a_copy_of_another_epoch_gets_the_whole_document() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let update = ann.paragraph("kept");
    ann.stores(&update).await;
    let mut db = database.connect().await;
    sqlx::query("update text_documents set epoch = gen_random_uuid()").execute(&mut db).await.expect("a new epoch");
    assert_eq!(ann.told().await, Told::Left { code: "gone".to_owned(), wait_ms: 0 });
    let old = ann.epoch;
    assert_eq!(ann.try_join().await, Told::Joined { may_edit: true, other_epoch: true });
    assert_ne!(ann.epoch, old);
    assert_eq!(ann.says(), "Hello\n\nkept");
}
