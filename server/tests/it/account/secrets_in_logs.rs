//! Q02: passwords, tokens, codes, cookies and mailed links appear neither in the log nor in the metrics of a node.

use rustix::process::Signal;
use serde_json::{Value, json};

use super::second_factor::{App, answers};
use super::{OTHER, forgets, resets, wants};
use crate::protocol::team::Team;
use crate::support::{Answer, Client, FakeProvider, PASSWORD, Person, TestDatabase, Troupe, mailbox, newest_code};

const WRONG: &str = "a-wrong-password-71";
const ANN_PHONE: &str = "+447700900001";

/// The secrets that a run has seen, by name.
#[derive(Default)]
struct Secrets(Vec<(String, String)>);

impl Secrets {
    fn add(&mut self, name: &str, secret: impl Into<String>) {
        let secret = secret.into();
        assert!(secret.len() >= 6, "{name} is too short to look for: {secret}");
        self.0.push((name.to_owned(), secret));
    }

    /// The tokens and cookies of an answer.
    fn take(&mut self, name: &str, answer: &Answer) {
        if let Some(token) = serde_json::from_slice::<Value>(&answer.body)
            .ok()
            .and_then(|it| it["accessToken"].as_str().map(str::to_owned))
        {
            self.add(&format!("access token after {name}"), token);
        }
        for cookie in answer.set_cookies() {
            let value = cookie.split(';').next().and_then(|pair| pair.split_once('=')).expect("a pair").1;
            if !value.is_empty() {
                self.add(&format!("cookie after {name}"), value);
            }
        }
    }

    /// The codes and links of the mails to an address, or of the messages to a number.
    async fn read_mails(&mut self, client: &Client, to: &str) {
        for mail in mailbox(client, to).await {
            if let Some(code) = mail["code"].as_str() {
                self.add(&format!("code to {to}"), code);
            }
            if let Some((_, token)) = mail["link"].as_str().and_then(|link| link.split_once(['#'])) {
                self.add(&format!("link to {to}"), token);
            }
        }
    }

    /// The names of the secrets in a text. A code of digits counts only if no digit or letter is next to it,
    /// because times and ids contain digits too.
    fn found_in(&self, text: &str) -> Vec<&str> {
        let alone = |at: usize, length: usize| {
            let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-');
            !letter(text[..at].chars().next_back()) && !letter(text[at + length..].chars().next())
        };
        let found = self.0.iter().filter(|(_, secret)| {
            let short = secret.len() <= 10;
            text.match_indices(secret.as_str()).any(|(at, _)| !short || alone(at, secret.len()))
        });
        found.map(|(name, _)| name.as_str()).collect()
    }
}

fn text_of(answer: &Answer, name: &str) -> String {
    assert!(answer.status.is_success(), "{:?}", answer.json());
    answer.json()[name].as_str().unwrap_or_else(|| panic!("{name} in {:?}", answer.json())).to_owned()
}

/// Sign-up, sign-in, refresh, wrong passwords, a forgotten and a changed password, and a new address.
async fn passwords(client: &Client, secrets: &mut Secrets) -> Person {
    let mut ann = Person::sign_up(client.clone(), "ann").await;
    let link = client.post("/api/auth/sign-up", &json!({"email": "lea@example.org", "password": PASSWORD})).await;
    secrets.take("sign-up", &link);
    secrets.read_mails(client, "lea@example.org").await;
    let token = mailbox(client, "lea@example.org").await[0]["link"].as_str().expect("a link").to_owned();
    let token = token.rsplit('-').next().expect("a token").to_owned();
    for _ in 0..2 {
        client.post("/api/auth/confirm-link", &json!({"token": token})).await;
    }
    for (email, password) in [(&*ann.email, WRONG), ("nobody@example.org", WRONG), (&*ann.email, PASSWORD)] {
        let answer = client.post("/api/auth/sign-in", &json!({"email": email, "password": password})).await;
        secrets.take("sign-in", &answer);
    }
    let refreshed = ann.client.post("/api/auth/refresh", &json!({})).await;
    secrets.take("refresh", &refreshed);
    ann.take(&refreshed);
    let request = forgets(client, &ann.email).await;
    for code in ["00000000".to_owned(), newest_code(client, &ann.email).await] {
        resets(client, &request, &code, OTHER).await;
    }
    ann.password = OTHER.to_owned();
    let again = client.post("/api/auth/sign-in", &json!({"email": ann.email, "password": OTHER})).await;
    secrets.take("sign-in", &again);
    ann.take(&again);
    for (password, new) in [(WRONG, PASSWORD), (OTHER, PASSWORD)] {
        ann.client.post("/api/me/password", &json!({"password": password, "newPassword": new})).await;
    }
    ann.password = PASSWORD.to_owned();
    let (request, code) = wants(&ann, "anna@example.org").await;
    ann.client.post("/api/me/email/confirm", &json!({"requestId": request, "code": code})).await;
    secrets.read_mails(client, &ann.email).await;
    secrets.read_mails(client, "anna@example.org").await;
    ann.email = "anna@example.org".to_owned();
    ann
}

