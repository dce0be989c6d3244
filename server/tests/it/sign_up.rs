//! Signing up and confirming.

use serde_json::{Value, json};

use crate::support::{Answer, Client, PASSWORD, TestDatabase, TestNode, mailbox, newest_code};

fn sign_up(email: &str) -> Value {
    json!({ "email": email, "password": PASSWORD })
}

/// Signs up; returns what the page keeps of the sign-up.
pub async fn begin(client: &Client, email: &str) -> Value {
    let answer = client.post("/api/auth/sign-up", &sign_up(email)).await;
    assert_eq!(answer.status, 202, "{:?}", answer.json());
    json!({ "signUpId": answer.json()["signUpId"] })
}

pub fn with_code(page: &Value, code: &str) -> Value {
    let mut body = page.clone();
    body["code"] = json!(code);
    body
}

/// An answer without its random values.
fn shape(answer: &Answer) -> (u16, Value, usize) {
    let mut body = answer.json();
    let id = body["signUpId"].take();
    let version = id.as_str().and_then(|id| id.parse::<uuid::Uuid>().ok()).map(|id| id.get_version_num());
    assert_eq!(version, Some(4), "{id}");
    let reference = body["reference"].take();
    assert_eq!(reference.as_str().map(str::len), Some(4), "{reference}");
    (answer.status.as_u16(), body, answer.body.len())
}

#[actix_web::test]
async fn a_visitor_signs_up_confirms_and_has_an_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;

    let me = ann.client.get("/api/me").await;
    assert_eq!(me.status, 200);
    let user = &me.json()["user"];
    assert_eq!(user["email"], "ann@example.org");
    assert_eq!(user["firstname"], "ann");
    assert_eq!(user["username"], "ann");
    let fields: Vec<&str> = user.as_object().expect("an object").keys().map(String::as_str).collect();
    let allowed = [
        "activeWorkspaceId",
        "avatarUrl",
        "createdAt",
        "department",
        "designation",
        "email",
        "firstname",
        "id",
        "lastname",
        "username",
    ];
    assert_eq!(fields, allowed, "q06: a user shows these and nothing else");
}

#[actix_web::test]
async fn a03_sign_up_answers_the_same_for_a_taken_email_and_its_owner_gets_a_mail() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();

    let taken = client.post("/api/auth/sign-up", &sign_up("Ann@Example.org")).await;
    let fresh = client.post("/api/auth/sign-up", &sign_up("bob@example.org")).await;
    assert_eq!(taken.status, 202);
    assert_eq!(shape(&taken), shape(&fresh));
    assert_eq!(header_names(&taken), header_names(&fresh));
    // One more wrong code than a sign-up allows.
    for n in 1..=6 {
        let mut answers = Vec::new();
        for begun in [&taken, &fresh] {
            let page = json!({"signUpId": begun.json()["signUpId"]});
            let wrong = client.post("/api/auth/confirm", &with_code(&page, "00000000")).await;
            answers.push((wrong.status, wrong.body));
        }
        assert_eq!(answers[0], answers[1], "wrong code {n}");
    }

    let told = &mailbox(&client, "ann@example.org").await[0];
    assert_eq!(told["subject"], "You already have a Troupe account");
    assert!(told.get("code").is_none());
    // Her password is unchanged.
    ann.sign_in_again().await;
}

#[actix_web::test]
async fn a03_resend_answers_the_same_whether_the_sign_up_exists_or_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let page = begin(&client, "ann@example.org").await;
    // A mail whose code is replaced before it leaves does not leave.
    assert_eq!(mailbox(&client, "ann@example.org").await.len(), 1);

    let waiting = client.post("/api/auth/resend", &page).await;
    let unknown = client.post("/api/auth/resend", &json!({ "signUpId": uuid::Uuid::new_v4() })).await;
    assert_eq!(waiting.status, 202);
    assert_eq!((waiting.status, &waiting.body), (unknown.status, &unknown.body));
    assert_eq!(mailbox(&client, "ann@example.org").await.len(), 2);
}

#[actix_web::test]
async fn a_resent_code_replaces_the_one_before() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let page = begin(&client, "ann@example.org").await;
    let first = newest_code(&client, "ann@example.org").await;
    client.post("/api/auth/resend", &page).await;
    let second = newest_code(&client, "ann@example.org").await;

    if first != second {
        let old = with_code(&page, &first);
        let answer = client.post("/api/auth/confirm", &old).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()));
    }
    let new = with_code(&page, &second);
    assert_eq!(client.post("/api/auth/confirm", &new).await.status, 200);
}

#[actix_web::test]
async fn a_code_counts_once_and_a_spent_one_is_gone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let page = begin(&client, "ann@example.org").await;
    let code = newest_code(&client, "ann@example.org").await;
    let confirm = with_code(&page, &code);

    assert_eq!(client.post("/api/auth/confirm", &confirm).await.status, 200);
    let again = client.post("/api/auth/confirm", &confirm).await;
    assert_eq!(again.refusal(), (410, "gone".into()));
}

