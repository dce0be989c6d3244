//! Who may open a socket (D01, D02), with the same rules on every way in (D15).

use serde_json::json;
use uuid::Uuid;

use super::socket::Socket;
use super::team::{Stillness, Team};
use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn d01_the_upgrade_needs_an_origin_of_ours_exactly() {
    let database = TestDatabase::new().await;
    let settings =
        [("TROUPE_PUBLIC_URL", "https://troupe.example.org"), ("TROUPE_ORIGINS", "https://other.example.org:8443")];
    let node = TestNode::start_with(&database, &settings).await;
    for origin in ["https://troupe.example.org", "https://other.example.org:8443"] {
        assert!(Socket::upgrade(node.url(), &[("origin", origin)]).await.is_ok(), "{origin}");
    }
    for origin in [
        "https://evil.example",
        "https://troupe.example.org.evil.example",
        "https://eviltroupe.example.org",
        "http://troupe.example.org",
        "https://troupe.example.org:444",
        "https://other.example.org",
        "https://troupe.example.org/",
        "https://x@troupe.example.org",
        "null",
        "",
        "*",
        "https://troupe.example.org, https://evil.example",
    ] {
        assert_eq!(Socket::upgrade(node.url(), &[("origin", origin)]).await.err(), Some(403), "{origin}");
    }
    assert_eq!(Socket::upgrade(node.url(), &[]).await.err(), Some(403), "none at all");
    let two = [("origin", "https://troupe.example.org"), ("origin", "https://evil.example")];
    assert_eq!(Socket::upgrade(node.url(), &two).await.err(), Some(403));
    let answer = node.client().with_header("origin", "https://troupe.example.org").get("/api/socket").await;
    // This client takes what follows the header `upgrade` for the new protocol, and leaves it unread.
    assert_eq!((answer.status.as_u16(), answer.header("upgrade")), (426, Some("websocket")), "a plain request");
}

#[actix_web::test]
async fn d02_a_cookie_opens_no_socket() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let cookie = team.people[0].client.cookie.clone().expect("a cookie");
    let null = Socket::upgrade(node.url(), &[("origin", "null"), ("cookie", &cookie)]).await;
    assert_eq!(null.err(), Some(403));
    let bearer = format!("Bearer {}", team.people[0].token());
    let headers = [("origin", node.url()), ("cookie", cookie.as_str()), ("authorization", bearer.as_str())];
    let mut socket = Socket::upgrade(node.url(), &headers).await.expect("let in");
    socket.send(&json!({"type": "hello", "token": "", "workspace": team.workspace, "protocol": 1})).await;
    assert_eq!(socket.end().await, 4401, "the token comes in the first frame or not at all");
}

