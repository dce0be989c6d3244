//! Confirmation of a sign-up by the mailed link (CL1 to CL6).

use awc::http::Method;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{forgets, other_code, resets, signs_in};
use crate::support::{Answer, Client, PASSWORD, Person, TestDatabase, TestNode, mailbox, newest_code};

const ANN: &str = "ann@example.org";
const GONE: (u16, &str) = (410, "gone");

/// The page that has signed up, in its browser.
struct Page {
    client: Client,
    sign_up: Value,
    reference: String,
}

impl Page {
    async fn of(mut client: Client, email: &str) -> Self {
        let body = json!({"email": email, "password": PASSWORD, "firstname": "Ann"});
        let answer = client.post("/api/auth/sign-up", &body).await;
        assert_eq!(answer.status, 202, "{:?}", answer.json());
        client.cookie = Some(sign_up_cookie(&answer));
        let reference = answer.json()["reference"].as_str().expect("a reference").to_owned();
        Self { client, sign_up: answer.json()["signUpId"].clone(), reference }
    }

    /// Asks as the page does every five seconds.
    async fn waits(&self) -> Answer {
        self.waits_in(&self.client).await
    }

    async fn waits_in(&self, browser: &Client) -> Answer {
        browser.post("/api/auth/confirm-wait", &json!({"signUpId": self.sign_up})).await
    }

    /// The token of the link that was mailed for this sign-up.
    async fn token(&self, email: &str) -> String {
        let mails = mailbox(&self.client, email).await;
        let link = mails.iter().find_map(|mail| mail["link"].as_str().filter(|link| link.contains(&self.reference)));
        let link = link.unwrap_or_else(|| panic!("no link with {} in {mails:?}", self.reference));
        let (page, token) = link.split_once(&format!("#{}-", self.reference)).expect("a reference and a token");
        assert!(page.ends_with("/signup/link"), "{page}");
        token.to_owned()
    }
}

fn sign_up_cookie(answer: &Answer) -> String {
    let cookies = answer.set_cookies();
    let [cookie] = cookies.as_slice() else { panic!("one cookie: {cookies:?}") };
    assert!(cookie.starts_with("troupe_sign_up="), "{cookie}");
    for part in ["HttpOnly;", "SameSite=Strict;", "Path=/api/auth;", "Max-Age=4500;"] {
        assert!(format!("{cookie};").contains(part), "{part} in {cookie}");
    }
    cookie.split(';').next().expect("a pair").to_owned()
}

async fn confirms(client: &Client, token: &str) -> Answer {
    client.post("/api/auth/confirm-link", &json!({"token": token})).await
}

/// The status and the state of a page that was not signed in.
fn state(answer: &Answer) -> (u16, String) {
    assert!(answer.set_cookies().is_empty(), "no session");
    (answer.status.as_u16(), answer.json()["state"].as_str().expect("a state").to_owned())
}

fn waiting() -> (u16, String) {
    (202, "waiting".to_owned())
}

fn confirmed() -> (u16, String) {
    (202, "confirmed".to_owned())
}

fn gone() -> (u16, String) {
    (GONE.0, GONE.1.to_owned())
}

async fn accounts(database: &TestDatabase) -> i64 {
    let sql = "select count(*) from users";
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("a number")
}

/// The operations after a sign-up, for the comparison with the OpenAPI document.
pub async fn operations(node: &TestNode, mut compare: impl FnMut(&str, &Answer)) {
    let page = Page::of(node.client(), "code@example.org").await;
    let resend = json!({"signUpId": page.sign_up});
    compare("POST /api/auth/resend", &page.client.post("/api/auth/resend", &resend).await);
    let confirm = json!({"signUpId": page.sign_up, "code": newest_code(&page.client, "code@example.org").await});
    for _ in 0..2 {
        compare("POST /api/auth/confirm", &page.client.post("/api/auth/confirm", &confirm).await);
    }
    let page = Page::of(node.client(), "link@example.org").await;
    compare("POST /api/auth/confirm-wait", &page.waits().await);
    let token = page.token("link@example.org").await;
    for _ in 0..2 {
        compare("POST /api/auth/confirm-link", &confirms(&page.client, &token).await);
    }
    compare("POST /api/auth/confirm-wait", &page.waits().await);
}

