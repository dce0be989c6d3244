//! EV1 to EV3 over sockets; the frames themselves are checked by the client on every one.

use serde_json::{Value, json};
use uuid::Uuid;

use super::team::Team;
use crate::support::{Client, TestDatabase, TestNode};

/// A snapshot's lines: head, entities, end.
async fn snapshot(client: &Client, team: &Team) -> Vec<Value> {
    let answer = client.get(&team.path("snapshot")).await;
    assert_eq!(answer.status, 200);
    let text = String::from_utf8(answer.body).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect()
}

fn entities(lines: &[Value]) -> Vec<&Value> {
    lines.iter().filter(|line| line.get("entity").is_some()).collect()
}

#[actix_web::test]
async fn ev1_events_of_many_writers_at_once_reach_every_client_once_and_without_a_gap() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob", "cem"]).await;
    let ticket = team.ticket(0).await;
    let mut sockets = Vec::new();
    for n in 0..3 {
        sockets.push(team.socket(n).await);
    }
    let mut sent = Vec::new();
    for n in 0..40 {
        for (who, socket) in sockets.iter_mut().enumerate() {
            let patch = json!({"title": format!("{who} {n}"), "description": "x".repeat(n * 50)});
            sent.push((
                who,
                socket.command(&json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch})).await,
            ));
        }
    }
    let mut last = 0;
    for (who, id) in sent {
        last = last.max(sockets[who].answer_to(id).await["seq"].as_i64().expect("acked"));
    }
    for socket in &mut sockets {
        socket.read_to(&team.workspace, last).await;
    }
    assert_eq!(sockets[0].events, sockets[1].events);
    assert_eq!(sockets[1].events, sockets[2].events);
}

#[actix_web::test]
async fn ev2_a_snapshot_with_the_events_after_it_equals_a_later_snapshot() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let before = snapshot(&team.people[0].client, &team).await;
    let ticket = Uuid::now_v7();
    socket.does(&json!({"kind": "ticket.create", "ticketId": ticket, "title": "New", "description": "Text"})).await;
    let seq = socket.does(&json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"priority": "day"}})).await;
    let after = snapshot(&team.people[0].client, &team).await;
    assert_eq!(before[0]["cursors"][&team.workspace]["seq"], json!(seq - 2));
    assert_eq!(after[0]["cursors"][&team.workspace]["seq"], json!(seq));
    assert_eq!(entities(&before).len() + 1, entities(&after).len());
    let end = after.last().expect("an end");
    assert_eq!((&end["end"], &end["count"]), (&json!(true), &json!(entities(&after).len())));
    socket.read_to(&team.workspace, seq).await;
    // The `create`, then the fields of the `update` over it.
    let changes = |event: &Value| event["changes"].as_array().cloned().unwrap_or_default();
    let mut row = serde_json::Map::new();
    for change in socket.events.iter().flat_map(|(_, event)| changes(event)).filter(|it| it["id"] == json!(ticket)) {
        row.extend(change["data"].as_object().cloned().unwrap_or_default());
    }
    row.remove("description");
    let line = after.iter().find(|line| line["data"]["id"] == json!(ticket)).expect("the ticket");
    assert_eq!(line["data"], Value::Object(row));
    let whole = team.people[0].client.get(&team.path(&format!("tickets/{ticket}"))).await.json();
    assert_eq!(whole["ticket"]["description"], "Text");
    assert_eq!(whole["cursors"][&team.workspace]["seq"], json!(seq));
}

#[actix_web::test]
async fn ev3_a_private_ticket_moves_between_scopes_and_only_its_creator_sees_both() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    let own = ann
        .cursors
        .keys()
        .find(|scope| ![&team.workspace, &team.commons].contains(scope))
        .expect("a personal scope")
        .clone();
    let ticket = team.ticket(0).await;
    let private = |private: bool| json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": private}});
    ann.does(&private(true)).await;
    ann.does(&json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "CANARY"}})).await;
    let path = team.path(&format!("tickets/{ticket}"));
    assert_eq!(team.people[1].client.get(&path).await.refusal(), (404, "not_found".into()));
    assert!(!format!("{:?}", snapshot(&team.people[1].client, &team).await).contains(&ticket.to_string()));
    ann.does(&json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Shown"}})).await;
    let seq = ann.does(&private(false)).await;
    bob.read_to(&team.workspace, seq).await;
    let told: Vec<(String, Value)> = bob
        .events
        .iter()
        .flat_map(|(scope, event)| {
            event["changes"].as_array().into_iter().flatten().map(move |it| (scope.clone(), it.clone()))
        })
        .filter(|(_, change)| change["entity"] == "ticket" && change["id"] == json!(ticket))
        .collect();
    let ops: Vec<&Value> = told.iter().map(|(_, change)| &change["op"]).collect();
    assert_eq!(ops, ["create", "delete", "create"]);
    assert_eq!(told[1].1.get("data"), None, "gone without a word about why");
    assert_eq!((&told[2].1["data"]["title"], &told[2].1["data"]["private"]), (&json!("Shown"), &json!(false)));
    assert!(!format!("{:?}", bob.events).contains("CANARY"));
    ann.read_to(&team.workspace, seq).await;
    let both: Vec<&Value> = ann
        .events
        .iter()
        .filter(|(scope, _)| *scope == own)
        .flat_map(|(_, event)| event["changes"].as_array().into_iter().flatten())
        .filter(|change| change["entity"] == "ticket")
        .map(|change| &change["op"])
        .collect();
    assert_eq!(both, ["create", "update", "update", "delete"]);
}

#[actix_web::test]
async fn ev3_a_removed_members_socket_is_closed_with_4403_and_gets_no_later_event() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann", "bob"]).await;
    let mut ann = team.socket(0).await;
    let (mut near, mut far) = (team.socket(1).await, team.socket_at(1, &there).await);
    let removal = ann.does(&json!({"kind": "member.remove", "userId": team.people[1].id})).await;
    ann.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "CANARY"})).await;
    for socket in [&mut near, &mut far] {
        assert_eq!(socket.end().await, 4403);
        assert!(socket.cursors[&team.workspace] <= removal);
        assert!(!format!("{:?}", socket.events).contains("CANARY"));
    }
    // D12: nor by an old cursor, nor in any other way.
    for node in [&here, &there] {
        let mut back = super::socket::Socket::open(node.url()).await;
        let hello = json!({"type": "hello", "token": team.people[1].token(), "workspace": team.workspace, "protocol": 1,
                           "cursors": near.resume_cursors()});
        back.send(&hello).await;
        assert_eq!(back.end().await, 4404);
        let bob = team.people[1].client.at(node.url());
        for path in ["snapshot", "tickets/01234567-89ab-7def-8123-456789abcdef"] {
            assert_eq!(bob.get(&team.path(path)).await.refusal(), (404, "not_found".into()));
        }
        assert_eq!(bob.get("/api/me").await.json()["workspaces"], json!([]));
    }
    assert_eq!(team.post(1, &json!({"kind": "label.delete", "labelId": Uuid::now_v7()})).await.refusal().0, 404);
}
