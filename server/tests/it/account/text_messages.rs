//! How often a text message is tried (PH8), and text messages that tell the owner of an account without an address that the
//! account was changed (PH12).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sqlx::Executor;

use super::phone::{ANN, ON, signs_up};
use super::{OTHER, wants};
use crate::support::{Client, PASSWORD, Person, PushService, TestDatabase, TestNode, mailbox, newest_code, until};

const BOB: &str = "+447700900002";
const NEW_PASSWORD: &str = "password of your Troupe account was changed";
const NEW_ADDRESS: &str = "has an email address now";
const NEW_NUMBER: &str = "has another phone number now";

/// The notices that a number got, the oldest first.
async fn notices(client: &Client, phone: &str) -> Vec<String> {
    let all = mailbox(client, phone).await;
    let notices = all.iter().rev().filter(|it| it["subject"] == "Text message: notice");
    notices.map(|it| it["text"].as_str().expect("a text").to_owned()).collect()
}

#[track_caller]
fn are(notices: &[String], expected: &[&str]) {
    assert_eq!(notices.len(), expected.len(), "{notices:?}");
    for (notice, part) in notices.iter().zip(expected) {
        assert!(notice.contains(part), "{notices:?}");
    }
}

/// Changes the password to another one, or back.
async fn changes_password(person: &mut Person) {
    let new = if person.password == PASSWORD { OTHER } else { PASSWORD };
    let body = json!({"password": person.password, "newPassword": new});
    assert_eq!(person.client.post("/api/me/password", &body).await.status, 204);
    person.password = new.to_owned();
}

async fn changes_number(person: &Person, phone: &str) {
    let asked = person.client.post("/api/me/phone", &json!({"phone": phone, "password": person.password})).await;
    let body =
        json!({"requestId": asked.json()["requestId"].clone(), "code": newest_code(&person.client, phone).await});
    assert_eq!(person.client.post("/api/me/phone/confirm", &body).await.status, 200);
}

async fn adds_address(person: &Person, email: &str) {
    let (request, code) = wants(person, email).await;
    let body = json!({"requestId": request, "code": code});
    assert_eq!(person.client.post("/api/me/email/confirm", &body).await.status, 200);
}

async fn execute(database: &TestDatabase, sql: &str) {
    database.connect().await.execute(sqlx::AssertSqlSafe(sql.to_owned())).await.expect(sql);
}

async fn count(database: &TestDatabase, jobs: &str) -> i64 {
    let sql = format!("select count(*) from jobs where {jobs}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut database.connect().await).await.expect(jobs)
}

#[actix_web::test]
async fn ph8_a_code_is_tried_four_times_with_one_key_and_not_after_it_has_expired() {
    let gateway = PushService::start();
    gateway.answer(&["503 Service Unavailable"; 20]);
    let (url, secret) = (format!("{}/sms", gateway.url()), format!("whsec_{}", STANDARD.encode([7; 32])));
    let settings =
        [("TROUPE_SMS_WEBHOOK", url.as_str()), ("TROUPE_SMS_SECRET", &secret), ("TROUPE_OUTBOUND_PRIVATE", "1")];
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &settings).await;
    let client = node.client();
    let now = "update jobs set due_at = now() where kind = 'sms.code' and state = 'waiting'";
    let sign_up = json!({"phone": ANN, "password": PASSWORD});
    assert_eq!(client.post("/api/auth/phone/sign-up", &sign_up).await.status, 202);
    until("the job is dead", || async {
        execute(&database, now).await;
        count(&database, "kind = 'sms.code' and state = 'dead'").await == 1
    })
    .await;
    let requests = gateway.requests();
    assert_eq!(requests.len(), 4);
    let key = requests[0].header("idempotency-key");
    assert!(!key.is_empty() && requests.iter().all(|it| it.header("idempotency-key") == key), "{requests:?}");

    let forgotten = client.post("/api/auth/phone/forgot-password", &json!({"phone": ANN})).await;
    assert_eq!(forgotten.status, 202);
    until("the gateway was asked", || async {
        count(&database, "kind = 'sms.code' and state = 'waiting' and tries = 1").await == 1
    })
    .await;
    execute(&database, "update phone_codes set expires_at = now()").await;
    until("the job is obsolete", || async {
        execute(&database, now).await;
        count(&database, "kind = 'sms.code' and state = 'obsolete'").await == 1
    })
    .await;
    assert_eq!(gateway.requests().len(), 5);
}