/// A second factor, a mailed code, a phone number, and a sign-in at a provider.
async fn other_ways(client: &Client, ann: &mut Person, provider: &FakeProvider, secrets: &mut Secrets) {
    let app = App::of(ann).await;
    secrets.add("TOTP secret", &app.secret);
    for code in &app.codes {
        secrets.add("recovery code", code);
    }
    let sign_in = json!({"email": ann.email, "password": PASSWORD});
    for code in ["000000", &app.codes[0]] {
        let challenge = client.post("/api/auth/sign-in", &sign_in).await.json()["challengeId"].clone();
        let answer = answers(client, &challenge, code).await;
        secrets.take("second factor", &answer);
        if answer.status == 200 {
            ann.take(&answer);
        }
    }
    let asked = client.post("/api/auth/sign-in-code", &json!({"email": "lea@example.org"})).await;
    let code = newest_code(client, "lea@example.org").await;
    let finish = json!({"requestId": asked.json()["requestId"], "code": code});
    secrets.take("mailed code", &client.post("/api/auth/sign-in-code/finish", &finish).await);
    secrets.read_mails(client, "lea@example.org").await;
    let body = json!({"phone": ANN_PHONE, "password": PASSWORD, "firstname": "Kay"});
    let asked = client.post("/api/auth/phone/sign-up", &body).await;
    let confirm = json!({"requestId": asked.json()["requestId"], "code": newest_code(client, ANN_PHONE).await});
    secrets.take("phone", &client.post("/api/auth/phone/confirm", &confirm).await);
    secrets.read_mails(client, ANN_PHONE).await;
    let begun = client.post("/api/auth/hosted/begin", &json!({"provider": "acme"})).await;
    secrets.take("hosted sign-in", &begun);
    let browser = client.with_cookie(begun.set_cookies()[0].split(';').next().expect("a pair"));
    let person = json!({"sub": "kim", "email": "kim@example.org", "email_verified": true, "name": "Kim Lee"});
    let answer = provider.log_in(&text_of(&begun, "url"), &person);
    for name in ["state", "code"] {
        secrets.add(name, answer[name].as_str().expect("a text"));
    }
    secrets.take("hosted sign-in", &browser.post("/api/auth/hosted/finish", &answer).await);
    browser.post("/api/auth/hosted/finish", &answer).await;
    secrets.add("secret of the provider's client", "a secret: & more");
    secrets.add("token of the provider", "CANARY-access");
}

/// Invitations, API keys, and calls with wrong keys.
async fn workspaces(client: &Client, ann: &Person, secrets: &mut Secrets) {
    let team = Team::of(vec![ann.clone()]).await;
    let owner = &ann.client;
    let invitation = text_of(&owner.post(&team.path("invitations"), &json!({"role": "member"})).await, "token");
    client.get(&format!("/api/invitations/{invitation}")).await;
    client.post(&format!("/api/invitations/{invitation}/accept"), &json!({})).await;
    secrets.add("invitation", invitation);
    let mail = json!({"addresses": "new@example.org", "role": "member"});
    owner.post(&team.path("invitations/mail"), &mail).await;
    for mail in mailbox(client, "new@example.org").await {
        let token = mail["link"].as_str().and_then(|link| link.rsplit('/').next()).expect("a link");
        client.get(&format!("/api/invitations/{token}")).await;
        secrets.add("mailed invitation", token);
    }
    for kind in ["api-keys", "workspace-keys"] {
        let body = json!({"name": "Script", "capabilities": ["comment"]});
        let key = text_of(&owner.post(&team.path(kind), &body).await, "key");
        client.with_token(&key).get("/api/key").await;
        client.with_token(&format!("{key}x")).get(&team.path("tickets")).await;
        secrets.add(kind, key);
    }
    let token = ann.client.token.clone().expect("a token");
    client.with_token(&format!("{token}x")).get("/api/me").await;
    client.get(&format!("/api/me?access_token={token}")).await;
    ann.client.post("/api/auth/sign-out", &json!({"everywhere": true})).await;
    secrets.add("access token", token);
    secrets.add("refresh cookie", ann.client.cookie.clone().expect("a cookie").split_once('=').expect("a pair").1);
}

#[actix_web::test]
async fn q02_no_password_token_code_cookie_or_link_is_in_the_log_or_in_the_metrics() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let mut node = Troupe::node_to_be(database.url())
        .set("TROUPE_LOG", "debug")
        .set("TROUPE_SIGN_IN_CODES", "1")
        .set("TROUPE_SMS_MAILBOX", "1")
        .set("TROUPE_PROVIDERS", "acme");
    for (name, value) in provider.settings("acme") {
        node = node.set(&name, value);
    }
    let node = node.serve();
    let client = Client::new(&node.url);
    let mut secrets = Secrets::default();
    for password in [PASSWORD, OTHER, WRONG] {
        secrets.add("password", password);
    }
    let mut ann = passwords(&client, &mut secrets).await;
    other_ways(&client, &mut ann, &provider, &mut secrets).await;
    workspaces(&client, &ann, &mut secrets).await;
    assert!(secrets.0.len() > 40, "{}", secrets.0.len());
    let metrics = client.get("/metrics").await;
    assert_eq!(metrics.status, 200);
    assert_eq!(secrets.found_in(&String::from_utf8_lossy(&metrics.body)), Vec::<&str>::new());
    let log = node.log_at_the_end(Signal::TERM);
    assert!(log.contains("confirmed their e-mail"), "the log holds the flows: {log}");
    let lines = |name: &str| {
        let secret = secrets.0.iter().find(|(known, _)| known == name).map(|(_, secret)| secret.clone());
        log.lines().filter(|line| secret.as_ref().is_some_and(|it| line.contains(it))).collect::<Vec<_>>().join("\n")
    };
    let found: Vec<String> =
        secrets.found_in(&log).into_iter().map(|name| format!("{name}: {}", lines(name))).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
