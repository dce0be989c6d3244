//! The list of sessions (AC5).

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{Person, TestDatabase, TestNode};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn list(person: &Person) -> Vec<Value> {
    let answer = person.client.get("/api/me/sessions").await;
    assert_eq!(answer.status, 200);
    answer.json()["sessions"].as_array().expect("sessions").clone()
}

#[actix_web::test]
async fn ac5_a_person_sees_where_the_account_is_signed_in_and_nobody_elses_sessions() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_TRUSTED_PROXIES", "127.0.0.1")]).await;
    let (olga, mia) = (node.sign_up_user("olga").await, node.sign_up_user("mia").await);
    let elsewhere = node.client().with_header("x-forwarded-for", "203.0.113.7").with_header("user-agent", FIREFOX);
    let body = json!({"email": olga.email, "password": olga.password});
    let answer = elsewhere.post("/api/auth/sign-in", &body).await;
    assert_eq!(answer.status, 200);
    let seen = list(&olga).await;
    let shown: Vec<_> =
        seen.iter().map(|it| (it["device"].as_str(), it["address"].as_str(), it["current"] == true)).collect();
    assert_eq!(shown, [(Some("Firefox on Linux"), Some("203.0.113.7"), false), (None, Some("127.0.0.1"), true)]);
    assert!(seen.iter().all(|it| it["createdAt"].is_string() && it["seenAt"].is_string()));

    // A refresh updates the address of the session.
    let mut moved = elsewhere.clone();
    moved.headers.clear();
    moved.cookie = answer.cookie();
    let moved = moved.with_header("x-forwarded-for", "198.51.100.4");
    assert_eq!(moved.post("/api/auth/refresh", &json!({})).await.status, 200);
    let other = list(&olga).await.into_iter().find(|it| it["current"] == false).expect("the other session");
    assert_eq!((other["device"].as_str(), other["address"].as_str()), (Some("Firefox on Linux"), Some("198.51.100.4")));

    for id in [&other["id"], &json!(Uuid::now_v7())] {
        let path = format!("/api/me/sessions/{}/end", id.as_str().expect("an id"));
        assert_eq!(mia.client.post(&path, &json!({})).await.refusal(), (404, "not_found".into()));
    }
    assert_eq!((list(&olga).await.len(), list(&mia).await.len()), (2, 1));
}

#[actix_web::test]
async fn ac5_d05_ending_a_session_closes_only_its_own_sockets_on_every_node() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga"]).await;
    let olga = &team.people[0];
    let (phone, tablet) = (olga.sign_in_again().await, olga.sign_in_again().await);
    let mut own = team.socket(0).await;
    let mut on_phone = Socket::enter(there.url(), phone.token(), &team.workspace).await;
    let mut on_tablet = Socket::enter(there.url(), tablet.token(), &team.workspace).await;
    let of_phone = list(&phone).await.into_iter().find(|it| it["current"] == true).expect("a session");
    let path = format!("/api/me/sessions/{}/end", of_phone["id"].as_str().expect("an id"));
    assert_eq!(olga.client.post(&path, &json!({})).await.status, 204);
    assert_eq!(on_phone.end().await, 4401);
    assert_eq!(phone.client.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    assert_eq!(olga.client.post(&path, &json!({})).await.status, 404, "the session has already ended");
    on_tablet.send(&json!({"type": "ping", "n": 1})).await;
    assert_eq!(on_tablet.next_of("pong").await["n"], 1);

    assert_eq!(olga.client.post("/api/me/sessions/end-others", &json!({})).await.status, 204);
    assert_eq!(on_tablet.end().await, 4401);
    own.send(&json!({"type": "ping", "n": 2})).await;
    assert_eq!(own.next_of("pong").await["n"], 2);
    assert_eq!(list(olga).await.len(), 1);
}

#[actix_web::test]
async fn a17_a_sign_in_gives_the_browser_a_new_session_and_ends_the_one_that_it_held() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, eve) = (node.sign_up_user("ann").await, node.sign_up_user("eve").await);
    // Eve has planted her session in Ann's browser.
    let mut browser = node.client();
    browser.cookie = eve.client.cookie.clone();
    let right = json!({"email": ann.email, "password": ann.password});
    let refused = browser.post("/api/auth/sign-in", &json!({"email": ann.email, "password": "not-hers-at-all"})).await;
    assert_eq!(refused.status, 401);
    assert_eq!(eve.client.get("/api/me").await.status, 200, "nothing has changed");
    let answer = browser.post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.status, 200);
    assert_ne!(answer.cookie(), browser.cookie);
    assert_eq!(eve.client.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    // If the same person signs in again, the browser still has only one session.
    browser.cookie = answer.cookie();
    assert_eq!(browser.post("/api/auth/sign-in", &right).await.status, 200);
    assert_eq!(list(&ann).await.len(), 2);
}
