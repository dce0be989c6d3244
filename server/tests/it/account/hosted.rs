//! Hosted sign-in against a provider that can misbehave (HS1 to HS12, B01 to B11). `web/e2e/hosted.e2e.ts` has the tests with a
//! real provider.

use std::time::{Duration, Instant};

use awc::http::Method;
use futures_util::future::join3;
use serde_json::{Value, json};
use sqlx::Executor;

use super::second_factor::{App, answers};
use super::{OTHER, forgets, resets, signs_in, subjects};
use crate::protocol::team::Team;
use crate::support::{Answer, Client, FakeProvider, PASSWORD, Person, TestDatabase, TestNode, newest_code, until};

/// A node that offers a provider under the name `acme`.
pub async fn node_with(database: &TestDatabase, provider: &FakeProvider) -> TestNode {
    node_of(database, &[("acme", provider)], &[]).await
}

/// The same with more settings.
pub async fn node_with_also(database: &TestDatabase, provider: &FakeProvider, also: &[(&str, String)]) -> TestNode {
    node_of(database, &[("acme", provider)], also).await
}

async fn node_of(database: &TestDatabase, providers: &[(&str, &FakeProvider)], also: &[(&str, String)]) -> TestNode {
    let names: Vec<&str> = providers.iter().map(|(name, _)| *name).collect();
    let mut settings = vec![("TROUPE_PROVIDERS".to_owned(), names.join(","))];
    for (name, provider) in providers {
        settings.extend(provider.settings(name));
    }
    if names.contains(&"apple") {
        settings.retain(|(name, _)| name != "TROUPE_PROVIDER_APPLE_CLIENT_SECRET");
        for (field, value) in [("TEAM_ID", "TEAM"), ("KEY_ID", "KEY"), ("PRIVATE_KEY", &FakeProvider::apple_key())] {
            settings.push((format!("TROUPE_PROVIDER_APPLE_{field}"), value.to_owned()));
        }
    }
    settings.extend(also.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    TestNode::start_with(database, &settings).await
}

/// A browser that was sent to a provider, and the address there.
async fn begins(client: &Client, provider: &str) -> (Client, String) {
    let answer = client.post("/api/auth/hosted/begin", &json!({"provider": provider})).await;
    sent(client, &answer)
}

fn sent(client: &Client, answer: &Answer) -> (Client, String) {
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let cookies = answer.set_cookies();
    let [cookie] = cookies.as_slice() else { panic!("one cookie: {cookies:?}") };
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Max-Age=600"));
    let mark = cookie.split(';').next().expect("a pair").to_owned();
    let browser = client.with_cookie(&mark);
    (browser, answer.json()["url"].as_str().expect("an address").to_owned())
}

async fn finishes(client: &Client, answer: &Value) -> Answer {
    client.post("/api/auth/hosted/finish", answer).await
}

/// Signs a person in at a provider.
pub async fn hosted(node: &TestNode, provider: &FakeProvider, person: &Value) -> Answer {
    let (browser, address) = begins(&node.client(), "acme").await;
    finishes(&browser, &provider.log_in(&address, person)).await
}

/// The person of an answer, signed in.
pub fn person_of(node: &TestNode, answer: &Answer) -> Person {
    let email = answer.json()["user"]["email"].as_str().expect("an address").to_owned();
    let mut person = Person { client: node.client(), id: String::new(), email, password: String::new() };
    person.take(answer);
    person
}

pub fn kim() -> Value {
    json!({"sub": "kim", "email": "kim@example.org", "email_verified": true, "name": "Kim Lee"})
}

/// A browser of a signed-in person that was sent to link an identity.
async fn links(person: &Person) -> (Client, String) {
    let body = json!({"provider": "acme", "password": person.password});
    sent(&person.client, &person.client.post("/api/me/linked-accounts/begin", &body).await)
}

async fn linked(client: &Client, answer: &Value) -> Answer {
    client.post("/api/me/linked-accounts/finish", answer).await
}

/// Links an identity with the account of a person.
pub async fn link(person: &Person, provider: &FakeProvider, identity: &Value) -> Answer {
    let (browser, address) = links(person).await;
    linked(&browser, &provider.log_in(&address, identity)).await
}

async fn count(database: &TestDatabase, table: &'static str) -> i64 {
    let statement: String = format!("select count(*) from {table}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(statement)).fetch_one(&mut database.connect().await).await.expect("a number")
}

#[actix_web::test]
async fn hs3_hs5_a_sign_in_that_one_node_begins_is_finished_by_another() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let (one, two) = (node_with(&database, &provider).await, node_with(&database, &provider).await);
    let offered = one.client().get("/api/auth/hosted").await;
    let providers = json!([{"id": "acme", "name": "acme"}]);
    assert_eq!(offered.json(), json!({"providers": providers, "signInCodes": false, "phones": false}));
    let (browser, address) = begins(&one.client(), "acme").await;
    let answer = finishes(&browser.at(two.url()), &provider.log_in(&address, &kim())).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let user = answer.json()["user"].clone();
    assert_eq!([&user["firstname"], &user["lastname"], &user["email"]], ["Kim", "Lee", "kim@example.org"]);
    assert!(answer.cookie().is_some() && answer.device_cookie().is_some());
    let again = hosted(&one, &provider, &kim()).await;
    assert_eq!(again.json()["user"]["id"], user["id"]);
    assert_eq!(count(&database, "users").await, 1);
    assert_eq!(count(&database, "hosted_sign_ins").await, 0, "no answer is used twice");
}

#[actix_web::test]
async fn b01_b02_a_state_is_of_one_browser_and_used_once_and_the_provider_is_not_asked() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    let invalid = |answer: &Answer| {
        assert_eq!(answer.refusal(), (410, "gone".into()));
        assert_eq!(answer.json()["error"]["message"], "Invalid state in OAuth flow");
    };
    let (browser, address) = begins(&node.client(), "acme").await;
    let answer = provider.log_in(&address, &kim());
    let (other, _) = begins(&node.client(), "acme").await;
    let asked = provider.requests().len();
    for client in [&node.client(), &other] {
        invalid(&finishes(client, &answer).await);
    }
    for state in ["", "x", "link.x", &format!("{}A", answer["state"].as_str().expect("a state"))] {
        let mut altered = answer.clone();
        altered["state"] = json!(state);
        invalid(&finishes(&browser, &altered).await);
    }
    assert_eq!(provider.requests().len(), asked);
    assert_eq!(finishes(&browser, &answer).await.status, 200);
    invalid(&finishes(&browser, &answer).await);

    let (late, address) = begins(&node.client(), "acme").await;
    let answer = provider.log_in(&address, &kim());
    database.connect().await.execute("update hosted_sign_ins set expires_at = now()").await.expect("expired");
    invalid(&finishes(&late, &answer).await);
}

