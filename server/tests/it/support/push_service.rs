//! A push service, and browsers that subscribe at it and read what it was sent.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdh::diffie_hellman;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use serde_json::{Value, json};
use sha2::Sha256;

/// A push service on a port of this machine. It runs until the test ends.
#[derive(Clone)]
pub struct PushService {
    url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    requests: Vec<Pushed>,
    answers: VecDeque<&'static str>,
}

/// A request that came.
#[derive(Clone, Debug)]
pub struct Pushed {
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl PushService {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let service = Self { url, state: Arc::default() };
        let state = service.state.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let state = state.clone();
                std::thread::spawn(move || serve(&connection, &state));
            }
        });
        service
    }

    /// The base URL of the service.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The next requests get these answers: a status, and perhaps more lines of the head. Later requests get a 201.
    pub fn answer(&self, answers: &[&'static str]) {
        self.state.lock().expect("no panic").answers.extend(answers);
    }

    /// The requests that came.
    pub fn requests(&self) -> Vec<Pushed> {
        self.state.lock().expect("no panic").requests.clone()
    }
}

fn serve(mut connection: &TcpStream, state: &Mutex<State>) -> Option<()> {
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
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    let answer = {
        let mut state = state.lock().ok()?;
        state.requests.push(Pushed { path, headers, body });
        state.answers.pop_front().unwrap_or("201 Created")
    };
    write!(connection, "HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").ok()
}

impl Pushed {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// The claims of the signature, which must be that of the server with this public key.
    pub fn claims(&self, server_key: &str) -> Value {
        let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let token = self.header("authorization").strip_prefix("vapid t=").expect("its form");
        let (token, key) = token.split_once(", k=").expect("a key");
        assert_eq!(key, server_key);
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let key = VerifyingKey::from_sec1_bytes(&decoded(key)).expect("a public key");
        key.verify(signed.as_bytes(), &Signature::from_slice(&decoded(signature)).expect("64 bytes")).expect("valid");
        serde_json::from_slice(&decoded(signed.split_once('.').expect("two parts").1)).expect("JSON")
    }
}

/// A browser with a subscription.
pub struct Browser {
    pub endpoint: String,
    path: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    pub fn at(service: &PushService, name: &str) -> Self {
        let path = format!("/send/{name}");
        let secret = SecretKey::from_slice(&uuid_bytes()).expect("a key");
        Self { endpoint: format!("{}{path}", service.url), path, secret, auth: *uuid::Uuid::new_v4().as_bytes() }
    }

    /// What the browser's page sends to the server.
    pub fn subscription(&self, server_key: &str) -> Value {
        let key = URL_SAFE_NO_PAD.encode(self.secret.public_key().to_encoded_point(false));
        let keys = json!({"p256dh": key, "auth": URL_SAFE_NO_PAD.encode(self.auth)});
        json!({"endpoint": self.endpoint, "keys": keys, "serverKey": server_key})
    }

    /// The messages that came for this browser, decrypted.
    pub fn messages(&self, service: &PushService) -> Vec<Value> {
        service.requests().iter().filter(|it| it.path == self.path).map(|it| self.read(it)).collect()
    }

    /// Decrypts a message, as RFC 8188 and RFC 8291 say.
    pub fn read(&self, pushed: &Pushed) -> Value {
        assert_eq!(pushed.header("content-encoding"), "aes128gcm");
        let (salt, rest) = pushed.body.split_at(16);
        let (record, rest) = rest.split_at(4);
        assert_eq!((record, rest[0]), (&4_096_u32.to_be_bytes()[..], 65));
        let (theirs, sealed) = rest[1..].split_at(65);
        let server = PublicKey::from_sec1_bytes(theirs).expect("a point");
        let shared = diffie_hellman(self.secret.to_nonzero_scalar(), server.as_affine());
        let ours = self.secret.public_key().to_encoded_point(false);
        let info = [b"WebPush: info\0", ours.as_bytes(), theirs].concat();
        let derived = |salt: &[u8], secret: &[u8], info: &[u8], length: usize| {
            let mut bytes = vec![0; length];
            Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut bytes).expect("derived");
            bytes
        };
        let ikm = derived(&self.auth, shared.raw_secret_bytes(), &info, 32);
        let key = derived(salt, &ikm, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derived(salt, &ikm, b"Content-Encoding: nonce\0", 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let mut text = sealed.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
        let text = key.open_in_place(nonce, Aad::empty(), &mut text).expect("meant for this browser");
        serde_json::from_slice(text.strip_suffix(&[2]).expect("the last record")).expect("JSON")
    }
}

fn uuid_bytes() -> [u8; 32] {
    let [one, two] = [uuid::Uuid::new_v4(), uuid::Uuid::new_v4()];
    // The first byte is small enough for the order of the curve.
    let mut bytes: [u8; 32] = [&one.as_bytes()[..], &two.as_bytes()[..]].concat().try_into().expect("32 bytes");
    bytes[0] = 1;
    bytes
}
