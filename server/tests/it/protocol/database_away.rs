//! The database is away: commands that are certainly not stored are refused, and commands that may be stored never are.
//! When the database is back, nothing is lost or doubled. The delays are set in `actors::db` and `put_off`, and
//! measured by `make faults`. These tests have no timed assertion: they only wait for what the node does by itself.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::shutdown::{ended, signal};
use super::socket::{Socket, patiently};
use super::team::Team;
use crate::support::{Client, Gate, Person, TestDatabase, TestNode, Troupe, until};

/// A node with the default waits for its database, and a gate between the two.
async fn behind_a_gate(database: &TestDatabase) -> (Gate, TestNode) {
    let gate = Gate::before(database).await;
    let node = TestNode::start_on(gate.url(), &[("TROUPE_DATABASE_WAIT_MS", "1500")]).await;
    (gate, node)
}

fn new_list(name: &str) -> Value {
    json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": name})
}

/// Reads the answer to a command, and repeats the command with its id, as a client does, until the answer is final.
async fn insist(socket: &mut Socket, id: Uuid, command: &Value) -> Value {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let answer = socket.answer_to(id).await;
        if answer["error"]["code"] != "unavailable" {
            return answer;
        }
        assert!(Instant::now() < deadline, "{command}: {answer}");
        let wait = answer["error"]["retryAfterMs"].as_u64().expect("a time to wait");
        tokio::time::sleep(Duration::from_millis(wait)).await;
        socket.send(&json!({"type": "command", "id": id, "command": command})).await;
    }
}

/// Sends a command whose commit is stored and whose answer the gate holds back; returns its id.
async fn store_unheard(database: &TestDatabase, gate: &Gate, socket: &mut Socket, command: &Value) -> Uuid {
    let (mut lock, mut look) = (database.connect().await, database.connect().await);
    sqlx::raw_sql("begin; select 1 from streams for update").execute(&mut lock).await.expect("a lock");
    let id = socket.command(command).await;
    let deadline = Instant::now() + Duration::from_secs(30);
    let waiting = "select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%store_batches%'";
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut look).await.expect("a count") == 0 {
        assert!(Instant::now() < deadline, "the commit never came");
    }
    gate.mute();
    sqlx::raw_sql("rollback").execute(&mut lock).await.expect("out of the way");
    until("it is stored", || async { events_of(database, id).await == 1 }).await;
    id
}

async fn events_of(database: &TestDatabase, command: Uuid) -> i64 {
    sqlx::query_scalar("select count(*) from events where command_id = $1")
        .bind(command)
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count")
}

#[actix_web::test]
async fn cm7_inv13_f13_without_the_database_commands_are_put_off_and_sockets_stay() {
    let database = TestDatabase::new().await;
    let (near, (mut gate, node)) = (TestNode::start(&database).await, behind_a_gate(&database).await);
    let team = Team::new(&near, &["ann", "bob"]).await;
    // This node has committed nothing yet, so these commands find no connection and are certainly not stored.
    let mut ann = team.socket_at(0, &node).await;
    gate.shut();
    let mut put_off = Vec::new();
    // The gate stays shut until all of them are answered, so a command that waits for the database never gets an
    // answer.
    for turn in 0..3 {
        let command = new_list(&format!("label {turn}"));
        let id = ann.command(&command).await;
        let answer = patiently(ann.answer_to(id)).await;
        assert_eq!((&answer["type"], &answer["error"]["code"]), (&json!("refused"), &json!("unavailable")), "{answer}");
        assert_eq!(answer["error"]["retryAfterMs"], 1_000);
        put_off.push((id, command));
    }
    let body = json!({"id": Uuid::now_v7(), "command": new_list("by a script")});
    let answer = team.people[1].client.at(node.url()).post(&team.path("commands"), &body).await;
    assert_eq!(answer.refusal(), (503, "unavailable".to_owned()));
    assert!(answer.header("retry-after").is_some());
    // The socket is still the same.
    ann.send(&json!({"type": "ping", "n": 7})).await;
    assert_eq!(ann.next_of("pong").await["n"], 7);

    gate.open().await;
    for (id, command) in put_off {
        assert_eq!(events_of(&database, id).await, 0, "what was refused was not stored");
        ann.send(&json!({"type": "command", "id": id, "command": command})).await;
        let answer = insist(&mut ann, id, &command).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        assert_eq!(events_of(&database, id).await, 1, "and now it is, once");
    }
}

