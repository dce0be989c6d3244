//! Remembered devices (DV1 to DV6, B19).

use serde_json::{Value, json};
use server::auth::end_sessions;
use server::db::{Db, DbOptions};
use sqlx::Executor;
use uuid::Uuid;

use super::second_factor::{App, answers, challenge};
use super::{OTHER, forgets, resets};
use crate::support::{Answer, Client, PASSWORD, Person, TestDatabase, TestNode, newest_code};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const LIST: &str = "/api/me/remembered-devices";

async fn sign_in(client: &Client, person: &Person) -> Answer {
    client.post("/api/auth/sign-in", &json!({"email": person.email, "password": person.password})).await
}

async fn needs_code(client: &Client, person: &Person) -> bool {
    match sign_in(client, person).await.status.as_u16() {
        200 => false,
        202 => true,
        other => panic!("{other}"),
    }
}

/// The answer to a code that is sent with `remember`.
async fn enter(client: &Client, person: &Person, code: &str) -> Answer {
    let challenge = challenge(client, person).await;
    let body = json!({"challengeId": challenge, "code": code, "remember": true});
    client.post("/api/auth/second-factor", &body).await
}

/// The name and the value of the cookie by which accounts remember a browser.
fn remembered(answer: &Answer) -> Option<String> {
    let cookies = answer.set_cookies();
    cookies.iter().filter_map(|it| it.split(';').next()).find(|it| it.contains("troupe_remembered=")).map(str::to_owned)
}

/// A browser that the account remembers. Each code works once, so each browser uses the code of another time step.
async fn browser(node: &TestNode, person: &Person, app: &App, step: i64) -> Client {
    let answer = enter(&node.client(), person, &app.code(step)).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    node.client().with_cookie(&remembered(&answer).expect("a cookie"))
}

async fn devices(person: &Person) -> Vec<Value> {
    let answer = person.client.get(LIST).await;
    assert_eq!(answer.status, 200);
    answer.json()["devices"].as_array().expect("devices").clone()
}

#[actix_web::test]
async fn dv1_a_remembered_device_needs_the_password_and_no_code_at_every_node() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let ann = here.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let waiting = challenge(&here.client(), &ann).await;
    let entered = answers(&here.client(), &waiting, &app.code(0)).await;
    assert_eq!((entered.status.as_u16(), remembered(&entered)), (200, None), "only if the person wants it");
    let entered = enter(&here.client(), &ann, &app.code(1)).await;
    let cookies = entered.set_cookies();
    let cookie = cookies.iter().find(|it| it.contains("troupe_remembered=")).expect("a cookie");
    for part in ["HttpOnly", "SameSite=Strict", "Max-Age=2592000", "Path=/api"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!entered.json().to_string().contains(cookie.split(['=', ';']).nth(1).expect("a token")));
    let device = here.client().with_cookie(&remembered(&entered).expect("a cookie"));
    assert!(!needs_code(&device, &ann).await);
    assert!(!needs_code(&device.at(there.url()), &ann).await);
    let guess = json!({"email": ann.email, "password": "not-her-password"});
    assert_eq!(device.post("/api/auth/sign-in", &guess).await.refusal().0, 401, "the password is needed");
    assert!(needs_code(&here.client(), &ann).await, "another browser");
}

#[actix_web::test]
async fn dv2_a_recovery_code_and_a_wrong_code_remember_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let by_recovery = enter(&node.client(), &ann, &app.codes[0]).await;
    assert_eq!((by_recovery.status.as_u16(), remembered(&by_recovery)), (200, None));
    let wrong = enter(&node.client(), &ann, "12345").await;
    assert_eq!((wrong.status.as_u16(), remembered(&wrong)), (422, None));
    assert_eq!(devices(&ann).await, Vec::<Value>::new());
}

#[actix_web::test]
async fn b19_dv3_a_foreign_altered_or_expired_token_is_not_remembered() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let (app, _bobs) = (App::of(&ann).await, App::of(&bob).await);
    let device = browser(&node, &ann, &app, 0).await;
    assert!(needs_code(&device, &bob).await, "the token of another account");
    let cookie = device.cookie.clone().expect("a cookie");
    let altered = format!("{}{}", &cookie[..cookie.len() - 2], if cookie.ends_with("AA") { "BB" } else { "AA" });
    for forged in [altered.as_str(), "troupe_remembered=", "troupe_remembered=x", "troupe_remembered=....."] {
        assert!(needs_code(&node.client().with_cookie(forged), &ann).await, "{forged}");
    }
    let stored: Vec<u8> = sqlx::query_scalar("select hash from remembered_devices")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a row");
    assert_eq!(stored.len(), 32, "only a hash is stored");
    assert!(!needs_code(&device, &ann).await);
    database.connect().await.execute("update remembered_devices set expires_at = now()").await.expect("expired");
    assert!(needs_code(&device, &ann).await);
    assert_eq!(devices(&ann).await, Vec::<Value>::new());
}

