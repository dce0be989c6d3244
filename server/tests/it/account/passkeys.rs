//! Passkeys, with an authenticator in software (PK1 to PK9, A04, B16). `web/e2e/passkeys.e2e.ts` has the tests with a browser.

use serde_json::{Value, json};
use sqlx::Executor;

use super::second_factor::App;
use super::{OTHER, forgets, resets, signs_in, subjects};
use crate::support::{Answer, Client, PASSWORD, Passkey, Person, TestDatabase, TestNode, newest_code};

/// The origin of pages at a node on this machine.
fn origin(node: &TestNode) -> String {
    node.url().replace("127.0.0.1", "localhost")
}

/// The browser that an answer has marked, and what it was asked.
fn asked(client: &Client, answer: &Answer) -> (Client, Value) {
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let cookies = answer.set_cookies();
    let [cookie] = cookies.as_slice() else { panic!("one cookie: {cookies:?}") };
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Max-Age=600"));
    (client.with_cookie(cookie.split(';').next().expect("a pair")), answer.json())
}

/// A browser that wants to sign in.
async fn wants_in(client: &Client) -> (Client, Value) {
    asked(client, &client.post("/api/auth/passkey/begin", &json!({})).await)
}

async fn enters(client: &Client, answer: &Value) -> Answer {
    client.post("/api/auth/passkey/finish", answer).await
}

/// Signs in with a passkey.
pub async fn passes(node: &TestNode, passkey: &mut Passkey) -> Answer {
    let (browser, challenge) = wants_in(&node.client()).await;
    enters(&browser, &passkey.signed(&challenge)).await
}

async fn begins(person: &Person, proof: &Value) -> Answer {
    person.client.post("/api/me/passkeys/begin", proof).await
}

async fn finishes(client: &Client, made: &Value) -> Answer {
    client.post("/api/me/passkeys/finish", made).await
}

/// A person's browser that may add a passkey.
async fn may_add(person: &Person) -> (Client, Value) {
    asked(&person.client, &begins(person, &json!({"password": person.password})).await)
}

/// Adds a passkey to the account of a person.
pub async fn adds(node: &TestNode, person: &Person) -> Passkey {
    let (browser, wanted) = may_add(person).await;
    let passkey = Passkey::new(&wanted, &origin(node));
    let added = finishes(&browser, &passkey.made(&wanted)).await;
    assert_eq!(added.status, 200, "{:?}", added.json());
    passkey
}

async fn listed(person: &Person) -> Vec<Value> {
    person.client.get("/api/me/passkeys").await.json()["passkeys"].as_array().expect("a list").clone()
}

/// Proves with a passkey who the person is.
async fn proves(person: &Person, passkey: &mut Passkey) -> Answer {
    let (browser, challenge) =
        asked(&person.client, &person.client.post("/api/me/passkeys/prove/begin", &json!({})).await);
    browser.post("/api/me/passkeys/prove", &passkey.signed(&challenge)).await
}

pub async fn removes(person: &Person, id: &Value, password: &str) -> Answer {
    person.client.post("/api/me/passkeys/remove", &json!({"id": id, "password": password})).await
}

async fn has_no_password_any_more(person: &mut Person) {
    let removed = person.client.post("/api/me/password/remove", &json!({"password": person.password})).await;
    assert_eq!(removed.status, 204, "{removed:?}");
    person.password = String::new();
}

/// The one answer for everything that is wrong with a passkey.
fn refused(answer: &Answer, why: &str) {
    let error = answer.json()["error"].clone();
    assert_eq!(answer.status, 401, "{why}: {error}");
    assert_eq!(error["code"], "wrong_credentials", "{why}");
    assert_eq!(error["message"], "You can't log in with this passkey. Log in another way.", "{why}");
    assert!(answer.set_cookies().is_empty(), "{why}");
}

fn gone(answer: &Answer) {
    assert_eq!(answer.refusal(), (410, "gone".into()));
}

