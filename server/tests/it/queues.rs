//! The queues that the overview reports: commands that wait for answers, bytes that wait for readers.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{Client, TestDatabase, TestNode, until};

async fn figure(node: &TestNode, name: &str) -> f64 {
    let answer = node.client().get("/metrics").await;
    let text = String::from_utf8(answer.body).expect("text");
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not there")).parse().expect("a number")
}

/// The report of the answering node, for the owner.
async fn overview(owner: &Client) -> Value {
    owner.get("/api/admin/overview").await.json()["nodes"][0].take()
}

fn new_list() -> Value {
    json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": Uuid::now_v7().to_string()})
}

#[actix_web::test]
async fn commands_that_wait_for_the_database_are_counted_until_they_are_answered() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    assert_eq!(figure(&node, "troupe_commands_waiting").await, 0.0);
    // Another transaction holds a stream. It keeps the round in the database, and all later commands waiting.
    let mut holder = database.connect().await;
    sqlx::raw_sql("begin; select 1 from streams for update").execute(&mut holder).await.expect("a lock");
    let mut asked = Vec::new();
    for _ in 0..10 {
        asked.push((ann.command(&new_list()).await, bob.command(&new_list()).await));
    }
    until("all twenty wait", || async { figure(&node, "troupe_commands_waiting").await == 20.0 }).await;
    assert_eq!(overview(&team.people[0].client).await["waiting"], 20);
    sqlx::raw_sql("rollback").execute(&mut holder).await.expect("out of the way");
    for (of_ann, of_bob) in asked {
        assert_eq!(ann.answer_to(of_ann).await["type"], "ack");
        assert_eq!(bob.answer_to(of_bob).await["type"], "ack");
    }
    until("none waits", || async { figure(&node, "troupe_commands_waiting").await == 0.0 }).await;
}

#[actix_web::test]
async fn bytes_that_a_reader_does_not_take_are_counted_until_it_takes_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut ann = team.socket(0).await;
    let mut slow = Socket::upgrade_with(node.url(), &[("origin", node.url())], Some(4_096)).await.expect("let in");
    slow.hello(team.people[1].token(), &team.workspace, &json!(null)).await;
    let text = "x".repeat(90_000);
    let mut last = 0;
    // The kernel buffers some megabytes of a connection before bytes wait here.
    for n in 0.. {
        assert!(n < 200, "nothing ever waits");
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("Long {n}"), "description": text});
        last = ann.does(&new).await;
        ann.read_to(&team.workspace, last).await;
        if figure(&node, "troupe_outbox_bytes").await > 100_000.0 {
            break;
        }
    }
    let told = overview(&team.people[0].client).await;
    assert!(told["outboxBytes"].as_u64() > Some(100_000), "{told}");
    assert_eq!(told["outboxBytes"], told["outboxFullestBytes"], "the other reader has taken all of its own");
    tokio::time::timeout(Duration::from_secs(30), slow.read_to(&team.workspace, last)).await.expect("it reads on");
    until("nothing waits", || async { figure(&node, "troupe_outbox_bytes").await == 0.0 }).await;
    assert_eq!(figure(&node, "troupe_outbox_fullest_bytes").await, 0.0);
}
