//! Accounts with a phone number (PH1 to PH11). Unit tests in `server/src/auth/phone` and `server/src/sms` cover all
//! cases.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use sqlx::Executor;
use uuid::Uuid;

use super::new_password::{marks, renews};
use super::second_factor::{App, answers};
use super::{OTHER, other_code, signs_in, subjects, wants};
use crate::protocol::team::Team;
use crate::support::{
    Answer, Client, PASSWORD, Person, PushService, TestDatabase, TestNode, mailbox, newest_code, until,
};

/// Text messages go to the development mailbox.
pub const ON: [(&str, &str); 1] = [("TROUPE_SMS_MAILBOX", "1")];
/// Numbers that are reserved for fiction, so that no person has them.
pub const ANN: &str = "+447700900001";
const BOB: &str = "+447700900002";
const NOBODY: &str = "+447700900009";
const WRONG: (u16, &str) = (422, "validation_failed");
const GONE: (u16, &str) = (410, "gone");

fn is((status, code): (u16, &str)) -> (u16, String) {
    (status, code.to_owned())
}

async fn on(database: &TestDatabase) -> TestNode {
    TestNode::start_with(database, &ON).await
}

/// Calls a route that sends a text message. Returns the id of the request.
async fn asks(client: &Client, path: &str, body: &Value) -> Value {
    let answer = client.post(path, body).await;
    assert_eq!(answer.status, 202, "{:?}", answer.json());
    answer.json()["requestId"].clone()
}

async fn begins(client: &Client, phone: &str) -> Value {
    let body = json!({"phone": phone, "password": PASSWORD, "firstname": "Ann"});
    asks(client, "/api/auth/phone/sign-up", &body).await
}

async fn forgets(client: &Client, phone: &str) -> Value {
    asks(client, "/api/auth/phone/forgot-password", &json!({"phone": phone})).await
}

async fn confirms(client: &Client, request: &Value, code: &str) -> Answer {
    client.post("/api/auth/phone/confirm", &json!({"requestId": request, "code": code})).await
}

async fn resets(client: &Client, request: &Value, code: &str) -> Answer {
    let body = json!({"requestId": request, "code": code, "password": OTHER});
    client.post("/api/auth/phone/reset-password", &body).await
}

async fn enters(client: &Client, phone: &str, password: &str) -> Answer {
    client.post("/api/auth/phone/sign-in", &json!({"phone": phone, "password": password})).await
}

/// A person with a number and no address, signed in.
pub async fn signs_up(node: &TestNode, phone: &str) -> Person {
    let client = node.client();
    let request = begins(&client, phone).await;
    let answer = confirms(&client, &request, &newest_code(&client, phone).await).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let mut person = Person { client, id: String::new(), email: phone.to_owned(), password: PASSWORD.to_owned() };
    person.take(&answer);
    person
}

/// Gives the account of a person a number.
pub async fn gets(person: &Person, phone: &str) -> Answer {
    let request = asks(&person.client, "/api/me/phone", &json!({"phone": phone, "password": person.password})).await;
    let code = newest_code(&person.client, phone).await;
    person.client.post("/api/me/phone/confirm", &json!({"requestId": request, "code": code})).await
}

async fn number_of(person: &Person) -> Value {
    person.client.get("/api/me/phone").await.json()["phone"].clone()
}