#[actix_web::test]
async fn dv4_changes_of_the_account_forget_its_devices() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "100")]).await;
    let mut ann = node.sign_up_user("ann").await;
    let mut app = App::of(&ann).await;
    let bob = node.sign_up_user("bob").await;
    let bobs = browser(&node, &bob, &App::of(&bob).await, 0).await;
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    for what in ["change", "reset", "everywhere", "others", "operator", "reuse"] {
        database.connect().await.execute("update second_factors set last_step = 0").await.expect("forgotten");
        let device = browser(&node, &ann, &app, 0).await;
        // A new session, so that the change below ends other sessions.
        database.connect().await.execute("update second_factors set last_step = 0").await.expect("forgotten");
        let entered = enter(&node.client(), &ann, &app.code(0)).await;
        ann.take(&entered);
        assert!(!needs_code(&device, &ann).await, "{what}");
        match what {
            "change" => {
                let body = json!({"password": ann.password, "newPassword": OTHER});
                assert_eq!(ann.client.post("/api/me/password", &body).await.status, 204);
                ann.password = OTHER.to_owned();
            }
            "reset" => {
                let request = forgets(&node.client(), &ann.email).await;
                let code = newest_code(&node.client(), &ann.email).await;
                assert_eq!(resets(&node.client(), &request, &code, PASSWORD).await.status, 204);
                ann.password = PASSWORD.to_owned();
            }
            "everywhere" => {
                let out = ann.client.post("/api/auth/sign-out", &json!({"everywhere": true})).await;
                assert_eq!(out.status, 204);
            }
            "others" => {
                assert_eq!(ann.client.post("/api/me/sessions/end-others", &json!({})).await.status, 204);
            }
            "operator" => {
                end_sessions(&db, Some(ann.id.parse().expect("an id"))).await.expect("ended");
            }
            _ => {
                // A spent refresh token that is sent again much later is a stolen copy.
                let stolen = ann.client.clone();
                assert_eq!(stolen.post("/api/auth/refresh", &json!({})).await.status, 200);
                let earlier =
                    "update refresh_tokens set spent_at = spent_at - interval '1 hour' where spent_at is not null";
                database.connect().await.execute(earlier).await.expect("spent earlier");
                assert_eq!(stolen.post("/api/auth/refresh", &json!({})).await.refusal().1, "refresh_reused");
            }
        }
        assert!(needs_code(&device, &ann).await, "{what}");
        assert!(!needs_code(&bobs, &bob).await, "devices of others stay: {what}");
    }
    // One session that ends forgets nothing. Turning the second factor off does.
    database.connect().await.execute("update second_factors set last_step = 0").await.expect("forgotten");
    let device = browser(&node, &ann, &app, 0).await;
    let mut session = node.client();
    session.token = sign_in(&device, &ann).await.json()["accessToken"].as_str().map(str::to_owned);
    assert_eq!(session.post("/api/auth/sign-out", &json!({})).await.status, 204);
    let entered = sign_in(&device, &ann).await;
    assert_eq!(entered.status, 200, "one session that ends forgets nothing");
    ann.take(&entered);
    let off = json!({"password": ann.password, "code": app.codes[0]});
    assert_eq!(ann.client.post("/api/me/second-factor/off", &off).await.status, 204);
    app = App::of(&ann).await;
    assert!(needs_code(&device, &ann).await, "the new second factor remembers no device of the old one");
    assert!(devices(&ann).await.is_empty() && app.codes.len() == 10);
}

#[actix_web::test]
async fn dv4_the_end_of_all_sessions_forgets_the_devices_also_of_an_account_without_an_open_session() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    for user in [Some(ann.id.parse().expect("an id")), None] {
        database.connect().await.execute("update second_factors set last_step = 0").await.expect("forgotten");
        let device = browser(&node, &ann, &app, 0).await;
        let expired = "update sessions set expires_at = now() - interval '1 second'";
        database.connect().await.execute(expired).await.expect("expired");
        assert_eq!(end_sessions(&db, user).await.expect("ended"), 0);
        assert!(needs_code(&device, &ann).await, "{user:?}");
    }
}

