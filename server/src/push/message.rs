//! Encrypts a message for one browser (RFC 8291, with the content coding aes128gcm of RFC 8188).

use hkdf::Hkdf;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey, ecdh::diffie_hellman};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use sha2::Sha256;

/// The length of a public key: uncompressed, with the byte that says so.
pub(super) const KEY_BYTES: usize = 65;
/// The length of the secret that a browser gives with its key.
pub(super) const AUTH_BYTES: usize = 16;
/// The size of a record. A message is one record.
const RECORD: u32 = 4_096;
/// What comes before the text: salt, record size, length of the key, key.
const HEAD: usize = 16 + 4 + 1 + KEY_BYTES;
/// The tag, and the byte that ends the text.
const TAIL: usize = 16 + 1;
/// The longest text: push services take 4,096 bytes in all.
pub(super) const MOST_TEXT: usize = RECORD as usize - HEAD - TAIL;

/// The body of the request for a text. `own` and `salt` are random and never used again. None if the text is too long.
pub(super) fn encrypt(
    text: &[u8],
    browser: &PublicKey,
    auth: &[u8; AUTH_BYTES],
    own: &SecretKey,
    salt: [u8; 16],
) -> Option<Vec<u8>> {
    if text.len() > MOST_TEXT {
        return None;
    }
    let theirs = browser.to_encoded_point(false);
    let ours = own.public_key().to_encoded_point(false);
    let shared = diffie_hellman(own.to_nonzero_scalar(), browser.as_affine());
    let info = [b"WebPush: info\0", theirs.as_bytes(), ours.as_bytes()].concat();
    let ikm: [u8; 32] = derived(auth, shared.raw_secret_bytes(), &info)?;
    let key: [u8; 16] = derived(&salt, &ikm, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derived(&salt, &ikm, b"Content-Encoding: nonce\0")?;
    // The byte 2 says that this record is the last one.
    let mut sealed = [text, &[2]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed).ok()?;
    let length = u8::try_from(KEY_BYTES).ok()?;
    Some([&salt[..], &RECORD.to_be_bytes(), &[length], ours.as_bytes(), &sealed].concat())
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    fn fixed<const N: usize>(text: &str) -> [u8; N] {
        bytes(text).try_into().expect("the length")
    }

    /// The example of RFC 8291, section 5.
    #[test]
    fn nt14_the_example_of_the_rfc_is_encrypted_to_its_bytes() {
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).expect("a key");
        let browser = PublicKey::from_sec1_bytes(&bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        ));
        let auth = fixed("BTBZMqHH6r4Tts7J_aSIgg");
        let salt = fixed("DGv6ra1nlYgDCS1FRnbzlw");
        let text = b"When I grow up, I want to be a watermelon";
        let body = encrypt(text, &browser.expect("a point"), &auth, &own, salt).expect("short enough");
        assert_eq!(
            URL_SAFE_NO_PAD.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn nt14_no_body_is_longer_than_4096_bytes() {
        let own = SecretKey::from_slice(&[7; 32]).expect("a key");
        let of = |length: usize| encrypt(&vec![b'a'; length], &own.public_key(), &[1; AUTH_BYTES], &own, [2; 16]);
        assert_eq!(of(MOST_TEXT).expect("fits").len(), 4_096);
        assert_eq!(of(MOST_TEXT + 1), None);
    }
}