/// The operations, for the comparison with the OpenAPI document.
pub async fn operations(mut compare: impl FnMut(&str, &Answer)) {
    let database = TestDatabase::new().await;
    let (node, off) = (on(&database).await, TestNode::start(&database).await);
    let client = node.client();
    let sign_up = json!({"phone": ANN, "password": PASSWORD});
    let begun = client.post("/api/auth/phone/sign-up", &sign_up).await;
    compare("POST /api/auth/phone/sign-up", &begun);
    compare("POST /api/auth/phone/sign-up", &off.client().post("/api/auth/phone/sign-up", &sign_up).await);
    let request = begun.json()["requestId"].clone();
    let resend = json!({"requestId": request});
    compare("POST /api/auth/phone/resend", &client.post("/api/auth/phone/resend", &resend).await);
    let code = newest_code(&client, ANN).await;
    let mut ann =
        Person { client: client.clone(), id: String::new(), email: ANN.to_owned(), password: PASSWORD.to_owned() };
    for code in ["0", &code, &code] {
        let answer = confirms(&client, &request, code).await;
        compare("POST /api/auth/phone/confirm", &answer);
        if answer.status == 200 {
            ann.take(&answer);
        }
    }
    for password in ["wrong-password", PASSWORD] {
        compare("POST /api/auth/phone/sign-in", &enters(&client, ANN, password).await);
    }
    compare("GET /api/me/phone", &ann.client.get("/api/me/phone").await);
    compare(
        "POST /api/me/phone/remove",
        &ann.client.post("/api/me/phone/remove", &json!({"password": PASSWORD})).await,
    );
    let change = json!({"phone": BOB, "password": PASSWORD});
    let begun = ann.client.post("/api/me/phone", &change).await;
    compare("POST /api/me/phone", &begun);
    let body = json!({"requestId": begun.json()["requestId"], "code": newest_code(&client, BOB).await});
    for _ in 0..2 {
        compare("POST /api/me/phone/confirm", &ann.client.post("/api/me/phone/confirm", &body).await);
    }
    let forgot = client.post("/api/auth/phone/forgot-password", &json!({"phone": BOB})).await;
    compare("POST /api/auth/phone/forgot-password", &forgot);
    let code = newest_code(&client, BOB).await;
    for code in ["0", &code, &code] {
        compare("POST /api/auth/phone/reset-password", &resets(&client, &forgot.json()["requestId"], code).await);
    }
    let olga = node.sign_up_user("olga").await;
    assert_eq!(gets(&olga, ANN).await.status, 200);
    compare(
        "POST /api/me/phone/remove",
        &olga.client.post("/api/me/phone/remove", &json!({"password": PASSWORD})).await,
    );
}

#[actix_web::test]
async fn ph1_without_a_gateway_no_call_sends_a_text_message_and_people_still_log_in() {
    let database = TestDatabase::new().await;
    let (node, off) = (on(&database).await, TestNode::start(&database).await);
    assert_eq!(off.client().get("/api/auth/hosted").await.json()["phones"], false);
    assert_eq!(node.client().get("/api/auth/hosted").await.json()["phones"], true);
    let ann = signs_up(&node, ANN).await;
    let request = forgets(&node.client(), ANN).await;
    let code = json!({"requestId": request, "code": "00000000"});
    for (path, body) in [
        ("/api/auth/phone/sign-up", json!({"phone": BOB, "password": PASSWORD})),
        ("/api/auth/phone/confirm", code.clone()),
        ("/api/auth/phone/resend", json!({"requestId": request})),
        ("/api/auth/phone/forgot-password", json!({"phone": ANN})),
        ("/api/auth/phone/reset-password", json!({"requestId": request, "code": "00000000", "password": OTHER})),
        ("/api/me/phone", json!({"phone": BOB, "password": PASSWORD})),
        ("/api/me/phone/confirm", code),
    ] {
        let answer = ann.client.at(off.url()).post(path, &body).await;
        assert_eq!(answer.refusal(), is((404, "not_found")), "{path}");
    }
    assert_eq!(enters(&off.client(), ANN, PASSWORD).await.status, 200);
}

#[actix_web::test]
async fn ph2_a_code_in_a_text_message_makes_an_account_once_and_the_number_logs_in() {
    let database = TestDatabase::new().await;
    let (node, two) = (on(&database).await, on(&database).await);
    let client = node.client();
    for (field, body) in [
        ("phone", json!({"phone": " ", "password": PASSWORD})),
        ("phone", json!({"phone": "07700 900001", "password": PASSWORD})),
        ("phone", json!({"phone": "+447700900001,+447700900002", "password": PASSWORD})),
        ("password", json!({"phone": ANN, "password": "short"})),
    ] {
        let answer = client.post("/api/auth/phone/sign-up", &body).await;
        assert_eq!((answer.refusal(), answer.field().as_deref()), (is(WRONG), Some(field)), "{body}");
    }
    assert!(mailbox(&client, ANN).await.is_empty(), "a refused sign-up sends nothing");
    let request = begins(&client, "+44 7700 900-001").await;
    let first = newest_code(&client, ANN).await;
    assert_eq!(client.post("/api/auth/phone/resend", &json!({"requestId": request})).await.status, 202);
    let code = newest_code(&client, ANN).await;
    for wrong in [other_code(&code), &first] {
        assert_eq!(confirms(&client, &request, wrong).await.field().as_deref(), Some("code"), "{wrong}");
    }
    // One code at two nodes at once.
    let (there, here) = (two.client(), client.clone());
    let (a, b) = tokio::join!(confirms(&there, &request, &code), confirms(&here, &request, &code));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410]);
    assert_eq!(confirms(&client, &request, &code).await.refusal(), is(GONE));
    for typed in [ANN, "+44 (7700) 900001"] {
        assert_eq!(enters(&client, typed, PASSWORD).await.status, 200, "{typed}");
    }
    assert_eq!(enters(&client, ANN, OTHER).await.refusal(), is((401, "wrong_credentials")));
    assert_eq!(enters(&client, NOBODY, PASSWORD).await.refusal(), is((401, "wrong_credentials")));
    let email = client.post("/api/auth/sign-in", &json!({"email": ANN, "password": PASSWORD})).await;
    assert_eq!(email.refusal(), is(WRONG), "a number is no address");
}

