//! C28, F01, F02, F04, F09: invalid bodies, methods and texts, on every route.

use awc::http::Method;
use serde_json::json;
use uuid::Uuid;

use crate::import::{entities, found};
use crate::protocol::team::{Stillness, Team};
use crate::support::{Client, TestDatabase, TestNode};

/// The routes that take JSON, from the OpenAPI document, with the path of this workspace.
async fn routes(client: &Client, workspace: &str) -> Vec<String> {
    let description = client.get("/api/openapi.json").await.json();
    let paths = description["paths"].as_object().expect("paths").clone();
    let taking = paths
        .into_iter()
        .filter(|(_, methods)| methods["post"]["requestBody"]["content"]["application/json"].is_object());
    taking.map(|(path, _)| path.replace("{id}", workspace)).collect()
}

#[actix_web::test]
async fn f01_f02_every_route_that_takes_json_takes_no_more_than_the_limit_and_nothing_else() {
    let database = TestDatabase::new().await;
    let generous = [("TROUPE_AUTH_PER_SECOND", "1000"), ("TROUPE_AUTH_BURST", "1000")];
    let node = TestNode::start_with(&database, &generous).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let routes = routes(&ada, &workspace).await;
    assert!(routes.len() >= 8, "{routes:?}");
    let before = Stillness::of(&database).await;
    for route in &routes {
        let body = vec![b' '; 256 * 1024 + 1];
        let answer = ada.send(Method::POST, route, Some("application/json"), body).await;
        assert_eq!(answer.refusal(), (413, "payload_too_large".into()), "{route}");
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=b",
            "application/json; charset=utf-16",
            "application/jsonp",
            "text/json",
        ] {
            let answer = ada.send(Method::POST, route, Some(kind), b"{}".to_vec()).await;
            assert_eq!(answer.refusal(), (415, "unsupported_media_type".into()), "{kind} {route}");
        }
        for wrong in ["{", "{}{}", "{}x", "\u{feff}{}", "NaN", "{'a': 1}", "{\"a\": 1,}", "{\"a\": 1e400}"] {
            let body = wrong.as_bytes().to_vec();
            let answer = ada.send(Method::POST, route, Some("application/json"), body).await;
            assert_eq!(answer.status, 422, "{wrong} {route}");
        }
        let answer = ada.send(Method::POST, route, Some("application/json"), b"{\"\xFF\": 1}".to_vec()).await;
        assert_eq!(answer.status, 422, "no UTF-8: {route}");
    }
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn f04_nul_is_refused_in_every_text_that_no_command_carries() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada"]).await;
    let ada = &team.people[0].client;
    let before = Stillness::of(&database).await;
    for (path, body) in [
        ("/api/workspaces".to_owned(), json!({"name": "a\0b"})),
        ("/api/workspaces".to_owned(), json!({"name": "New", "key": "A\0B"})),
        (team.path("invitations"), json!({"role": "mem\0ber"})),
        (team.path("commands"), json!({"id": "\0", "command": {"kind": "label.delete", "labelId": "\0"}})),
        (team.path("commands"), json!({"id": Uuid::now_v7(), "command": {"kind": "label\0.delete"}})),
        ("/api/auth/confirm".to_owned(), json!({"signUpId": Uuid::now_v7(), "code": "1234\u{0}678"})),
    ] {
        let answer = ada.post(&path, &body).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{path} {body}");
    }
    for path in [
        "/api/invitations/a%00b".to_owned(),
        team.path("tickets/%00"),
        team.path(&format!("tickets/{}/activities?before=%00", Uuid::now_v7())),
        "/api/workspaces/%00/snapshot".to_owned(),
    ] {
        let status = ada.get(&path).await.status.as_u16();
        assert!(matches!(status, 404 | 410 | 422), "{path}: {status}");
    }
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn c28_only_the_request_line_names_the_method_and_the_path() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada"]).await;
    let ada = &team.people[0].client;
    let before = Stillness::of(&database).await;
    let label = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "Made"});
    let order = json!({"id": Uuid::now_v7(), "command": label}).to_string().into_bytes();
    for header in ["x-http-method-override", "x-http-method", "x-method-override"] {
        let client = ada.with_header(header, "POST");
        for path in [team.path("commands"), team.path("commands?_method=POST"), "/api/auth/sign-out".to_owned()] {
            let answer = client.send(Method::GET, &path, Some("application/json"), order.clone()).await;
            assert_eq!(answer.refusal(), (405, "method_not_allowed".into()), "{header} {path}");
        }
    }
    for method in [Method::HEAD, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS, Method::TRACE] {
        for path in [team.path("commands"), "/api/workspaces".to_owned(), "/api/auth/sign-out".to_owned()] {
            let answer = ada.send(method.clone(), &path, Some("application/json"), order.clone()).await;
            assert_eq!(answer.status, 405, "{method} {path}");
        }
    }
    // The same field twice is refused.
    let twice = format!(r#"{{"id": "{0}", "id": "{0}", "command": {1}}}"#, Uuid::now_v7(), label);
    let answer = ada.send(Method::POST, &team.path("commands"), Some("application/json"), twice.into_bytes()).await;
    assert_eq!(answer.status, 422);
    let twice = format!(
        r#"{{"id": "{}", "command": {{"kind": "label.create", "labelId": "{}", "name": "One", "name": "Two"}}}}"#,
        Uuid::now_v7(),
        Uuid::now_v7()
    );
    let answer = ada.send(Method::POST, &team.path("commands"), Some("application/json"), twice.into_bytes()).await;
    assert_eq!(answer.status, 422);
    assert_eq!(Stillness::of(&database).await, before);
    assert_eq!(ada.get("/api/me").await.status, 200, "she is still signed in");
}

const STATEMENTS: [&str; 6] = [
    "'; drop table tickets; --",
    "' or '1'='1",
    "\") or 1=1 --",
    "1; select pg_sleep(30)",
    "$1",
    "\\'; delete from users; --",
];

fn quoted(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[actix_web::test]
async fn f09_a_statement_in_an_address_or_a_text_is_a_wrong_value_or_a_text() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let ticket = Uuid::now_v7();
    let commands = format!("/api/workspaces/{workspace}/commands");
    let new = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Kept"});
    assert_eq!(ada.post(&commands, &json!({"id": Uuid::now_v7(), "command": new})).await.status, 200);
    for statement in STATEMENTS {
        let text = quoted(statement);
        for path in [
            format!("/api/workspaces/{text}/snapshot"),
            format!("/api/workspaces/{workspace}/tickets/{text}"),
            format!("/api/workspaces/{workspace}/tickets/{ticket}/activities?before={text}"),
            format!("/api/workspaces/{workspace}/tickets/{ticket}/activities?limit={text}"),
            format!("/api/workspaces/{workspace}/tickets/{ticket}/activities?sort={text}"),
            format!("/api/invitations/{text}"),
        ] {
            let status = ada.get(&path).await.status.as_u16();
            assert!(matches!(status, 404 | 422), "{path}: {status}");
        }
        assert_eq!(ada.get(&format!("/api/dev/mailbox?to={text}")).await.json()["messages"], json!([]));
        let list = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": statement});
        let title = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": statement, "description": statement}});
        for command in [list, title] {
            let answer = ada.post(&commands, &json!({"id": Uuid::now_v7(), "command": command})).await;
            assert_eq!(answer.status, 200, "{statement}");
        }
        assert_eq!(entities(&ada, &workspace, "ticket").await[0]["title"], statement);
        assert!(entities(&ada, &workspace, "list").await.iter().any(|list| list["name"] == statement));
    }
}
