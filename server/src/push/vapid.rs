//! Tells push services who sends (VAPID, RFC 8292): each request is signed with the key pair of this cluster.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::json;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

/// How long a signature is good, in seconds. Push services refuse more than a day.
const GOOD: i64 = 12 * 3_600;

/// A key pair of this cluster.
pub(super) struct ServerKey {
    signing: SigningKey,
    public: Vec<u8>,
}

impl ServerKey {
    /// The pair of 32 random bytes; none if they are no private key.
    pub(super) fn exact(bytes: &[u8]) -> Option<Self> {
        // The library fills shorter ones up.
        let secret = SecretKey::from_slice(bytes).ok().filter(|_| bytes.len() == 32)?;
        let public = secret.public_key().to_encoded_point(false).as_bytes().to_vec();
        Some(Self { signing: SigningKey::from(&secret), public })
    }

    /// The pair that a seed gives. One number of 2^32 is no private key; then the next one is taken.
    pub(super) fn of_seed(seed: &[u8; 32]) -> Option<Self> {
        (0..=u8::MAX).find_map(|nth| {
            let bytes: [u8; 32] = Sha256::digest([&seed[..], &[nth]].concat()).into();
            Self::exact(&bytes)
        })
    }

    /// The public key, as browsers take it.
    pub(super) fn public(&self) -> &[u8] {
        &self.public
    }

    /// The header `authorization` of a request to an endpoint; none if the endpoint has no origin. `contact` is an https
    /// address at which the operator of a push service finds out whom to ask.
    pub(super) fn authorization(&self, endpoint: &str, contact: Option<&str>, now: OffsetDateTime) -> Option<String> {
        let mut claims = json!({"aud": origin(endpoint)?, "exp": now.unix_timestamp() + GOOD});
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({"alg": "ES256", "typ": "JWT"})), part(&claims));
        let signature: Signature = self.signing.sign(signed.as_bytes());
        let (signature, public) = (URL_SAFE_NO_PAD.encode(signature.to_bytes()), URL_SAFE_NO_PAD.encode(&self.public));
        Some(format!("vapid t={signed}.{signature}, k={public}"))
    }
}

/// The scheme, the host and the port of an address.
fn origin(address: &str) -> Option<&str> {
    let host_at = address.find("://")? + 3;
    let rest = address.get(host_at..)?;
    let length = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    address.get(..host_at + length)
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;
    use time::macros::datetime;

    use super::*;

    fn decoded(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    #[test]
    fn nt13_a_request_is_signed_for_the_push_service_alone_and_for_half_a_day() {
        let key = ServerKey::of_seed(&[9; 32]).expect("a key");
        let now = datetime!(2030-01-01 0:00 UTC);
        let endpoint = "https://push.example.net:8443/send/abc?x=1";
        let header = key.authorization(endpoint, Some("https://troupe.example"), now).expect("an origin");
        let (token, public) = header.strip_prefix("vapid t=").and_then(|it| it.split_once(", k=")).expect("its form");
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let verifying = VerifyingKey::from_sec1_bytes(&decoded(public)).expect("a public key");
        verifying
            .verify(signed.as_bytes(), &Signature::from_slice(&decoded(signature)).expect("64 bytes"))
            .expect("valid");
        let (head, claims) = signed.split_once('.').expect("two parts");
        assert_eq!(decoded(head), br#"{"alg":"ES256","typ":"JWT"}"#);
        let claims: serde_json::Value = serde_json::from_slice(&decoded(claims)).expect("JSON");
        let expected = json!({"aud": "https://push.example.net:8443", "exp": now.unix_timestamp() + 43_200, "sub": "https://troupe.example"});
        assert_eq!(claims, expected);
        assert_eq!(key.authorization("no address", None, now), None);
    }

    #[test]
    fn nt13_a_secret_gives_the_same_pair_on_every_node() {
        let public = |seed: u8| ServerKey::of_seed(&[seed; 32]).map(|key| key.public().to_vec());
        assert_eq!(public(1), public(1));
        assert_ne!(public(1), public(2));
        assert_eq!(public(1).map(|it| it.len()), Some(65));
        assert!(ServerKey::exact(&[0; 32]).is_none() && ServerKey::exact(&[1; 31]).is_none());
    }
}
