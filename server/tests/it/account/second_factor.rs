//! A second factor: an authenticator app and recovery codes (SF1 to SF6, B13 to B17, Q04).

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use server::auth::forget_second_factor;
use server::db::{Db, DbOptions};
use sqlx::Executor;
use totp_rs::{Builder, Secret};
use uuid::Uuid;

use super::{OTHER, forgets, resets, subjects};
use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{Answer, Client, PASSWORD, Person, TestDatabase, TestNode, newest_code};

/// The authenticator app of a person.
pub struct App {
    pub secret: String,
    /// The recovery codes.
    pub codes: Vec<String>,
}

impl App {
    /// An app with this secret.
    pub fn with_secret(secret: &Value) -> Self {
        Self { secret: secret.as_str().expect("a secret").to_owned(), codes: Vec::new() }
    }

    /// Turns the second factor of a person on, with the code of the previous step.
    pub async fn of(person: &Person) -> Self {
        let begun = person.client.post("/api/me/second-factor/begin", &json!({"password": person.password})).await;
        assert_eq!(begun.status, 200, "{:?}", begun.json());
        let mut app = Self::with_secret(&begun.json()["secret"]);
        let confirm =
            async || person.client.post("/api/me/second-factor/confirm", &json!({"code": app.code(-1)})).await;
        // The step may end between computing the code and sending it.
        let on = match confirm().await {
            refused if refused.status == 422 => confirm().await,
            on => on,
        };
        assert_eq!(on.status, 200, "{:?}", on.json());
        let codes = on.json()["recoveryCodes"].as_array().expect("codes").clone();
        app.codes = codes.iter().map(|code| code.as_str().expect("a code").to_owned()).collect();
        app
    }

    /// The code of a step, counted from the present one.
    pub fn code(&self, steps: i64) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
        let secret = Secret::try_from_base32(&self.secret).expect("base32");
        let totp = Builder::new().with_secret(secret).with_account_name("a").build().expect("an app");
        totp.generate(now.saturating_add_signed(steps * 30)).to_string()
    }
}

async fn signs_in(client: &Client, person: &Person) -> Answer {
    client.post("/api/auth/sign-in", &json!({"email": person.email, "password": person.password})).await
}

/// A sign-in that waits for its code.
pub async fn challenge(client: &Client, person: &Person) -> Value {
    let answer = signs_in(client, person).await;
    assert_eq!((answer.status.as_u16(), answer.set_cookies().len()), (202, 0), "{:?}", answer.json());
    answer.json()["challengeId"].clone()
}

pub async fn answers(client: &Client, challenge: &Value, code: &str) -> Answer {
    client.post("/api/auth/second-factor", &json!({"challengeId": challenge, "code": code})).await
}

/// A code that the app does not show now, nor two steps before or after.
fn wrong(app: &App) -> String {
    let near = [-2, -1, 0, 1, 2].map(|step| app.code(step));
    (0..).map(|n| format!("{n:06}")).find(|code| !near.contains(code)).expect("a code")
}

/// Lets codes that were used be used again.
async fn forget_steps(database: &TestDatabase) {
    database.connect().await.execute("update second_factors set last_step = 0").await.expect("forgotten");
}