#[actix_web::test]
async fn b03_a_code_of_another_sign_in_is_refused_and_the_state_is_spent() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    let (attacker, address) = begins(&node.client(), "acme").await;
    let stolen = provider.log_in(&address, &kim());
    let (victim, address) = begins(&node.client(), "acme").await;
    let mut injected = provider.log_in(&address, &kim());
    let right = injected.clone();
    injected["code"] = stolen["code"].clone();
    assert_eq!(finishes(&victim, &injected).await.refusal(), (403, "forbidden".into()));
    assert_eq!(finishes(&victim, &right).await.refusal(), (410, "gone".into()));
    assert_eq!(finishes(&attacker, &stolen).await.refusal().0, 403, "the code was used");
    assert_eq!(count(&database, "users").await, 0);
}

#[actix_web::test]
async fn b06_a_wrong_answer_of_a_provider_makes_no_account() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    for wrong in [
        json!({"iss": "https://evil.example"}),
        json!({"aud": "another client"}),
        json!({"nonce": "of another sign-in"}),
        json!({"exp": 1_000}),
        json!({"sub": null}),
    ] {
        provider.lie(wrong.clone());
        assert_eq!(hosted(&node, &provider, &kim()).await.refusal(), (403, "forbidden".into()), "{wrong}");
    }
    provider.lie(json!({}));
    for (field, value) in [("iss", json!("https://evil.example")), ("iss", Value::Null), ("code", Value::Null)] {
        let (browser, address) = begins(&node.client(), "acme").await;
        let mut answer = provider.log_in(&address, &kim());
        answer[field] = value;
        assert_eq!(finishes(&browser, &answer).await.refusal(), (403, "forbidden".into()), "{field}");
    }
    let (browser, address) = begins(&node.client(), "acme").await;
    let state = provider.log_in(&address, &kim())["state"].clone();
    let declined = finishes(&browser, &json!({"state": state, "error": "access_denied"})).await;
    assert_eq!(declined.refusal(), (403, "forbidden".into()));
    assert_eq!(count(&database, "users").await, 0);
}

