//! Accounts that the operator has disabled (DA1 to DA5, A12).

use serde_json::{Value, json};
use server::auth::{disable_account, enable_account};
use server::db::{Db, DbOptions};
use sqlx::Executor;

use super::hosted::{hosted, kim, node_with_also, person_of};
use super::passkeys::{adds, passes};
use super::second_factor::{App, answers, challenge};
use super::{OTHER, forgets, resets};
use crate::protocol::socket::{Frame, Socket};
use crate::protocol::team::Team;
use crate::support::{
    Answer, Client, FakeProvider, PASSWORD, Person, TestDatabase, TestNode, Troupe, newest_code, until,
};

const WRONG: (u16, &str) = (401, "wrong_credentials");
const DISABLED: (u16, &str) = (401, "user_disabled");
const GONE: (u16, &str) = (410, "gone");

fn is((status, code): (u16, &str)) -> (u16, String) {
    (status, code.to_owned())
}

async fn disables(database: &TestDatabase, person: &Person) -> bool {
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    disable_account(&db, person.id.parse().expect("an id")).await.expect("disabled")
}

async fn enables(database: &TestDatabase, person: &Person) -> bool {
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    enable_account(&db, person.id.parse().expect("an id")).await.expect("enabled")
}

async fn enters(client: &Client, email: &str, password: &str) -> Answer {
    client.post("/api/auth/sign-in", &json!({"email": email, "password": password})).await
}

/// The refusal of the sign-in with a password, for the comparison with the OpenAPI document.
pub async fn operations(mut compare: impl FnMut(&str, &Answer)) {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    disables(&database, &ann).await;
    compare("POST /api/auth/sign-in", &enters(&node.client(), &ann.email, PASSWORD).await);
}

#[actix_web::test]
async fn a12_da1_the_sessions_keys_and_sockets_of_a_disabled_account_end_at_every_node_within_a_second() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&one, &["olga", "ann"]).await;
    let ann = &team.people[1];
    let device = ann.sign_in_again().await;
    let made = ann.client.post(&team.path("api-keys"), &json!({"name": "Script", "capabilities": ["comment"]})).await;
    let key = one.client().with_token(made.json()["key"].as_str().expect("a key"));
    assert_eq!(key.at(two.url()).get("/api/key").await.status, 200);
    let mut sockets = [team.socket_at(1, &one).await, team.socket_at(1, &two).await];
    assert!(disables(&database, ann).await);
    for socket in &mut sockets {
        let end = loop {
            if let Err(end) = socket.next().await {
                break end;
            }
        };
        assert!(matches!(end, Frame::Close(4401, _)), "{end:?}");
    }
    for node in [&one, &two] {
        until("the session has ended", async || ann.client.at(node.url()).get("/api/me").await.status == 401).await;
        assert_eq!(key.at(node.url()).get("/api/key").await.status, 401);
        let refreshed = device.client.at(node.url()).post("/api/auth/refresh", &json!({})).await;
        assert_eq!((refreshed.status.as_u16(), refreshed.cookie()), (401, None));
        let mut socket = Socket::open(node.url()).await;
        assert!(socket.try_hello(ann.token(), &team.workspace, &Value::Null).await.is_err());
    }
    // The person stays a member, with everything that they have written.
    let members = team.people[0].client.get(&team.path("people")).await;
    assert!(String::from_utf8_lossy(&members.body).contains(&ann.id));
    assert!(!disables(&database, ann).await, "twice is once");
    assert!(enables(&database, ann).await && !enables(&database, ann).await);
    assert_eq!(enters(&one.client(), &ann.email, PASSWORD).await.status, 200);
    assert_eq!(key.get("/api/key").await.status, 401, "keys do not come back");
    assert_eq!(ann.client.get("/api/me").await.status, 401, "nor do sessions");
}