#[actix_web::test]
async fn c02_nothing_of_another_workspace_can_be_read_or_written_through_any_interface() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let alpha = Team::new(&node, &["ann"]).await;
    let bravo = Team::new(&node, &["bob"]).await;
    let ticket = alpha.ticket(0).await;
    let before = Stillness::of(&database).await;
    let bob = &bravo.people[0].client;
    let missing = Uuid::now_v7().to_string();
    let not_found = (404, "not_found".to_owned());
    for (there, nowhere) in [
        (alpha.path("snapshot"), format!("/api/workspaces/{missing}/snapshot")),
        (alpha.path(&format!("tickets/{ticket}")), format!("/api/workspaces/{missing}/tickets/{ticket}")),
        (bravo.path(&format!("tickets/{ticket}")), bravo.path(&format!("tickets/{missing}"))),
        (bravo.path(&format!("tickets/{ticket}/activities")), bravo.path(&format!("tickets/{missing}/activities"))),
    ] {
        let (one, other) = (bob.get(&there).await, bob.get(&nowhere).await);
        assert_eq!(one.refusal(), not_found, "{there}");
        assert_eq!(one.json(), other.json(), "{there}");
    }
    let command = json!({"kind": "ticket.trash", "ticketId": ticket});
    let body = json!({"id": Uuid::now_v7(), "command": command});
    assert_eq!(bob.post(&alpha.path("commands"), &body).await.refusal(), not_found);
    assert_eq!(bravo.post(0, &command).await.refusal(), not_found);
    assert_eq!(bob.post(&alpha.path("invitations"), &json!({})).await.refusal(), not_found);
    // Commands that cannot be read reveal nothing either.
    let body = json!({"id": Uuid::now_v7(), "command": {"kind": "nonsense"}});
    assert_eq!(bob.post(&alpha.path("commands"), &body).await.refusal(), not_found);
    let visitor = node.client();
    assert_eq!(visitor.get(&alpha.path("snapshot")).await.refusal(), (401, "unauthenticated".into()));
    assert_eq!(visitor.post(&alpha.path("commands"), &body).await.refusal(), (401, "unauthenticated".into()));
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn f05_a_page_has_a_size_between_one_and_two_hundred_or_all_activities_up_to_a_bound() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    for n in 0..5 {
        let comment = json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": format!("{n}")});
        assert_eq!(team.post(0, &comment).await.status, 200);
    }
    let page =
        async |query: &str| team.people[0].client.get(&team.path(&format!("tickets/{ticket}/activities{query}"))).await;
    for wrong in ["-1", "0", "201", "2147483648", "9223372036854775808", "1e3", "Unlimited", "", "1&limit=2", "%00"] {
        let answer = page(&format!("?limit={wrong}")).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{wrong}");
    }
    assert_eq!(page("?before=x").await.refusal().0, 422);
    assert_eq!(page("?sort=message").await.refusal().0, 422);
    assert_eq!(page("?limit=200").await.json()["activities"].as_array().map(Vec::len), Some(6));
    let all = page("?limit=unlimited").await.json();
    assert_eq!((all["activities"].as_array().map(Vec::len), &all["next"]), (Some(6), &json!(null)));
    // Page by page, newest first, each once.
    let mut seen = Vec::new();
    let mut before = String::new();
    loop {
        let answer = page(&format!("?limit=2{before}")).await.json();
        seen.extend(answer["activities"].as_array().expect("a page").iter().map(|it| it["message"].clone()));
        let Some(next) = answer["next"].as_str() else { break };
        before = format!("&before={next}");
    }
    assert_eq!(seen, vec![json!("4"), json!("3"), json!("2"), json!("1"), json!("0"), json!(null)]);
    // All activities at once have a bound as well.
    let many =
        "insert into activities (workspace_id, id, scope_id, version, ticket_id, kind, user_id, message, created_at)
                select workspace_id, gen_random_uuid(), scope_id, 1, id, 'comment', created_user_id, 'Many', now()
                from tickets, generate_series(1, 2000) where id = $1";
    sqlx::query(many).bind(ticket).execute(&mut database.connect().await).await.expect("comments");
    let all = page("?limit=unlimited").await.json();
    assert_eq!(all["activities"].as_array().map(Vec::len), Some(2_000));
    assert!(all["next"].is_string(), "{:?}", all["next"]);
}

#[actix_web::test]
async fn f05_a_page_of_long_texts_ends_early_and_the_pages_together_hold_all() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let long = "insert into activities (workspace_id, id, scope_id, version, ticket_id, kind, user_id, message, created_at)
                select workspace_id, gen_random_uuid(), scope_id, 1, id, 'comment', created_user_id, repeat('x', 50000), now()
                from tickets, generate_series(1, 200) where id = $1";
    sqlx::query(long).bind(ticket).execute(&mut database.connect().await).await.expect("comments");
    let (mut sizes, mut before) = (Vec::new(), String::new());
    loop {
        let path = team.path(&format!("tickets/{ticket}/activities?limit=unlimited{before}"));
        let answer = team.people[0].client.get(&path).await.json();
        sizes.push(answer["activities"].as_array().expect("a page").len());
        let Some(next) = answer["next"].as_str() else { break };
        before = format!("&before={next}");
    }
    // 84 texts of 50,000 bytes are the first to reach 4 MiB.
    assert_eq!(sizes, [84, 84, 33]);
}