#[actix_web::test]
async fn pk1_pk4_a_passkey_that_one_node_adds_signs_its_owner_in_at_another_without_address_password_or_code() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let ann = one.sign_up_user("ann").await;
    App::of(&ann).await;
    let off = json!({"hasPassword": true, "passkeys": []});
    assert_eq!(ann.client.get("/api/me/passkeys").await.json(), off);
    let refused = begins(&ann, &json!({"password": "not-her-password"})).await;
    assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("password")));
    // With the passkey, no code will be asked for. So adding one needs a code.
    for proof in [json!({"password": PASSWORD}), json!({"password": PASSWORD, "code": "12345"})] {
        assert_eq!(begins(&ann, &proof).await.field().as_deref(), Some("code"));
    }
    let ben = one.sign_up_user("ben").await;
    let (browser, wanted) = may_add(&ben).await;
    assert_eq!([&wanted["domain"], &wanted["email"], &wanted["name"]], ["localhost", ben.email.as_str(), "ben"]);
    // Nodes of a cluster have one address; these two have different ports.
    let mut passkey = Passkey::new(&wanted, &origin(&two));
    let added = finishes(&browser.at(two.url()), &passkey.made(&wanted)).await;
    assert_eq!(added.status, 200, "{:?}", added.json());
    assert_eq!((&added.json()["name"], &added.json()["usedAt"]), (&json!("Passkey"), &Value::Null));
    let (browser, challenge) = wants_in(&one.client()).await;
    let entered = enters(&browser.at(two.url()), &passkey.signed(&challenge)).await;
    assert_eq!((entered.status.as_u16(), entered.json()["user"]["id"].as_str()), (200, Some(ben.id.as_str())));
    assert!(entered.cookie().is_some() && entered.device_cookie().is_some());
    assert!(listed(&ben).await[0]["usedAt"].is_string());
    let again = begins(&ben, &json!({"password": PASSWORD})).await.json();
    assert_eq!(again["known"].as_array().map(Vec::len), Some(1), "the device makes no second one");
    let subjects = subjects(&one.client(), &ben.email).await;
    assert_eq!(subjects[0], "A new passkey for your Troupe account");
}

#[actix_web::test]
async fn b16_a_passkey_needs_no_code_and_adding_one_with_a_second_factor_needs_a_code() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let app = App::of(&ann).await;
    let proof = json!({"password": PASSWORD, "code": app.code(0)});
    let (browser, wanted) = asked(&ann.client, &begins(&ann, &proof).await);
    let mut passkey = Passkey::new(&wanted, &origin(&node));
    assert_eq!(finishes(&browser, &passkey.made(&wanted)).await.status, 200);
    assert_eq!(begins(&ann, &proof).await.field().as_deref(), Some("code"), "a code works once");
    assert_eq!(signs_in(&node.client(), &ann.email, PASSWORD).await, 202, "the password needs a code");
    assert_eq!(passes(&node, &mut passkey).await.status, 200);
}

#[actix_web::test]
async fn pk3_a_challenge_is_of_one_browser_session_and_purpose_is_answered_once_and_expires() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let mut passkey = adds(&node, &ann).await;
    let (browser, challenge) = wants_in(&node.client()).await;
    let answer = passkey.signed(&challenge);
    let (other, _) = wants_in(&node.client()).await;
    for client in [&node.client(), &other, &node.client().with_cookie("troupe_passkey=x")] {
        gone(&enters(client, &answer).await);
    }
    let (tab, second) = wants_in(&browser).await;
    assert_eq!(tab.cookie, browser.cookie, "a second tab does not end the sign-in of the first");
    let (first, again) = tokio::join!(enters(&browser, &answer), enters(&browser, &answer));
    let mut statuses = [first.status.as_u16(), again.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410], "of two answers at once, one counts");
    gone(&enters(&browser, &answer).await);
    gone(&enters(&browser, &passkey.signed(&json!({"challenge": "AAAAAAAAAAAAAAAAAAAAAA"}))).await);
    assert_eq!(enters(&tab, &passkey.signed(&second)).await.status, 200);

    // The challenge of a proof does not sign in, the challenge of a sign-in does not prove, and neither makes a passkey.
    let prove = "/api/me/passkeys/prove";
    let (browser, challenge) = asked(&ann.client, &ann.client.post("/api/me/passkeys/prove/begin", &json!({})).await);
    gone(&enters(&browser, &passkey.signed(&challenge)).await);
    let phone = ann.sign_in_again().await;
    for elsewhere in [&phone, &bob] {
        let elsewhere = elsewhere.client.with_cookie(browser.cookie.as_deref().expect("a cookie"));
        gone(&elsewhere.post(prove, &passkey.signed(&challenge)).await);
    }
    gone(&finishes(&browser, &passkey.made(&challenge)).await);
    assert_eq!(browser.post(prove, &passkey.signed(&challenge)).await.status, 204);
    let (page, challenge) = wants_in(&node.client()).await;
    let signed_in = ann.client.with_cookie(page.cookie.as_deref().expect("a cookie"));
    gone(&signed_in.post(prove, &passkey.signed(&challenge)).await);
    let (browser, wanted) = may_add(&ann).await;
    let made = Passkey::new(&wanted, &origin(&node)).made(&wanted);
    gone(&finishes(&ann.client, &made).await);
    gone(&finishes(&bob.client.with_cookie(browser.cookie.as_deref().expect("a cookie")), &made).await);
    assert_eq!(finishes(&browser, &made).await.status, 200);
    gone(&finishes(&browser, &made).await);

    let (late, challenge) = wants_in(&node.client()).await;
    database.connect().await.execute("update passkey_challenges set expires_at = now()").await.expect("expired");
    gone(&enters(&late, &passkey.signed(&challenge)).await);
    let (begun, wanted) = may_add(&ann).await;
    let change = json!({"password": PASSWORD, "newPassword": OTHER});
    assert_eq!(ann.client.post("/api/me/password", &change).await.status, 204);
    gone(&finishes(&begun, &Passkey::new(&wanted, &origin(&node)).made(&wanted)).await);
}

