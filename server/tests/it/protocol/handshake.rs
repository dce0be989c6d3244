//! HS1 to HS4: who may send frames, and from when on.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::{Frame, Socket, patiently};
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn hs1_a_socket_without_hello_is_closed_with_4408() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut socket = Socket::open(node.url()).await;
    let opened = Instant::now();
    assert_eq!(socket.end().await, 4408);
    assert!(opened.elapsed() > Duration::from_secs(9), "within ten seconds it may still come");
}

#[actix_web::test]
async fn hs1_anything_but_hello_closes_with_4400() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let token = team.people[0].token().to_owned();
    for first in [
        json!({"type": "ping", "n": 1}),
        json!({"type": "command", "id": Uuid::now_v7(), "command": {"kind": "label.delete", "labelId": Uuid::now_v7()}}),
        json!({"type": "token", "token": token}),
        json!({"type": "presence", "state": "viewing"}),
        json!({"type": "watch", "ticketId": Uuid::now_v7()}),
        json!({"type": "welcome"}),
        json!({"type": "hello"}),
        json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1, "role": "owner"}),
        json!([]),
    ] {
        let mut socket = Socket::open(node.url()).await;
        socket.send(&first).await;
        assert_eq!(socket.next().await.expect("an error")["type"], "error", "{first}");
        assert_eq!(socket.end().await, 4400, "{first}");
    }
    // A second hello is refused too.
    let mut socket = team.socket(0).await;
    socket.send(&json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1})).await;
    assert_eq!(socket.end().await, 4400);
}

#[actix_web::test]
async fn hs2_a_bad_token_closes_with_4401() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let good = team.people[0].token().to_owned();
    let unsigned = format!("{}.", good.rsplit_once('.').expect("three parts").0);
    let other_key = format!("{}x", &good[..good.len() - 1]);
    let cookie = team.people[0].client.cookie.clone().expect("a cookie");
    let refresh = cookie.split_once('=').expect("a value").1.to_owned();
    for token in ["", "nonsense", &unsigned, &other_key, &refresh] {
        let mut socket = Socket::open(node.url()).await;
        let hello = json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1});
        socket.send(&hello).await;
        assert_eq!(socket.end().await, 4401, "{token}");
    }
}

#[actix_web::test]
async fn hs2_a_workspace_of_others_closes_with_4404_as_one_that_does_not_exist() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let alpha = Team::new(&node, &["ann"]).await;
    let bravo = Team::new(&node, &["bob"]).await;
    let personal = alpha.socket(0).await.cursors.keys().find(|id| **id != alpha.workspace).cloned().expect("one");
    let mut ends = Vec::new();
    for workspace in [alpha.workspace.clone(), personal, Uuid::now_v7().to_string(), Uuid::nil().to_string()] {
        let mut socket = Socket::open(node.url()).await;
        let hello = json!({"type": "hello", "token": bravo.people[0].token(), "workspace": workspace, "protocol": 1});
        socket.send(&hello).await;
        ends.push(socket.next().await.expect_err("not let in"));
    }
    assert!(matches!(ends[0], Frame::Close(4404, _)), "{ends:?}");
    assert!(ends.iter().all(|end| *end == ends[0]), "one answer for all: {ends:?}");
}

#[actix_web::test]
async fn sc2_a_guest_follows_the_commons_and_sees_neither_lists_nor_tickets() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let guest = node.sign_up_user("gus").await;
    team.invite(&guest, "guest").await;
    let ticket = team.ticket(0).await;
    let mut socket = Socket::open(node.url()).await;
    let welcome = socket.hello(guest.token(), &team.workspace, &json!(null)).await;
    let kinds: Vec<&str> =
        welcome["scopes"].as_array().expect("scopes").iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["commons", "personal"]);
    let answer = guest.client.get(&team.path("snapshot")).await;
    assert_eq!(answer.status, 200);
    let text = String::from_utf8(answer.body).expect("text");
    let entities: BTreeSet<String> = text
        .lines()
        .filter_map(|line| Some(serde_json::from_str::<Value>(line).ok()?["entity"].as_str()?.to_owned()))
        .collect();
    assert_eq!(entities, ["member", "role", "scope", "status"].map(str::to_owned).into());
    assert!(!text.contains("General") && text.contains("\"name\":\"Team\""), "{text}");
    for path in [format!("tickets/{ticket}"), format!("tickets/{ticket}/activities")] {
        assert_eq!(guest.client.get(&team.path(&path)).await.refusal(), (404, "not_found".into()), "{path}");
    }
    let none = guest.client.get(&team.path(&format!("snapshot?scope={}", team.workspace))).await.refusal();
    assert_eq!(none, (404, "not_found".into()));
    let edit = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "By a guest"}});
    assert_eq!(socket.refused(&edit).await.0, "not_found", "the ticket is out of sight");
}