#[actix_web::test]
async fn sf1_the_first_code_turns_the_second_factor_on_and_sign_ins_then_need_a_code() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let phone = ann.sign_in_again().await;
    let off = json!({"since": null, "recoveryCodes": 0});
    assert_eq!(ann.client.get("/api/me/second-factor").await.json(), off);
    let begin = |password: &str| json!({"password": password});
    let refused = ann.client.post("/api/me/second-factor/begin", &begin("not-her-password")).await;
    assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("password")));
    assert_eq!(ann.client.post("/api/me/second-factor/confirm", &json!({"code": "123456"})).await.refusal().0, 409);
    let begun = ann.client.post("/api/me/second-factor/begin", &begin(PASSWORD)).await;
    assert_eq!(begun.status, 200);
    assert!(begun.json()["url"].as_str().is_some_and(|url| url.starts_with("otpauth://totp/Troupe:ann%40example.org")));
    assert!(begun.json()["qr"]["path"].as_str().is_some_and(|path| path.starts_with("M0 0h7")));
    assert_eq!(signs_in(&node.client(), &ann).await.status, 200, "an app that was not confirmed changes nothing");
    let wrong = ann.client.post("/api/me/second-factor/confirm", &json!({"code": "12345"})).await;
    assert_eq!((wrong.refusal().0, wrong.field().as_deref()), (422, Some("code")));

    let app = App::of(&ann).await;
    assert_eq!(app.codes.len(), 10);
    assert_eq!(phone.client.get("/api/me").await.refusal(), (401, "token_revoked".into()), "begun without a code");
    let on = ann.client.get("/api/me/second-factor").await.json();
    assert!(on["since"].is_string() && on["recoveryCodes"] == 10, "{on}");
    assert_eq!(ann.client.post("/api/me/second-factor/begin", &begin(PASSWORD)).await.refusal().0, 409);
    let waiting = challenge(&node.client(), &ann).await;
    let answer = answers(&node.client(), &waiting, &app.code(0)).await;
    assert_eq!((answer.status.as_u16(), answer.json()["user"]["id"].as_str()), (200, Some(ann.id.as_str())));
    assert!(answer.cookie().is_some() && answer.device_cookie().is_some());
    assert_eq!(answers(&node.client(), &waiting, &app.code(1)).await.refusal(), (410, "gone".into()), "once");
    assert_eq!(
        subjects(&node.client(), &ann.email).await[0],
        "Two-factor authentication is on for your Troupe account"
    );
}

#[actix_web::test]
async fn b14_a_code_works_once_also_in_parallel_at_two_nodes() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let ann = one.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let (here, there) = (one.client(), two.client());
    let (a, b) = (challenge(&here, &ann).await, challenge(&there, &ann).await);
    let code = app.code(0);
    let (first, second) = tokio::join!(answers(&here, &a, &code), answers(&there, &b, &code));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    let again = challenge(&here, &ann).await;
    assert_eq!(answers(&here, &again, &code).await.refusal().0, 422);
    assert_eq!(answers(&here, &again, &app.code(-1)).await.refusal().0, 422, "an older code is refused too");
    assert_eq!(answers(&here, &again, &app.code(1)).await.status, 200);
}

#[actix_web::test]
async fn b13_five_wrong_codes_end_a_sign_in_and_ten_block_strangers_on_every_node() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1"), ("REDIS_URL", "redis://127.0.0.1:1")];
    let (one, two) =
        (TestNode::start_with(&database, &settings).await, TestNode::start_with(&database, &settings).await);
    let ann = one.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    // The device is known by its sign-in with the app.
    let mut device = one.client();
    let waiting = challenge(&device, &ann).await;
    device.cookie = answers(&device, &waiting, &app.code(0)).await.device_cookie();

    let wrong = wrong(&app);
    let waiting = challenge(&one.client(), &ann).await;
    let mut codes = Vec::new();
    for _ in 0..7 {
        codes.push(answers(&one.client(), &waiting, &wrong).await.refusal().0);
    }
    assert_eq!(codes, [422, 422, 422, 422, 422, 410, 410]);
    assert_eq!(
        answers(&one.client(), &waiting, &app.code(1)).await.refusal(),
        (410, "gone".into()),
        "the right code, after too many wrong ones"
    );
    let mut statuses = Vec::new();
    for n in 0..8 {
        let node = if n % 2 == 0 { &one } else { &two };
        let stranger = node.client().with_header("x-forwarded-for", &format!("198.51.100.{n}"));
        let waiting = challenge(&stranger, &ann).await;
        statuses.push(answers(&stranger, &waiting, &wrong).await.status.as_u16());
    }
    assert_eq!(statuses, [&[422; 5][..], &[429; 3]].concat());
    assert_eq!(subjects(&one.client(), &ann.email).await[0], "Someone tried to log in to your Troupe account");
    drop((one, two));
    let later = TestNode::start_with(&database, &settings).await;
    let stranger = later.client().with_header("x-forwarded-for", "203.0.113.9");
    let waiting = challenge(&stranger, &ann).await;
    assert_eq!(answers(&stranger, &waiting, &app.code(1)).await.refusal(), (429, "rate_limited".into()));
    let device = device.at(later.url());
    let waiting = challenge(&device, &ann).await;
    assert_eq!(answers(&device, &waiting, &app.code(1)).await.status, 200, "the owner's device is not locked out");
}

