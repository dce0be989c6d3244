//! Guessing at passwords and codes.

use serde_json::json;

use crate::support::{TestDatabase, TestNode, newest_code};

#[actix_web::test]
async fn a01_after_ten_wrong_passwords_the_right_one_is_refused_too_on_every_node() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    for _ in 0..10 {
        let answer = node.client().post("/api/auth/sign-in", &wrong).await;
        assert_eq!(answer.refusal(), (401, "wrong_credentials".into()));
    }
    let right = json!({ "email": ann.email, "password": ann.password });
    let answer = node.client().post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.refusal(), (429, "rate_limited".into()));
    let seconds: u64 = answer.header("retry-after").and_then(|v| v.parse().ok()).expect("seconds");
    assert!((1..=900).contains(&seconds));
    assert!(answer.json()["error"]["retryAfterMs"].as_u64().is_some_and(|ms| ms > 0));

    drop(node);
    let later = TestNode::start(&database).await;
    let answer = later.client().post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.refusal(), (429, "rate_limited".into()), "it outlives a restart");
    assert_eq!(ann.client.at(later.url()).get("/api/me").await.status, 200, "her session stays");
}

#[actix_web::test]
async fn a01_guesses_at_an_unknown_account_are_refused_in_the_same_way() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "2")]).await;
    let wrong = json!({ "email": "nobody@example.org", "password": "some-password" });
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.push(node.client().post("/api/auth/sign-in", &wrong).await.refusal().1);
    }
    assert_eq!(codes, ["wrong_credentials", "wrong_credentials", "rate_limited"]);
}

#[actix_web::test]
async fn r02_guesses_that_are_made_at_once_on_two_nodes_add_up() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let ann = one.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    let answers = futures_util::future::join_all((0..30).map(|n| {
        let client = if n % 2 == 0 { one.client() } else { two.client() };
        let wrong = wrong.clone();
        async move { client.post("/api/auth/sign-in", &wrong).await.status.as_u16() }
    }))
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 401).count(), 10, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 429).count(), 20, "{answers:?}");
}

#[actix_web::test]
async fn the_right_password_forgives_the_wrong_ones_before_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "3")]).await;
    let ann = node.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    for _ in 0..3 {
        for _ in 0..2 {
            node.client().post("/api/auth/sign-in", &wrong).await;
        }
        ann.sign_in_again().await;
    }
}

#[actix_web::test]
async fn a02_guesses_at_codes_and_at_passwords_share_one_count() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    for _ in 0..5 {
        let wrong = json!({ "email": ann.email, "password": "not-her-password" });
        client.post("/api/auth/sign-in", &wrong).await;
        let wrong = json!({ "email": ann.email, "code": "000000" });
        client.post("/api/auth/confirm", &wrong).await;
    }
    let right = json!({ "email": ann.email, "password": ann.password });
    let answer = client.post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.refusal(), (429, "rate_limited".into()));
}

#[actix_web::test]
async fn a_code_counts_no_more_after_five_wrong_ones() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let body = json!({ "email": "ann@example.org", "password": "vivid-horse-8" });
    client.post("/api/auth/sign-up", &body).await;
    let code = newest_code(&client, "ann@example.org").await;
    let other = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        let wrong = json!({ "email": "ann@example.org", "code": other });
        let answer = client.post("/api/auth/confirm", &wrong).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()));
        assert_eq!(answer.field().as_deref(), Some("code"));
    }
    let right = json!({ "email": "ann@example.org", "code": code });
    let answer = client.post("/api/auth/confirm", &right).await;
    assert_eq!(answer.refusal(), (422, "validation_failed".into()));
}

#[actix_web::test]
async fn p01_a_made_up_forwarding_header_is_no_way_round_the_limit_of_an_address() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_AUTH_BURST", "5"), ("TROUPE_AUTH_PER_SECOND", "1")];
    let node = TestNode::start_with(&database, &settings).await;
    let mut limited = 0;
    for n in 0..12 {
        let client = node.client().with_header("x-forwarded-for", &format!("203.0.113.{n}"));
        let body = json!({ "email": format!("p{n}@example.org") });
        let answer = client.post("/api/auth/resend", &body).await;
        limited += i32::from(answer.status == 429);
    }
    assert!(limited >= 4, "{limited} of 12 were refused");
    assert_eq!(node.client().get("/api/me").await.status, 401, "other calls go on");
}
