//! Keys: the head of a token, the session in a token, and the rotation of the secret.

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, newest_code};

/// The secret of the nodes in these tests.
const SECRET: &str = "b7e1c4a95d0f38269acd7be1f04c5d3a";
const OTHER: &str = "0f38269acd7be1f04c5d3ab7e1c4a95d";

/// An attacker with the secret can derive the key.
fn access_key(secret: &str) -> EncodingKey {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length");
    mac.update(b"troupe access token 1");
    EncodingKey::from_secret(&mac.finalize().into_bytes())
}

/// The claims of a token.
fn claims(token: &str) -> Value {
    use base64::Engine;
    let part = token.split('.').nth(1).expect("three parts");
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(part).expect("base64");
    serde_json::from_slice(&bytes).expect("json")
}

fn signed(head: &Header, claims: &Value) -> String {
    encode(head, claims, &access_key(SECRET)).expect("signed")
}

#[actix_web::test]
async fn a08_a_head_that_names_an_unknown_key_or_asks_for_more_is_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let claims = claims(ann.token());
    let plain = || Header::new(Algorithm::HS256);
    let mut heads = Vec::new();
    for kid in ["", "0000000000000000", "../../dev/null", "' or 1"] {
        heads.push(Header { kid: Some(kid.to_owned()), ..plain() });
    }
    heads.push(Header { crit: Some(vec!["exp".to_owned()]), ..plain() });
    heads.push(Header { jku: Some("https://evil.example/keys".to_owned()), ..plain() });
    heads.push(Header { x5u: Some("https://evil.example/cert".to_owned()), ..plain() });
    for head in heads {
        let token = signed(&head, &claims);
        let answer = node.client().with_token(&token).get("/api/me").await;
        assert_eq!(answer.refusal(), (401, "unauthenticated".into()), "{head:?}");
    }
    let of_the_build_before = signed(&plain(), &claims);
    assert_eq!(node.client().with_token(&of_the_build_before).get("/api/me").await.status, 200);
}

#[actix_web::test]
async fn a10_a_token_that_names_another_users_session_or_none_is_refused_everywhere() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (ann, bob) = (&team.people[0], &team.people[1]);
    for sid in [claims(bob.token())["sid"].clone(), json!(uuid::Uuid::now_v7())] {
        let mut forged = claims(ann.token());
        forged["sid"] = sid;
        let token = signed(&Header::new(Algorithm::HS256), &forged);
        let eve = node.client().with_token(&token);
        let command = json!({"id": uuid::Uuid::now_v7(), "command": {"kind": "list.create", "listId": uuid::Uuid::now_v7(), "name": "x"}});
        for answer in [
            eve.get("/api/me").await,
            eve.get(&team.path("snapshot")).await,
            eve.post(&team.path("commands"), &command).await,
        ] {
            assert_eq!(answer.refusal(), (401, "unauthenticated".into()));
        }
        let mut socket = Socket::open(node.url()).await;
        socket.send(&json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1})).await;
        assert_eq!(socket.end().await, 4401);
        eve.post("/api/auth/sign-out", &json!({"everywhere": true})).await;
    }
    for person in [ann, bob] {
        assert_eq!(person.client.get("/api/me").await.status, 200, "the rotation ended no session");
    }
}

#[actix_web::test]
async fn a_secret_is_replaced_and_no_user_is_signed_out() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let spent = ann.clone();
    let refreshed = ann.client.post("/api/auth/refresh", &json!({})).await;
    ann.take(&refreshed);
    let body = json!({ "email": "bob@example.org", "password": "vivid-horse-8" });
    let sign_up = node.client().post("/api/auth/sign-up", &body).await.json();
    let code = newest_code(&node.client(), "bob@example.org").await;
    drop(node);

    let settings = [("TROUPE_SECRET", OTHER), ("TROUPE_SECRET_PREVIOUS", SECRET)];
    let node = TestNode::start_with(&database, &settings).await;
    assert_eq!(ann.client.at(node.url()).get("/api/me").await.status, 200, "an access token goes on");
    // A slow tab with the spent refresh token gets the live one, which the other key made.
    let late = spent.client.at(node.url()).post("/api/auth/refresh", &json!({})).await;
    assert_eq!(late.status, 200, "{}", late.json());
    assert_eq!(late.cookie(), refreshed.cookie());
    let body = json!({ "signUpId": sign_up["signUpId"], "code": code });
    assert_eq!(node.client().post("/api/auth/confirm", &body).await.status, 200, "a code goes on");
    ann.take(&late);
    ann.client = ann.client.at(node.url());
    let refreshed = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refreshed.status, 200);
    let before = ann.token().to_owned();
    ann.take(&refreshed);
    drop(node);

    let node = TestNode::start_with(&database, &[("TROUPE_SECRET", OTHER)]).await;
    ann.client = ann.client.at(node.url());
    assert_eq!(ann.client.get("/api/me").await.status, 200);
    assert_eq!(ann.client.with_token(&before).get("/api/me").await.status, 200, "it was made with the new secret");
    let of_the_old_secret = spent.client.at(node.url()).get("/api/me").await;
    assert_eq!(of_the_old_secret.refusal(), (401, "unauthenticated".into()));
    assert_eq!(ann.client.post("/api/auth/refresh", &json!({})).await.status, 200, "a refresh cookie goes on");
}

#[actix_web::test]
async fn a09_claims_of_wrong_types_and_impossible_times_are_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let good = claims(ann.token());
    let now = good["iat"].as_i64().expect("an instant");
    let odd = [
        ("exp", json!("9999999999")),
        ("exp", json!(-1)),
        ("exp", json!(1e300)),
        ("exp", json!(null)),
        ("nbf", json!("now")),
        ("nbf", json!(now + 3_600)),
        ("iat", json!(now + 3_600)),
        ("aud", json!(["troupe:api"])),
        ("aud", json!("another")),
        ("iss", json!("another")),
        ("typ", json!("refresh")),
        ("sub", json!("ann")),
        ("sid", json!(7)),
    ];
    for (name, value) in odd {
        let mut changed = good.clone();
        changed[name] = value.clone();
        let token = signed(&Header::new(Algorithm::HS256), &changed);
        let answer = node.client().with_token(&token).get("/api/me").await;
        assert_eq!(answer.refusal(), (401, "unauthenticated".into()), "{name}: {value}");
    }
    let unchanged = signed(&Header::new(Algorithm::HS256), &good);
    assert_eq!(node.client().with_token(&unchanged).get("/api/me").await.status, 200, "the key is the right one");
}