#[actix_web::test]
async fn b07_b09_b10_an_address_never_leads_into_an_account() {
    let (database, provider, second) = (TestDatabase::new().await, FakeProvider::start(), FakeProvider::start());
    let node = node_of(&database, &[("acme", &provider), ("second", &second)], &[]).await;
    let ann = node.sign_up_user("ann").await;
    for verified in [json!(false), json!("false"), Value::Null] {
        let person = json!({"sub": "eve", "email": "eve@example.org", "email_verified": verified});
        assert_eq!(hosted(&node, &provider, &person).await.refusal(), (403, "forbidden".into()));
    }
    let same_address = json!({"sub": "mallory", "email": "ANN@example.org", "email_verified": true});
    assert_eq!(hosted(&node, &provider, &same_address).await.refusal(), (409, "already_exists".into()));
    let made = hosted(&node, &provider, &kim()).await;
    let moved = json!({"sub": "kim", "email": ann.email, "email_verified": true});
    assert_eq!(hosted(&node, &provider, &moved).await.json()["user"]["id"], made.json()["user"]["id"]);
    // The same subject at another issuer is another person.
    let (browser, address) = begins(&node.client(), "second").await;
    let other = json!({"sub": "kim", "email": "kim2@example.org", "email_verified": "true"});
    let other = finishes(&browser, &second.log_in(&address, &other)).await;
    assert_eq!(other.status, 200);
    assert_ne!(other.json()["user"]["id"], made.json()["user"]["id"]);
    // The answer of one provider is not accepted for a sign-in at the other.
    let (browser, address) = begins(&node.client(), "acme").await;
    let mixed = second.log_in(&address, &kim());
    assert_eq!(finishes(&browser, &mixed).await.refusal().0, 403);
}

#[actix_web::test]
async fn b08_a_sign_up_that_waits_for_its_code_gets_no_part_of_the_account() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    let stranger = node.client();
    let sign_up = json!({"email": "kim@example.org", "password": "of-the-stranger"});
    let pending = stranger.post("/api/auth/sign-up", &sign_up).await.json()["signUpId"].clone();
    let code = newest_code(&stranger, "kim@example.org").await;
    assert_eq!(hosted(&node, &provider, &kim()).await.status, 200);
    let confirmed = stranger.post("/api/auth/confirm", &json!({"signUpId": pending, "code": code})).await;
    assert_eq!(confirmed.refusal(), (410, "gone".into()));
    assert_eq!(signs_in(&stranger, "kim@example.org", "of-the-stranger").await, 401);
}