#[actix_web::test]
async fn b19_dv5_the_list_has_pages_of_sixty_and_each_device_can_be_forgotten_by_its_owner_alone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_TRUSTED_PROXIES", "127.0.0.1")]).await;
    let (mut ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let app = App::of(&ann).await;
    let firefox = node.client().with_header("x-forwarded-for", "203.0.113.7").with_header("user-agent", FIREFOX);
    let entered = enter(&firefox, &ann, &app.code(0)).await;
    ann.take(&entered);
    let cookie = remembered(&entered).expect("a cookie");
    ann.client.cookie = Some(format!("{}; {cookie}", ann.client.cookie.clone().expect("a session")));
    let listed = devices(&ann).await;
    let [device] = listed.as_slice() else { panic!("one device: {listed:?}") };
    assert_eq!((&device["device"], &device["address"]), (&json!("Firefox on Linux"), &json!("203.0.113.7")));
    assert_eq!(device["current"], true);
    assert!(["createdAt", "usedAt", "expiresAt"].iter().all(|at| device[at].is_string()), "{device}");

    // A browser that enters a code again after its row has expired still has one row.
    let late = "update remembered_devices set expires_at = now()";
    database.connect().await.execute(late).await.expect("expired");
    let again = enter(&firefox.with_cookie(&cookie), &ann, &app.code(1)).await;
    assert_eq!(again.status, 200);
    let stored: i64 = sqlx::query_scalar("select count(*) from remembered_devices")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(stored, 1);
    let listed = devices(&ann).await;

    let more = "insert into remembered_devices (id, user_id, hash, expires_at)
                select gen_random_uuid(), user_id, sha256(n::text::bytea), now() + interval '1 day'
                from remembered_devices, generate_series(1, 64) n";
    database.connect().await.execute(more).await.expect("64 more devices");
    let first = ann.client.get(LIST).await.json();
    let ids = |page: &Value| -> Vec<String> {
        let devices = page["devices"].as_array().expect("devices");
        devices.iter().map(|it| it["id"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!(ids(&first).len(), 60);
    assert_eq!(first["next"].as_str(), ids(&first).last().map(String::as_str));
    let second = ann.client.get(&format!("{LIST}?before={}", first["next"].as_str().expect("a place"))).await.json();
    assert_eq!((ids(&second).len(), &second["next"]), (5, &Value::Null));
    assert!(ids(&second).iter().all(|id| !ids(&first).contains(id)));
    assert_eq!(ann.client.get(&format!("{LIST}?before=7")).await.field().as_deref(), Some("before"));

    let own = listed[0]["id"].as_str().expect("an id");
    let forget = format!("{LIST}/{own}/forget");
    assert_eq!(bob.client.post(&forget, &json!({})).await.refusal(), (404, "not_found".into()));
    assert_eq!(ann.client.post(&format!("{LIST}/{}/forget", Uuid::now_v7()), &json!({})).await.refusal().0, 404);
    assert_eq!(ann.client.post(&forget, &json!({})).await.status, 204);
    assert_eq!(ann.client.post(&forget, &json!({})).await.status, 404);
    let cookie = remembered(&again).expect("a cookie");
    assert!(needs_code(&node.client().with_cookie(&cookie), &ann).await);
    assert_eq!(ann.client.get("/api/me").await.status, 200, "the session continues");
    assert_eq!(bob.client.post(&format!("{LIST}/forget-all"), &json!({})).await.status, 204);
    assert_eq!(devices(&ann).await.len(), 60, "the devices of another account stay");
    assert_eq!(ann.client.post(&format!("{LIST}/forget-all"), &json!({})).await.status, 204);
    assert_eq!(devices(&ann).await, Vec::<Value>::new());
}

#[actix_web::test]
async fn dv5_ac6_the_file_of_own_data_names_the_remembered_devices_without_their_tokens() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let app = App::of(&ann).await;
    let device = browser(&node, &ann, &app, 1).await;
    let own = String::from_utf8(ann.client.get("/api/me/export").await.body).expect("text");
    let lines: Vec<&str> = own.lines().filter(|line| line.contains("rememberedDevice")).collect();
    let [line] = lines.as_slice() else { panic!("one device: {own}") };
    let line: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(line["rememberedDevice"]["createdAt"], devices(&ann).await[0]["createdAt"]);
    let cookie = device.cookie.expect("a cookie");
    let (_, token) = cookie.rsplit_once('=').expect("a token");
    assert!(!own.contains(token) && !own.contains("hash"), "{own}");
    let of_bob = String::from_utf8(bob.client.get("/api/me/export").await.body).expect("text");
    assert!(!of_bob.contains("rememberedDevice"), "{of_bob}");
}

#[actix_web::test]
async fn dv3_a_browser_of_two_people_is_remembered_by_both_accounts() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let (app, bobs) = (App::of(&ann).await, App::of(&bob).await);
    let shared = browser(&node, &ann, &app, 0).await;
    let entered = enter(&shared, &bob, &bobs.code(0)).await;
    let shared = node.client().with_cookie(&remembered(&entered).expect("a cookie"));
    assert!(!needs_code(&shared, &ann).await && !needs_code(&shared, &bob).await);
}
