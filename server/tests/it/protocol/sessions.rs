//! Ended sessions on the sockets of two nodes. The nodes have no bus, so every message between them is lost.

use serde_json::json;
use uuid::Uuid;

use super::socket::{Socket, patiently};
use super::team::{Stillness, Team};
use crate::support::{Client, PASSWORD, TestDatabase, TestNode, newest_code};

#[actix_web::test]
async fn d05_r01_however_a_session_ends_its_sockets_close_on_every_node_and_others_stay() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_REFRESH_GRACE_SECONDS", "0")];
    let here = TestNode::start_with(&database, &settings).await;
    let there = TestNode::start_with(&database, &settings).await;
    let mut team = Team::new(&here, &["olga", "bob"]).await;
    let mut olga = team.socket(0).await;
    for how in ["sign-out", "a spent refresh token", "sign-out everywhere"] {
        let phone = team.people[1].sign_in_again().await;
        let (mut one, mut two) = (team.socket(1).await, team.socket_at(1, &there).await);
        let mut other = Socket::enter(there.url(), phone.token(), &team.workspace).await;
        let bob = &mut team.people[1];
        match how {
            "a spent refresh token" => {
                let thief = bob.client.clone();
                assert_eq!(bob.client.post("/api/auth/refresh", &json!({})).await.status, 200);
                let reused = thief.at(there.url()).post("/api/auth/refresh", &json!({})).await;
                assert_eq!(reused.refusal(), (401, "refresh_reused".into()));
            }
            how => {
                let everywhere = how == "sign-out everywhere";
                let answer = bob.client.post("/api/auth/sign-out", &json!({"everywhere": everywhere})).await;
                assert_eq!(answer.status, 204);
            }
        }
        // Ongoing work does not delay the end.
        olga.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": how})).await;
        // Their token is valid for minutes yet.
        assert_eq!(patiently(async { tokio::join!(one.end(), two.end()) }).await, (4401, 4401), "{how}");
        if how == "sign-out everywhere" {
            assert_eq!(other.end().await, 4401, "{how}");
        } else {
            other.send(&json!({"type": "ping", "n": 1})).await;
            assert_eq!(other.next_of("pong").await["n"], 1, "{how}");
        }
        for node in [&here, &there] {
            let mut late = Socket::open(node.url()).await;
            let token = team.people[1].token();
            late.send(&json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1})).await;
            assert_eq!(late.end().await, 4401, "{how}");
        }
        team.people[1] = team.people[1].sign_in_again().await;
    }
}

#[actix_web::test]
async fn d17_an_account_whose_address_is_not_confirmed_opens_no_socket() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let client = node.client();
    let credentials = json!({"email": "eve@example.org", "password": PASSWORD});
    let signed_up = client.post("/api/auth/sign-up", &credentials).await;
    assert_eq!(signed_up.status, 202);
    // The cookie waits for the mailed link; it opens no session.
    assert!(signed_up.set_cookies().iter().all(|cookie| cookie.starts_with("troupe_sign_up=")));
    assert!(signed_up.json().get("accessToken").is_none());
    let signed_in = client.post("/api/auth/sign-in", &credentials).await;
    assert_eq!(signed_in.refusal(), (401, "wrong_credentials".into()));
    // She holds the code, which is no token.
    let code = newest_code(&client, "eve@example.org").await;
    for token in [code.as_str(), "eve@example.org"] {
        let mut socket = Socket::open(node.url()).await;
        socket.send(&json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1})).await;
        assert_eq!(socket.end().await, 4401);
    }
}

#[actix_web::test]
async fn e17_presence_is_small_never_stored_and_paced() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    let before = Stillness::of(&database).await;
    let presence = |field: &str| json!({"type": "presence", "ticketId": ticket, "field": field, "state": "typing"});
    bob.send(&json!({"type": "watch", "ticketId": ticket})).await;
    ann.send(&presence(&"x".repeat(200_000))).await;
    loop {
        let frame = bob.next_of("presence").await;
        assert!(frame.to_string().len() < 2_000, "the long field is left out");
        let members = frame["members"].as_array().expect("members");
        if let Some(typing) = members.iter().find(|member| member["state"] == "typing") {
            assert_eq!(typing["field"], json!(null));
            break;
        }
    }
    ann.send(&presence(&"x".repeat(1_000_000))).await;
    assert_eq!(ann.end().await, 4400, "CM6");
    let mut eager = team.socket(0).await;
    for n in 0..20_000 {
        eager.send(&presence(&format!("title {n}"))).await;
    }
    assert_eq!(eager.end().await, 4429, "BP2");
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn p03_limits_hold_while_redis_is_away_and_no_other_account_is_refused() {
    let database = TestDatabase::new().await;
    let settings = [
        ("REDIS_URL", "redis://127.0.0.1:1"),
        ("TROUPE_TRUSTED_PROXIES", "127.0.0.1"),
        ("TROUPE_API_PER_SECOND", "5"),
        ("TROUPE_API_BURST", "40"),
    ];
    let here = TestNode::start_with(&database, &settings).await;
    let there = TestNode::start_with(&database, &settings).await;
    let from = |client: Client, place: &str| client.with_header("x-forwarded-for", place);
    let ann = here.sign_up_user("ann").await;
    let wrong = json!({"email": ann.email, "password": "not-her-password"});
    let mut statuses = Vec::new();
    for n in 0..12 {
        let node = if n % 2 == 0 { &here } else { &there };
        statuses.push(from(node.client(), "198.51.100.7").post("/api/auth/sign-in", &wrong).await.status.as_u16());
    }
    assert_eq!(statuses, [&[401; 10][..], &[429; 2]].concat(), "guesses add up over the nodes");
    let flooding = from(there.client(), "198.51.100.8");
    let flood = futures_util::future::join_all((0..200).map(|_| flooding.get("/api/me"))).await;
    let refused = flood.iter().filter(|answer| answer.status == 429).count();
    assert!(refused >= 50, "{refused} of 200 were refused");
    let calm = from(ann.client.at(there.url()), "198.51.100.9");
    for _ in 0..5 {
        assert_eq!(calm.get("/api/me").await.status, 200);
    }
}