#[actix_web::test]
async fn b16_the_second_factor_is_asked_for_and_the_session_knows_the_provider() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    let ann = node.sign_up_user("ann").await;
    assert_eq!(link(&ann, &provider, &kim()).await.status, 204);
    let app = App::of(&ann).await;
    let waiting = hosted(&node, &provider, &kim()).await;
    assert_eq!((waiting.status.as_u16(), waiting.set_cookies().len()), (202, 0));
    let challenge = waiting.json()["challengeId"].clone();
    let entered = answers(&node.client(), &challenge, &app.codes[0]).await;
    assert_eq!(entered.status, 200, "{:?}", entered.json());
    let session = person_of(&node, &entered);
    let left = session.client.post("/api/auth/sign-out", &json!({})).await;
    let url = left.json()["url"].as_str().expect("an address").to_owned();
    assert!(url.starts_with(&format!("{}/logout?client_id=troupe", provider.issuer)), "{url}");
    assert!(url.contains("post_logout_redirect_uri=http%3A%2F%2F127.0.0.1"), "{url}");
    assert_eq!(ann.client.post("/api/auth/sign-out", &json!({})).await.status, 204, "begun with the password");
}

#[actix_web::test]
async fn hs8_an_identity_is_linked_with_the_password_by_the_session_that_began_it() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let wrong = json!({"provider": "acme", "password": "not-hers-at-all"});
    let refused = ann.client.post("/api/me/linked-accounts/begin", &wrong).await;
    assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("password")));

    let (browser, address) = links(&ann).await;
    let answer = provider.log_in(&address, &kim());
    let phone = ann.sign_in_again().await.client;
    let as_other = |client: &Client| client.with_cookie(browser.cookie.as_deref().expect("a cookie"));
    for other in [as_other(&bob.client), as_other(&phone), ann.client.clone()] {
        assert_eq!(linked(&other, &answer).await.refusal(), (410, "gone".into()));
    }
    assert_eq!(finishes(&browser, &answer).await.refusal(), (410, "gone".into()), "a link is no sign-in");
    assert_eq!(linked(&browser, &answer).await.status, 204);
    assert_eq!(hosted(&node, &provider, &kim()).await.json()["user"]["id"], ann.id.as_str());
    let listed = ann.client.get("/api/me/linked-accounts").await.json();
    assert_eq!((&listed["hasPassword"], &listed["accounts"][0]["email"]), (&json!(true), &json!("kim@example.org")));
    until("a notice", async || subjects(&ann.client, &ann.email).await[0].contains("A new way to log in")).await;

    let taken = link(&bob, &provider, &kim()).await;
    assert_eq!(taken.refusal(), (409, "already_exists".into()));
    let other = json!({"sub": "another", "email": "x@example.org"});
    assert_eq!(link(&ann, &provider, &other).await.status, 204, "a second identity replaces the first");
    assert_eq!(link(&bob, &provider, &kim()).await.status, 204);

    // A change of the password voids a link that was begun with the old one.
    let (browser, address) = links(&bob).await;
    let change = json!({"password": PASSWORD, "newPassword": OTHER});
    assert_eq!(bob.client.post("/api/me/password", &change).await.status, 204);
    assert_eq!(linked(&browser, &provider.log_in(&address, &other)).await.refusal(), (410, "gone".into()));
}