#[actix_web::test]
async fn sf3_each_recovery_code_works_once_and_new_ones_replace_the_old() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let (app, bobs) = (App::of(&ann).await, App::of(&bob).await);
    let client = node.client();
    let code = app.codes[3].to_uppercase().replace('-', " ");
    let waiting = challenge(&client, &ann).await;
    assert_eq!(answers(&client, &waiting, &bobs.codes[0]).await.refusal().0, 422, "a code of another account");
    assert_eq!(answers(&client, &waiting, &code).await.status, 200);
    let waiting = challenge(&client, &ann).await;
    assert_eq!(answers(&client, &waiting, &code).await.refusal().0, 422);
    assert_eq!(ann.client.get("/api/me/second-factor").await.json()["recoveryCodes"], 9);
    assert_eq!(subjects(&client, &ann.email).await[0], "A recovery code of your Troupe account was used");

    let path = "/api/me/second-factor/recovery-codes";
    let prove = |password: &str, code: &str| json!({"password": password, "code": code});
    assert_eq!(
        ann.client.post(path, &prove("not-her-password", &app.code(0))).await.field().as_deref(),
        Some("password")
    );
    assert_eq!(ann.client.post(path, &prove(PASSWORD, &wrong(&app))).await.field().as_deref(), Some("code"));
    let fresh = ann.client.post(path, &prove(PASSWORD, &app.code(0))).await;
    assert_eq!(fresh.json()["recoveryCodes"].as_array().map(Vec::len), Some(10));
    let waiting = challenge(&client, &ann).await;
    assert_eq!(answers(&client, &waiting, &app.codes[4]).await.refusal().0, 422, "replaced");
    let next = fresh.json()["recoveryCodes"][0].as_str().expect("a code").to_owned();
    assert_eq!(answers(&client, &waiting, &next).await.status, 200);
}

#[actix_web::test]
async fn sf4_turning_the_second_factor_off_needs_the_password_and_a_code() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let off = async |password: &str, code: &str| {
        ann.client.post("/api/me/second-factor/off", &json!({"password": password, "code": code})).await
    };
    assert_eq!(off("not-her-password", &app.code(0)).await.field().as_deref(), Some("password"));
    assert_eq!(off(PASSWORD, &wrong(&app)).await.field().as_deref(), Some("code"));
    assert_eq!(off(PASSWORD, "").await.field().as_deref(), Some("code"));
    assert_eq!(signs_in(&node.client(), &ann).await.status, 202);
    assert_eq!(off(PASSWORD, &app.code(0)).await.status, 204);
    assert_eq!(signs_in(&node.client(), &ann).await.status, 200);
    assert_eq!(off(PASSWORD, &app.code(1)).await.refusal().0, 409);
    assert_eq!(
        subjects(&node.client(), &ann.email).await[0],
        "Two-factor authentication is off for your Troupe account"
    );
    let stored: i64 = sqlx::query_scalar("select count(*) from recovery_codes")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(stored, 0);
}

#[actix_web::test]
async fn sf4_new_recovery_codes_while_the_second_factor_is_turned_off_are_stored_or_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let prove = |code: &str| json!({"password": PASSWORD, "code": code});
    let (by_app, by_recovery) = (prove(&app.code(0)), prove(&app.codes[0]));
    let (off, codes) = tokio::join!(
        ann.client.post("/api/me/second-factor/off", &by_app),
        ann.client.post("/api/me/second-factor/recovery-codes", &by_recovery)
    );
    assert_eq!(off.status, 204);
    let codes = codes.status.as_u16();
    // 422 if the factor was off before the code was checked.
    assert!([200, 409, 422].contains(&codes), "{codes}");
    assert_eq!(signs_in(&node.client(), &ann).await.status, 200);
}

