//! The text of a key: `troupe_`, 30 random letters and digits, and a checksum of six. The prefix lets scanners of code find
//! keys that were published by mistake. The checksum lets a node refuse a mistyped key without asking the database; it
//! protects nothing.

use rand::Rng;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};

const PREFIX: &str = "troupe_";
/// Letters and digits that are drawn at random: 178 bits.
const RANDOM: usize = 30;
const CHECKSUM: usize = 6;
/// The characters of a key that its owner sees again later.
const HINT: usize = 4;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A key. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct KeyText(String);

impl KeyText {
    /// A new random key.
    pub(super) fn random() -> Self {
        let drawn: String = rand::rng().sample_iter(Alphanumeric).take(RANDOM).map(char::from).collect();
        let sum = checksum(&drawn);
        Self(format!("{PREFIX}{drawn}{sum}"))
    }

    /// Reads a key; `None` if it is not complete or has a typing error.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(PREFIX)?;
        let is_plain = rest.len() == RANDOM + CHECKSUM && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let (drawn, sum) = is_plain.then(|| rest.split_at(RANDOM))?;
        (checksum(drawn) == sum).then(|| Self(text.to_owned()))
    }

    /// What the database stores in place of the key.
    pub(super) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }

    /// The last characters, by which the owner recognises the key.
    pub(super) fn hint(&self) -> String {
        self.0.chars().skip(self.0.len() - HINT).collect()
    }

    /// The key itself, to be shown once.
    pub(super) fn reveal(self) -> String {
        self.0
    }
}

impl std::fmt::Debug for KeyText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(hidden)")
    }
}

/// The hash that the database stores instead of a key; `None` if the text is not a key.
pub fn hash_of(text: &str) -> Option<Vec<u8>> {
    KeyText::parse(text).map(|key| key.hash())
}

/// Whether a bearer token is meant as an API key. No access token begins like one.
pub fn is_key(token: &str) -> bool {
    token.starts_with(PREFIX)
}

fn checksum(drawn: &str) -> String {
    let digest = Sha256::digest(drawn.as_bytes());
    let letters = digest.iter().take(CHECKSUM).filter_map(|byte| ALPHABET.get(usize::from(*byte) % ALPHABET.len()));
    letters.map(|letter| char::from(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ak1_a_key_has_a_prefix_178_random_bits_and_a_checksum_that_finds_each_typing_error() {
        let keys: HashSet<String> = (0..1_000).map(|_| KeyText::random().reveal()).collect();
        assert_eq!(keys.len(), 1_000);
        for key in keys {
            assert!(key.len() == 43 && is_key(&key), "{key}");
            let parsed = KeyText::parse(&key).expect("a key");
            assert_eq!((parsed.hash().len(), parsed.hint().as_str()), (32, &key[39..]));
        }
        let key = KeyText::random().reveal();
        for at in PREFIX.len()..key.len() {
            let other = if &key[at..=at] == "a" { "b" } else { "a" };
            let mistyped = format!("{}{other}{}", &key[..at], &key[at + 1..]);
            assert_eq!(KeyText::parse(&mistyped), None, "{mistyped}");
        }
        for wrong in ["", "troupe_", &key[1..], &key[..42], &format!("{key}0"), &key.replace("troupe_", "Troupe_")] {
            assert_eq!(KeyText::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn ak1_a_key_is_stored_as_a_hash_and_shown_by_no_log() {
        let key = KeyText::random();
        assert_eq!(format!("{key:?}"), "(hidden)");
        let text = key.clone().reveal();
        assert_eq!(key.hash(), Sha256::digest(text.as_bytes()).to_vec());
    }
}
