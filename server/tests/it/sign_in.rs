//! Signing in and out.

use serde_json::json;

use crate::support::{PASSWORD, TestDatabase, TestNode, until};

#[actix_web::test]
async fn a03_a_wrong_email_and_a_wrong_password_get_one_answer() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();

    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    let unknown = json!({ "email": "nobody@example.org", "password": "not-her-password" });
    let wrong = client.post("/api/auth/sign-in", &wrong).await;
    let unknown = client.post("/api/auth/sign-in", &unknown).await;
    assert_eq!(wrong.refusal(), (401, "wrong_credentials".into()));
    assert_eq!((wrong.status, &wrong.body), (unknown.status, &unknown.body));
    assert!(wrong.set_cookies().is_empty());
}

#[actix_web::test]
async fn an_email_is_the_same_in_capitals() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    node.sign_up_user("ann").await;
    let body = json!({ "email": " ANN@example.ORG", "password": PASSWORD });
    assert_eq!(node.client().post("/api/auth/sign-in", &body).await.status, 200);
}

#[actix_web::test]
async fn a25_the_refresh_cookie_is_out_of_reach_for_scripts_and_other_paths() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let body = json!({ "email": ann.email, "password": PASSWORD });

    let answer = node.client().post("/api/auth/sign-in", &body).await;
    let cookies: [String; 3] = answer.set_cookies().try_into().expect("three cookies");
    let text = String::from_utf8(answer.body).expect("text");
    let [refresh, device, old_device] = &cookies;
    // Earlier builds set the device cookie with the path of the refresh cookie.
    assert!(old_device.starts_with("troupe_device=;") && old_device.contains("Max-Age=0"), "{old_device}");
    assert!(format!("{old_device};").contains("Path=/api/auth;"), "{old_device}");
    for (cookie, name, path, age) in
        [(refresh, "troupe_refresh=", "/api/auth", 2_592_000), (device, "troupe_device=", "/api", 34_560_000)]
    {
        assert!(cookie.starts_with(name), "{cookie}");
        for part in ["HttpOnly;", "SameSite=Strict;", &format!("Path={path};"), &format!("Max-Age={age};")] {
            assert!(format!("{cookie};").contains(part), "{part} in {cookie}");
        }
        let value = cookie[name.len()..].split(';').next().expect("a value");
        assert!(!text.contains(value), "what a cookie holds is in the cookie alone");
    }
}

#[actix_web::test]
async fn a25_with_tls_the_cookie_is_of_the_host_alone() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_PUBLIC_URL", "https://troupe.example.org")];
    let node = TestNode::start_with(&database, &settings).await;
    let mut ann = node.sign_up_user("ann").await;

    let answer = ann.client.post("/api/auth/refresh", &json!({})).await;
    let cookies: [String; 2] = answer.set_cookies().try_into().expect("two cookies");
    for (cookie, name) in cookies.iter().zip(["__Host-troupe_refresh=", "__Host-troupe_device="]) {
        assert!(cookie.starts_with(name), "{cookie}");
        for part in ["Secure", "HttpOnly", "SameSite=Strict", "Path=/;"] {
            assert!(format!("{cookie};").contains(part), "{part} in {cookie}");
        }
    }
    assert!(answer.header("strict-transport-security").is_some());
    ann.take(&answer);
}

#[actix_web::test]
async fn a11_after_sign_out_the_access_token_counts_on_no_node() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let ann = one.sign_up_user("ann").await;
    let phone = ann.sign_in_again().await;

    let answer = ann.client.post("/api/auth/sign-out", &json!({})).await;
    assert_eq!(answer.status, 204);
    let [cookie] = answer.set_cookies().try_into().expect("one cookie");
    assert!(cookie.starts_with("troupe_refresh=;") && cookie.contains("Max-Age=0"), "{cookie}");

    assert_eq!(ann.client.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    let elsewhere = ann.client.at(two.url());
    until("the other node knows", || async { elsewhere.get("/api/me").await.status == 401 }).await;
    assert_eq!(elsewhere.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    let refreshed = elsewhere.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refreshed.refusal(), (401, "refresh_revoked".into()));
    assert_eq!(phone.client.get("/api/me").await.status, 200, "the other device stays");
}

#[actix_web::test]
async fn a11_signing_out_everywhere_ends_every_session_of_the_user_and_no_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let phone = ann.sign_in_again().await;

    let body = json!({ "everywhere": true });
    assert_eq!(ann.client.post("/api/auth/sign-out", &body).await.status, 204);
    for device in [&ann, &phone] {
        assert_eq!(device.client.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    }
    assert_eq!(bob.client.get("/api/me").await.status, 200);
    ann.sign_in_again().await;
}

#[actix_web::test]
async fn signing_out_needs_no_fresh_token_and_no_session() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let token = ann.client.token.take().expect("a token");

    let answer = ann.client.post("/api/auth/sign-out", &json!({})).await;
    assert_eq!(answer.status, 204, "the cookie says whose session it is");
    let with_token = node.client().with_token(&token);
    assert_eq!(with_token.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    assert_eq!(node.client().post("/api/auth/sign-out", &json!({})).await.status, 204);
}

#[actix_web::test]
async fn a_sign_out_is_remembered_by_a_node_that_starts_after_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    ann.client.post("/api/auth/sign-out", &json!({})).await;

    let later = TestNode::start(&database).await;
    let answer = ann.client.at(later.url()).get("/api/me").await;
    assert_eq!(answer.refusal(), (401, "token_revoked".into()));
}

#[actix_web::test]
async fn a21_the_database_holds_no_token_no_code_and_no_password() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let refresh = ann.client.cookie.clone().expect("a cookie");
    let refresh = refresh.split_once('=').expect("a value").1;
    let code = crate::support::newest_code(&ann.client, &ann.email).await;

    let mut connection = database.connect().await;
    let mut dump = String::new();
    for table in ["users", "pending_sign_ups", "sessions", "refresh_tokens", "guesses"] {
        let rows: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select t::text from {table} t")))
            .fetch_all(&mut connection)
            .await
            .expect("rows");
        dump.push_str(&rows.join("\n"));
    }
    assert!(dump.contains("$argon2id$"), "the dump is one");
    for secret in [PASSWORD, ann.token(), refresh, &format!(",{code},")] {
        assert!(!dump.contains(secret), "{secret} stands in the database");
    }
}

#[actix_web::test]
async fn p07_the_oldest_of_a_hundred_sessions_gives_way_to_a_new_one() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let tablet = ann.sign_in_again().await;
    // Fills the limit with sessions that are older than the tablet's and younger than the first.
    let mut connection = database.connect().await;
    sqlx::query(
        "insert into sessions (id, user_id, created_at, expires_at)
         select gen_random_uuid(), user_id, created_at + interval '1 ms', expires_at
         from (select * from sessions order by created_at limit 1) as first, generate_series(1, 98)",
    )
    .execute(&mut connection)
    .await
    .expect("sessions");
    assert_eq!(ann.client.get("/api/me").await.status, 200);
    let phone = ann.sign_in_again().await;
    until("the first one has ended", async || ann.client.get("/api/me").await.status == 401).await;
    assert_eq!(tablet.client.get("/api/me").await.status, 200);
    assert_eq!(phone.client.get("/api/me").await.status, 200);
}
