//! The keys, each for one purpose, all derived from the one secret.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::config::Secret;

/// The keys, each for one purpose.
#[derive(Clone)]
pub(super) struct Keys {
    /// Signs access tokens.
    pub(super) access: [u8; 32],
    /// Makes the next refresh token from the one before.
    refresh: [u8; 32],
    /// Hides confirmation codes.
    codes: [u8; 32],
    /// Hides whom guesses are counted for.
    guesses: [u8; 32],
}

impl Keys {
    pub(super) fn derive(secret: &Secret) -> Self {
        let key = |purpose: &str| derive(secret, purpose);
        Self {
            access: key("access token"),
            refresh: key("refresh token"),
            codes: key("confirmation code"),
            guesses: key("guesses"),
        }
    }

    /// The refresh token that follows another. It is a function of that one, so a second request
    /// with the same token, on whatever node, arrives at the same successor, while only hashes are
    /// stored; and without the key nobody can tell it.
    pub(super) fn successor(&self, token: &[u8]) -> [u8; 32] {
        hmac(&self.refresh, &[token])
    }

    /// What is stored of a confirmation code.
    pub(super) fn code(&self, sign_up: uuid::Uuid, code: &str) -> [u8; 32] {
        hmac(&self.codes, &[sign_up.as_bytes(), code.as_bytes()])
    }

    /// The key of a counter.
    pub(super) fn guess(&self, what: &str, whose: &str) -> [u8; 32] {
        hmac(&self.guesses, &[what.as_bytes(), b"\0", whose.as_bytes()])
    }
}

/// What nodes of one cluster seal the messages with that they send each other.
#[must_use]
pub fn bus_key(secret: &Secret) -> [u8; 32] {
    derive(secret, "bus")
}

fn derive(secret: &Secret, purpose: &str) -> [u8; 32] {
    hmac(secret.bytes(), &[b"troupe ", purpose.as_bytes(), b" 1"])
}

/// What is stored of a token with enough randomness of its own.
pub(super) fn digest(token: &[u8]) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// Whether two hashes are the same, in a time that does not tell where they differ.
#[must_use]
pub fn same(ours: &[u8], theirs: &[u8]) -> bool {
    ours.len() == theirs.len() && ours.iter().zip(theirs).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC takes keys of any length: there is no error to have.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}
