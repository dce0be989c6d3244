//! The code that a program shows and a person enters.

use rand::seq::IndexedRandom;

/// The letters of a code: no vowels, so that no words appear, and none that look alike (RFC 8628, 6.1).
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
/// Eight of twenty letters are 34 bits. This is enough, because guesses are limited and a code expires within minutes.
const LENGTH: usize = 8;
/// The most bytes of a text that is parsed.
const LONGEST: usize = 64;

/// A code in capital letters without a dash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserCode(String);

impl UserCode {
    /// A new random code.
    pub(super) fn random() -> Self {
        let mut random = rand::rng();
        Self((0..LENGTH).filter_map(|_| LETTERS.choose(&mut random)).map(|letter| char::from(*letter)).collect())
    }

    /// Reads what a person has entered. Case, spaces and dashes do not matter. `None` if the text cannot be a code.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let letters: String =
            text.chars().filter(|letter| letter.is_alphanumeric()).map(|letter| letter.to_ascii_uppercase()).collect();
        let is_code = letters.len() == LENGTH && letters.bytes().all(|letter| LETTERS.contains(&letter));
        is_code.then_some(Self(letters))
    }

    /// The letters, which are hashed.
    pub(super) fn letters(&self) -> &str {
        &self.0
    }

    /// The form for people: `WDJB-MJHT`.
    pub(super) fn shown(&self) -> String {
        let (first, second) = self.0.split_at(LENGTH / 2);
        format!("{first}-{second}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn oa13_a_user_code_has_eight_letters_without_vowels_or_digits() {
        let codes: HashSet<String> = (0..1_000).map(|_| UserCode::random().shown()).collect();
        assert_eq!(codes.len(), 1_000);
        for code in codes {
            assert!(code.len() == 9 && code.as_bytes()[4] == b'-', "{code}");
            assert!(!code.contains(|letter: char| "AEIOUY0123456789".contains(letter)), "{code}");
            assert_eq!(UserCode::parse(&code).map(|code| code.shown()), Some(code));
        }
    }

    #[test]
    fn oa13_case_spaces_and_dashes_of_an_entered_code_do_not_matter() {
        for text in ["WDJB-MJHT", "wdjbmjht", " wdjb mjht ", "W D J B M J H T", "wdjb–mjht", "Wdjb_Mjht"] {
            assert_eq!(UserCode::parse(text).map(|code| code.shown()).as_deref(), Some("WDJB-MJHT"), "{text}");
        }
        for wrong in ["", "-", "WDJB-MJH", "WDJB-MJHTT", "WDJB-MJHA", "WDJB-MJH1", "WDJB-MJHÄ", &"-".repeat(65)] {
            assert_eq!(UserCode::parse(wrong), None, "{wrong}");
        }
    }
}
