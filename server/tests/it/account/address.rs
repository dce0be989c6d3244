//! A new address for an account (AC3).

use serde_json::json;
use uuid::Uuid;

use super::{other_code, signs_in, subjects, wants};
use crate::support::{PASSWORD, Person, TestDatabase, TestNode, newest_code};

async fn confirms(person: &Person, request: &serde_json::Value, code: &str) -> crate::support::Answer {
    person.client.post("/api/me/email/confirm", &json!({"requestId": request, "code": code})).await
}

#[actix_web::test]
async fn ac3_a_new_address_takes_effect_with_its_code_and_the_old_address_gets_a_notice() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (olga, mia) = (node.sign_up_user("olga").await, node.sign_up_user("mia").await);
    for (body, field) in [
        (json!({"email": "no address", "password": PASSWORD}), "email"),
        (json!({"email": "Olga@example.org", "password": PASSWORD}), "email"),
        (json!({"email": "new@example.org", "password": "not-hers-at-all"}), "password"),
    ] {
        let answer = olga.client.post("/api/me/email", &body).await;
        assert_eq!((answer.refusal().0, answer.field().as_deref()), (422, Some(field)), "{body}");
    }
    let (request, code) = wants(&olga, "New@example.org").await;
    assert_eq!(olga.client.get("/api/me").await.json()["user"]["email"], "olga@example.org");
    assert_eq!(confirms(&olga, &request, other_code(&code)).await.field().as_deref(), Some("code"));
    assert_eq!(confirms(&mia, &request, &code).await.field().as_deref(), Some("code"), "the code is not hers");
    let answer = confirms(&olga, &request, &code).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["email"]), (200, &json!("New@example.org")));
    assert!(answer.device_cookie().is_some(), "the device stays known under the new address");
    assert_eq!(confirms(&olga, &request, &code).await.refusal(), (410, "gone".into()));
    assert_eq!(olga.client.get("/api/me").await.json()["user"]["email"], "New@example.org");
    assert_eq!(signs_in(&node.client(), "new@example.org", PASSWORD).await, 200);
    assert_eq!(signs_in(&node.client(), "olga@example.org", PASSWORD).await, 401);
    assert_eq!(subjects(&node.client(), "olga@example.org").await[0], "The address of your Troupe account was changed");
    // The old address is free again.
    let other = node.sign_up_user("olga").await;
    assert_ne!(other.id, olga.id);
}

#[actix_web::test]
async fn a03_a_taken_address_gets_the_same_answer_and_only_its_owner_gets_a_notice() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (olga, mia) = (node.sign_up_user("olga").await, node.sign_up_user("mia").await);
    let mut answers = Vec::new();
    for email in [mia.email.as_str(), "free@example.org"] {
        let body = json!({"email": email, "password": PASSWORD});
        let answer = olga.client.post("/api/me/email", &body).await;
        let request = answer.json()["requestId"].clone();
        let mut wrong = Vec::new();
        // One more than the attempts that a code allows.
        for _ in 0..6 {
            let answer = confirms(&olga, &request, "00000000").await;
            wrong.push((answer.status, answer.body));
        }
        answers.push((answer.status, answer.body.len(), wrong));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(subjects(&node.client(), &mia.email).await[0], "This address already belongs to your Troupe account");
    let unknown = json!({"requestId": Uuid::new_v4()});
    assert_eq!(olga.client.post("/api/me/email/resend", &unknown).await.status, 202);
}

#[actix_web::test]
async fn ac3_the_account_that_owns_the_instance_by_its_address_keeps_the_address() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_INSTANCE_OWNER", "Olga@example.org")];
    let (node, other) = (TestNode::start_with(&database, &settings).await, TestNode::start(&database).await);
    let (olga, mia) = (node.sign_up_user("olga").await, node.sign_up_user("mia").await);
    let refused = olga.client.post("/api/me/email", &json!({"email": "new@example.org", "password": PASSWORD})).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()));
    assert!(refused.json()["error"]["message"].as_str().is_some_and(|it| it.contains("TROUPE_INSTANCE_OWNER")));
    // The setting may be newer than the request.
    let mut elsewhere = olga.clone();
    elsewhere.client = olga.client.at(other.url());
    let (request, code) = wants(&elsewhere, "new@example.org").await;
    assert_eq!(confirms(&olga, &request, &code).await.refusal(), (409, "conflict".into()));
    assert_eq!(olga.client.get("/api/me").await.json()["instanceOwner"], true);
    let (request, code) = wants(&mia, "other@example.org").await;
    assert_eq!(confirms(&mia, &request, &code).await.status, 200, "nobody else is refused");
}

#[actix_web::test]
async fn ac3_of_two_accounts_that_want_one_address_one_gets_it_and_a_resent_code_replaces_the_first() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (olga, mia) = (node.sign_up_user("olga").await, node.sign_up_user("mia").await);
    let (first, first_code) = wants(&olga, "new@example.org").await;
    let (second, second_code) = wants(&mia, "new@example.org").await;
    assert_eq!(olga.client.post("/api/me/email/resend", &json!({"requestId": first})).await.status, 202);
    let next = newest_code(&node.client(), "new@example.org").await;
    if next != first_code {
        assert_eq!(confirms(&olga, &first, &first_code).await.refusal().0, 422);
    }
    assert_eq!(confirms(&olga, &first, &next).await.status, 200);
    let late = confirms(&mia, &second, &second_code).await;
    assert_eq!((late.refusal(), late.field().as_deref()), ((409, "already_exists".into()), Some("email")));
    assert_eq!(mia.client.get("/api/me").await.json()["user"]["email"], "mia@example.org");
}
