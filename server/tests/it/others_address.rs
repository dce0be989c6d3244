//! Sign-ups with another person's address (B08).

use serde_json::{Value, json};

use crate::sign_up::with_code;
use crate::support::{Client, TestDatabase, TestNode, mailbox, newest_code};

const ANN: &str = "ann@example.org";

/// Signs up with Ann's address; returns what the page keeps of the sign-up.
async fn sign_up(client: &Client, password: &str) -> Value {
    let answer = client.post("/api/auth/sign-up", &json!({ "email": ANN, "password": password })).await;
    assert_eq!(answer.status, 202, "{:?}", answer.json());
    json!({ "signUpId": answer.json()["signUpId"] })
}

#[actix_web::test]
async fn b08_the_code_of_a_strangers_later_sign_up_does_not_confirm_mine() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, stranger) = (node.client(), node.client());
    let page = sign_up(&ann, "anns-own-password").await;
    let hers = newest_code(&ann, ANN).await;
    sign_up(&stranger, "stranger-danger").await;
    let newest = newest_code(&ann, ANN).await;

    let answer = ann.post("/api/auth/confirm", &with_code(&page, &newest)).await;
    assert_eq!(answer.refusal(), (422, "validation_failed".into()), "the newest code is another sign-up's");
    assert_eq!(ann.post("/api/auth/confirm", &with_code(&page, &hers)).await.status, 200);
    let sign_in = |password: &str| json!({ "email": ANN, "password": password });
    let answer = stranger.post("/api/auth/sign-in", &sign_in("stranger-danger")).await;
    assert_eq!(answer.refusal(), (401, "wrong_credentials".into()));
    assert_eq!(ann.post("/api/auth/sign-in", &sign_in("anns-own-password")).await.status, 200);
}

#[actix_web::test]
async fn b08_strangers_sign_ups_resends_and_wrong_codes_leave_my_code_alone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, stranger) = (node.client(), node.client());
    let page = sign_up(&ann, "anns-own-password").await;
    let hers = newest_code(&ann, ANN).await;
    for n in 0..4 {
        let theirs = sign_up(&stranger, &format!("stranger-danger-{n}")).await;
        stranger.post("/api/auth/resend", &theirs).await;
        for wrong in 0..6 {
            stranger.post("/api/auth/confirm", &with_code(&theirs, &format!("0000000{wrong}"))).await;
            stranger.post("/api/auth/confirm", &json!({ "email": ANN, "code": format!("00000{wrong}") })).await;
        }
        stranger.post("/api/auth/resend", &json!({ "email": ANN })).await;
    }
    let answer = ann.post("/api/auth/confirm", &with_code(&page, &hers)).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}

#[actix_web::test]
async fn b08_a_stranger_cannot_use_up_the_mails_to_my_address() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1"), ("TROUPE_MAILS_PER_HOUR", "3")];
    let node = TestNode::start_with(&database, &settings).await;
    for n in 0..40 {
        let stranger = node.client().with_header("x-forwarded-for", &format!("198.51.100.{}", n % 4));
        sign_up(&stranger, "stranger-danger").await;
    }
    let ann = node.client().with_header("x-forwarded-for", "203.0.113.9");
    let before = mailbox(&ann, ANN).await.len();
    let page = sign_up(&ann, "anns-own-password").await;
    assert_eq!(mailbox(&ann, ANN).await.len(), before + 1, "her code came");
    let code = newest_code(&ann, ANN).await;
    assert_eq!(ann.post("/api/auth/confirm", &with_code(&page, &code)).await.status, 200);
}

#[actix_web::test]
async fn a01_ten_wrong_passwords_from_elsewhere_do_not_lock_me_out_of_my_own_device() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1")];
    let node = TestNode::start_with(&database, &settings).await;
    let ann = node.sign_up_user("ann").await;
    let right = json!({ "email": ann.email, "password": ann.password });
    let mut own = node.client().with_header("x-forwarded-for", "203.0.113.9");
    let answer = own.post("/api/auth/sign-in", &right).await;
    let cookies: Vec<String> =
        answer.set_cookies().iter().filter_map(|cookie| cookie.split(';').next().map(str::to_owned)).collect();
    own.cookie = Some(cookies.join("; "));
    for n in 0..120 {
        let stranger = node.client().with_header("x-forwarded-for", &format!("198.51.100.{}", n % 12));
        let wrong = json!({ "email": ann.email, "password": "not-her-password" });
        assert!(matches!(stranger.post("/api/auth/sign-in", &wrong).await.status.as_u16(), 401 | 429));
    }
    let answer = own.post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}