#[actix_web::test]
async fn ph3_other_people_never_see_a_number() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = signs_up(&node, ANN).await;
    team.invite(&ann, "member").await;
    let olga = &team.people[0].client;
    let people = olga.get(&team.path("people")).await;
    let (people, snapshot) = (people.json(), olga.get(&team.path("snapshot")).await);
    let anns = people["people"].as_array().expect("a list").iter().find(|it| it["id"] == json!(ann.id));
    assert_eq!(anns.expect("a row")["email"], Value::Null);
    let everything = format!("{people} {}", String::from_utf8_lossy(&snapshot.body));
    assert!(!everything.contains("7700900001"), "{everything}");
    let me = ann.client.get("/api/me").await.json()["user"].clone();
    assert_eq!((&me["email"], &me["username"]), (&json!(ANN), &json!("ann")));
}

#[actix_web::test]
async fn ph4_a_guess_counts_for_the_account_and_a_second_factor_is_asked_for() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[ON[0], ("TROUPE_GUESSES", "3")]).await;
    let ann = node.sign_up_user("ann").await;
    assert_eq!(gets(&ann, ANN).await.status, 200);
    let client = node.client();
    for _ in 0..2 {
        assert_eq!(enters(&client, ANN, OTHER).await.status, 401);
    }
    assert_eq!(signs_in(&client, &ann.email, OTHER).await, 401);
    assert_eq!(signs_in(&client, &ann.email, OTHER).await, 429, "one count for both names");
    // The address has no guesses left. The answer for the number does not tell it, even for the right password.
    assert_eq!(enters(&client, ANN, PASSWORD).await.refusal(), is((401, "wrong_credentials")));
    assert_eq!(enters(&client, ANN, PASSWORD).await.refusal(), is((429, "rate_limited")));
    for _ in 0..3 {
        assert_eq!(enters(&client, NOBODY, OTHER).await.status, 401);
    }
    assert_eq!(enters(&client, NOBODY, OTHER).await.status, 429, "as for a known number");

    let bob = signs_up(&node, BOB).await;
    let app = App::of(&bob).await;
    let answer = enters(&client, BOB, PASSWORD).await;
    assert_eq!(answer.status, 202);
    let challenge = answer.json()["challengeId"].clone();
    assert_eq!(answers(&client, &challenge, &app.code(0)).await.status, 200);
}