#[actix_web::test]
async fn sf1_too_many_wrong_first_codes_are_refused_and_the_owner_gets_a_mail() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let mut stranger = ann.client.clone();
    stranger.cookie = None;
    let begun = ann.client.post("/api/me/second-factor/begin", &json!({"password": PASSWORD})).await;
    let app = App::with_secret(&begun.json()["secret"]);
    let mut statuses = Vec::new();
    for _ in 0..12 {
        let answer = stranger.post("/api/me/second-factor/confirm", &json!({"code": wrong(&app)})).await;
        statuses.push(answer.status.as_u16());
    }
    assert_eq!(statuses, [&[422; 10][..], &[429; 2]].concat());
    assert_eq!(subjects(&node.client(), &ann.email).await[0], "Someone tried to log in to your Troupe account");
}

#[actix_web::test]
async fn sf4_an_operator_can_turn_the_second_factor_off() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    App::of(&ann).await;
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    let id = ann.id.parse().expect("an id");
    assert!(forget_second_factor(&db, id).await.expect("forgotten"));
    assert_eq!(signs_in(&node.client(), &ann).await.status, 200);
    assert!(!forget_second_factor(&db, id).await.expect("forgotten"), "there is none left");
    assert_eq!(signs_in(&node.client(), &ann).await.status, 200);
}

#[actix_web::test]
async fn b16_a_reset_a_change_of_the_password_and_a_sign_up_do_not_bypass_the_code() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let client = node.client();
    let request = forgets(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    let reset = resets(&client, &request, &code, OTHER).await;
    assert_eq!((reset.status.as_u16(), reset.cookie()), (204, None), "a reset begins no session");
    assert_eq!(signs_in(&client, &ann).await.refusal().0, 401);
    ann.password = OTHER.to_owned();
    let waiting = challenge(&client, &ann).await;
    let entered = answers(&client, &waiting, &app.code(0)).await;
    assert_eq!(entered.status, 200);
    ann.take(&entered);
    let change = json!({"password": OTHER, "newPassword": PASSWORD});
    assert_eq!(ann.client.post("/api/me/password", &change).await.status, 204);
    ann.password = PASSWORD.to_owned();
    challenge(&client, &ann).await;
    // A sign-up with the same address creates no account.
    let signed_up = client.post("/api/auth/sign-up", &json!({"email": ann.email, "password": OTHER})).await;
    let confirm = json!({"signUpId": signed_up.json()["signUpId"], "code": "00000000"});
    assert_eq!(client.post("/api/auth/confirm", &confirm).await.status, 422);
}

#[actix_web::test]
async fn b13_all_known_devices_together_have_a_limit() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES_EVERYWHERE", "3")]).await;
    let mut ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let wrong = wrong(&app);
    // Each reset of the password makes another device known.
    let mut devices = Vec::new();
    for _ in 0..2 {
        let mut device = node.client();
        let request = forgets(&device, &ann.email).await;
        let code = newest_code(&device, &ann.email).await;
        device.cookie = resets(&device, &request, &code, OTHER).await.device_cookie();
        devices.push(device);
    }
    ann.password = OTHER.to_owned();
    let mut statuses = Vec::new();
    for n in 0..4 {
        let device = &devices[n % 2];
        let waiting = challenge(device, &ann).await;
        statuses.push(answers(device, &waiting, &wrong).await.status.as_u16());
    }
    assert_eq!(statuses, [422, 422, 422, 429]);
}

#[actix_web::test]
async fn ac2_a_new_password_voids_pending_sign_ins_and_an_unconfirmed_app() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let app = App::of(&ann).await;
    let waiting = challenge(&node.client(), &ann).await;
    let begun = bob.client.post("/api/me/second-factor/begin", &json!({"password": PASSWORD})).await.json();
    for person in [&ann, &bob] {
        let change = json!({"password": PASSWORD, "newPassword": OTHER});
        assert_eq!(person.client.post("/api/me/password", &change).await.status, 204);
    }
    assert_eq!(answers(&node.client(), &waiting, &app.code(0)).await.refusal(), (410, "gone".into()));
    let code = App::with_secret(&begun["secret"]).code(0);
    let confirmed = bob.client.post("/api/me/second-factor/confirm", &json!({"code": code})).await;
    assert_eq!(confirmed.refusal(), (409, "conflict".into()), "the app that was not confirmed is void");
}