#[actix_web::test]
async fn a04_pk4_every_wrong_answer_gets_the_same_refusal_whether_the_passkey_is_known_or_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let (anns, bobs) = (adds(&node, &ann).await, adds(&node, &bob).await);
    let mut stranger = anns.clone();
    stranger.id = vec![7; 16];
    let mut unknown = anns.clone();
    unknown.user = vec![7; 16];
    let mut short = anns.clone();
    short.user = vec![7; 3];
    let mut of_bob = anns.clone();
    of_bob.user.clone_from(&bobs.user);
    let mut of_another_key = bobs.clone();
    (of_another_key.id, of_another_key.user) = (anns.id.clone(), anns.user.clone());
    let mut elsewhere = anns.clone();
    elsewhere.origin = "http://localhost:1".to_owned();
    let mut evil = anns.clone();
    evil.origin = "https://localhost.evil.example".to_owned();
    let mut other_domain = anns.clone();
    other_domain.domain = "evil.example".to_owned();
    let mut unverified = anns.clone();
    unverified.verified = false;
    for (why, passkey) in [
        ("an unknown passkey", &mut stranger),
        ("an unknown account", &mut unknown),
        ("no account of Troupe", &mut short),
        ("the account of another passkey", &mut of_bob),
        ("another key", &mut of_another_key),
        ("another port", &mut elsewhere),
        ("another site", &mut evil),
        ("another domain", &mut other_domain),
        ("without user verification", &mut unverified),
    ] {
        refused(&passes(&node, passkey).await, why);
    }
    for field in ["signature", "authenticatorData"] {
        let (browser, challenge) = wants_in(&node.client()).await;
        let mut answer = anns.clone().signed(&challenge);
        answer[field] = json!("AAAA");
        refused(&enters(&browser, &answer).await, field);
        answer[field] = json!("A".repeat(6_000));
        assert_eq!(enters(&browser, &answer).await.field().as_deref(), Some(field));
        answer[field] = json!("not base64url");
        assert_eq!(enters(&browser, &answer).await.field().as_deref(), Some(field));
    }
    assert_eq!(passes(&node, &mut anns.clone()).await.status, 200, "and the right answer signs in");
    // The first account owns the instance, and stays.
    assert_eq!(bob.client.post("/api/me/delete", &json!({"password": PASSWORD})).await.status, 204);
    refused(&passes(&node, &mut bobs.clone()).await, "a deleted account");
    let left: i64 = sqlx::query_scalar("select count(*) from passkeys")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(left, 1, "the passkey of the other account");
}