#[actix_web::test]
async fn cl1_the_mail_holds_a_code_and_a_link_and_either_of_them_confirms() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let page = Page::of(node.client(), ANN).await;
    let mail = &mailbox(&page.client, ANN).await[0];
    let text = mail["text"].as_str().expect("a text");
    let link = mail["link"].as_str().expect("a link");
    assert!(text.contains(&format!("\n{link}\n")), "a line of its own: {text}");
    let code = mail["code"].as_str().expect("a code").to_owned();

    // On another device.
    let answer = confirms(&node.client(), &page.token(ANN).await).await;
    assert_eq!((answer.status.as_u16(), answer.set_cookies(), answer.body.len()), (204, vec![], 0));
    assert_eq!(signs_in(&node.client(), ANN, PASSWORD).await, 200);
    let late = page.client.post("/api/auth/confirm", &json!({"signUpId": page.sign_up, "code": code})).await;
    assert_eq!(late.refusal(), gone(), "the code of a sign-up that the link has confirmed");

    let other = Page::of(node.client(), "bob@example.org").await;
    let code = newest_code(&other.client, "bob@example.org").await;
    let by_code = json!({"signUpId": other.sign_up, "code": code});
    assert_eq!(other.client.post("/api/auth/confirm", &by_code).await.status, 200);
    let token = other.token("bob@example.org").await;
    assert_eq!(confirms(&node.client(), &token).await.refusal(), gone(), "the link after the code");
}

#[actix_web::test]
async fn cl2_a_program_that_fetches_the_link_confirms_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let page = Page::of(node.client(), ANN).await;
    let token = page.token(ANN).await;
    let scanner = node.client();
    for (method, path) in [
        (Method::GET, "/signup/link".to_owned()),
        (Method::HEAD, "/signup/link".to_owned()),
        (Method::POST, "/signup/link".to_owned()),
        (Method::GET, format!("/signup/link?token={token}")),
        (Method::GET, format!("/api/auth/confirm-link?token={token}")),
        (Method::GET, format!("/api/auth/confirm-link/{token}")),
    ] {
        scanner.send(method, &path, None, Vec::new()).await;
    }
    assert_eq!(accounts(&database).await, 0);
    assert_eq!(state(&page.waits().await), waiting());
    assert_eq!(confirms(&scanner, &token).await.status, 204);
}

#[actix_web::test]
async fn a23_the_page_that_signed_up_is_signed_in_once_and_no_other_browser_ever_is() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let page = Page::of(one.client(), ANN).await;
    assert_eq!(state(&page.waits().await), waiting());
    let elsewhere = Page::of(two.client(), "eve@example.org").await.client;
    assert_eq!(confirms(&elsewhere, &page.token(ANN).await).await.status, 204);

    for browser in [two.client(), elsewhere, two.client().with_cookie("troupe_sign_up=A")] {
        assert_eq!(state(&page.waits_in(&browser).await), confirmed(), "another browser with the id of the sign-up");
    }
    let session = page.waits_in(&page.client.at(two.url())).await;
    assert_eq!(session.status, 200, "at another node");
    let mut ann = Person { client: two.client(), id: String::new(), email: ANN.into(), password: PASSWORD.into() };
    ann.take(&session);
    assert_eq!(ann.client.get("/api/me").await.json()["user"]["email"], ANN);
    assert!(session.device_cookie().is_some(), "the device is known");
    assert_eq!(state(&page.waits().await), confirmed(), "once");
}

#[actix_web::test]
async fn cl3_of_many_waits_at_once_one_begins_a_session() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let page = Page::of(one.client(), ANN).await;
    let token = page.token(ANN).await;
    let confirmations = futures_util::future::join_all((0..6).map(|n| {
        let (client, token) = (if n % 2 == 0 { one.client() } else { two.client() }, token.clone());
        async move { confirms(&client, &token).await.status.as_u16() }
    }));
    let mut statuses = confirmations.await;
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 410, 410, 410, 410, 410]);
    let waits = (0..6).map(|n| {
        let browser = if n % 2 == 0 { page.client.clone() } else { page.client.at(two.url()) };
        let page = &page;
        async move { page.waits_in(&browser).await.status.as_u16() }
    });
    let mut statuses = futures_util::future::join_all(waits).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 202, 202, 202, 202, 202]);
    let sessions: i64 = sqlx::query_scalar("select count(*) from sessions")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(sessions, 1);
}

#[actix_web::test]
async fn cl3_after_a_reset_of_the_password_the_waiting_page_gets_no_session() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let page = Page::of(node.client(), ANN).await;
    assert_eq!(confirms(&node.client(), &page.token(ANN).await).await.status, 204);
    let client = node.client();
    let request = forgets(&client, ANN).await;
    let code = newest_code(&client, ANN).await;
    assert_eq!(resets(&client, &request, &code, "calm-otter-77").await.status, 204);
    assert_eq!(state(&page.waits().await), confirmed());
}