#[actix_web::test]
async fn b17_no_other_call_accepts_the_id_of_a_pending_sign_in() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ann = &team.people[0];
    let app = App::of(ann).await;
    let waiting = challenge(&node.client(), ann).await;
    let id = waiting.as_str().expect("an id");
    let mut client = node.client().with_token(id);
    for path in ["/api/me", "/api/me/sessions", "/api/me/second-factor", &team.path("snapshot")] {
        assert_eq!(client.get(path).await.refusal(), (401, "unauthenticated".into()), "{path}");
    }
    client.cookie = Some(format!("troupe_refresh={id}"));
    assert_eq!(client.post("/api/auth/refresh", &json!({})).await.refusal(), (401, "unauthenticated".into()));
    let reset = resets(&node.client(), &waiting, &app.code(0), OTHER).await;
    assert_eq!(reset.status, 422);
    let mut socket = Socket::open(node.url()).await;
    socket.send(&json!({"type": "hello", "token": id, "workspace": team.workspace, "protocol": 1})).await;
    assert_eq!(socket.end().await, 4401);
    for unknown in [json!(Uuid::new_v4()), json!(ann.id)] {
        assert_eq!(answers(&node.client(), &unknown, &app.code(0)).await.refusal(), (410, "gone".into()));
    }
    database
        .connect()
        .await
        .execute("update pending_sign_ins set expires_at = now() - interval '1 s'")
        .await
        .expect("later");
    assert_eq!(answers(&node.client(), &waiting, &app.code(0)).await.refusal(), (410, "gone".into()));
}

#[actix_web::test]
async fn q04_the_database_holds_no_secret_of_an_app_no_recovery_code_and_a_password_that_old_builds_refuse() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let mut connection = database.connect().await;
    let mut dump = String::new();
    for table in ["users", "second_factors", "recovery_codes", "pending_sign_ins", "jobs"] {
        let sql = format!("select coalesce(string_agg(t::text, ' '), '') from {table} t");
        dump +=
            &sqlx::query_scalar::<_, String>(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.expect("rows");
    }
    let secret = Secret::try_from_base32(&app.secret).expect("base32");
    let bytes: &[u8] = secret.as_ref();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(!dump.contains(&app.secret) && !dump.contains(&hex));
    for code in &app.codes {
        assert!(!dump.contains(code) && !dump.contains(&code.replace('-', "")));
    }
    let stored: String = sqlx::query_scalar("select password_hash from users where email_key = $1")
        .bind(&ann.email)
        .fetch_one(&mut connection)
        .await
        .expect("a row");
    // A build before second factors cannot parse this as a hash.
    assert!(stored.starts_with("guarded:$argon2"), "{stored}");
}

#[actix_web::test]
async fn sf5_an_app_keeps_working_during_and_after_a_rotation_of_the_clusters_secret() {
    const NEXT: &str = "0f38269acd7be1f04c5d3ab7e1c4a95d";
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    drop(node);
    let before = "b7e1c4a95d0f38269acd7be1f04c5d3a";
    let during = TestNode::start_with(&database, &[("TROUPE_SECRET", NEXT), ("TROUPE_SECRET_PREVIOUS", before)]).await;
    let waiting = challenge(&during.client(), &ann).await;
    assert_eq!(answers(&during.client(), &waiting, &app.code(0)).await.status, 200);
    drop(during);
    forget_steps(&database).await;
    let after = TestNode::start_with(&database, &[("TROUPE_SECRET", NEXT)]).await;
    let waiting = challenge(&after.client(), &ann).await;
    assert_eq!(answers(&after.client(), &waiting, &app.code(0)).await.status, 200);
}
