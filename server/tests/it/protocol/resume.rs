//! RS1 to RS6: a client that reconnects misses nothing.

use actors::domain::entity::SCHEMA;
use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::Socket;
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

fn new_list(name: &str) -> Value {
    json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": name})
}

fn resume_of(welcome: &Value, scope: &str) -> Value {
    let scopes = welcome["scopes"].as_array().expect("scopes");
    scopes.iter().find(|it| it["scope"] == scope).expect("the scope")["resume"].clone()
}

#[actix_web::test]
async fn rs1_rs3_a_cursor_gets_missed_then_live_events_from_memory_from_the_journal_and_at_any_node() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut witness = team.socket(0).await;
    let away = team.socket(1).await;
    let cursors = away.resume_cursors();
    drop(away);
    let mut seq = 0;
    for n in 0..300 {
        let id = witness.command(&new_list(&format!("missed {n}"))).await;
        if n % 50 == 49 {
            seq = witness.answer_to(id).await["seq"].as_i64().expect("acked");
        }
    }
    witness.read_to(&team.workspace, seq).await;
    let elsewhere = TestNode::start(&database).await;
    for (url, live) in [(node.url(), &node), (elsewhere.url(), &elsewhere)] {
        let mut back = Socket::open(url).await;
        let welcome = back.hello(team.people[1].token(), &team.workspace, &cursors).await;
        assert_eq!(resume_of(&welcome, &team.workspace), "delta");
        // The next edit happens while the missed events are being read.
        let next = team.socket_at(0, live).await.does(&new_list(&format!("live at {url}"))).await;
        back.read_to(&team.workspace, next).await;
        witness.read_to(&team.workspace, next).await;
        let of_workspace: Vec<&(String, Value)> =
            back.events.iter().filter(|(scope, _)| *scope == team.workspace).collect();
        assert_eq!(of_workspace, witness.events.iter().collect::<Vec<_>>(), "the same as who never went away");
    }
}

#[actix_web::test]
async fn rs1_a_restarted_node_goes_on_where_the_last_one_stopped() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let seq = socket.does(&new_list("before")).await;
    socket.read_to(&team.workspace, seq).await;
    let second = team.socket(0).await.does(&new_list("unread")).await;
    let cursors = json!({&team.workspace: {"epoch": socket.epochs[&team.workspace], "seq": seq}});
    drop(node);
    let node = TestNode::start(&database).await;
    let mut back = Socket::open(node.url()).await;
    let welcome = back.hello(team.people[0].token(), &team.workspace, &cursors).await;
    assert_eq!(resume_of(&welcome, &team.workspace), "delta");
    back.read_to(&team.workspace, second).await;
    assert_eq!(back.events.len(), 1);
    assert_eq!(back.does(&new_list("after")).await, second + 1);
}

#[actix_web::test]
async fn rs2_a_cursor_from_the_future_from_before_everything_or_of_another_epoch_leads_to_the_snapshot() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let socket = team.socket(0).await;
    let (epoch, seq) = (socket.epochs[&team.workspace].clone(), socket.cursors[&team.workspace]);
    for (epoch, seq, resume) in [
        (epoch.clone(), seq, "delta"),
        (epoch.clone(), 0, "snapshot"),
        (epoch.clone(), seq + 1, "snapshot"),
        (epoch.clone(), i64::MAX, "snapshot"),
        (epoch, -1, "snapshot"),
        (Uuid::now_v7().to_string(), seq, "snapshot"),
    ] {
        let cursors = json!({&team.workspace: {"epoch": epoch, "seq": seq}});
        let mut back = Socket::open(node.url()).await;
        let welcome = back.hello(team.people[0].token(), &team.workspace, &cursors).await;
        assert_eq!(resume_of(&welcome, &team.workspace), resume, "{cursors}");
        // Another person's scope in the cursors opens nothing.
        let scopes = welcome["scopes"].as_array().expect("scopes");
        assert_eq!(scopes.len(), 3);
    }
    let foreign = json!({Uuid::now_v7().to_string(): {"epoch": Uuid::now_v7(), "seq": 0}});
    let mut back = Socket::open(node.url()).await;
    back.hello(team.people[0].token(), &team.workspace, &foreign).await;
    assert_eq!(back.cursors.len(), 3);
}