#[actix_web::test]
async fn hs9_unlinking_needs_the_password_so_a_way_in_always_stays() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    // The first account owns the instance, and cannot be deleted.
    node.sign_up_user("olga").await;
    let mut kims = person_of(&node, &hosted(&node, &provider, &kim()).await);
    let listed = kims.client.get("/api/me/linked-accounts").await.json();
    assert_eq!(listed["hasPassword"], false);
    let id = listed["accounts"][0]["id"].clone();
    let unlinks = async |client: &Client, password: &str| {
        client.post("/api/me/linked-accounts/unlink", &json!({"id": id, "password": password})).await
    };
    let last = unlinks(&kims.client, "").await;
    assert_eq!((last.refusal().0, last.field().as_deref()), (422, Some("password")));
    for path in ["/api/me/delete", "/api/me/second-factor/begin"] {
        let refused = kims.client.post(path, &json!({"password": "any"})).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("password")), "{path}");
    }
    assert_eq!(signs_in(&node.client(), "kim@example.org", "").await, 401);

    // A mailed code gives the account its first password.
    let request = forgets(&node.client(), "kim@example.org").await;
    let code = newest_code(&node.client(), "kim@example.org").await;
    assert_eq!(resets(&node.client(), &request, &code, PASSWORD).await.status, 204);
    kims.password = PASSWORD.to_owned();
    assert_eq!(hosted(&node, &provider, &kim()).await.status, 200, "the identity stays");
    let kims = kims.sign_in_again().await;
    assert_eq!(unlinks(&kims.client, "not-hers-at-all").await.refusal().0, 422);
    let ann = node.sign_up_user("ann").await;
    assert_eq!(unlinks(&ann.client, PASSWORD).await.refusal(), (404, "not_found".into()), "of another account");
    assert_eq!(unlinks(&kims.client, PASSWORD).await.status, 204);
    assert_eq!(hosted(&node, &provider, &kim()).await.refusal(), (409, "already_exists".into()));
}

#[actix_web::test]
async fn hs9_a_reset_unlinks_what_was_linked_with_the_old_password() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    let ann = node.sign_up_user("ann").await;
    assert_eq!(link(&ann, &provider, &json!({"sub": "stranger"})).await.status, 204);
    let request = forgets(&node.client(), &ann.email).await;
    let code = newest_code(&node.client(), &ann.email).await;
    assert_eq!(resets(&node.client(), &request, &code, OTHER).await.status, 204);
    assert_eq!(count(&database, "linked_accounts").await, 0);
}

#[actix_web::test]
async fn a27_a_deleted_account_loses_its_identities() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    // The first account owns the instance, and cannot be deleted.
    node.sign_up_user("olga").await;
    let ann = node.sign_up_user("ann").await;
    assert_eq!(link(&ann, &provider, &kim()).await.status, 204);
    assert_eq!(ann.client.post("/api/me/delete", &json!({"password": PASSWORD})).await.status, 204);
    assert_eq!(count(&database, "linked_accounts").await, 0);
    let anew = hosted(&node, &provider, &kim()).await;
    assert_eq!(anew.status, 200);
    assert_ne!(anew.json()["user"]["id"], ann.id.as_str());
}

#[actix_web::test]
async fn b11_hs10_an_answer_that_comes_as_a_form_is_kept_for_the_browser_that_began() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let other = FakeProvider::start();
    let node = node_of(&database, &[("apple", &provider), ("acme", &other)], &[]).await;
    // The browser sends the form from the provider's site, without cookies.
    let form = async |path: &str, fields: &[(&str, &str)]| {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let site = node.client().with_header("origin", "https://appleid.apple.com");
        site.send(Method::POST, path, Some("application/x-www-form-urlencoded"), body.into_bytes()).await
    };
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let (browser, address) = begins(&node.client(), "apple").await;
    assert!(address.contains("response_mode=form_post"));
    let person = json!({"sub": "kim", "email": "kim@example.org", "email_verified": "true"});
    let answer = provider.log_in(&address, &person);
    let (state, code, iss) = (text(&answer["state"]), text(&answer["code"]), text(&answer["iss"]));
    assert_eq!(finishes(&browser, &json!({"state": "x"})).await.refusal().0, 410);
    let user = r#"{"name":{"firstName":"Kim","lastName":"Lee"}}"#;
    let fields = [("state", state.as_str()), ("code", &code), ("iss", &iss), ("user", user)];
    for path in ["/api/auth/hosted/finish", "/api/auth/sign-in", "/api/me/delete"] {
        assert_eq!(form(path, &fields).await.refusal(), (403, "origin_denied".into()), "{path}");
    }
    let returned = form("/oauth", &fields).await;
    assert_eq!(
        (returned.status.as_u16(), returned.header("location")),
        (303, Some(format!("/oauth?state={state}").as_str()))
    );
    assert!(returned.set_cookies().is_empty());
    // A second form does not replace the first.
    form("/oauth", &[("state", &state), ("error", "access_denied")]).await;
    assert_eq!(finishes(&node.client(), &json!({"state": state})).await.refusal().0, 410, "another browser");
    let entered = finishes(&browser, &json!({"state": state})).await;
    assert_eq!(entered.status, 200, "{:?}", entered.json());
    assert_eq!([&entered.json()["user"]["firstname"], &entered.json()["user"]["lastname"]], ["Kim", "Lee"]);

    // A form cannot replace the answer of a provider that answers in the address.
    let (browser, address) = begins(&node.client(), "acme").await;
    let answer = other.log_in(&address, &json!({"sub": "ben", "email": "ben@example.org", "email_verified": true}));
    form("/oauth", &[("state", &text(&answer["state"])), ("error", "access_denied")]).await;
    assert_eq!(finishes(&browser, &answer).await.status, 200);
}