#[actix_web::test]
async fn cm5_inv3_a_command_that_may_be_stored_is_never_refused_and_acked_when_the_database_is_back() {
    let database = TestDatabase::new().await;
    let (mut gate, node) = behind_a_gate(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    let command = new_list("stored unheard");
    let doubted = store_unheard(&database, &gate, &mut ann, &command).await;
    // The database is silent, but its connections are open. New commands are refused all the same.
    let late = new_list("behind it");
    let behind = bob.command(&late).await;
    assert_eq!(patiently(bob.answer_to(behind)).await["error"]["code"], "unavailable");

    gate.shut();
    let (code, _) = bob.refused(&new_list("while it is away")).await;
    assert_eq!(code, "unavailable");
    // The same command again, as from a client that has reconnected.
    ann.send(&json!({"type": "command", "id": doubted, "command": command})).await;
    gate.open().await;
    let answer = ann.answer_to(doubted).await;
    assert_eq!(answer["type"], "ack", "what may be stored is not refused: {answer}");
    assert_eq!(insist(&mut ann, doubted, &command).await["seq"], answer["seq"], "CM2");
    assert_eq!(events_of(&database, doubted).await, 1);
    bob.send(&json!({"type": "command", "id": behind, "command": late})).await;
    assert_eq!(insist(&mut bob, behind, &late).await["type"], "ack");
    assert_eq!(events_of(&database, behind).await, 1);
}

#[actix_web::test]
async fn dr1_a_node_whose_database_is_silent_still_ends() {
    let database = TestDatabase::new().await;
    let gate = Gate::before(&database).await;
    let mut node = Troupe::node_on(gate.url());
    let team = Team::of(vec![Person::sign_up(Client::new(&node.url), "ann").await]).await;
    let mut ann = team.socket(0).await;
    store_unheard(&database, &gate, &mut ann, &new_list("stored unheard")).await;
    signal(&node, Signal::TERM);
    // The database stays silent until the end.
    assert_eq!(patiently(ann.end()).await, 1012);
    assert_eq!(ended(&mut node).await, Some(0));
}

#[actix_web::test]
async fn f15_connections_that_lead_nowhere_are_given_up_and_nothing_is_lost_or_doubled() {
    let database = TestDatabase::new().await;
    let (near, (mut gate, node)) = (TestNode::start(&database).await, behind_a_gate(&database).await);
    let team = Team::new(&near, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket_at(0, &node).await, team.socket(1).await);
    ann.does(&new_list("before")).await;
    let command = new_list("stored unheard");
    let doubted = store_unheard(&database, &gate, &mut ann, &command).await;
    // These connections never answer again and never close: the node must give them up.
    gate.forget();
    let answer = patiently(ann.answer_to(doubted)).await;
    assert_eq!(answer["type"], "ack", "{answer}");
    assert_eq!(events_of(&database, doubted).await, 1);
    // The node sees the writes of others again, and answers reads.
    let seq = bob.does(&new_list("from elsewhere")).await;
    patiently(ann.read_to(&team.workspace, seq)).await;
    let there = team.people[1].client.at(node.url());
    until("calls are answered", || async { there.get(&team.path("snapshot")).await.status == 200 }).await;
    let command = new_list("and so on");
    let id = ann.command(&command).await;
    assert_eq!(insist(&mut ann, id, &command).await["type"], "ack");

    // No client writes on this node: the node must notice by its own reads.
    gate.forget();
    let seq = bob.does(&new_list("while nothing is asked here")).await;
    patiently(ann.read_to(&team.workspace, seq)).await;
}

#[actix_web::test]
async fn f14_a_node_whose_database_has_become_slow_still_opens_connections() {
    let database = TestDatabase::new().await;
    let mut gate = Gate::before(&database).await;
    let node = TestNode::start_on(gate.url(), &[("TROUPE_DATABASE_WAIT_MS", "500")]).await;
    let team = Team::new(&node, &["ann"]).await;
    gate.shut();
    // A new connection takes longer to open than any request waits.
    gate.far(Duration::from_millis(400));
    gate.open().await;
    let there = team.people[0].client.at(node.url());
    until("calls are answered", || async { there.get(&team.path("snapshot")).await.status == 200 }).await;
    let mut ann = team.socket_at(0, &node).await;
    let command = new_list("from far away");
    let id = ann.command(&command).await;
    assert_eq!(insist(&mut ann, id, &command).await["type"], "ack");
}
