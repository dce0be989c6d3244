//! F-08: what a panic takes down, and how the node recovers. The points are in `actors::fail`.

use std::time::Instant;

use actors::fail;
use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::{PATIENCE, Socket};
use super::team::Team;
use crate::support::{Client, TestDatabase, TestNode, Troupe, until};

fn new_list(name: &str) -> Value {
    json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": name})
}

/// Reconnects as the web app does, with the cursors of before.
async fn back(team: &Team, n: usize, gone: &Socket) -> Socket {
    let person = &team.people[n];
    loop {
        let mut socket = Socket::open(person.client.base()).await;
        if socket.try_hello(person.token(), &team.workspace, &gone.resume_cursors()).await.is_ok() {
            return socket;
        }
    }
}

/// Repeats a command with one id until the answer is final; also returns the number of tries without an answer.
async fn ask_until_answered(team: &Team, socket: &mut Socket, command: &Value) -> (Value, u32) {
    let id = Uuid::now_v7();
    let mut without = 0;
    loop {
        socket.send(&json!({"type": "command", "id": id, "command": command})).await;
        let answer = loop {
            match socket.next().await {
                Ok(frame) if frame["id"] == json!(id) => break Some(frame),
                Ok(_) => {}
                Err(_) => break None,
            }
        };
        match answer {
            Some(answer) if answer["error"]["code"] != "unavailable" => return (answer, without),
            Some(_) => {}
            None => *socket = back(team, 0, socket).await,
        }
        without += 1;
    }
}

#[actix_web::test]
async fn f08_failed_parts_restart_and_every_command_is_applied_once() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    let mut last = 0;
    // A socket's task, a workspace after a commit that no one was told of, a hub, a held lock, a commit.
    for point in ["socket", "answer", "hub", "lock", "commit"] {
        fail::arm_once(point);
        let (answer, without) = ask_until_answered(&team, &mut ann, &new_list(point)).await;
        assert_eq!(answer["type"], "ack", "{point}: {answer}");
        let seq = answer["seq"].as_i64().expect("a seq");
        assert!(last == 0 || seq == last + 1, "{point}: done once");
        assert!(point != "socket" || without > 0, "{point}: it fell");
        until("the point was passed", async || !fail::is_armed(point)).await;
        last = seq;
        while bob.cursors[&team.workspace] < seq {
            if bob.next().await.is_err() {
                bob = back(&team, 1, &bob).await;
            }
        }
    }
    // Afterwards all works as before.
    let seq = ann.does(&new_list("after all")).await;
    assert_eq!(seq, last + 1);
    bob.read_to(&team.workspace, seq).await;
}

#[actix_web::test]
async fn f08_a_command_that_cannot_be_decided_is_refused_and_its_neighbours_are_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    fail::arm_once("decide");
    let (id, command) = (Uuid::now_v7(), new_list("poison"));
    let frame = json!({"type": "command", "id": id, "command": command});
    ann.send(&frame).await;
    let neighbour = ann.command(&new_list("neighbour")).await;
    assert_eq!(ann.answer_to(id).await["error"]["code"], "internal");
    assert_eq!(ann.answer_to(neighbour).await["type"], "ack");
    // After the repair, the same command succeeds.
    ann.send(&frame).await;
    let answer = ann.answer_to(id).await;
    assert_eq!(answer["type"], "ack");
    bob.read_to(&team.workspace, answer["seq"].as_i64().expect("a seq")).await;
}

#[actix_web::test]
async fn f08_a_node_that_has_lost_a_critical_task_ends() {
    let database = TestDatabase::new().await;
    let mut node = Troupe::new(&["serve"])
        .set("DATABASE_URL", database.url())
        .set("TROUPE_ADDR", "127.0.0.1:0")
        .set("TROUPE_DEV_MAILBOX", "1")
        .set("TROUPE_FAIL_POINTS", "registry=1")
        .serve();
    let person = crate::support::Person::sign_up(Client::new(&node.url), "ann").await;
    // The call founds a workspace without the registry, and then asks the registry who may see it.
    let founded = person.client.post("/api/workspaces", &json!({"name": "Team"})).await.json();
    let path = format!("/api/workspaces/{}/snapshot", founded["id"].as_str().expect("an id"));
    assert_eq!(person.client.get(&path).await.status, 503, "not for ever");
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        match node.child.try_wait().expect("a child") {
            Some(status) => break status,
            None => actix_web::rt::time::sleep(std::time::Duration::from_millis(20)).await,
        }
        assert!(Instant::now() < deadline, "it serves on");
    };
    assert!(!status.success(), "a supervisor starts it again");
}