#[actix_web::test]
async fn pk4_a_new_passkey_must_be_of_this_site_and_of_a_verified_person() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    for wrong in ["origin", "domain", "verified"] {
        let (browser, wanted) = may_add(&ann).await;
        let mut passkey = Passkey::new(&wanted, &origin(&node));
        match wrong {
            "origin" => passkey.origin = "https://evil.example".to_owned(),
            "domain" => passkey.domain = "evil.example".to_owned(),
            _ => passkey.verified = false,
        }
        let refused = finishes(&browser, &passkey.made(&wanted)).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("attestation")), "{wrong}");
    }
    assert_eq!(listed(&ann).await.len(), 0);
    let elsewhere = ann.client.with_header("origin", node.url());
    let refused = elsewhere.post("/api/me/passkeys/begin", &json!({"password": PASSWORD})).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()), "a page at an address of numbers");
    let message = refused.json()["error"]["message"].as_str().expect("a message").to_owned();
    assert!(message.contains(&origin(&node)), "{message}");
}

#[actix_web::test]
async fn pk5_a_counter_that_goes_back_is_refused_and_the_owner_gets_a_mail() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let mut passkey = adds(&node, &ann).await;
    assert_eq!(passes(&node, &mut passkey).await.status, 200, "an authenticator may have no counter");
    assert_eq!(passes(&node, &mut passkey).await.status, 200);
    passkey.counter = 40;
    let mut copy = passkey.clone();
    assert_eq!(passes(&node, &mut passkey).await.status, 200);
    refused(&passes(&node, &mut copy).await, "the count of the copy is not higher");
    copy.counter = 0;
    refused(&passes(&node, &mut copy).await, "a copy that does not count");
    assert_eq!(subjects(&node.client(), &ann.email).await[0], "Someone may have a copy of your passkey for Troupe");
    assert_eq!(passes(&node, &mut passkey).await.status, 200, "the passkey itself still counts on");
}

#[actix_web::test]
async fn pk1_a_passkey_is_renamed_and_removed_by_its_owner_alone_and_an_account_has_twenty() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let (browser, wanted) = may_add(&ann).await;
    let mut passkey = Passkey::new(&wanted, &origin(&node));
    let mut made = passkey.made(&wanted);
    made["name"] = json!("  ");
    assert_eq!(finishes(&browser, &made).await.field().as_deref(), Some("name"));
    made["name"] = json!("Ann's phone");
    assert_eq!(finishes(&browser, &made).await.json()["name"], "Ann's phone");
    let (browser, wanted) = may_add(&bob).await;
    let mut stolen = passkey.clone();
    stolen.user = Passkey::new(&wanted, "").user;
    let twice = finishes(&browser, &stolen.made(&wanted)).await;
    assert_eq!(twice.refusal(), (409, "already_exists".into()), "a passkey has one account");

    let id = listed(&ann).await[0]["id"].clone();
    let rename = |name: &str| json!({"id": id, "name": name});
    let long = "x".repeat(101);
    for (person, name, status) in
        [(&bob, "Mine", 404), (&ann, "", 422), (&ann, long.as_str(), 422), (&ann, "Phone", 204)]
    {
        assert_eq!(person.client.post("/api/me/passkeys/rename", &rename(name)).await.status, status, "{name}");
    }
    assert_eq!(listed(&ann).await[0]["name"], "Phone");
    assert_eq!(removes(&bob, &id, PASSWORD).await.refusal().0, 404);
    assert_eq!(removes(&ann, &id, "not-her-password").await.field().as_deref(), Some("password"));
    assert_eq!(passes(&node, &mut passkey).await.status, 200);
    assert_eq!(removes(&ann, &id, PASSWORD).await.status, 204);
    refused(&passes(&node, &mut passkey).await, "a removed passkey");
    assert_eq!(removes(&ann, &id, PASSWORD).await.refusal().0, 404);
    assert_eq!(subjects(&node.client(), &ann.email).await[0], "A passkey of your Troupe account was removed");

    let (waits, wanted) = may_add(&ann).await;
    for _ in 0..20 {
        adds(&node, &ann).await;
    }
    let more = finishes(&waits, &Passkey::new(&wanted, &origin(&node)).made(&wanted)).await;
    assert_eq!(more.refusal(), (409, "too_many".into()));
    assert_eq!(begins(&ann, &json!({"password": PASSWORD})).await.refusal(), (409, "too_many".into()));
}

