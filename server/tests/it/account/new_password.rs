//! A password that must be replaced at the next sign-in with it (RP1 to RP7).

use serde_json::{Value, json};
use server::auth::require_new_password;
use server::db::{Db, DbOptions};
use sqlx::Executor;
use uuid::Uuid;

use super::second_factor::{App, answers};
use super::{OTHER, forgets, resets, signs_in, subjects};
use crate::support::{Answer, Client, PASSWORD, Person, TestDatabase, TestNode, Troupe, newest_code};

const NEW: &str = "quiet-heron-31";
const GONE: (u16, &str) = (410, "gone");

pub async fn marks(database: &TestDatabase, person: &Person) -> bool {
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    require_new_password(&db, person.id.parse().expect("an id")).await.expect("marked")
}

async fn enters(client: &Client, person: &Person) -> Answer {
    client.post("/api/auth/sign-in", &json!({"email": person.email, "password": person.password})).await
}

/// The id of a sign-in with the right password that waits for a new one.
async fn waits(client: &Client, person: &Person) -> Value {
    let answer = enters(client, person).await;
    assert_eq!((answer.status.as_u16(), answer.set_cookies().len()), (202, 0), "{:?}", answer.json());
    assert_eq!(answer.json()["newPassword"], true);
    answer.json()["challengeId"].clone()
}

pub async fn renews(client: &Client, challenge: &Value, password: &str) -> Answer {
    client.post("/api/auth/new-password", &json!({"challengeId": challenge, "password": password})).await
}

fn is((status, code): (u16, &str)) -> (u16, String) {
    (status, code.to_owned())
}

async fn stored(database: &TestDatabase) -> String {
    let mut db = database.connect().await;
    sqlx::query_scalar("select password_hash from users where email_key like 'ann@%'")
        .fetch_one(&mut db)
        .await
        .expect("a row")
}

/// The operation, for the comparison with the OpenAPI document.
pub async fn operations(mut compare: impl FnMut(&str, &Answer)) {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    marks(&database, &ann).await;
    let client = node.client();
    let entered = enters(&client, &ann).await;
    compare("POST /api/auth/sign-in", &entered);
    let challenge = &entered.json()["challengeId"];
    let renew = "POST /api/auth/new-password";
    compare(renew, &renews(&client, challenge, NEW).await);
    compare("POST /api/auth/second-factor", &answers(&client, challenge, &app.code(0)).await);
    for password in ["short", NEW, NEW] {
        compare(renew, &renews(&client, challenge, password).await);
    }
}

#[actix_web::test]
async fn rp1_rp3_the_right_password_begins_no_session_and_the_new_one_does_once() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    assert!(marks(&database, &ann).await);
    let client = node.client();
    assert_eq!(signs_in(&client, &ann.email, "not-her-password").await, 401, "a wrong password learns nothing");
    assert_eq!(ann.client.get("/api/me").await.status, 200, "her session continues");
    let challenge = waits(&client, &ann).await;
    // The id is no token, and no other call accepts it.
    let bearer = client.with_token(challenge.as_str().expect("an id"));
    assert_eq!(bearer.get("/api/me").await.status, 401);
    assert_eq!(answers(&client, &challenge, "123456").await.refusal(), is(GONE));
    for password in ["short-7", PASSWORD, "password1"] {
        let refused = renews(&client, &challenge, password).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("password")), "{password}");
    }
    let same = renews(&client, &challenge, PASSWORD).await.json()["error"]["message"].clone();
    assert_eq!(same, "The new password must be different from your current one.");
    assert_eq!(renews(&client, &json!(Uuid::new_v4()), NEW).await.refusal(), is(GONE));
    let other = waits(&client, &ann).await;
    let entered = renews(&client, &challenge, NEW).await;
    assert_eq!((entered.status.as_u16(), entered.json()["user"]["email"].as_str()), (200, Some(ann.email.as_str())));
    assert!(entered.cookie().is_some() && entered.device_cookie().is_some());
    let token = entered.json()["accessToken"].as_str().expect("a token").to_owned();
    assert_eq!(client.with_token(&token).get("/api/me").await.status, 200);
    for spent in [challenge, other] {
        assert_eq!(renews(&client, &spent, OTHER).await.refusal(), is(GONE), "one new password for all that wait");
    }
    assert_eq!(signs_in(&client, &ann.email, PASSWORD).await, 401);
    ann.password = NEW.to_owned();
    assert_eq!(enters(&client, &ann).await.status, 200, "nothing more is asked for");
    assert_eq!(subjects(&client, &ann.email).await[0], "Your Troupe password was changed");
}