#[actix_web::test]
async fn a03_only_the_text_message_tells_whether_a_number_has_an_account() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    signs_up(&node, ANN).await;
    let client = node.client();
    let shape = |answer: &Answer| {
        let body = answer.json();
        let id: Uuid = body["requestId"].as_str().expect("an id").parse().expect("a UUID");
        (
            answer.status.as_u16(),
            id.get_version_num(),
            body["reference"].as_str().map(str::len),
            body.as_object().map(|it| it.len()),
        )
    };
    for path in ["sign-up", "forgot-password"] {
        let mut seen = Vec::new();
        for phone in [ANN, NOBODY] {
            let mut body = json!({"phone": phone});
            if path == "sign-up" {
                body["password"] = json!(PASSWORD);
            }
            let before = mailbox(&client, phone).await.len();
            let answer = client.post(&format!("/api/auth/phone/{path}"), &body).await;
            let request = answer.json()["requestId"].clone();
            assert_eq!(mailbox(&client, phone).await.len(), before + 1, "one message in both cases");
            let again = client.post("/api/auth/phone/resend", &json!({"requestId": request})).await;
            let wrong = json!({"requestId": request, "code": "00000000", "password": OTHER});
            let wrong = client.post("/api/auth/phone/reset-password", &wrong).await;
            seen.push((shape(&answer), again.json(), wrong.json()["error"]["message"].clone()));
        }
        assert_eq!(seen[0], seen[1], "{path}");
    }
    let texts = mailbox(&client, ANN).await;
    assert!(texts.iter().any(|text| text["text"].as_str().is_some_and(|it| it.contains("already has an account"))));
    let texts = mailbox(&client, NOBODY).await;
    assert!(texts.iter().any(|text| text["text"].as_str().is_some_and(|it| it.contains("can't be used to reset"))));
}

#[actix_web::test]
async fn ph4_rp1_a_password_that_must_be_replaced_begins_no_session_with_the_number_either() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &ON).await;
    let ann = signs_up(&node, ANN).await;
    assert!(marks(&database, &ann).await);
    let entered = enters(&node.client(), ANN, PASSWORD).await;
    assert_eq!((entered.status.as_u16(), entered.set_cookies().len()), (202, 0), "{:?}", entered.json());
    assert_eq!(entered.json()["newPassword"], true);
    let renewed = renews(&node.client(), &entered.json()["challengeId"], "quiet-heron-31").await;
    assert_eq!(renewed.status, 200, "{:?}", renewed.json());
    assert_eq!(enters(&node.client(), ANN, "quiet-heron-31").await.status, 200);
}

#[actix_web::test]
async fn ph5_a_code_sets_a_new_password_of_an_account_without_an_address_and_ends_its_sessions() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    let (ann, bob) = (signs_up(&node, ANN).await, node.sign_up_user("bob").await);
    assert_eq!(gets(&bob, BOB).await.status, 200);
    let client = node.client();
    let older = forgets(&client, ANN).await;
    let older_code = newest_code(&client, ANN).await;
    let request = forgets(&client, ANN).await;
    let code = newest_code(&client, ANN).await;
    assert_eq!(confirms(&client, &request, &code).await.refusal(), is(WRONG), "a code is valid only for its purpose");
    let answer = resets(&client, &request, &code).await;
    assert_eq!((answer.status.as_u16(), answer.cookie(), answer.body.len()), (204, None, 0));
    assert_eq!(ann.client.get("/api/me").await.refusal(), is((401, "token_revoked")));
    assert_eq!(enters(&client, ANN, PASSWORD).await.status, 401);
    assert_eq!(enters(&client, ANN, OTHER).await.status, 200);
    assert_eq!(resets(&client, &request, &code).await.refusal(), is(GONE));
    assert_eq!(resets(&client, &older, &older_code).await.refusal(), is(GONE), "voided by the new password");

    // The owner of an address uses the address.
    forgets(&client, BOB).await;
    let text = &mailbox(&client, BOB).await[0];
    assert_eq!(text["code"], Value::Null);
    assert!(text["text"].as_str().is_some_and(|text| text.contains("email address")), "{text}");
}