#[actix_web::test]
async fn pk6_with_a_passkey_the_password_can_be_removed_and_the_last_way_in_stays() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let remove = json!({"password": PASSWORD});
    let early = ann.client.post("/api/me/password/remove", &remove).await;
    assert_eq!(early.refusal(), (409, "conflict".into()), "without a passkey, she could not sign in");
    let mut passkey = adds(&node, &ann).await;
    let wrong = ann.client.post("/api/me/password/remove", &json!({"password": "not-her-password"})).await;
    assert_eq!(wrong.field().as_deref(), Some("password"));
    has_no_password_any_more(&mut ann).await;
    assert_eq!(subjects(&node.client(), &ann.email).await[0], "Your Troupe account no longer has a password");
    for password in [PASSWORD, "", "guarded:"] {
        assert_eq!(signs_in(&node.client(), &ann.email, password).await, 401, "{password}");
    }
    assert_eq!(ann.client.get("/api/me").await.status, 200, "sessions continue");
    let ways = ann.client.get("/api/me/linked-accounts").await.json();
    assert_eq!((&ways["hasPassword"], &ways["passkeys"]), (&json!(false), &json!(1)));
    ann.take(&passes(&node, &mut passkey).await);

    // A passkey takes the place of the password, in this session and for five minutes.
    let id = listed(&ann).await[0]["id"].clone();
    for password in ["", PASSWORD] {
        let refused = removes(&ann, &id, password).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("password")));
    }
    let bob = node.sign_up_user("bob").await;
    let mut bobs = adds(&node, &bob).await;
    let foreign = proves(&ann, &mut bobs).await;
    assert_eq!((foreign.refusal().0, foreign.field().as_deref()), (422, Some("signature")), "another account");
    assert_eq!(proves(&ann, &mut passkey).await.status, 204);
    assert_eq!(removes(&ann, &id, "").await.refusal(), (409, "conflict".into()), "the last way in");
    let mut other = ann.clone();
    other.take(&passes(&node, &mut passkey).await);
    assert_eq!(removes(&other, &id, "").await.refusal().0, 422, "another session has proven nothing");
    let mut second = adds(&node, &ann).await;
    assert_eq!(removes(&ann, &id, "").await.status, 204);
    refused(&passes(&node, &mut passkey).await, "a removed passkey");
    database.connect().await.execute("update sessions set proven_at = now() - interval '6 min'").await.expect("later");
    assert_eq!(begins(&ann, &json!({"password": ""})).await.refusal().0, 422, "too long ago");

    let set = json!({"password": "", "newPassword": OTHER});
    assert_eq!(ann.client.post("/api/me/password", &set).await.refusal().0, 422);
    assert_eq!(proves(&ann, &mut second).await.status, 204);
    assert_eq!(ann.client.post("/api/me/password", &set).await.status, 204);
    assert_eq!(signs_in(&node.client(), &ann.email, OTHER).await, 200);
    assert_eq!(passes(&node, &mut second).await.status, 200, "the passkey stays");
    let with_passkey = begins(&ann, &json!({"password": ""})).await;
    assert_eq!(with_passkey.refusal().0, 422, "with a password, the password is needed");
}

#[actix_web::test]
async fn pk6_an_account_without_a_password_keeps_its_second_factor() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    let mut passkey = adds(&node, &ann).await;
    let app = App::of(&ann).await;
    has_no_password_any_more(&mut ann).await;
    assert_eq!(signs_in(&node.client(), &ann.email, "guarded:").await, 401);
    assert_eq!(passes(&node, &mut passkey).await.status, 200);
    assert_eq!(proves(&ann, &mut passkey).await.status, 204);
    assert_eq!(begins(&ann, &json!({"password": ""})).await.field().as_deref(), Some("code"));
    let set = json!({"password": "", "newPassword": OTHER});
    assert_eq!(ann.client.post("/api/me/password", &set).await.status, 204);
    assert_eq!(signs_in(&node.client(), &ann.email, OTHER).await, 202, "the new password needs a code");
    let off = json!({"password": OTHER, "code": app.code(0)});
    assert_eq!(ann.client.post("/api/me/second-factor/off", &off).await.status, 204);
    assert_eq!(signs_in(&node.client(), &ann.email, OTHER).await, 200);
}