#[actix_web::test]
async fn rp2_the_code_of_a_second_factor_comes_first_and_counts_as_at_every_sign_in() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let client = node.client();
    let begun_before = enters(&client, &ann).await.json()["challengeId"].clone();
    assert!(marks(&database, &ann).await);
    assert_eq!(answers(&client, &begun_before, &app.code(0)).await.refusal(), is(GONE), "begun before the mark");
    let first = enters(&client, &ann).await.json();
    assert_eq!((first["newPassword"].as_bool(), first["challengeId"].is_string()), (Some(false), true));
    let challenge = &first["challengeId"];
    assert_eq!(renews(&client, challenge, NEW).await.refusal(), is(GONE), "not without the code");
    for _ in 0..5 {
        assert_eq!(answers(&client, challenge, "000000").await.refusal().0, 422);
    }
    assert_eq!(answers(&client, challenge, &app.codes[0]).await.refusal(), is(GONE), "five codes");
    let second = enters(&client, &ann).await.json()["challengeId"].clone();
    let answer = answers(&client, &second, &app.codes[0]).await;
    assert_eq!((answer.status.as_u16(), answer.set_cookies().len()), (202, 0), "{:?}", answer.json());
    assert_eq!((answer.json()["newPassword"].as_bool(), &answer.json()["challengeId"]), (Some(true), &second));
    assert_eq!(answers(&client, &second, &app.codes[1]).await.refusal(), is(GONE), "one code is enough");
    assert_eq!(renews(&client, &second, NEW).await.status, 200);
    // The second factor stays.
    assert!(stored(&database).await.starts_with("guarded:$argon2id$"));
    let body = json!({"email": ann.email, "password": NEW});
    let again = client.post("/api/auth/sign-in", &body).await;
    assert_eq!((again.status.as_u16(), again.json()["newPassword"].as_bool()), (202, Some(false)));
}

#[actix_web::test]
async fn rp4_the_mark_survives_restarts_and_each_new_password_takes_it_away() {
    let database = TestDatabase::new().await;
    let first = TestNode::start(&database).await;
    let mut ann = first.sign_up_user("ann").await;
    assert!(marks(&database, &ann).await && marks(&database, &ann).await, "twice is once");
    drop(first);
    let node = TestNode::start(&database).await;
    let client = node.client();
    let waiting = waits(&client, &ann).await;

    let request = forgets(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    assert_eq!(resets(&client, &request, &code, OTHER).await.status, 204);
    assert_eq!(renews(&client, &waiting, NEW).await.refusal(), is(GONE), "begun with the password before");
    ann.password = OTHER.to_owned();
    let entered = enters(&client, &ann).await;
    assert_eq!(entered.status, 200, "a reset is a new password");

    assert!(marks(&database, &ann).await);
    ann.take(&entered);
    let change = json!({"password": OTHER, "newPassword": NEW});
    let signed_in = ann.client.at(node.url());
    assert_eq!(signed_in.post("/api/me/password", &change).await.status, 204);
    assert_eq!(signs_in(&client, &ann.email, NEW).await, 200, "so is a change");
}

#[actix_web::test]
async fn rp5_other_ways_in_do_not_ask_and_the_mark_stays() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_SIGN_IN_CODES", "1")]).await;
    let ann = node.sign_up_user("ann").await;
    assert!(marks(&database, &ann).await);
    let client = node.client();
    let asked = client.post("/api/auth/sign-in-code", &json!({"email": ann.email})).await;
    let body = json!({"requestId": asked.json()["requestId"], "code": newest_code(&client, &ann.email).await});
    assert_eq!(client.post("/api/auth/sign-in-code/finish", &body).await.status, 200);
    waits(&client, &ann).await;
    // An account without a password has none to replace.
    database.connect().await.execute("update users set password_hash = ''").await.expect("removed");
    assert!(!marks(&database, &ann).await);
    assert_eq!(stored(&database).await, "");
}

#[actix_web::test]
async fn rp6_nodes_of_the_previous_build_cannot_read_a_marked_password_and_the_factor_keeps_its_own_mark() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let before = stored(&database).await;
    assert!(marks(&database, &ann).await);
    assert_eq!(stored(&database).await, format!("renew:{before}"));
    let app = App::of(&ann).await;
    assert_eq!(stored(&database).await, format!("guarded:renew:{before}"));
    let off = json!({"password": PASSWORD, "code": app.codes[0]});
    assert_eq!(ann.client.post("/api/me/second-factor/off", &off).await.status, 204);
    assert_eq!(stored(&database).await, format!("renew:{before}"));
    waits(&node.client(), &ann).await;
}

#[actix_web::test]
async fn rp7_an_operator_marks_an_account_and_can_end_its_sessions() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let verb = |words: &[&str]| {
        Troupe::new(&[&["require-new-password"][..], words].concat()).set("DATABASE_URL", database.url()).output()
    };
    let unknown = verb(&["nobody@example.org"]);
    assert_eq!(
        (unknown.code, unknown.err.contains("no account has the email address")),
        (Some(1), true),
        "{}",
        unknown.err
    );
    let marked = verb(&[&ann.email]);
    assert_eq!(marked.code, Some(0), "{}", marked.err);
    assert_eq!(ann.client.get("/api/me").await.status, 200);
    waits(&node.client(), &ann).await;
    let ended = verb(&[&ann.email, "--end-sessions"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    crate::support::until("the session has ended", async || {
        ann.client.get("/api/me").await.refusal() == (401, "token_revoked".into())
    })
    .await;
    waits(&node.client(), &ann).await;
}
