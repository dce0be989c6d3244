//! Sign-in by a mailed code (MC1 to MC6).

use serde_json::{Value, json};
use uuid::Uuid;

use super::second_factor::{App, answers};
use super::{OTHER, forgets, other_code, resets, signs_in};
use crate::support::{Answer, Client, PASSWORD, Person, TestDatabase, TestNode, mailbox, newest_code};

const ALLOWED: [(&str, &str); 1] = [("TROUPE_SIGN_IN_CODES", "1")];
const WRONG: (u16, &str) = (422, "validation_failed");
const GONE: (u16, &str) = (410, "gone");

fn is((status, code): (u16, &str)) -> (u16, String) {
    (status, code.to_owned())
}

async fn allowed(database: &TestDatabase) -> TestNode {
    TestNode::start_with(database, &ALLOWED).await
}

/// Asks for a code; returns the id of the request.
async fn asks(client: &Client, email: &str) -> Value {
    let answer = client.post("/api/auth/sign-in-code", &json!({"email": email})).await;
    assert_eq!(answer.status, 202, "{:?}", answer.json());
    answer.json()["requestId"].clone()
}

async fn finishes(client: &Client, request: &Value, code: &str) -> Answer {
    client.post("/api/auth/sign-in-code/finish", &json!({"requestId": request, "code": code})).await
}