#[actix_web::test]
async fn pk7_a_reset_of_the_password_removes_all_passkeys_and_a_change_leaves_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let mut passkey = adds(&node, &ann).await;
    let change = json!({"password": PASSWORD, "newPassword": OTHER});
    assert_eq!(ann.client.post("/api/me/password", &change).await.status, 204);
    let (browser, challenge) = wants_in(&node.client()).await;
    let answer = passkey.signed(&challenge);
    assert_eq!(passes(&node, &mut passkey).await.status, 200);
    let request = forgets(&node.client(), &ann.email).await;
    let code = newest_code(&node.client(), &ann.email).await;
    assert_eq!(resets(&node.client(), &request, &code, PASSWORD).await.status, 204);
    refused(&enters(&browser, &answer).await, "a passkey that a stranger with the old password could have added");
    assert_eq!(signs_in(&node.client(), &ann.email, PASSWORD).await, 200);
}

#[actix_web::test]
async fn pk8_a_node_at_an_address_of_numbers_has_no_passkeys_and_says_so() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_PUBLIC_URL", "https://192.0.2.7")]).await;
    let refused = node.client().post("/api/auth/passkey/begin", &json!({})).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()));
    assert!(refused.json()["error"]["message"].as_str().is_some_and(|text| text.contains("need a domain name")));
}

#[actix_web::test]
async fn pk9_an_account_that_a_node_of_an_earlier_build_deletes_loses_its_passkeys_and_the_file_of_own_data_names_them()
{
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let mut passkey = adds(&node, &ann).await;
    let file = String::from_utf8(ann.client.get("/api/me/export").await.body).expect("text");
    let line = file.lines().find(|line| line.contains("\"passkey\"")).expect("a line");
    assert!(line.contains("\"name\":\"Passkey\""), "{line}");
    // As such a node does.
    database.connect().await.execute("update users set deleted_at = now()").await.expect("deleted");
    refused(&passes(&node, &mut passkey).await, "a deleted account");
    let left: i64 = sqlx::query_scalar("select count(*) from passkeys")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(left, 0);
}

/// Answers of all calls, for the comparison with the description of the API.
pub async fn operations(mut compare: impl FnMut(&str, &Answer)) {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut ann = node.sign_up_user("ann").await;
    compare(
        "POST /api/me/password/remove",
        &ann.client.post("/api/me/password/remove", &json!({"password": PASSWORD})).await,
    );
    compare("POST /api/me/passkeys/begin", &begins(&ann, &json!({"password": ""})).await);
    let begun = begins(&ann, &json!({"password": PASSWORD})).await;
    compare("POST /api/me/passkeys/begin", &begun);
    let (browser, wanted) = asked(&ann.client, &begun);
    let mut passkey = Passkey::new(&wanted, &origin(&node));
    for _ in 0..2 {
        compare("POST /api/me/passkeys/finish", &finishes(&browser, &passkey.made(&wanted)).await);
    }
    compare("GET /api/me/passkeys", &ann.client.get("/api/me/passkeys").await);
    let id = listed(&ann).await[0]["id"].clone();
    for name in ["Phone", ""] {
        let rename = json!({"id": id, "name": name});
        compare("POST /api/me/passkeys/rename", &ann.client.post("/api/me/passkeys/rename", &rename).await);
    }
    let begun = node.client().post("/api/auth/passkey/begin", &json!({})).await;
    compare("POST /api/auth/passkey/begin", &begun);
    let (browser, challenge) = asked(&node.client(), &begun);
    for _ in 0..2 {
        compare("POST /api/auth/passkey/finish", &enters(&browser, &passkey.signed(&challenge)).await);
    }
    let mut stranger = passkey.clone();
    stranger.id = vec![7; 16];
    compare("POST /api/auth/passkey/finish", &passes(&node, &mut stranger).await);
    compare(
        "POST /api/me/password/remove",
        &ann.client.post("/api/me/password/remove", &json!({"password": PASSWORD})).await,
    );
    ann.password = String::new();
    let begun = ann.client.post("/api/me/passkeys/prove/begin", &json!({})).await;
    compare("POST /api/me/passkeys/prove/begin", &begun);
    let (browser, challenge) = asked(&ann.client, &begun);
    for _ in 0..2 {
        compare(
            "POST /api/me/passkeys/prove",
            &browser.post("/api/me/passkeys/prove", &passkey.signed(&challenge)).await,
        );
    }
    compare("POST /api/me/passkeys/remove", &removes(&ann, &id, "").await);
    adds(&node, &ann).await;
    for _ in 0..2 {
        compare("POST /api/me/passkeys/remove", &removes(&ann, &id, "").await);
    }
}
