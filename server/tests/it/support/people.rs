//! People with accounts.

use serde_json::{Value, json};

use super::{Answer, Client, served};

/// The password of all people.
pub const PASSWORD: &str = "vivid-horse-8";

/// A person with an account, signed in.
#[derive(Clone, Debug)]
pub struct Person {
    pub client: Client,
    pub id: String,
    pub email: String,
    pub password: String,
}

impl Person {
    /// Signs up as a stranger would, with a code from the mailbox.
    pub async fn sign_up(client: Client, name: &str) -> Self {
        let email = format!("{name}@example.org");
        let body = json!({ "email": email, "password": PASSWORD, "firstname": name });
        let answer = client.post("/api/auth/sign-up", &body).await;
        assert_eq!(answer.status, 202, "{:?}", answer.json());
        let page = answer.json();
        // By its reference: of two mails to one address, either may arrive first.
        let reference = page["reference"].as_str().expect("a reference");
        let mails = mailbox(&client, &email).await;
        let mail = mails.iter().find(|mail| {
            mail["subject"].as_str().is_some_and(|subject| subject.contains(&format!("sign-up {reference}")))
        });
        let code = &mail.unwrap_or_else(|| panic!("no mail with {reference} in {mails:?}"))["code"];
        let body = json!({ "signUpId": page["signUpId"], "code": code });
        let answer = client.post("/api/auth/confirm", &body).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json());
        let mut person = Self { client, id: String::new(), email, password: PASSWORD.to_owned() };
        person.take(&answer);
        person
    }

    /// Signs in once more: another device of the same person.
    pub async fn sign_in_again(&self) -> Self {
        let mut other = self.clone();
        let anonymous = Client::new(self.client.base());
        let body = json!({ "email": self.email, "password": self.password });
        let answer = anonymous.post("/api/auth/sign-in", &body).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json());
        other.take(&answer);
        other
    }

    /// Keeps the credentials of an answer.
    pub fn take(&mut self, answer: &Answer) {
        let session = answer.json();
        self.id = session["user"]["id"].as_str().expect("an id").to_owned();
        self.client.token = session["accessToken"].as_str().map(str::to_owned);
        self.client.cookie = answer.cookie();
    }

    pub fn token(&self) -> &str {
        self.client.token.as_deref().expect("signed in")
    }
}

/// The mails to an address, newest first.
pub async fn mailbox(client: &Client, email: &str) -> Vec<Value> {
    let to = email.replace('+', "%2B");
    let path = format!("/api/dev/mailbox?to={to}");
    let answer = served(|| client.get(&path)).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()["messages"].as_array().cloned().expect("messages")
}

/// The code of the newest mail to an address.
pub async fn newest_code(client: &Client, email: &str) -> String {
    let messages = mailbox(client, email).await;
    // A notice, which has no code, may have come after it.
    let newest = messages.iter().find_map(|mail| mail["code"].as_str());
    newest.unwrap_or_else(|| panic!("no code in the mails to {email}: {messages:?}")).to_owned()
}
