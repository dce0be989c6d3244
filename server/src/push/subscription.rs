//! A browser's subscription, and its form at rest. The endpoint is an address that lets anyone who has the keys show
//! messages, so all of it is encrypted before it is stored.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::PublicKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::message::{AUTH_BYTES, KEY_BYTES};
use crate::auth::sealing;

/// A subscription.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    pub(super) endpoint: String,
    pub(super) key: PublicKey,
    pub(super) auth: [u8; AUTH_BYTES],
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

#[derive(Serialize, Deserialize)]
struct Kept {
    endpoint: String,
    p256dh: String,
    auth: String,
}

/// The key of a browser: 65 bytes in base64url, which are a point of the curve.
pub(super) fn key(text: &str) -> Option<PublicKey> {
    let bytes = decoded(text).filter(|bytes| bytes.len() == KEY_BYTES)?;
    PublicKey::from_sec1_bytes(&bytes).ok()
}

/// The secret of a browser: 16 bytes in base64url.
pub(super) fn auth(text: &str) -> Option<[u8; AUTH_BYTES]> {
    decoded(text)?.try_into().ok()
}

/// Browsers leave out the padding; some libraries do not.
fn decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

impl Subscription {
    /// The name of the endpoint in the database.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.endpoint.as_bytes()).into()
    }

    /// The stored form: a nonce, and the encrypted subscription.
    pub(super) fn sealed(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        let (p256dh, auth) =
            (URL_SAFE_NO_PAD.encode(self.key.to_encoded_point(false)), URL_SAFE_NO_PAD.encode(self.auth));
        let kept = Kept { endpoint: self.endpoint.clone(), p256dh, auth };
        sealing::sealed(key, &self.hash(), &serde_json::to_vec(&kept).ok()?)
    }

    /// The subscription of a stored form; none if another key has sealed it, or it was stored under another hash.
    pub(super) fn opened(sealed: &[u8], hash: &[u8], cipher_key: &[u8; 32]) -> Option<Self> {
        let text = sealing::opened(cipher_key, hash, sealed)?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        Some(Self { key: key(&kept.p256dh)?, auth: auth(&kept.auth)?, endpoint: kept.endpoint })
    }
}

#[cfg(test)]
mod tests {
    use p256::SecretKey;

    use super::*;

    #[test]
    fn nt12_a_stored_subscription_shows_nothing_and_opens_with_its_key_and_hash_alone() {
        let key = SecretKey::from_slice(&[7; 32]).expect("a key").public_key();
        let it = Subscription { endpoint: "https://push.example.net/canary".to_owned(), key, auth: [3; AUTH_BYTES] };
        let sealed = it.sealed(&[1; 32]).expect("sealed");
        assert!(!String::from_utf8_lossy(&sealed).contains("canary") && format!("{it:?}") == "(hidden)");
        assert_ne!(it.sealed(&[1; 32]), Some(sealed.clone()), "no nonce comes twice");
        assert_eq!(Subscription::opened(&sealed, &it.hash(), &[1; 32]), Some(it.clone()));
        assert_eq!(Subscription::opened(&sealed, &it.hash(), &[2; 32]), None);
        assert_eq!(Subscription::opened(&sealed, &[0; 32], &[1; 32]), None);
        assert_eq!(Subscription::opened(&sealed[..5], &it.hash(), &[1; 32]), None);
    }

    #[test]
    fn nt12_only_a_point_of_the_curve_is_a_key() {
        let good = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        assert!(key(good).is_some() && key(&format!("{good}=")).is_some());
        for wrong in ["", "A", &good[1..], &good.replace("BCV", "BCW"), &"A".repeat(87), "\u{e4}"] {
            assert!(key(wrong).is_none(), "{wrong}");
        }
        assert!(auth("BTBZMqHH6r4Tts7J_aSIgg").is_some() && auth("BTBZMqHH6r4Tts7J_aSIgg==").is_some());
        assert!(auth("BTBZ").is_none() && auth("?").is_none());
    }
}
