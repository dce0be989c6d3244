//! Invalid access tokens.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn a07_a_token_that_is_not_signed_is_no_token() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let parts: Vec<&str> = ann.token().split('.').collect();
    let [head, claims, signature] = parts.try_into().expect("three parts");

    let none = |name: &str| URL_SAFE_NO_PAD.encode(format!(r#"{{"alg":"{name}","typ":"JWT"}}"#));
    let mut forged: Vec<String> = ["none", "None", "nOnE", "NONE"]
        .iter()
        .flat_map(|name| {
            let head = none(name);
            [format!("{head}.{claims}."), format!("{head}.{claims}.{signature}"), format!("{head}.{claims}")]
        })
        .collect();
    forged.extend([
        format!("{head}.{claims}."),
        format!("{head}.{claims}"),
        format!("{head}..{signature}"),
        format!("{head}.{claims}.{signature}x"),
        format!("{head}.{claims}.{}", "A".repeat(signature.len())),
        String::new(),
        "x".repeat(5_000),
    ]);
    for token in forged {
        let answer = node.client().with_token(&token).get("/api/me").await;
        assert_eq!(answer.refusal(), (401, "unauthenticated".into()), "{token}");
    }
    assert_eq!(ann.client.get("/api/me").await.status, 200, "the real one counts");
}

#[actix_web::test]
async fn a_credential_counts_in_one_bearer_header_only() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let refused = (401, "unauthenticated".to_owned());

    let client = node.client();
    assert_eq!(client.get("/api/me").await.refusal(), refused);
    let in_url = client.get(&format!("/api/me?token={}", ann.token())).await;
    assert_eq!(in_url.refusal(), refused);
    let basic = client.with_header("authorization", &format!("Basic {}", ann.token()));
    assert_eq!(basic.get("/api/me").await.refusal(), refused);
    let cookie_alone = {
        let mut client = client.clone();
        client.cookie = ann.client.cookie.clone();
        client
    };
    assert_eq!(cookie_alone.get("/api/me").await.refusal(), refused);
}

#[actix_web::test]
async fn a_token_that_has_run_out_says_so() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_ACCESS_SECONDS", "1")]).await;
    let ann = node.sign_up_user("ann").await;
    // The clocks of nodes may differ by five seconds.
    crate::support::until("it has run out", || async { ann.client.get("/api/me").await.status == 401 }).await;
    assert_eq!(ann.client.get("/api/me").await.refusal(), (401, "token_expired".into()));
}
