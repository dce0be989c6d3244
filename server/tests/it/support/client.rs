//! A client over HTTP.

use std::time::Duration;

use awc::http::{Method, StatusCode, header::HeaderMap};
use serde_json::Value;

/// A client of a node, with its credentials.
#[derive(Clone, Debug)]
pub struct Client {
    base: String,
    /// For `Authorization: Bearer`.
    pub token: Option<String>,
    /// `name=value`
    pub cookie: Option<String>,
    /// Sent unchanged.
    pub headers: Vec<(String, String)>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Client {
    pub fn new(base: &str) -> Self {
        Self { base: base.to_owned(), token: None, cookie: None, headers: Vec::new() }
    }

    /// The same person at another node.
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// The same with another token.
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same with another cookie.
    pub fn with_cookie(&self, cookie: &str) -> Self {
        Self { cookie: Some(cookie.to_owned()), ..self.clone() }
    }

    /// The same with one more header.
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, Vec::new()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let json = serde_json::to_vec(body).expect("json");
        self.send(Method::POST, path, Some("application/json"), json).await
    }

    pub async fn send(&self, method: Method, path: &str, kind: Option<&str>, body: Vec<u8>) -> Answer {
        // Longer than a workspace takes to load from a database that is 400 ms away (F-14).
        let client = awc::Client::builder().timeout(Duration::from_secs(90)).disable_redirects().finish();
        let mut request = client.request(method, format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.insert_header(("authorization", format!("Bearer {token}")));
        }
        if let Some(cookie) = &self.cookie {
            request = request.insert_header(("cookie", cookie.as_str()));
        }
        if let Some(kind) = kind {
            request = request.insert_header(("content-type", kind));
        }
        for (name, value) in &self.headers {
            request = request.insert_header((name.as_str(), value.as_str()));
        }
        let mut response = request.send_body(body).await.expect("an answer");
        let body = response.body().limit(64 << 20).await.expect("a body").to_vec();
        Answer { status: response.status(), headers: response.headers().clone(), body }
    }
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("not JSON: {}", String::from_utf8_lossy(&self.body)))
    }

    /// Status and code of a refusal.
    pub fn refusal(&self) -> (u16, String) {
        let code = self.json()["error"]["code"].as_str().unwrap_or("(no code)").to_owned();
        (self.status.as_u16(), code)
    }

    /// The field that caused the refusal.
    pub fn field(&self) -> Option<String> {
        self.json()["error"]["field"].as_str().map(str::to_owned)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// All cookies that the answer sets, unparsed.
    pub fn set_cookies(&self) -> Vec<String> {
        let cookies = self.headers.get_all("set-cookie");
        cookies.filter_map(|value| value.to_str().ok()).map(str::to_owned).collect()
    }

    /// `name=value` of the cookie that holds the refresh token.
    pub fn cookie(&self) -> Option<String> {
        self.cookie_named("troupe_refresh")
    }

    /// `name=value` of the device cookie.
    pub fn device_cookie(&self) -> Option<String> {
        self.cookie_named("troupe_device")
    }

    fn cookie_named(&self, name: &str) -> Option<String> {
        let cookies = self.set_cookies();
        let pairs = cookies.iter().filter_map(|cookie| cookie.split(';').next());
        pairs.map(str::to_owned).find(|pair| pair.trim_start_matches("__Host-").starts_with(&format!("{name}=")))
    }
}