#[actix_web::test]
async fn rs4_without_cursors_the_socket_is_live_at_once_and_the_snapshot_is_never_behind_it() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann", "bob"]).await;
    let mut writer = team.socket(0).await;
    for n in 0..10 {
        writer.command(&new_list(&format!("label {n}"))).await;
        let mut reader = Socket::open(there.url()).await;
        let welcome = reader.hello(team.people[1].token(), &team.workspace, &json!(null)).await;
        assert_eq!(resume_of(&welcome, &team.workspace), "snapshot");
        let live_from = reader.cursors[&team.workspace];
        let answer = team.people[1].client.at(there.url()).get(&team.path("snapshot")).await;
        let text = String::from_utf8(answer.body).expect("text");
        let head: Value = serde_json::from_str(text.lines().next().expect("a head")).expect("JSON");
        let held = head["cursors"][&team.workspace]["seq"].as_i64().expect("a seq");
        assert!(held >= live_from, "the snapshot at {held}, live from {live_from}");
        let seq = writer.does(&new_list(&format!("then {n}"))).await;
        reader.read_to(&team.workspace, seq).await;
    }
}

#[actix_web::test]
async fn rs6_a_node_says_how_much_its_build_knows_in_welcome_and_in_the_snapshot() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = Socket::open(node.url()).await;
    let welcome = socket.hello(team.people[0].token(), &team.workspace, &json!(null)).await;
    let answer = team.people[0].client.get(&team.path("snapshot")).await;
    let text = String::from_utf8(answer.body).expect("text");
    let head: Value = serde_json::from_str(text.lines().next().expect("a head")).expect("JSON");
    assert_eq!((&welcome["schema"], &head["schema"]), (&json!(SCHEMA), &json!(SCHEMA)));
}

#[actix_web::test]
async fn two_people_on_two_nodes_edit_the_same_ticket_and_read_the_same_history() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket_at(1, &there).await);
    // Both start from the same cursor.
    let start = ann.does(&new_list("start")).await;
    ann.read_to(&team.workspace, start).await;
    bob.read_to(&team.workspace, start).await;
    let (mut asked_ann, mut asked_bob) = (Vec::new(), Vec::new());
    for n in 0..30 {
        let update = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
        asked_ann.push(ann.command(&update(json!({"title": format!("Ann {n}")}))).await);
        asked_bob.push(bob.command(&update(json!({"title": format!("Bob {n}"), "priority": "day"}))).await);
    }
    let mut seqs = Vec::new();
    for id in asked_ann {
        seqs.push(ann.answer_to(id).await["seq"].as_i64().expect("acked"));
    }
    for id in asked_bob {
        seqs.push(bob.answer_to(id).await["seq"].as_i64().expect("acked"));
    }
    seqs.sort_unstable();
    assert_eq!(seqs, (start + 1..=start + 60).collect::<Vec<_>>(), "each acked with a seq of its own");
    for socket in [&mut ann, &mut bob] {
        socket.read_to(&team.workspace, start + 60).await;
    }
    let since = |socket: &Socket| {
        let later = socket.events.iter().filter(|(_, event)| event["seq"].as_i64() > Some(start));
        later.cloned().collect::<Vec<_>>()
    };
    assert_eq!(since(&ann), since(&bob));
}

#[actix_web::test]
async fn rs2_more_than_8_mib_of_missed_events_lead_to_the_snapshot_at_a_node_that_has_yet_to_read_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let mut ann = team.socket(0).await;
    let (early, late) = (ann.resume_cursors(), 80);
    let mut cursors = early.clone();
    for n in 0..100 {
        if n == late {
            cursors = ann.resume_cursors();
        }
        let text = format!("{n} {}", "long ".repeat(19_800));
        let update = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": text}});
        let seq = ann.does(&update).await;
        ann.read_to(&team.workspace, seq).await;
    }
    let elsewhere = TestNode::start(&database).await;
    for (cursors, resume) in [(early, "snapshot"), (cursors, "delta")] {
        let mut back = Socket::open(elsewhere.url()).await;
        let welcome = back.hello(team.people[0].token(), &team.workspace, &cursors).await;
        assert_eq!(resume_of(&welcome, &team.workspace), resume);
    }
}
