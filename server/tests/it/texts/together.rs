//! Several people write one description.

use serde_json::json;
use uuid::Uuid;

use super::writer::{Writer, description};
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, Told, until};

/// A ticket with a description.
pub async fn described(team: &Team, text: &str) -> Uuid {
    let id = Uuid::now_v7();
    let command = json!({"kind": "ticket.create", "ticketId": id, "title": "A ticket", "description": text});
    assert_eq!(team.post(0, &command).await.status, 200);
    id
}

#[actix_web::test]
async fn tx1_a_node_says_in_its_welcome_that_it_knows_texts() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let person = &team.people[0];
    let mut socket = crate::protocol::socket::Socket::open(person.client.base()).await;
    let welcome = socket.hello(person.token(), &team.workspace, &json!(null)).await;
    assert_eq!(welcome["texts"], 1);
}

#[actix_web::test]
async fn tx5_tx6_tx23_two_people_write_at_once_and_the_ticket_gets_their_text() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    assert_eq!((ann.says(), ben.says()), ("Hello".to_owned(), "Hello".to_owned()));
    assert_eq!(ann.epoch, ben.epoch);
    let (first, second) = (ann.type_into(0, " Ann"), ben.paragraph("From Ben"));
    ann.stores(&first).await;
    ben.stores(&second).await;
    for writer in [&mut ann, &mut ben] {
        writer.reads("Hello Ann\n\nFrom Ben").await;
    }
    until("the ticket has the text", async || description(&team, 0, ticket).await == "Hello Ann\n\nFrom Ben").await;
    // The event is an ordinary one, by the person who wrote last.
    let mut db = database.connect().await;
    let by: Vec<Uuid> =
        sqlx::query_scalar("select user_id from activities where ticket_id = $1 and kind = 'description' order by id")
            .bind(ticket)
            .fetch_all(&mut db)
            .await
            .expect("activities");
    assert_eq!(by.last().map(Uuid::to_string), Some(team.people[1].id.clone()));
    // A person who comes later reads the same.
    let late = Writer::joined(&team, 1, ticket).await;
    assert_eq!(late.says(), "Hello Ann\n\nFrom Ben");
}

#[actix_web::test]
async fn tx6_many_updates_at_once_are_each_acked_and_arrive_at_the_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "x").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    let mut last = 0;
    for n in 0..50 {
        let update = ann.type_into(0, &format!("{n},"));
        last = ann.send_update(&update).await;
    }
    while ann.next().await != Told::Acked(last) {}
    let text = ann.says();
    ben.reads(&text).await;
    let mut db = database.connect().await;
    let seqs: Vec<i64> = sqlx::query_scalar("select seq from text_updates where ticket_id = $1 order by seq")
        .bind(ticket)
        .fetch_all(&mut db)
        .await
        .expect("updates");
    assert_eq!(seqs, (1..=50).collect::<Vec<i64>>(), "stored without a gap");
}

#[actix_web::test]
async fn tx25_opening_a_text_changes_nothing_and_two_first_joins_make_one_document() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&one, &["ann", "ben"]).await;
    // In a form that the node would write otherwise.
    let ticket = described(&team, "* one\n* two\n\n__bold__").await;
    let mut ann = Writer::new(team.socket(0).await, ticket);
    let mut ben = Writer::new(team.socket_at(1, &two).await, ticket);
    ann.ask_to_join().await;
    ben.ask_to_join().await;
    for writer in [&mut ann, &mut ben] {
        assert!(matches!(writer.next().await, Told::Joined { may_edit: true, other_epoch: false }));
    }
    assert_eq!(ann.epoch, ben.epoch);
    assert_eq!(ann.everything(), ben.everything(), "one document, not two equal ones");
    let update = ann.paragraph("new");
    ann.stores(&update).await;
    ben.reads("- one\n- two\n\n**bold**\n\nnew").await;
    let mut db = database.connect().await;
    let before: i64 = sqlx::query_scalar("select count(*) from events").fetch_one(&mut db).await.expect("a count");
    let other = described(&team, "* only\n* opened").await;
    let _reader = Writer::joined(&team, 0, other).await;
    until("the first text is written", async || description(&team, 0, ticket).await.ends_with("new")).await;
    assert_eq!(description(&team, 0, other).await, "* only\n* opened", "as it was");
    let after: i64 = sqlx::query_scalar("select count(*) from events").fetch_one(&mut db).await.expect("a count");
    assert_eq!(after - before, 2, "the new ticket, and the text of the first one");
}

#[actix_web::test]
async fn tx24_a_description_that_another_writer_sets_is_merged_with_what_is_typed() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "First\n\nSecond").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let update = ann.type_into(0, " typed");
    ann.stores(&update).await;
    // An older page, or the API.
    let command =
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": "First\n\nSecond\n\nThird"}});
    assert_eq!(team.post(1, &command).await.status, 200);
    ann.reads("First typed\n\nSecond\n\nThird").await;
    until("the ticket has both", async || description(&team, 0, ticket).await == "First typed\n\nSecond\n\nThird")
        .await;
    // And again, now that nothing waits.
    let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": "* all new"}});
    assert_eq!(team.post(1, &command).await.status, 200);
    ann.reads("- all new").await;
    let update = ann.paragraph("end");
    ann.stores(&update).await;
    until("written", async || description(&team, 0, ticket).await == "- all new\n\nend").await;
    // Null clears.
    let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": null}});
    assert_eq!(team.post(1, &command).await.status, 200);
    ann.reads("").await;
}

#[actix_web::test]
async fn tx13_people_see_where_others_write_and_when_they_leave() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    ann.send(0x03, b"at 3").await;
    let Told::Seen { user, state, connection } = ben.told().await else { panic!("not seen") };
    assert_eq!((user.to_string(), state), (team.people[0].id.clone(), b"at 3".to_vec()));
    // A person who comes later sees it at once.
    let mut late = Writer::joined(&team, 1, ticket).await;
    assert!(matches!(late.told().await, Told::Seen { state, .. } if state == b"at 3"));
    ann.send(0x04, b"").await;
    assert_eq!(ben.told().await, Told::Seen { connection, user, state: Vec::new() });
    // The end of a connection is the same as leaving.
    let mut again = Writer::joined(&team, 0, ticket).await;
    again.send(0x03, b"back").await;
    assert!(matches!(ben.told().await, Told::Seen { state, .. } if state == b"back"));
    drop(again);
    assert!(matches!(ben.told().await, Told::Seen { state, .. } if state.is_empty()));
}

#[actix_web::test]
async fn in5_a_mention_in_a_text_subscribes_once() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Ask").await;
    let mut db = database.connect().await;
    let ben: Uuid = team.people[1].id.parse().expect("an id");
    let username: String = sqlx::query_scalar("select username from members where id = $1")
        .bind(ben)
        .fetch_one(&mut db)
        .await
        .expect("a name");
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let update = ann.type_into(0, &format!(" @{username}"));
    ann.stores(&update).await;
    let mentioned = async || {
        let mut db = database.connect().await;
        let rows: Vec<Vec<String>> = sqlx::query_scalar(
            "select reasons from ticket_subscriptions where ticket_id = $1 and workspace_user_id = $2",
        )
        .bind(ticket)
        .bind(ben)
        .fetch_all(&mut db)
        .await
        .expect("subscriptions");
        rows
    };
    until("Ben is subscribed", async || mentioned().await == [["mention"]]).await;
}
