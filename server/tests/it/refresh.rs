//! Refreshing: rotation, the grace period, and stolen copies.

use std::collections::HashSet;

use serde_json::json;

use crate::support::{TestDatabase, TestNode, mailbox, until};

#[actix_web::test]
async fn a_refresh_token_is_exchanged_for_the_next() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let first = ann.client.cookie.clone();

    for _ in 0..3 {
        let answer = ann.client.post("/api/auth/refresh", &json!({})).await;
        assert_eq!(answer.status, 200);
        ann.take(&answer);
        assert_eq!(ann.client.get("/api/me").await.status, 200);
    }
    assert_ne!(ann.client.cookie, first);
}

#[actix_web::test]
async fn a14_twenty_refreshes_at_once_on_two_nodes_are_one_lineage() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let mut ann = one.sign_up_user("ann").await;

    for _ in 0..3 {
        let answers = futures_util::future::join_all((0..20).map(|n| {
            let client = ann.client.at(if n % 2 == 0 { one.url() } else { two.url() });
            async move { client.post("/api/auth/refresh", &json!({})).await }
        }))
        .await;
        assert!(answers.iter().all(|answer| answer.status == 200), "no session ends");
        let successors: HashSet<_> = answers.iter().map(|answer| answer.cookie().expect("a cookie")).collect();
        assert_eq!(successors.len(), 1, "one lineage");
        ann.take(&answers[0]);
    }
    let live: i64 = sqlx::query_scalar("select count(*) from refresh_tokens where spent_at is null")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(live, 1);
    assert_eq!(ann.client.post("/api/auth/refresh", &json!({})).await.status, 200);
}

#[actix_web::test]
async fn a14_a_slow_tab_with_a_token_from_two_refreshes_ago_arrives_at_the_live_one() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let slow = ann.clone();
    for _ in 0..2 {
        let answer = ann.client.post("/api/auth/refresh", &json!({})).await;
        ann.take(&answer);
    }
    let answer = slow.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.cookie(), ann.client.cookie);
}

#[actix_web::test]
async fn a13_a_token_replayed_after_the_grace_ends_its_family_and_no_other() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_REFRESH_GRACE_SECONDS", "0")];
    let one = TestNode::start_with(&database, &settings).await;
    let two = TestNode::start_with(&database, &settings).await;
    let mut ann = one.sign_up_user("ann").await;
    let thief = ann.clone();
    let phone = ann.sign_in_again().await;
    let answer = ann.client.post("/api/auth/refresh", &json!({})).await;
    ann.take(&answer);

    let stolen = thief.client.at(two.url()).post("/api/auth/refresh", &json!({})).await;
    assert_eq!(stolen.refusal(), (401, "refresh_reused".into()));
    assert!(stolen.set_cookies().is_empty(), "a15: a refusal leaves cookies alone");

    let successor = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(successor.refusal(), (401, "refresh_reused".into()), "the whole family is dead");
    until("both nodes refuse its access token", || async {
        ann.client.get("/api/me").await.status == 401 && ann.client.at(two.url()).get("/api/me").await.status == 401
    })
    .await;
    assert_eq!(phone.client.get("/api/me").await.status, 200, "other families live");
    assert_eq!(phone.client.post("/api/auth/refresh", &json!({})).await.status, 200);

    let mails = mailbox(&one.client(), &ann.email).await;
    assert_eq!(mails[0]["subject"], "Troupe logged out one of your devices");
    assert_eq!(mails.len(), 2, "told once");
}

#[actix_web::test]
async fn a_refresh_token_that_has_run_out_says_so() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    sqlx::query("update refresh_tokens set expires_at = now()")
        .execute(&mut database.connect().await)
        .await
        .expect("aged");
    let answer = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(answer.refusal(), (401, "refresh_expired".into()));
}

#[actix_web::test]
async fn a10_only_a_refresh_token_refreshes() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let unknown = "A".repeat(43);
    for value in [ann.token(), "", "not-base64!", unknown.as_str()] {
        let mut client = node.client();
        client.cookie = Some(format!("troupe_refresh={value}"));
        let answer = client.post("/api/auth/refresh", &json!({})).await;
        assert_eq!(answer.refusal(), (401, "unauthenticated".into()), "{value}");
    }
    let answer = node.client().post("/api/auth/refresh", &json!({})).await;
    assert_eq!(answer.refusal(), (401, "unauthenticated".into()));
    // The other way round: a refresh token is not an access token.
    let value = ann.client.cookie.clone().expect("a cookie");
    let client = node.client().with_token(value.split_once('=').expect("a value").1);
    assert_eq!(client.get("/api/me").await.refusal(), (401, "unauthenticated".into()));
}

#[actix_web::test]
async fn a_session_ends_at_its_age_however_often_it_is_refreshed() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let refreshed = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refreshed.status, 200);
    let spent = ann.clone();
    ann.take(&refreshed);
    let mut inside = database.connect().await;
    let aged = "update sessions set created_at = now() - interval '89 days 23 hours'";
    sqlx::query(aged).execute(&mut inside).await.expect("aged");
    let refreshed = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refreshed.status, 200);
    ann.take(&refreshed);
    let left: f64 = sqlx::query_scalar(
        "select max(extract(epoch from expires_at - now()))::float8 from refresh_tokens where spent_at is null",
    )
    .fetch_one(&mut inside)
    .await
    .expect("a time");
    assert!((3_500.0..=3_600.0).contains(&left), "the last token goes with the session: {left} s");

    sqlx::query("update sessions set created_at = now() - interval '91 days'")
        .execute(&mut inside)
        .await
        .expect("aged");
    for person in [&ann, &spent] {
        let answer = person.client.post("/api/auth/refresh", &json!({})).await;
        assert_eq!(answer.refusal().0, 401);
    }
    let answer = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(answer.refusal(), (401, "refresh_expired".into()));
    ann.sign_in_again().await;
}

#[actix_web::test]
async fn a_page_that_asks_quietly_gets_no_error_without_a_session() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let answer = node.client().post("/api/auth/refresh", &json!({ "quiet": true })).await;
    assert_eq!((answer.status.as_u16(), answer.body.len()), (204, 0));
    let loud = node.client().post("/api/auth/refresh", &json!({})).await;
    assert_eq!(loud.refusal(), (401, "unauthenticated".into()));
    let ann = node.sign_up_user("ann").await;
    assert_eq!(ann.client.post("/api/auth/refresh", &json!({ "quiet": true })).await.status, 200);
}