#[actix_web::test]
async fn hs3_a_version_that_is_not_spoken_closes_with_4426_and_names_those_that_are() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    for protocol in [0, 2, 1_000] {
        let mut socket = Socket::open(node.url()).await;
        let token = team.people[0].token();
        socket.send(&json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": protocol})).await;
        let Err(Frame::Close(code, reason)) = socket.next().await else { panic!("not closed") };
        assert_eq!(code, 4426);
        assert!(reason.contains('1'), "{reason}");
    }
}

#[actix_web::test]
async fn hs4_a_token_that_ran_out_and_was_not_renewed_closes_with_4401() {
    let database = TestDatabase::new().await;
    let node =
        TestNode::start_with(&database, &[("TROUPE_ACCESS_SECONDS", "4"), ("TROUPE_HEARTBEAT_MS", "1000")]).await;
    let mut team = Team::new(&node, &["ann"]).await;
    let began = Instant::now();
    let answer = team.people[0].client.post("/api/auth/refresh", &json!({})).await;
    team.people[0].take(&answer);
    let (mut lazy, mut diligent) = (team.socket(0).await, team.socket(0).await);
    // Renewed a little later than the other token expires.
    let renewing = async {
        while began.elapsed() < Duration::from_secs(3) {
            diligent.next().await.expect("still open");
        }
        let answer = team.people[0].client.post("/api/auth/refresh", &json!({})).await;
        let token = answer.json()["accessToken"].clone();
        diligent.send(&json!({"type": "token", "token": token})).await;
        loop {
            diligent.next().await.expect("still open");
        }
    };
    let code = tokio::select! {
        code = lazy.end() => code,
        () = renewing => 0,
    };
    assert_eq!(code, 4401);
    assert!(began.elapsed() > Duration::from_secs(30), "half a minute of grace");
    diligent.send(&json!({"type": "ping", "n": 7})).await;
    assert_eq!(diligent.next_of("pong").await["n"], 7, "the renewed one goes on");
}

#[actix_web::test]
async fn hs4_only_a_token_of_the_same_session_renews() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let same_person = team.people[0].sign_in_again().await;
    for token in [same_person.token(), team.people[1].token(), "nonsense"] {
        let mut socket = team.socket(0).await;
        socket.send(&json!({"type": "token", "token": token})).await;
        assert_eq!(socket.end().await, 4401);
    }
}

#[actix_web::test]
async fn hs4_a_session_that_ends_closes_its_sockets_on_every_node_and_no_others() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann"]).await;
    let other_device = team.people[0].sign_in_again().await;
    let (mut one, mut two) = (team.socket(0).await, team.socket_at(0, &there).await);
    let mut other = Socket::enter(there.url(), other_device.token(), &team.workspace).await;
    let answer = team.people[0].client.post("/api/auth/sign-out", &json!({})).await;
    assert_eq!(answer.status, 204);
    // Their token is valid for minutes yet.
    let codes = patiently(async { tokio::join!(one.end(), two.end()) }).await;
    assert_eq!(codes, (4401, 4401));
    other.send(&json!({"type": "ping", "n": 1})).await;
    other.next_of("pong").await;
    let mut socket = Socket::open(there.url()).await;
    let token = team.people[0].token();
    socket.send(&json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1})).await;
    assert_eq!(socket.end().await, 4401, "nor does it open another");
}
