//! A passkey in software: a browser and an authenticator (ES256, attestation "none"), which can misbehave.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const HAS_KEY: u8 = 0x40;

/// A passkey, with what its browser and authenticator say.
#[derive(Clone)]
pub struct Passkey {
    key: SigningKey,
    /// The id of the passkey.
    pub id: Vec<u8>,
    /// The account that it was made for.
    pub user: Vec<u8>,
    /// The counter of signatures; an authenticator without one always says 0.
    pub counter: u32,
    /// The domain that the authenticator signs for.
    pub domain: String,
    /// The origin of the page, as the browser says.
    pub origin: String,
    /// Whether the authenticator says that it has verified the person.
    pub verified: bool,
}

impl Passkey {
    /// Makes a passkey for the answer to `begin`, in a browser at this origin.
    pub fn new(wanted: &Value, origin: &str) -> Self {
        let text = |name: &str| wanted[name].as_str().unwrap_or_else(|| panic!("{name}: {wanted}")).to_owned();
        Self {
            key: SigningKey::from_slice(&rand::random::<[u8; 32]>()).expect("a key"),
            id: rand::random::<[u8; 16]>().to_vec(),
            user: URL_SAFE_NO_PAD.decode(text("userId")).expect("base64url"),
            counter: 0,
            domain: text("domain"),
            origin: origin.to_owned(),
            verified: true,
        }
    }

    /// What a browser sends when the passkey was made.
    pub fn made(&self, wanted: &Value) -> Value {
        let point = self.key.verifying_key().to_encoded_point(false);
        let mut data = self.data(HAS_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("short").to_be_bytes());
        data.extend(&self.id);
        // A COSE key: EC2, ES256, P-256.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().expect("x"));
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().expect("y"));
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).expect("short"));
        attestation.extend(&data);
        json!({
            "clientData": encoded(&self.client_data("webauthn.create", wanted)),
            "attestation": encoded(&attestation),
        })
    }

    /// What a browser sends when the passkey has signed a challenge. Counts the signature.
    pub fn signed(&mut self, challenge: &Value) -> Value {
        if self.counter > 0 {
            self.counter += 1;
        }
        let client_data = self.client_data("webauthn.get", challenge);
        let data = self.data(0);
        let mut message = data.clone();
        message.extend(Sha256::digest(&client_data));
        let signature: Signature = self.key.sign(&message);
        json!({
            "id": encoded(&self.id),
            "clientData": encoded(&client_data),
            "authenticatorData": encoded(&data),
            "signature": encoded(signature.to_der().as_bytes()),
            "userHandle": encoded(&self.user),
        })
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        let said = json!({
            "type": kind, "challenge": challenge["challenge"], "origin": self.origin, "crossOrigin": false,
        });
        said.to_string().into_bytes()
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.domain.as_bytes()).to_vec();
        data.push(PRESENT | if self.verified { VERIFIED } else { 0 } | more);
        data.extend(self.counter.to_be_bytes());
        data
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
