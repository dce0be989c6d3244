//! Changes of accounts, and ways into them (docs/IDENTITY.md).

mod address;
pub mod api_keys;
mod app_codes;
pub mod apps;
pub mod confirm_link;
mod deleted;
mod device_code_ends;
pub mod device_codes;
pub mod disabled;
mod domains;
mod export;
mod forgotten;
pub mod hosted;
mod identity_records;
pub mod new_password;
pub mod passkeys;
mod password;
pub mod phone;
mod remembered;
mod required_factor;
pub mod second_factor;
mod secrets_in_logs;
mod sessions;
pub mod sign_in_code;
mod text_messages;
pub mod workspace_keys;

use serde_json::{Value, json};

use crate::support::{Answer, Client, Person, mailbox, newest_code};

/// A password other than `PASSWORD`.
const OTHER: &str = "calm-otter-77";

/// Asks for a code for a new password; returns the id of the request.
async fn forgets(client: &Client, email: &str) -> Value {
    let answer = client.post("/api/auth/forgot-password", &json!({"email": email})).await;
    assert_eq!(answer.status, 202, "{:?}", answer.json());
    answer.json()["requestId"].clone()
}

async fn resets(client: &Client, request: &Value, code: &str, password: &str) -> Answer {
    let body = json!({"requestId": request, "code": code, "password": password});
    client.post("/api/auth/reset-password", &body).await
}

/// The status of a sign-in with this password.
async fn signs_in(client: &Client, email: &str, password: &str) -> u16 {
    let body = json!({"email": email, "password": password});
    client.post("/api/auth/sign-in", &body).await.status.as_u16()
}

/// A code other than `code`.
fn other_code(code: &str) -> &'static str {
    if code == "00000000" { "00000001" } else { "00000000" }
}

/// The subjects of the mails to an address, newest first.
async fn subjects(client: &Client, email: &str) -> Vec<String> {
    let mails = mailbox(client, email).await;
    mails.iter().map(|mail| mail["subject"].as_str().expect("a subject").to_owned()).collect()
}

/// Asks for a new address. Returns the id of the request, and the code that was mailed to the address.
async fn wants(person: &Person, email: &str) -> (Value, String) {
    let body = json!({"email": email, "password": person.password});
    let answer = person.client.post("/api/me/email", &body).await;
    assert_eq!(answer.status, 202, "{:?}", answer.json());
    (answer.json()["requestId"].clone(), newest_code(&person.client, email).await)
}