#[actix_web::test]
async fn ph12_an_account_without_an_address_is_told_of_a_new_password_number_and_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &ON).await;
    let client = node.client();
    let mut ann = signs_up(&node, ANN).await;
    changes_password(&mut ann).await;
    are(&notices(&client, ANN).await, &[NEW_PASSWORD]);

    // A reset ends all sessions, so Ann logs in again.
    let asked = client.post("/api/auth/phone/forgot-password", &json!({"phone": ANN})).await;
    let (request, code) = (asked.json()["requestId"].clone(), newest_code(&client, ANN).await);
    let body = json!({"requestId": request, "code": code, "password": PASSWORD});
    assert_eq!(client.post("/api/auth/phone/reset-password", &body).await.status, 204);
    are(&notices(&client, ANN).await, &[NEW_PASSWORD, NEW_PASSWORD]);
    let entered = client.post("/api/auth/phone/sign-in", &json!({"phone": ANN, "password": PASSWORD})).await;
    ann.password = PASSWORD.to_owned();
    ann.take(&entered);

    // The previous number gets the notices of a new number and of a new address.
    changes_number(&ann, BOB).await;
    are(&notices(&client, ANN).await[2..], &[NEW_NUMBER]);
    adds_address(&ann, "ann@example.org").await;
    are(&notices(&client, BOB).await, &[NEW_ADDRESS]);

    // From now on, mails tell the owner.
    changes_password(&mut ann).await;
    changes_number(&ann, ANN).await;
    let subjects: Vec<Value> =
        mailbox(&client, "ann@example.org").await.iter().map(|mail| mail["subject"].clone()).collect();
    let expected = ["The phone number of your Troupe account was changed", "Your Troupe password was changed"];
    assert_eq!(subjects[..2], expected.map(Value::from));
    assert_eq!((notices(&client, BOB).await.len(), notices(&client, ANN).await.len()), (1, 3));

    let stored: String = sqlx::query_scalar("select string_agg(j::text, ' ') from jobs j where kind = 'sms.notice'")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("jobs");
    assert!(!stored.contains("77009"), "{stored}");
}

#[actix_web::test]
async fn ph12_without_a_gateway_no_notice_is_queued() {
    let database = TestDatabase::new().await;
    let (node, off) = (TestNode::start_with(&database, &ON).await, TestNode::start(&database).await);
    let mut ann = signs_up(&node, ANN).await;
    ann.client = ann.client.at(off.url());
    changes_password(&mut ann).await;
    adds_address(&ann, "ann@example.org").await;
    assert_eq!(count(&database, "kind = 'sms.notice'").await, 0);
}

#[actix_web::test]
async fn ph12_notices_and_codes_do_not_use_up_each_other_and_one_kind_of_notice_does_not_silence_another() {
    let database = TestDatabase::new().await;
    let settings = [ON[0], ("TROUPE_SMS_PER_HOUR", "5"), ("TROUPE_TRUSTED_PROXIES", "127.0.0.1")];
    let node = TestNode::start_with(&database, &settings).await;
    let mut ann = signs_up(&node, ANN).await;
    // Strangers use up all messages of the hour.
    let asks = |network: &'static str| {
        let client = node.client().with_header("x-forwarded-for", network);
        async move { client.post("/api/auth/phone/forgot-password", &json!({"phone": ANN})).await.status.as_u16() }
    };
    while asks("203.0.113.1").await == 202 {}
    assert_eq!(asks("203.0.113.2").await, 429);
    // Someone who knows the password changes it again and again. Ann is told three times in a day.
    for _ in 0..5 {
        changes_password(&mut ann).await;
    }
    are(&notices(&ann.client, ANN).await, &[NEW_PASSWORD; 3]);

    // Changes that fail use up no notice.
    let (request, code) = wants(&ann, "ann@example.org").await;
    let eve = node.sign_up_user("eve").await;
    adds_address(&eve, "ann@example.org").await;
    for _ in 0..4 {
        let body = json!({"requestId": request, "code": code});
        assert_eq!(ann.client.post("/api/me/email/confirm", &body).await.status, 409);
    }
    adds_address(&ann, "anna@example.org").await;
    are(&notices(&ann.client, ANN).await[3..], &[NEW_ADDRESS]);

    // Notices use up no codes: Bob's sign-up is the first of five, and four are left.
    execute(&database, "delete from guesses").await;
    let mut bob = signs_up(&node, BOB).await;
    for _ in 0..3 {
        changes_password(&mut bob).await;
    }
    are(&notices(&bob.client, BOB).await, &[NEW_PASSWORD; 3]);
    for (n, status) in [202, 202, 202, 202, 429].into_iter().enumerate() {
        assert_eq!(asks("203.0.113.3").await, status, "{n}");
    }
}

#[actix_web::test]
async fn ph12_a_notice_beyond_the_limit_of_all_waits_and_is_not_lost() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[ON[0], ("TROUPE_SMS_PER_HOUR", "2")]).await;
    let mut ann = signs_up(&node, ANN).await;
    for _ in 0..3 {
        changes_password(&mut ann).await;
    }
    let waiting = "kind = 'sms.notice' and state = 'waiting' and tries = 0
                   and due_at between now() + interval '50 minutes' and now() + interval '1 hour'";
    until("a notice waits", || async { count(&database, waiting).await == 1 }).await;
    are(&notices(&ann.client, ANN).await, &[NEW_PASSWORD; 2]);
    execute(&database, "delete from guesses").await;
    execute(&database, "update jobs set due_at = now() where kind = 'sms.notice' and state = 'waiting'").await;
    until("all notices were sent", || async { count(&database, "kind = 'sms.notice' and state = 'done'").await == 3 })
        .await;
    are(&notices(&ann.client, ANN).await, &[NEW_PASSWORD; 3]);
}