#[actix_web::test]
async fn cl4_a_link_ends_when_it_was_used_was_replaced_or_has_expired() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let page = Page::of(node.client(), ANN).await;
    let first = page.token(ANN).await;
    assert_eq!(client.post("/api/auth/resend", &json!({"signUpId": page.sign_up})).await.status, 202);
    let second = page.token(ANN).await;
    assert_ne!(first, second);
    assert_eq!(confirms(&client, &first).await.refusal(), gone(), "replaced");
    database.connect().await.execute("update pending_sign_ups set expires_at = now()").await.expect("aged");
    assert_eq!(confirms(&client, &second).await.refusal(), gone(), "expired");
    assert_eq!(client.post("/api/auth/resend", &json!({"signUpId": page.sign_up})).await.status, 202);
    let third = page.token(ANN).await;
    for wrong in [second.clone() + "0", "0".repeat(64), String::new(), "ä".repeat(32)] {
        assert_eq!(confirms(&client, &wrong).await.refusal(), gone(), "{wrong:?}");
    }
    // Five wrong codes void the code, and not the link.
    for _ in 0..6 {
        let wrong = json!({"signUpId": page.sign_up, "code": other_code(&newest_code(&client, ANN).await)});
        assert_eq!(client.post("/api/auth/confirm", &wrong).await.status, 422);
    }
    assert_eq!(confirms(&client, &third).await.status, 204);
    assert_eq!(confirms(&client, &third).await.refusal(), gone(), "used");
    database.connect().await.execute("update pending_sign_ups set expires_at = now()").await.expect("aged");
    assert_eq!(state(&page.waits().await), confirmed(), "too late for a session");
}

#[actix_web::test]
async fn cl5_the_database_holds_no_token_and_no_secret_of_a_browser() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let page = Page::of(node.client(), ANN).await;
    let token = page.token(ANN).await;
    let secret = page.client.cookie.as_deref().and_then(|cookie| cookie.split_once('=')).expect("a cookie").1;
    let mut connection = database.connect().await;
    for table in ["sign_up_links", "pending_sign_ups", "jobs"] {
        let sql = sqlx::AssertSqlSafe(format!("select coalesce(string_agg(t::text, ' '), '') from {table} t"));
        let rows: String = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("rows");
        assert!(!rows.contains(&token) && !rows.contains(secret), "{table}: {rows}");
    }
}

#[actix_web::test]
async fn a23_a_page_asks_at_most_sixty_times_for_each_mail() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    node.sign_up_user("ann").await;
    let (taken, fresh) = (Page::of(node.client(), ANN).await, Page::of(node.client(), "new@example.org").await);
    for page in [&taken, &fresh] {
        for n in 1..=60 {
            assert_eq!(state(&page.waits().await), waiting(), "question {n}");
        }
        assert_eq!(page.waits().await.refusal(), (429, "rate_limited".into()));
        assert_eq!(node.client().post("/api/auth/resend", &json!({"signUpId": page.sign_up})).await.status, 202);
        assert_eq!(state(&page.waits().await), waiting(), "after a new mail");
    }
    assert_eq!(confirms(&node.client(), &fresh.token("new@example.org").await).await.status, 204);
    assert_eq!(state(&fresh.waits_in(&node.client()).await), confirmed(), "another browser");
    assert_eq!(fresh.waits().await.status, 200);
}

#[actix_web::test]
async fn a03_waiting_for_a_link_tells_nothing_about_an_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    node.sign_up_user("ann").await;
    let (taken, fresh) = (Page::of(node.client(), ANN).await, Page::of(node.client(), "new@example.org").await);
    let unknown = Page { client: node.client(), sign_up: json!(Uuid::new_v4()), reference: String::new() };
    let mut answers = Vec::new();
    for page in [&taken, &fresh, &unknown] {
        let answer = page.waits().await;
        answers.push((answer.status, answer.body));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    let links: Vec<Value> = mailbox(&node.client(), ANN).await.iter().map(|mail| mail["link"].clone()).collect();
    assert!(links[0].as_str().is_some_and(|link| link.ends_with("/signin")), "no link to confirm: {links:?}");
}

#[actix_web::test]
async fn b08_the_link_of_another_sign_up_makes_no_second_account_for_an_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let stranger = Page::of(node.client(), ANN).await;
    let token = stranger.token(ANN).await;
    let ann = node.sign_up_user("ann").await;
    assert_eq!(confirms(&node.client(), &token).await.refusal(), gone());
    assert_eq!(state(&stranger.waits().await), waiting());
    ann.sign_in_again().await;
    assert_eq!(accounts(&database).await, 1);
}

#[actix_web::test]
async fn cl6_a_sign_up_that_an_earlier_build_has_taken_is_confirmed_by_its_code() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let page = Page::of(node.client(), ANN).await;
    mailbox(&page.client, ANN).await;
    database.connect().await.execute("delete from sign_up_links").await.expect("as an earlier build leaves it");
    assert_eq!(page.client.post("/api/auth/resend", &json!({"signUpId": page.sign_up})).await.status, 202);
    let mail = &mailbox(&page.client, ANN).await[0];
    assert!(mail["link"].is_null(), "{mail}");
    let body = json!({"signUpId": page.sign_up, "code": mail["code"]});
    assert_eq!(page.client.post("/api/auth/confirm", &body).await.status, 200);
}
