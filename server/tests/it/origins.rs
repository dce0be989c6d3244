//! The origins that browsers may come from.

use serde_json::json;

use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn o04_a_request_that_changes_something_must_come_from_our_own_pages() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let body = json!({ "email": ann.email, "password": ann.password });
    let denied = (403, "origin_denied".to_owned());

    let port = node.url().rsplit(':').next().expect("a port");
    for origin in [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "https://localhost",
        &format!("http://localhost.evil.example:{port}"),
        &format!("https://127.0.0.1:{port}"),
    ] {
        let client = ann.client.with_header("origin", origin);
        let answer = client.post("/api/auth/sign-in", &body).await;
        assert_eq!(answer.refusal(), denied, "{origin}");
        assert!(answer.set_cookies().is_empty());
        assert_eq!(client.post("/api/auth/refresh", &json!({})).await.refusal(), denied);
        assert_eq!(client.post("/api/auth/sign-out", &json!({})).await.refusal(), denied);
    }
    let cross = ann.client.with_header("sec-fetch-site", "cross-site");
    assert_eq!(cross.post("/api/auth/sign-out", &json!({})).await.refusal(), denied);
    for origin in [format!("http://localhost:{port}"), node.url().to_owned()] {
        let client = node.client().with_header("origin", &origin);
        assert_eq!(client.post("/api/auth/sign-in", &body).await.status, 200, "{origin}");
    }
    assert_eq!(ann.client.get("/api/me").await.status, 200, "nothing was ended");
}

#[actix_web::test]
async fn o14_a_page_that_points_its_own_name_at_this_machine_gets_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let rebound = node.client().with_header("host", "evil.example:8080");
    let answer = rebound.get("/api/dev/mailbox?to=ann@example.org").await;
    assert_eq!(answer.refusal(), (403, "origin_denied".into()));
}