/// The operations, for the comparison with the OpenAPI document.
pub async fn operations(mut compare: impl FnMut(&str, &Answer)) {
    let database = TestDatabase::new().await;
    let node = allowed(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let begun = client.post("/api/auth/sign-in-code", &json!({"email": ann.email})).await;
    compare("POST /api/auth/sign-in-code", &begun);
    let request = begun.json()["requestId"].clone();
    let resend = json!({"requestId": request});
    compare("POST /api/auth/sign-in-code/resend", &client.post("/api/auth/sign-in-code/resend", &resend).await);
    let code = newest_code(&client, &ann.email).await;
    for code in ["0", &code, &code] {
        compare("POST /api/auth/sign-in-code/finish", &finishes(&client, &request, code).await);
    }
    let off = TestNode::start(&database).await;
    let answer = off.client().post("/api/auth/sign-in-code", &json!({"email": ann.email})).await;
    compare("POST /api/auth/sign-in-code", &answer);
}

#[actix_web::test]
async fn mc1_without_the_setting_no_code_signs_in() {
    let database = TestDatabase::new().await;
    let (off, on) = (TestNode::start(&database).await, allowed(&database).await);
    let ann = off.sign_up_user("ann").await;
    assert_eq!(off.client().get("/api/auth/hosted").await.json()["signInCodes"], false);
    assert_eq!(on.client().get("/api/auth/hosted").await.json()["signInCodes"], true);
    let request = asks(&on.client(), &ann.email).await;
    let code = newest_code(&on.client(), &ann.email).await;
    for (path, body) in [
        ("", json!({"email": ann.email})),
        ("", json!({"email": "nobody@example.org"})),
        ("/resend", json!({"requestId": request})),
        ("/finish", json!({"requestId": request, "code": code})),
    ] {
        let answer = off.client().post(&format!("/api/auth/sign-in-code{path}"), &body).await;
        assert_eq!(answer.refusal(), is((404, "not_found")), "{path}");
    }
    assert_eq!(finishes(&on.client(), &request, &code).await.status, 200);
}

#[actix_web::test]
async fn mc2_a_mailed_code_begins_a_session_once_at_any_node() {
    let database = TestDatabase::new().await;
    let (one, two) = (allowed(&database).await, allowed(&database).await);
    let ann = one.sign_up_user("ann").await;
    let client = one.client();
    let older = asks(&client, "Ann@example.org").await;
    let older_code = newest_code(&client, &ann.email).await;
    let request = asks(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    assert_eq!(finishes(&client, &request, other_code(&code)).await.refusal(), is(WRONG));
    assert_eq!(finishes(&client, &json!(Uuid::new_v4()), &code).await.refusal(), is(WRONG));
    assert_eq!(finishes(&client, &older, &code).await.refusal(), is(WRONG), "the code of another request");
    // A code is good for one purpose.
    assert_eq!(resets(&client, &request, &code, OTHER).await.refusal(), is(WRONG));
    let there = two.client();
    let (a, b) = tokio::join!(finishes(&client, &request, &code), finishes(&there, &request, &code));
    let (won, lost) = if a.status == 200 { (a, b) } else { (b, a) };
    assert_eq!((won.status.as_u16(), lost.refusal()), (200, is(GONE)));
    assert!(won.device_cookie().is_some(), "the device is known");
    let mut again = Person { client: two.client(), ..ann.clone() };
    again.take(&won);
    assert_eq!(again.id, ann.id);
    assert_eq!(again.client.get("/api/me").await.status, 200);
    assert_eq!(finishes(&client, &older, &older_code).await.refusal(), is(GONE), "older codes end with it");
    assert_eq!(signs_in(&client, &ann.email, PASSWORD).await, 200, "the password still works");
}

/// An answer without its random values.
fn shape(answer: &Answer) -> (u16, bool, usize, usize, Vec<String>) {
    let body = answer.json();
    let id = body["requestId"].as_str().and_then(|id| id.parse::<Uuid>().ok());
    let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
    names.sort();
    let is_random = id.is_some_and(|id| id.get_version_num() == 4);
    (answer.status.as_u16(), is_random, body["reference"].as_str().map_or(0, str::len), answer.body.len(), names)
}

#[actix_web::test]
async fn a03_only_the_mail_tells_whether_an_account_may_sign_in_with_a_code() {
    let database = TestDatabase::new().await;
    let node = allowed(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let mut seen = Vec::new();
    for email in [ann.email.as_str(), "nobody@example.org"] {
        let begun = client.post("/api/auth/sign-in-code", &json!({"email": email})).await;
        let request = begun.json()["requestId"].clone();
        mailbox(&client, email).await;
        let resent = client.post("/api/auth/sign-in-code/resend", &json!({"requestId": request})).await;
        let mut wrong = Vec::new();
        // More than the attempts that a code allows, and then more than the guesses at an account.
        for _ in 0..12 {
            let answer = finishes(&client, &request, "00000000").await;
            let mut body = answer.json();
            body["error"]["retryAfterMs"].take();
            wrong.push((answer.status.as_u16(), body["error"]["code"].clone(), body["error"]["message"].clone()));
        }
        assert_eq!(wrong.iter().filter(|(status, ..)| *status == 429).count(), 2, "{wrong:?}");
        seen.push((shape(&begun), (resent.status, resent.body), wrong));
    }
    assert_eq!(seen[0], seen[1]);
    let told = &mailbox(&client, "nobody@example.org").await[0];
    assert_eq!(told["subject"], "No Troupe account has this address");
    assert!(told["code"].is_null(), "{told}");
}

#[actix_web::test]
async fn a04_a_code_to_sign_in_costs_the_same_work_whether_an_account_has_the_address_or_not() {
    let database = TestDatabase::new().await;
    let node = allowed(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    // Each address gets ten mails an hour.
    for _ in 0..8 {
        for email in [ann.email.as_str(), "nobody@example.org"] {
            asks(&client, email).await;
        }
    }
    let rows: Vec<i64> = sqlx::query_scalar(
        "select count(*) from account_codes where purpose = 'sign_in' group by email_key order by email_key",
    )
    .fetch_all(&mut database.connect().await)
    .await
    .expect("numbers");
    assert_eq!(rows, [8, 8], "a row for each request");
    let mails: i64 = sqlx::query_scalar("select count(*) from jobs where kind = 'mail.sign_in'")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(mails, 16, "a mail for each request");
}

#[actix_web::test]
async fn mc3_guesses_at_codes_and_at_the_password_share_one_count() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[ALLOWED[0], ("TROUPE_GUESSES", "4")]).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let entry = client.post("/api/auth/sign-in", &json!({"email": ann.email, "password": PASSWORD})).await;
    let known = client.with_cookie(&entry.device_cookie().expect("a known device"));
    let request = asks(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    for _ in 0..2 {
        assert_eq!(finishes(&client, &request, other_code(&code)).await.refusal(), is(WRONG));
        assert_eq!(signs_in(&client, &ann.email, "not-her-password").await, 401);
    }
    assert_eq!(finishes(&client, &request, &code).await.refusal(), is((429, "rate_limited")), "the right code too");
    assert_eq!(signs_in(&client, &ann.email, PASSWORD).await, 429);
    // A known device has a count of its own.
    let fresh = asks(&known, &ann.email).await;
    let code = newest_code(&known, &ann.email).await;
    assert_eq!(finishes(&known, &fresh, &code).await.status, 200);
}

#[actix_web::test]
async fn a02_five_wrong_codes_void_a_code_to_sign_in() {
    let database = TestDatabase::new().await;
    let node = allowed(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let request = asks(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    for _ in 0..5 {
        assert_eq!(finishes(&client, &request, other_code(&code)).await.refusal(), is(WRONG));
    }
    assert_eq!(finishes(&client, &request, &code).await.refusal(), is(WRONG), "after too many wrong ones");
    let again = json!({"requestId": request});
    assert_eq!(client.post("/api/auth/sign-in-code/resend", &again).await.status, 202);
    let next = newest_code(&client, &ann.email).await;
    assert_eq!(finishes(&client, &request, &next).await.status, 200);
}

#[actix_web::test]
async fn b16_a_mailed_code_does_not_take_the_place_of_a_second_factor() {
    let database = TestDatabase::new().await;
    let node = allowed(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let client = node.client();
    let request = asks(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    let entry = finishes(&client, &request, &code).await;
    assert_eq!((entry.status.as_u16(), entry.set_cookies().len()), (202, 0), "{:?}", entry.json());
    assert_eq!(finishes(&client, &request, &code).await.refusal(), is(GONE));
    let challenge = entry.json()["challengeId"].clone();
    assert_eq!(answers(&client, &challenge, "000000").await.refusal(), is(WRONG));
    assert_eq!(answers(&client, &challenge, &app.code(0)).await.status, 200);
}

#[actix_web::test]
async fn mc5_a_change_of_the_account_ends_its_codes() {
    let database = TestDatabase::new().await;
    let node = allowed(&database).await;
    let (ann, gil) = (node.sign_up_user("ann").await, node.sign_up_user("gil").await);
    let client = node.client();
    let request = asks(&client, &gil.email).await;
    let code = newest_code(&client, &gil.email).await;
    let reset = forgets(&client, &gil.email).await;
    let reset_code = newest_code(&client, &gil.email).await;
    assert_eq!(resets(&client, &reset, &reset_code, OTHER).await.status, 204);
    assert_eq!(finishes(&client, &request, &code).await.refusal(), is(GONE), "after a new password");

    let request = asks(&client, &gil.email).await;
    let code = newest_code(&client, &gil.email).await;
    let gil = Person { password: OTHER.to_owned(), ..gil }.sign_in_again().await;
    assert_eq!(gil.client.post("/api/me/delete", &json!({"password": OTHER})).await.status, 204);
    assert_ne!(finishes(&client, &request, &code).await.status, 200, "after the deletion");

    let request = asks(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    sqlx::query("update account_codes set expires_at = now() where used_at is null")
        .execute(&mut database.connect().await)
        .await
        .expect("aged");
    assert_eq!(finishes(&client, &request, &code).await.refusal(), is(GONE), "too late");
}

#[actix_web::test]
async fn a21_no_code_to_sign_in_is_stored() {
    let database = TestDatabase::new().await;
    let node = allowed(&database).await;
    let ann = node.sign_up_user("ann").await;
    asks(&node.client(), &ann.email).await;
    let code = newest_code(&node.client(), &ann.email).await;
    for sql in ["select string_agg(t::text, ' ') from account_codes t", "select string_agg(t::text, ' ') from jobs t"] {
        let rows: String = sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("rows");
        assert!(!rows.contains(&code), "{rows}");
    }
}