#[actix_web::test]
async fn r03_of_many_confirmations_with_one_code_at_once_one_wins() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let client = one.client();
    let page = begin(&client, "ann@example.org").await;
    let code = newest_code(&client, "ann@example.org").await;
    // As many tries as a code allows.
    let confirm = with_code(&page, &code);
    let answers = futures_util::future::join_all((0..5).map(|n| {
        let client = if n % 2 == 0 { one.client() } else { two.client() };
        let confirm = confirm.clone();
        async move { client.post("/api/auth/confirm", &confirm).await.status.as_u16() }
    }))
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 410).count(), 4, "{answers:?}");
}

#[actix_web::test]
async fn a_code_that_is_too_old_is_gone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let page = begin(&client, "ann@example.org").await;
    let code = newest_code(&client, "ann@example.org").await;
    sqlx::query("update pending_sign_ups set expires_at = now()")
        .execute(&mut database.connect().await)
        .await
        .expect("aged");

    let confirm = with_code(&page, &code);
    let answer = client.post("/api/auth/confirm", &confirm).await;
    assert_eq!(answer.refusal(), (410, "gone".into()));
}

#[actix_web::test]
async fn b08_a_sign_up_with_another_persons_email_leaves_no_password_behind() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let stranger = json!({ "email": "ann@example.org", "password": "stranger-danger" });
    client.post("/api/auth/sign-up", &stranger).await;
    let ann = node.sign_up_user("ann").await;

    let answer = client.post("/api/auth/sign-in", &stranger).await;
    assert_eq!(answer.refusal(), (401, "wrong_credentials".into()));
    ann.sign_in_again().await;
}

#[actix_web::test]
async fn b08_a_page_that_does_not_name_its_sign_up_confirms_and_resends_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    client.post("/api/auth/sign-up", &sign_up("ann@example.org")).await;
    let code = newest_code(&client, "ann@example.org").await;
    for (path, body) in [
        ("/api/auth/confirm", json!({ "email": "ann@example.org", "code": code })),
        ("/api/auth/resend", json!({ "email": "ann@example.org" })),
    ] {
        assert_eq!(client.post(path, &body).await.refusal(), (410, "gone".into()), "{path}");
    }
    assert_eq!(mailbox(&client, "ann@example.org").await.len(), 1);
    let users: i64 = sqlx::query_scalar("select count(*) from users")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(users, 0);
}

#[actix_web::test]
async fn b08_the_mail_and_the_answer_carry_the_same_reference() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    for _ in 0..3 {
        let answer = client.post("/api/auth/sign-up", &sign_up("ann@example.org")).await.json();
        let reference = answer["reference"].as_str().expect("a reference");
        let mail = &mailbox(&client, "ann@example.org").await[0];
        for part in ["subject", "text"] {
            assert!(mail[part].as_str().is_some_and(|text| text.contains(reference)), "{reference} in {mail}");
        }
    }
}

#[actix_web::test]
async fn b08_the_right_code_of_a_sign_up_makes_no_second_account_for_an_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let stranger = begin(&client, "ann@example.org").await;
    let code = newest_code(&client, "ann@example.org").await;
    let ann = node.sign_up_user("ann").await;
    let answer = client.post("/api/auth/confirm", &with_code(&stranger, &code)).await;
    assert_eq!(answer.refusal(), (410, "gone".into()));
    ann.sign_in_again().await;
}

#[actix_web::test]
async fn one_sign_up_causes_five_mails_and_no_more() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let page = begin(&client, "ann@example.org").await;
    for sent in 1..=7 {
        assert_eq!(mailbox(&client, "ann@example.org").await.len(), sent.min(5));
        assert_eq!(client.post("/api/auth/resend", &page).await.status, 202);
    }
    assert_eq!(mailbox(&client, "ann@example.org").await.len(), 5);
}

#[actix_web::test]
async fn a_code_that_no_mail_carried_confirms_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_MAILS_PER_HOUR", "1")]).await;
    let client = node.client();
    begin(&client, "ann@example.org").await;
    begin(&client, "ann@example.org").await;
    let without: i64 = sqlx::query_scalar("select count(*) from pending_sign_ups where code_hash is null")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(without, 1, "the sign-up whose mail was held back has no code to guess");
}

#[actix_web::test]
async fn mail_to_one_address_is_bounded_and_the_answers_do_not_show_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_MAILS_PER_HOUR", "3")]).await;
    let client = node.client();
    for _ in 0..5 {
        let answer = client.post("/api/auth/sign-up", &sign_up("ann@example.org")).await;
        assert_eq!(answer.status, 202);
    }
    assert_eq!(mailbox(&client, "ann@example.org").await.len(), 3);
}

fn header_names(answer: &Answer) -> Vec<String> {
    let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
    names.sort();
    names
}
