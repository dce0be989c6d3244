//! A provider of hosted sign-in that can misbehave. A real one is in `web/e2e/support/identityProvider.ts`.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::{EncodePrivateKey, LineEnding};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

const CLIENT: (&str, &str) = ("troupe", "a secret: & more");

/// A provider on a port of this machine. It runs until the test ends.
#[derive(Clone)]
pub struct FakeProvider {
    pub issuer: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    grants: HashMap<String, Grant>,
    requests: Vec<String>,
    /// Added to the claims of ID tokens, to make them wrong.
    wrong: Value,
    /// The path at which requests wait without an answer.
    silent: Option<&'static str>,
}

/// What a code stands for.
#[derive(Clone)]
struct Grant {
    challenge: String,
    redirect_uri: String,
    claims: Value,
}

impl FakeProvider {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let provider = Self { issuer, state: Arc::default() };
        let served = provider.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let served = served.clone();
                std::thread::spawn(move || served.serve(&connection));
            }
        });
        provider
    }

    /// The settings of a node that offers the provider under a name.
    pub fn settings(&self, name: &str) -> Vec<(String, String)> {
        let variable = |field: &str| format!("TROUPE_PROVIDER_{}_{field}", name.to_uppercase());
        vec![
            (variable("ISSUER"), self.issuer.clone()),
            (variable("PRIVATE"), "1".to_owned()),
            (variable("CLIENT_ID"), CLIENT.0.to_owned()),
            (variable("CLIENT_SECRET"), CLIENT.1.to_owned()),
        ]
    }

    /// A private key for the settings of Apple.
    pub fn apple_key() -> String {
        private_key().to_string()
    }

    /// The answer that the browser brings back after a person has logged in. Its claims are about this person.
    pub fn log_in(&self, address: &str, person: &Value) -> Value {
        let url = Url::parse(address).expect("an address");
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!((query["response_type"].as_str(), query["code_challenge_method"].as_str()), ("code", "S256"));
        let code = format!("CANARY-code-{}", uuid::Uuid::new_v4());
        let mut claims = json!({"iss": self.issuer, "aud": query["client_id"], "nonce": query["nonce"]});
        merge(&mut claims, person);
        let (challenge, redirect_uri) = (query["code_challenge"].clone(), query["redirect_uri"].clone());
        self.state.lock().expect("no panic").grants.insert(code.clone(), Grant { challenge, redirect_uri, claims });
        json!({"state": query["state"], "code": code, "iss": self.issuer})
    }

    /// Makes the next ID tokens wrong.
    pub fn lie(&self, wrong: Value) {
        self.state.lock().expect("no panic").wrong = wrong;
    }

    /// Leaves the requests at a path without an answer from now on.
    pub fn fall_silent(&self, path: &'static str) {
        self.state.lock().expect("no panic").silent = Some(path);
    }

    /// The paths of the requests that came.
    pub fn requests(&self) -> Vec<String> {
        self.state.lock().expect("no panic").requests.clone()
    }

    fn serve(&self, mut connection: &TcpStream) -> Option<()> {
        let mut reader = BufReader::new(connection.try_clone().ok()?);
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let path = line.split(' ').nth(1)?.to_owned();
        let mut headers = HashMap::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let is_silent = {
            let mut state = self.state.lock().ok()?;
            state.requests.push(path.clone());
            state.silent == Some(path.as_str())
        };
        if is_silent {
            // Ends when the node gives up.
            reader.read_to_end(&mut Vec::new()).ok()?;
            return None;
        }
        let (status, answer) = match path.as_str() {
            "/.well-known/openid-configuration" => ("200 OK", self.discovery()),
            "/jwks" => ("200 OK", json!({"keys": [public_key()]})),
            "/token" => self
                .token(&headers, &body)
                .map_or(("400 Bad Request", json!({"error": "invalid_grant"})), |it| ("200 OK", it)),
            _ => ("404 Not Found", json!({})),
        };
        let answer = answer.to_string();
        let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}", answer.len());
        write!(connection, "{head}\r\nconnection: close\r\n\r\n{answer}").ok()
    }

    fn discovery(&self) -> Value {
        let at = |path: &str| format!("{}/{path}", self.issuer);
        json!({
            "issuer": self.issuer,
            "authorization_endpoint": at("auth"),
            "token_endpoint": at("token"),
            "jwks_uri": at("jwks"),
            "end_session_endpoint": at("logout"),
            "authorization_response_iss_parameter_supported": true,
        })
    }

    /// The answer to a code: each code works once, for its client, redirect address and verifier.
    fn token(&self, headers: &HashMap<String, String>, body: &[u8]) -> Option<Value> {
        let form: HashMap<String, String> = url::form_urlencoded::parse(body).into_owned().collect();
        let mut state = self.state.lock().ok()?;
        let grant = state.grants.remove(form.get("code")?)?;
        let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let basic = format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(CLIENT.0), encoded(CLIENT.1))));
        let is_client = headers.get("authorization") == Some(&basic) || form.contains_key("client_secret");
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form.get("code_verifier")?));
        if !is_client || challenge != grant.challenge || form.get("redirect_uri") != Some(&grant.redirect_uri) {
            return None;
        }
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?.as_secs();
        let mut claims = json!({"iat": now, "exp": now + 300});
        merge(&mut claims, &grant.claims);
        merge(&mut claims, &state.wrong);
        let mut head = Header::new(Algorithm::ES256);
        head.kid = Some("one".to_owned());
        let key = EncodingKey::from_ec_pem(private_key().as_bytes()).ok()?;
        let token = encode(&head, &claims, &key).ok()?;
        Some(json!({"id_token": token, "access_token": "CANARY-access", "token_type": "Bearer", "expires_in": 60}))
    }
}

fn merge(claims: &mut Value, more: &Value) {
    for (name, value) in more.as_object().into_iter().flatten() {
        claims[name.as_str()] = value.clone();
    }
}

fn private_key() -> impl std::ops::Deref<Target = String> {
    secret().to_pkcs8_pem(LineEnding::LF).expect("PEM")
}

fn public_key() -> Value {
    let point = secret().public_key().to_encoded_point(false);
    let [x, y] = [point.x(), point.y()].map(|part| URL_SAFE_NO_PAD.encode(part.expect("a coordinate")));
    json!({"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "one", "x": x, "y": y})
}

fn secret() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).expect("a key")
}