#[actix_web::test]
async fn ph6_a_number_is_added_changed_and_removed_with_the_password_and_a_code() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    let (ann, eve) = (node.sign_up_user("ann").await, signs_up(&node, "+447700900003").await);
    assert_eq!(
        ann.client.get("/api/me/phone").await.json(),
        json!({"phone": null, "hasEmail": true, "canChange": true})
    );
    let wrong = ann.client.post("/api/me/phone", &json!({"phone": ANN, "password": OTHER})).await;
    assert_eq!((wrong.refusal(), wrong.field().as_deref()), (is(WRONG), Some("password")));
    let request = asks(&ann.client, "/api/me/phone", &json!({"phone": ANN, "password": PASSWORD})).await;
    let body = json!({"requestId": request, "code": newest_code(&ann.client, ANN).await});
    assert_eq!(eve.client.post("/api/me/phone/confirm", &body).await.refusal(), is(WRONG), "of another account");
    assert_eq!(number_of(&ann).await, Value::Null);
    assert_eq!(ann.client.post("/api/me/phone/confirm", &body).await.status, 200);
    assert_eq!(number_of(&ann).await, json!(ANN));
    assert_eq!(subjects(&ann.client, &ann.email).await[0], "The phone number of your Troupe account was changed");
    assert_eq!(enters(&node.client(), ANN, PASSWORD).await.status, 200);
    let same = ann.client.post("/api/me/phone", &json!({"phone": ANN, "password": PASSWORD})).await;
    assert_eq!(same.field().as_deref(), Some("phone"), "unchanged");

    // A number that another account has: the answer is the same, and the message has no code.
    asks(&eve.client, "/api/me/phone", &json!({"phone": ANN, "password": PASSWORD})).await;
    assert_eq!(mailbox(&eve.client, ANN).await[0]["code"], Value::Null);

    // The account gets another number. The old number no longer logs in.
    assert_eq!(gets(&eve, BOB).await.status, 200);
    assert_eq!(enters(&node.client(), "+447700900003", PASSWORD).await.status, 401);
    assert_eq!(enters(&node.client(), BOB, PASSWORD).await.status, 200);
    assert_eq!(eve.client.get("/api/me").await.json()["user"]["email"], json!(BOB));

    let password = json!({"password": PASSWORD});
    assert_eq!(eve.client.post("/api/me/phone/remove", &password).await.refusal(), is((409, "conflict")));
    assert_eq!(ann.client.post("/api/me/phone/remove", &password).await.status, 204);
    assert_eq!(number_of(&ann).await, Value::Null);
    assert_eq!(enters(&node.client(), ANN, PASSWORD).await.status, 401);
    signs_up(&node, ANN).await;
}

#[actix_web::test]
async fn ph6_an_account_with_a_number_can_add_an_address_and_then_remove_the_number() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    let ann = signs_up(&node, ANN).await;
    let reset = forgets(&node.client(), ANN).await;
    let reset_code = newest_code(&node.client(), ANN).await;
    let (request, code) = wants(&ann, "ann@example.org").await;
    let body = json!({"requestId": request, "code": code});
    assert_eq!(ann.client.post("/api/me/email/confirm", &body).await.status, 200);
    let state = json!({"phone": ANN, "hasEmail": true, "canChange": true});
    assert_eq!(ann.client.get("/api/me/phone").await.json(), state);
    assert_eq!(signs_in(&node.client(), "ann@example.org", PASSWORD).await, 200);
    assert_eq!(enters(&node.client(), ANN, PASSWORD).await.status, 200);
    assert_eq!(resets(&node.client(), &reset, &reset_code).await.refusal(), is(GONE), "sent before the address");
    assert_eq!(ann.client.post("/api/me/phone/remove", &json!({"password": PASSWORD})).await.status, 204);
    assert_eq!(signs_in(&node.client(), "ann@example.org", PASSWORD).await, 200);
}

