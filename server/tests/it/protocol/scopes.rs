//! SC8 and FO4: snapshots by scope, and what a client says in the address of its socket.

use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::{Frame, Socket};
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn sc8_the_snapshot_of_a_scope_has_its_cursor_and_rows_and_any_other_scope_is_not_found() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let shared = team.ticket(0).await;
    let mine = Uuid::now_v7();
    let secret = json!({"kind": "ticket.create", "ticketId": mine, "title": "Mine", "private": true});
    let own = team.post(0, &secret).await.json()["scope"].as_str().expect("a scope").to_owned();
    let part = async |n: usize, scope: &str| {
        let path = team.path(&format!("snapshot?scope={scope}"));
        team.people[n].client.get(&path).await
    };
    for (scope, there, elsewhere, workspace) in [(&team.workspace, shared, mine, false), (&own, mine, shared, false)] {
        let text = String::from_utf8(part(0, scope).await.body).expect("text");
        let head: Value = serde_json::from_str(text.lines().next().expect("a head")).expect("JSON");
        let cursors: Vec<&String> = head["cursors"].as_object().expect("cursors").keys().collect();
        assert_eq!((cursors, head["workspace"].is_object()), (vec![scope], workspace));
        assert!(text.contains(&there.to_string()) && !text.contains(&elsewhere.to_string()), "{text}");
        assert!(text.lines().last().expect("an end").contains("\"end\":true"));
    }
    let nothing = part(1, &Uuid::now_v7().to_string()).await.refusal();
    assert_eq!(nothing, (404, "not_found".into()));
    for scope in [own.as_str(), "soup", "", "%FF"] {
        assert_eq!(part(1, scope).await.refusal(), nothing, "{scope}");
    }
}

#[actix_web::test]
async fn fo4_a_client_names_its_schema_in_the_address_and_one_without_it_is_too_old_for_commons() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let hello = async |query: &str| {
        let url = format!("{}{query}", node.url());
        let mut socket = Socket::upgrade(&url, &[("origin", node.url())]).await.expect("let in");
        socket.try_hello(team.people[1].token(), &team.workspace, &json!(null)).await
    };
    let welcome = hello("?workspace=x&schema=1").await.expect("a welcome");
    let kinds: Vec<&str> =
        welcome["scopes"].as_array().expect("scopes").iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["workspace", "commons", "personal"]);
    for query in ["?", "?schema=0", "?schema=x", "?workspace=1"] {
        let Err(Frame::Close(code, _)) = hello(query).await else { panic!("{query} was let in") };
        assert_eq!(code, 4426, "{query}");
    }
}