#[actix_web::test]
async fn q04_the_database_holds_no_secret_of_a_sign_in() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    let (browser, address) = begins(&node.client(), "acme").await;
    let state = provider.log_in(&address, &kim())["state"].as_str().expect("a state").to_owned();
    let rows: Vec<String> = sqlx::query_scalar("select h::text from hosted_sign_ins h")
        .fetch_all(&mut database.connect().await)
        .await
        .expect("rows");
    let nonce = url::Url::parse(&address)
        .expect("an address")
        .query_pairs()
        .find(|(name, _)| name == "nonce")
        .expect("a nonce")
        .1
        .into_owned();
    let secret = browser.cookie.expect("a cookie").split_once('=').expect("a pair").1.to_owned();
    let row = rows.concat();
    assert!(row.contains("acme") && [state, nonce, secret].iter().all(|it| !row.contains(it)), "{row}");
}

#[actix_web::test]
async fn j01_a_provider_in_the_internal_network_is_asked_only_if_the_settings_allow_it() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let issuer = provider.issuer.replace("http://", "https://");
    let settings = [
        ("TROUPE_PROVIDERS", "acme"),
        ("TROUPE_PROVIDER_ACME_CLIENT_ID", "troupe"),
        ("TROUPE_PROVIDER_ACME_ISSUER", issuer.as_str()),
    ];
    let node = TestNode::start_with(&database, &settings).await;
    let refused = node.client().post("/api/auth/hosted/begin", &json!({"provider": "acme"})).await;
    assert_eq!(refused.refusal(), (503, "unavailable".into()));
    assert!(provider.requests().is_empty());
}

/// The operations of hosted sign-in, for the comparison with the OpenAPI document.
pub async fn operations(mut compare: impl FnMut(&str, &Answer)) {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let node = node_with(&database, &provider).await;
    compare("GET /api/auth/hosted", &node.client().get("/api/auth/hosted").await);
    let begun = node.client().post("/api/auth/hosted/begin", &json!({"provider": "acme"})).await;
    compare("POST /api/auth/hosted/begin", &begun);
    compare(
        "POST /api/auth/hosted/begin",
        &node.client().post("/api/auth/hosted/begin", &json!({"provider": "x"})).await,
    );
    let (browser, address) = sent(&node.client(), &begun);
    let answer = provider.log_in(&address, &kim());
    let finished = finishes(&browser, &answer).await;
    compare("POST /api/auth/hosted/finish", &finished);
    compare("POST /api/auth/hosted/finish", &finishes(&browser, &answer).await);
    let kims = person_of(&node, &finished);
    compare("GET /api/me/linked-accounts", &kims.client.get("/api/me/linked-accounts").await);
    let ann = node.sign_up_user("ann").await;
    let begin = "POST /api/me/linked-accounts/begin";
    let begun =
        ann.client.post("/api/me/linked-accounts/begin", &json!({"provider": "acme", "password": PASSWORD})).await;
    compare(begin, &begun);
    compare(
        begin,
        &kims.client.post("/api/me/linked-accounts/begin", &json!({"provider": "acme", "password": ""})).await,
    );
    let (browser, address) = sent(&ann.client, &begun);
    let answer = provider.log_in(&address, &json!({"sub": "ann", "email": "ann@example.net"}));
    compare("POST /api/me/linked-accounts/finish", &linked(&browser, &answer).await);
    compare("POST /api/me/linked-accounts/finish", &linked(&browser, &answer).await);
    let listed = ann.client.get("/api/me/linked-accounts").await.json();
    let unlink = json!({"id": listed["accounts"][0]["id"], "password": PASSWORD});
    for _ in 0..2 {
        compare(
            "POST /api/me/linked-accounts/unlink",
            &ann.client.post("/api/me/linked-accounts/unlink", &unlink).await,
        );
    }
    compare("POST /api/auth/sign-out", &kims.client.post("/api/auth/sign-out", &json!({})).await);
}