#[actix_web::test]
async fn ph7_messages_are_limited_by_number_network_country_and_in_all_on_all_nodes() {
    let database = TestDatabase::new().await;
    let limits = [
        ON[0],
        ("TROUPE_TRUSTED_PROXIES", "127.0.0.1"),
        ("TROUPE_SMS_PER_COUNTRY_PER_HOUR", "30"),
        ("TROUPE_SMS_PER_HOUR", "33"),
        ("TROUPE_SMS_PREFIXES", "+44, +353, +1"),
    ];
    let nodes = [TestNode::start_with(&database, &limits).await, TestNode::start_with(&database, &limits).await];
    signs_up(&nodes[0], ANN).await;
    let counters = || async {
        database.connect().await.execute("delete from guesses").await.expect("fresh counters");
    };
    counters().await;
    let asked = |n: usize, network: &str, phone: String| {
        let client = nodes[n % 2].client().with_header("x-forwarded-for", network);
        async move { client.post("/api/auth/phone/forgot-password", &json!({"phone": phone})).await }
    };
    // Five to a number from one network, whether it has an account or not.
    let mut refusals = Vec::new();
    for phone in [ANN, NOBODY] {
        for n in 0..5 {
            assert_eq!(asked(n, "203.0.113.1", phone.to_owned()).await.status, 202, "{phone} {n}");
        }
        let answer = asked(5, "203.0.113.1", phone.to_owned()).await;
        assert!(answer.header("retry-after").is_some());
        refusals.push((answer.refusal(), answer.json()["error"]["message"].clone()));
    }
    assert_eq!(refusals[0].0, is((429, "rate_limited")));
    assert_eq!(refusals[0], refusals[1]);

    // Fifteen to a number in a day from all networks.
    counters().await;
    for n in 0..15 {
        assert_eq!(asked(n, &format!("203.0.113.{n}"), NOBODY.to_owned()).await.status, 202, "{n}");
    }
    assert_eq!(asked(0, "203.0.113.1", NOBODY.to_owned()).await.status, 429);
    assert_eq!(
        asked(0, "203.0.113.99", NOBODY.to_owned()).await.status,
        202,
        "the first message that a network causes"
    );
    assert_eq!(asked(0, "203.0.113.99", NOBODY.to_owned()).await.status, 429);

    // Twenty from a network. Its refused calls do not count for others.
    counters().await;
    for n in 0..25 {
        let status = asked(n, "203.0.113.1", format!("+4477009001{n:02}")).await.status.as_u16();
        assert_eq!(status, if n < 20 { 202 } else { 429 }, "{n}");
    }
    // Thirty to a country, of which ten are left, then three more to another country, and none to a third.
    for n in 0..10 {
        assert_eq!(asked(n, "203.0.113.2", format!("+4477009002{n:02}")).await.status, 202, "{n}");
    }
    assert_eq!(asked(0, "203.0.113.3", "+447700900300".to_owned()).await.status, 429);
    counters().await;
    for n in 0..30 {
        let network = format!("203.0.113.{}", n / 10);
        assert_eq!(asked(n, &network, format!("+4477009004{n:02}")).await.status, 202, "{n}");
    }
    for n in 0..3 {
        assert_eq!(asked(n, "203.0.113.4", format!("+3538712345{n:02}")).await.status, 202, "{n}");
    }
    assert_eq!(asked(0, "203.0.113.5", "+12125550100".to_owned()).await.status, 429);
    let unlisted = asked(0, "203.0.113.6", "+4915123456789".to_owned()).await;
    assert_eq!((unlisted.refusal(), unlisted.field().as_deref()), (is(WRONG), Some("phone")));
}

#[actix_web::test]
async fn ph8_the_gateway_gets_a_signed_message_and_the_same_one_again_if_it_fails() {
    let (gateway, key) = (PushService::start(), [7; 32]);
    gateway.answer(&["503 Service Unavailable"]);
    let (url, secret) = (format!("{}/sms", gateway.url()), format!("whsec_{}", STANDARD.encode(key)));
    let settings =
        [("TROUPE_SMS_WEBHOOK", url.as_str()), ("TROUPE_SMS_SECRET", &secret), ("TROUPE_OUTBOUND_PRIVATE", "1")];
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &settings).await;
    let client = node.client();
    let begun = client.post("/api/auth/phone/sign-up", &json!({"phone": ANN, "password": PASSWORD})).await.json();
    until("the message was sent twice", || async { gateway.requests().len() >= 2 }).await;
    let requests = gateway.requests();
    let body: Value = serde_json::from_slice(&requests[0].body).expect("JSON");
    assert_eq!(requests[0].body, requests[1].body);
    for request in &requests {
        let (id, at) = (request.header("webhook-id"), request.header("webhook-timestamp"));
        assert_eq!(request.header("idempotency-key"), id);
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key");
        mac.update(format!("{id}.{at}.").as_bytes());
        mac.update(&request.body);
        let signature = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        assert_eq!(request.header("webhook-signature"), signature);
        assert_eq!((request.path.as_str(), id), ("/sms", body["id"].as_str().expect("an id")));
    }
    assert_eq!((&body["number"], &body["purpose"]), (&json!(ANN), &json!("sign-up")));
    let text = body["text"].as_str().expect("a text");
    assert!(text.contains(begun["reference"].as_str().expect("a reference")) && text.len() <= 160, "{text}");
    let code = text.split(' ').next().expect("a code");
    assert_eq!(confirms(&client, &begun["requestId"], code).await.status, 200);

    // A gateway that refuses the message is not asked again, and the dead letter names no number and no code.
    gateway.answer(&["400 Bad Request"]);
    forgets(&client, ANN).await;
    let dead = "select last_error from jobs where kind = 'sms.code' and state = 'dead'";
    until("the job is dead", || async {
        let mut connection = database.connect().await;
        sqlx::query_scalar::<_, String>(dead).fetch_optional(&mut connection).await.expect(dead).is_some()
    })
    .await;
    let jobs: String = sqlx::query_scalar("select string_agg(j::text, ' ') from jobs j where kind = 'sms.code'")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("jobs");
    assert!(jobs.contains("status 400") && !jobs.contains("7700900001") && !jobs.contains(code), "{jobs}");
    assert_eq!(gateway.requests().len(), 3);
}

