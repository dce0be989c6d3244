//! A change of the password (AC2), and guesses at it (A02).

use serde_json::json;
use sqlx::Executor;

use super::{OTHER, signs_in, subjects};
use crate::protocol::team::Team;
use crate::support::{PASSWORD, TestDatabase, TestNode, until};

#[actix_web::test]
async fn ac2_a_person_changes_the_password_and_ends_the_other_sessions_by_choice() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let mut team = Team::new(&here, &["olga"]).await;
    let olga = team.people[0].clone();
    let phone = olga.sign_in_again().await;
    let change = |password: &str, new: &str| json!({"password": password, "newPassword": new});
    for (body, field) in [
        (change("not-her-password", OTHER), "password"),
        (change(PASSWORD, "short"), "newPassword"),
        (change(PASSWORD, "password1"), "newPassword"),
        (change(PASSWORD, &"x".repeat(129)), "newPassword"),
        (change(&"x".repeat(129), OTHER), "password"),
    ] {
        let answer = olga.client.post("/api/me/password", &body).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{body}");
        assert_eq!(answer.field().as_deref(), Some(field), "{body}");
    }
    assert_eq!(olga.client.post("/api/me/password", &change(PASSWORD, OTHER)).await.status, 204);
    assert_eq!(phone.client.get("/api/me").await.status, 200, "without `endOthers`, other sessions stay");
    assert_eq!(signs_in(&here.client(), &olga.email, PASSWORD).await, 401);
    assert_eq!(subjects(&here.client(), &olga.email).await[0], "Your Troupe password was changed");

    team.people[0] = phone.clone();
    let mut socket = team.socket_at(0, &there).await;
    let all = json!({"password": OTHER, "newPassword": "plain-heron-5", "endOthers": true});
    assert_eq!(olga.client.post("/api/me/password", &all).await.status, 204);
    assert_eq!(socket.end().await, 4401, "also at another node");
    assert_eq!(phone.client.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    assert_eq!(olga.client.get("/api/me").await.status, 200);
    assert_eq!(signs_in(&here.client(), &olga.email, "plain-heron-5").await, 200);
}

/// Runs a change of all accounts while a person signs in with the right password; returns the status of the sign-in.
async fn signs_in_during(change: &'static str) -> u16 {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let mut other = database.connect().await;
    other.execute("begin").await.expect("a transaction");
    other.execute(change).await.expect("a change");
    let client = node.client();
    let signing_in = actix_web::rt::spawn(async move { signs_in(&client, &ann.email, PASSWORD).await });
    until("the sign-in waits", async || {
        let waits = "select exists (select from pg_stat_activity
                                    where datname = current_database() and wait_event_type = 'Lock')";
        sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut database.connect().await).await.expect("an answer")
    })
    .await;
    other.execute("commit").await.expect("changed");
    signing_in.await.expect("an answer")
}

#[actix_web::test]
async fn a11_a_sign_in_begins_no_session_if_the_password_changes_or_the_account_is_deleted_meanwhile() {
    assert_eq!(signs_in_during("update users set password_hash = 'another'").await, 401);
    assert_eq!(signs_in_during("update users set password_hash = 'guarded:' || password_hash").await, 401);
    assert_eq!(signs_in_during("update users set deleted_at = now()").await, 401);
    assert_eq!(signs_in_during("update users set firstname = 'Anna'").await, 200);
}

#[actix_web::test]
async fn a02_guesses_at_the_password_share_one_count_in_all_calls_and_on_all_nodes() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let olga = one.sign_up_user("olga").await;
    let mia = one.sign_up_user("mia").await;
    let wrong = "not-her-password";
    let guesses = [
        ("/api/auth/sign-in", json!({"email": olga.email, "password": wrong})),
        ("/api/me/password", json!({"password": wrong, "newPassword": OTHER})),
        ("/api/me/email", json!({"password": wrong, "email": "new@example.org"})),
        ("/api/me/delete", json!({"password": wrong})),
    ];
    // Mia does not own the instance, so deleting her account checks the password first.
    let by_mia = |(path, body): &(&'static str, serde_json::Value)| {
        let mut body = body.clone();
        if body.get("email").is_some_and(|email| email == &json!(olga.email)) {
            body["email"] = json!(mia.email);
        }
        (*path, body)
    };
    let mut statuses = Vec::new();
    for n in 0..12 {
        let (path, body) = by_mia(&guesses[n % guesses.len()]);
        let client = if n % 2 == 0 { mia.client.clone() } else { mia.client.at(two.url()) };
        let mut client = client;
        client.cookie = None;
        statuses.push(client.post(path, &body).await.status.as_u16());
    }
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert_eq!(refused, 2, "{statuses:?}");
    drop((one, two));
    let later = TestNode::start(&database).await;
    let right = json!({"password": PASSWORD, "newPassword": OTHER});
    let mut client = mia.client.at(later.url());
    client.cookie = None;
    assert_eq!(client.post("/api/me/password", &right).await.refusal(), (429, "rate_limited".into()));
}
