//! What every answer carries, and what becomes of requests that nothing answers.

use awc::http::Method;
use serde_json::json;

use crate::support::{Answer, TestDatabase, TestNode};

const ALWAYS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

fn is_dressed(answer: &Answer) {
    for (name, value) in ALWAYS {
        assert_eq!(answer.header(name), Some(value), "{name} on {}", answer.status);
    }
    assert!(answer.header("x-request-id").is_some());
    assert!(answer.header("content-security-policy").is_some());
    assert!(answer.header("permissions-policy").is_some());
    assert_eq!(answer.header("access-control-allow-origin"), None, "o03");
}

#[actix_web::test]
async fn o02_every_answer_is_dressed_whatever_its_status() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let answers = [
        ann.client.get("/api/me").await,
        client.get("/api/me").await,
        client.get("/api/nothing").await,
        client.send(Method::DELETE, "/api/me", None, Vec::new()).await,
        client.send(Method::POST, "/api/auth/sign-in", Some("text/plain"), b"{}".to_vec()).await,
        client.get("/healthz").await,
        client.get("/").await,
        client.get("/assets/nothing.js").await,
    ];
    answers.iter().for_each(is_dressed);
    assert_eq!(answers[0].header("cache-control"), Some("no-store"));
}

#[actix_web::test]
async fn o01_no_policy_lets_a_page_run_scripts_of_its_own() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let answer = node.client().get("/").await;
    let policy = answer.header("content-security-policy").expect("a policy");
    let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src"));
    assert_eq!(scripts.map(str::trim), Some("script-src 'self'"));
    for part in ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{part} in {policy}");
    }
}

#[actix_web::test]
async fn a_callers_request_id_comes_back_if_it_is_plain() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let given = node.client().with_header("x-request-id", "trace-0123456789");
    assert_eq!(given.get("/healthz").await.header("x-request-id"), Some("trace-0123456789"));
    let odd = node.client().with_header("x-request-id", "a b\tc d e f g");
    let answer = odd.get("/healthz").await;
    assert!(answer.header("x-request-id").is_some_and(|id| id.len() == 36));
}

#[actix_web::test]
async fn o12_methods_that_a_route_does_not_know_are_refused_in_json() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for name in ["DELETE", "TRACE", "BREW"] {
        let method = Method::from_bytes(name.as_bytes()).expect("a method");
        let answer = node.client().send(method, "/api/me", None, Vec::new()).await;
        assert_eq!(answer.refusal(), (405, "method_not_allowed".into()), "{name}");
    }
    let answer = node.client().post("/somewhere", &json!({})).await;
    assert_eq!(answer.refusal(), (405, "method_not_allowed".into()));
}

#[actix_web::test]
async fn the_description_lists_every_route_of_the_door() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let description = node.client().get("/api/openapi.json").await.json();
    assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    for path in [
        "/api/auth/sign-up",
        "/api/auth/confirm",
        "/api/auth/resend",
        "/api/auth/sign-in",
        "/api/auth/refresh",
        "/api/auth/sign-out",
        "/api/me",
        "/api/dev/mailbox",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/openapi.json",
    ] {
        assert!(description["paths"].get(path).is_some(), "{path}");
    }
}

#[actix_web::test]
async fn a_node_is_live_ready_and_counts() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    assert_eq!(node.client().get("/healthz").await.status, 200);
    assert_eq!(node.client().get("/readyz").await.status, 200);
    let figures = node.client().get("/metrics").await;
    let text = String::from_utf8(figures.body).expect("text");
    assert!(text.contains(r#"troupe_http_requests_total{method="GET",route="/healthz",status="200"} 1"#));
    assert!(text.contains("troupe_panics_total 0"));
}

#[actix_web::test]
async fn q07_figures_are_for_this_machine_or_for_the_token() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_METRICS_TOKEN", "a-token-for-prometheus")];
    let node = TestNode::start_with(&database, &settings).await;
    // As if a proxy on this machine had passed it on.
    let outside = node.client().with_header("x-forwarded-for", "203.0.113.9");
    assert_eq!(outside.get("/metrics").await.refusal(), (404, "not_found".into()));
    assert_eq!(outside.with_token("a-token-for-somebody").get("/metrics").await.status, 404);
    assert_eq!(outside.with_token("a-token-for-prometheus").get("/metrics").await.status, 200);
}

#[actix_web::test]
async fn the_mailbox_is_there_only_where_it_was_asked_for() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_DEV_MAILBOX", "0")]).await;
    let answer = node.client().get("/api/dev/mailbox?to=ann@example.org").await;
    assert_eq!(answer.refusal(), (404, "not_found".into()));
}