#[actix_web::test]
async fn a12_da2_only_the_right_password_learns_that_an_account_is_disabled() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let app = App::of(&bob).await;
    let waiting = challenge(&node.client(), &bob).await;
    for person in [&ann, &bob] {
        assert!(disables(&database, person).await);
    }
    let client = node.client();
    let wrong = enters(&client, &ann.email, "not-her-password").await;
    let unknown = enters(&client, "nobody@example.org", "not-her-password").await;
    assert_eq!((wrong.refusal(), &wrong.json()["error"]["message"]), (is(WRONG), &unknown.json()["error"]["message"]));
    for person in [&ann, &bob] {
        let right = enters(&client, &person.email, PASSWORD).await;
        assert_eq!(right.refusal(), is(DISABLED));
        assert_eq!(right.json()["error"]["message"], "User is disabled.");
        assert!(right.set_cookies().is_empty());
    }
    assert_eq!(answers(&client, &waiting, &app.code(0)).await.refusal(), is(GONE), "a sign-in that had begun");
    // Sign-ups and requests for codes get the same answer as for every other address.
    let sign_up = |email: &str| json!({"email": email, "password": PASSWORD});
    let again = client.post("/api/auth/sign-up", &sign_up(&ann.email)).await;
    let fresh = client.post("/api/auth/sign-up", &sign_up("new@example.org")).await;
    assert_eq!((again.status, again.body.len()), (fresh.status, fresh.body.len()));
}

#[actix_web::test]
async fn a12_da2_da3_no_other_way_in_begins_a_session_or_enables_the_account() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with_also(&database, &provider, &[("TROUPE_SIGN_IN_CODES", "1".to_owned())]).await;
    let ann = node.sign_up_user("ann").await;
    let kims = person_of(&node, &hosted(&node, &provider, &kim()).await);
    let mut passkey = adds(&node, &ann).await;
    assert_eq!(passes(&node, &mut passkey).await.status, 200);
    for person in [&ann, &kims] {
        assert!(disables(&database, person).await);
    }
    let client = node.client();
    let passed = passes(&node, &mut passkey).await;
    assert_eq!((passed.refusal(), passed.cookie()), (is(WRONG), None), "a passkey");
    let at_provider = hosted(&node, &provider, &kim()).await;
    assert_eq!((at_provider.refusal(), at_provider.cookie()), (is(GONE), None), "a provider");
    let asked = client.post("/api/auth/sign-in-code", &json!({"email": ann.email})).await;
    assert_eq!(asked.status, 202);
    let code = newest_code(&client, &ann.email).await;
    let finish = json!({"requestId": asked.json()["requestId"], "code": code});
    let by_code = client.post("/api/auth/sign-in-code/finish", &finish).await;
    assert_eq!((by_code.refusal(), by_code.cookie()), (is(GONE), None), "a mailed code");
    let request = forgets(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    assert_eq!(resets(&client, &request, &code, OTHER).await.status, 204, "a reset");
    assert_eq!(enters(&client, &ann.email, OTHER).await.refusal(), is(DISABLED));
    assert_eq!(enters(&client, &ann.email, PASSWORD).await.refusal(), is(WRONG));
    let disabled: i64 = sqlx::query_scalar("select count(*) from users where disabled_at is not null")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(disabled, 2);
}

#[actix_web::test]
async fn a12_da4_the_database_refuses_a_session_and_a_key_that_a_node_of_an_earlier_build_begins() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    assert!(disables(&database, &ann).await);
    let stored = database
        .connect()
        .await
        .execute(sqlx::AssertSqlSafe(format!(
            "insert into sessions (id, user_id, expires_at) values (gen_random_uuid(), '{}', now() + interval '1 day')",
            ann.id
        )))
        .await
        .expect("no error");
    assert_eq!(stored.rows_affected(), 0);
}

#[actix_web::test]
async fn a12_an_operator_disables_and_enables_an_account_on_the_command_line() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let verb = |verb: &str, email: &str| Troupe::new(&[verb, email]).set("DATABASE_URL", database.url()).output();
    let unknown = verb("disable", "nobody@example.org");
    assert_eq!(unknown.code, Some(1));
    assert!(unknown.err.contains("no account has the email address"), "{}", unknown.err);
    for _ in 0..2 {
        let disabled = verb("disable", &ann.email);
        assert_eq!(disabled.code, Some(0), "{}", disabled.err);
    }
    assert_eq!(enters(&node.client(), &ann.email, PASSWORD).await.refusal(), is(DISABLED));
    let enabled = verb("enable", &ann.email);
    assert_eq!(enabled.code, Some(0), "{}", enabled.err);
    assert_eq!(enters(&node.client(), &ann.email, PASSWORD).await.status, 200);
}
