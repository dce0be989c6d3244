//! Recovery codes. Each works once in place of a code of the app. They are shown once and stored as hashes.

use uuid::Uuid;

use crate::auth::keys::digest;

/// How many codes a person gets.
pub(super) const CODES: usize = 10;
/// Letters and digits that are hard to confuse. There are 32, so each holds five bits.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// In letters: 80 bits, too many to be guessed from a hash.
const LENGTH: usize = 16;
/// The number of letters between two hyphens.
const GROUP: usize = 4;

/// New random codes, as the person sees them.
pub(super) fn new_codes() -> Vec<String> {
    (0..CODES).map(|_| shown(&rand::random::<[u8; LENGTH]>())).collect()
}

fn shown(random: &[u8; LENGTH]) -> String {
    let letters: Vec<char> = random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    letters.chunks(GROUP).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// The letters of a typed code, without spaces and hyphens; `None` if the text is not a recovery code.
pub(super) fn typed(text: &str) -> Option<String> {
    let letters: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let letters = letters.to_ascii_lowercase();
    (letters.len() == LENGTH && letters.bytes().all(|byte| LETTERS.contains(&byte))).then_some(letters)
}

/// The stored form of a code.
pub(super) fn hash(user: Uuid, letters: &str) -> [u8; 32] {
    digest(&[&user.as_bytes()[..], letters.as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sf3_codes_differ_and_are_read_with_or_without_hyphens_spaces_and_capitals() {
        let codes = new_codes();
        assert_eq!(codes.len(), CODES);
        assert_eq!(codes.iter().collect::<std::collections::BTreeSet<_>>().len(), CODES);
        for code in &codes {
            assert_eq!(code.len(), LENGTH + 3, "{code}");
            let plain = code.replace('-', "");
            for text in [code.clone(), plain.clone(), code.to_uppercase(), format!(" {} ", code.replace('-', " "))] {
                assert_eq!(typed(&text), Some(plain.clone()), "{text}");
            }
        }
        for wrong in
            ["", "123456", "abcd-efgh-jkmn-pqr", "abcd-efgh-jkmn-pqrst", "abcd-efgh-jkmn-pqr1", "äbcd-efgh-jkmn-pqrs"]
        {
            assert_eq!(typed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sf3_a_hash_belongs_to_its_account() {
        let letters = "abcdefghjkmnpqrs";
        assert_ne!(hash(Uuid::from_u128(1), letters), hash(Uuid::from_u128(2), letters));
    }
}