#[actix_web::test]
async fn ph9_no_mail_is_sent_to_an_account_without_an_address() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    let ann = signs_up(&node, ANN).await;
    let change = json!({"password": PASSWORD, "newPassword": OTHER});
    assert_eq!(ann.client.post("/api/me/password", &change).await.status, 204);
    let done = "select count(*) from jobs where kind = 'mail.identity' and state = 'waiting'";
    until("the notice was taken", || async {
        let mut connection = database.connect().await;
        sqlx::query_scalar::<_, i64>(done).fetch_one(&mut connection).await.expect(done) == 0
    })
    .await;
    let kept = subjects(&node.client(), ANN).await;
    assert!(kept.iter().all(|subject| subject.starts_with("Text message")), "{kept:?}");
    let dead: i64 = sqlx::query_scalar("select count(*) from jobs where state = 'dead'")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("jobs");
    assert_eq!(dead, 0);
}

#[actix_web::test]
async fn ph10_a_deleted_account_frees_its_number_also_if_an_earlier_build_deletes_it() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    // The first account owns the instance, and cannot be deleted.
    node.sign_up_user("olga").await;
    let ann = signs_up(&node, ANN).await;
    forgets(&node.client(), ANN).await;
    assert_eq!(ann.client.post("/api/me/delete", &json!({"password": PASSWORD})).await.status, 204);
    let rows = "select count(*) from (select phone from phone_numbers union all select phone from phone_codes) n";
    let count =
        || async { sqlx::query_scalar::<_, i64>(rows).fetch_one(&mut database.connect().await).await.expect(rows) };
    assert_eq!(count().await, 0);
    signs_up(&node, ANN).await;
    // As earlier builds do it, which do not know phone numbers.
    let earlier = "update users set deleted_at = now(), email = '', email_key = 'deleted ' || id, password_hash = ''
                   where email_key like '+%'";
    database.connect().await.execute(earlier).await.expect("deleted");
    assert_eq!(count().await, 0);
    assert_eq!(enters(&node.client(), ANN, PASSWORD).await.status, 401);
    signs_up(&node, ANN).await;
}

#[actix_web::test]
async fn a21_the_database_holds_no_code_of_a_text_message() {
    let database = TestDatabase::new().await;
    let node = on(&database).await;
    signs_up(&node, ANN).await;
    forgets(&node.client(), ANN).await;
    let code = newest_code(&node.client(), ANN).await;
    for table in ["phone_codes", "jobs", "guesses"] {
        let all: Option<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select string_agg(t::text, ' ') from {table} t")))
                .fetch_one(&mut database.connect().await)
                .await
                .expect(table);
        assert!(!all.unwrap_or_default().contains(&code), "{table}");
    }
}

#[actix_web::test]
async fn ph11_by_invitation_a_number_signs_up_only_with_a_link() {
    let database = TestDatabase::new().await;
    let settings = [ON[0], ("TROUPE_SIGN_UP", "invitation"), ("TROUPE_INSTANCE_OWNER", "olga@example.org")];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["olga"]).await;
    let client = node.client();
    let mut body = json!({"phone": ANN, "password": PASSWORD});
    let refused = client.post("/api/auth/phone/sign-up", &body).await;
    assert_eq!((refused.refusal(), refused.field().as_deref()), (is((403, "forbidden")), Some("phone")));
    let made = team.people[0].client.post(&team.path("invitations"), &json!({"role": "member"})).await;
    body["invitation"] = made.json()["token"].clone();
    let request = asks(&client, "/api/auth/phone/sign-up", &body).await;
    assert_eq!(confirms(&client, &request, &newest_code(&client, ANN).await).await.status, 200);
}