#[actix_web::test]
async fn su2_the_rule_about_new_accounts_also_holds_for_people_who_come_from_a_provider() {
    let database = TestDatabase::new().await;
    let provider = FakeProvider::start();
    let mut settings = provider.settings("acme");
    settings.push(("TROUPE_PROVIDERS".to_owned(), "acme".to_owned()));
    settings.push(("TROUPE_SIGN_UP".to_owned(), "invitation".to_owned()));
    settings.push(("TROUPE_INSTANCE_OWNER".to_owned(), "olga@example.org".to_owned()));
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["olga"]).await;
    assert_eq!(hosted(&node, &provider, &kim()).await.refusal(), (403, "forbidden".into()));
    assert_eq!(count(&database, "linked_accounts").await, 0);
    let made = team.people[0].client.post(&team.path("invitations"), &json!({"role": "member"})).await;
    let (browser, address) = begins(&node.client(), "acme").await;
    let mut answer = provider.log_in(&address, &kim());
    answer["invitation"] = made.json()["token"].clone();
    assert_eq!(finishes(&browser, &answer).await.status, 200);
    // An account that exists needs no invitation.
    assert_eq!(hosted(&node, &provider, &kim()).await.status, 200);
}

#[actix_web::test]
async fn hs2_a_provider_that_never_answers_ends_a_sign_in_after_ten_seconds_and_holds_up_no_other() {
    let database = TestDatabase::new().await;
    let [at_code, at_discovery] = [(); 2].map(|()| FakeProvider::start());
    let node = node_of(&database, &[("acme", &at_code), ("other", &at_discovery)], &[]).await;
    let ann = node.sign_up_user("ann").await;
    let (browser, address) = begins(&node.client(), "acme").await;
    let answer = at_code.log_in(&address, &kim());
    at_code.fall_silent("/token");
    at_discovery.fall_silent("/.well-known/openid-configuration");
    let begun = Instant::now();
    let client = node.client();
    let other = json!({"provider": "other"});
    let meanwhile = async {
        until("the provider was asked", || async { at_code.requests().contains(&"/token".to_owned()) }).await;
        assert_eq!(signs_in(&client, &ann.email, PASSWORD).await, 200);
        begun.elapsed()
    };
    let (finished, begins_other, entered) =
        join3(finishes(&browser, &answer), client.post("/api/auth/hosted/begin", &other), meanwhile).await;
    let waited = begun.elapsed();
    for away in [&finished, &begins_other] {
        assert_eq!(away.refusal(), (503, "unavailable".into()));
        assert!(away.set_cookies().is_empty());
    }
    assert!(entered < waited && waited >= Duration::from_secs(10), "{entered:?} {waited:?}");
    assert!(waited < Duration::from_secs(30), "{waited:?}");
    assert_eq!(count(&database, "linked_accounts").await, 0);
    // The state cannot be used again, as after every answer.
    assert_eq!(finishes(&browser, &answer).await.refusal(), (410, "gone".into()));
}
