//! Encrypts values for the database: AES-256-GCM, with a random nonce in front. The id of the row is authenticated too,
//! so a value cannot be decrypted in another row.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

/// Encrypts a value: the nonce, then the ciphertext. `row` identifies the row that the value is stored in.
#[must_use]
pub fn sealed(key: &[u8; 32], row: &[u8], value: &[u8]) -> Option<Vec<u8>> {
    let nonce: [u8; NONCE_LEN] = rand::random();
    let mut text = value.to_vec();
    cipher(key)?.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(row), &mut text).ok()?;
    Some([&nonce[..], &text].concat())
}

/// Decrypts a value; `None` if it was encrypted with another key or for another row.
#[must_use]
pub fn opened(key: &[u8; 32], row: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, text) = sealed.split_first_chunk::<NONCE_LEN>()?;
    let mut text = text.to_vec();
    let value = cipher(key)?.open_in_place(Nonce::assume_unique_for_key(*nonce), Aad::from(row), &mut text).ok()?;
    Some(value.to_vec())
}

fn cipher(key: &[u8; 32]) -> Option<LessSafeKey> {
    UnboundKey::new(&AES_256_GCM, key).ok().map(LessSafeKey::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q04_a_sealed_value_is_unreadable_and_opens_only_with_its_key_and_row() {
        let value = sealed(&[1; 32], b"ann", b"canary").expect("sealed");
        assert!(!String::from_utf8_lossy(&value).contains("canary"));
        assert_ne!(sealed(&[1; 32], b"ann", b"canary"), Some(value.clone()), "each value has a nonce of its own");
        assert_eq!(opened(&[1; 32], b"ann", &value).as_deref(), Some(&b"canary"[..]));
        assert_eq!(opened(&[2; 32], b"ann", &value), None);
        assert_eq!(opened(&[1; 32], b"bob", &value), None);
        assert_eq!(opened(&[1; 32], b"ann", &value[..5]), None);
    }
}
