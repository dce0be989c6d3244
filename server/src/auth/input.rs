//! What people type, checked before expensive work begins.

use std::collections::HashSet;
use std::sync::LazyLock;

use actors::domain::text::{is_blank, without_bidi};

use crate::error::Refusal;
use crate::words::refusals as words;

/// In characters.
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=128;
/// In characters.
const LONGEST_NAME: usize = 100;
/// In bytes (RFC 5321).
const LONGEST_EMAIL: usize = 254;

static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().filter(|line| !line.starts_with('#')).collect());

/// An address, as its owner writes it, and in the form for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// As its owner writes it.
    pub text: String,
    /// What is compared.
    pub key: String,
}

impl Email {
    /// Reads exactly one address: no list, no name beside it, no line break.
    ///
    /// # Errors
    /// `validation_failed` for anything else.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        let plain = text.len() <= LONGEST_EMAIL
            && text.bytes().all(|b| b.is_ascii_graphic() && !b"\"(),:;<>[\\]".contains(&b))
            && text.bytes().filter(|b| *b == b'@').count() == 1;
        if !plain || text.parse::<lettre::Address>().is_err() {
            return Err(Refusal::invalid("email", words::NOT_AN_EMAIL));
        }
        Ok(Self { text: text.to_owned(), key: text.to_ascii_lowercase() })
    }
}

/// A new password. Only its length is checked, not the classes of its characters.
pub(super) fn new_password(password: &str) -> Result<(), Refusal> {
    let length = password.chars().count();
    if length < *PASSWORD_LENGTH.start() {
        return Err(Refusal::invalid("password", words::password_too_short(*PASSWORD_LENGTH.start())));
    }
    given_password(password)?;
    let lower = password.to_lowercase();
    let mut characters = lower.chars();
    let first = characters.next();
    if COMMON.contains(lower.as_str()) || characters.all(|next| Some(next) == first) {
        return Err(Refusal::invalid("password", words::PASSWORD_TOO_COMMON));
    }
    Ok(())
}

/// A password to check at a sign-in.
pub(super) fn given_password(password: &str) -> Result<(), Refusal> {
    if password.chars().count() > *PASSWORD_LENGTH.end() {
        return Err(Refusal::invalid("password", words::password_too_long(*PASSWORD_LENGTH.end())));
    }
    Ok(())
}

/// A part of a name, without controls of text direction: they would reorder the text beside it. Empty if it is left
/// out or shows nothing.
pub(super) fn name(field: &str, text: Option<String>) -> Result<String, Refusal> {
    let text = without_bidi(&text.unwrap_or_default()).trim().to_owned();
    if is_blank(&text) && !text.chars().any(char::is_control) {
        return Ok(String::new());
    }
    if text.chars().count() > LONGEST_NAME {
        return Err(Refusal::invalid(field, words::name_too_long(LONGEST_NAME)));
    }
    if text.chars().any(char::is_control) {
        return Err(Refusal::invalid(field, words::NAME_ONE_LINE));
    }
    Ok(text)
}

/// The eight digits of a code, with or without spaces between them.
pub(super) fn code(text: &str) -> Result<String, Refusal> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_digit()) { Ok(digits) } else { Err(wrong_code()) }
}

/// The one answer for every invalid code.
pub(super) fn wrong_code() -> Refusal {
    Refusal::invalid("code", words::CODE_INCORRECT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a19_only_one_plain_address_is_an_email() {
        for wrong in [
            "",
            "a",
            "@x.org",
            "a@",
            "a@x.org,b@y.org",
            "a@x.org b@y.org",
            "<a@x.org>",
            "a@x.org\r\nBcc: b@y.org",
            "a@@x.org",
            "A B <a@x.org>",
            "a@x.org\0",
            "ä@x.org",
        ] {
            assert!(Email::parse(wrong).is_err(), "{wrong:?}");
        }
        let email = Email::parse("  Ann.Lee+work@Example.ORG ").expect("an address");
        assert_eq!(email.text, "Ann.Lee+work@Example.ORG");
        assert_eq!(email.key, "ann.lee+work@example.org");
    }

    #[test]
    fn a05_length_and_being_unusual_is_all_that_a_password_needs() {
        let long = "xy".repeat(64);
        for right in ["vivid-8k", "ein Satz", "ünïcödé8", long.as_str()] {
            assert_eq!(new_password(right), Ok(()), "{right:?}");
        }
        let longer = format!("{long}z");
        for wrong in ["7 chars", "password", "PassWord", "12345678", "        ", "aaaaaaaaaa", &longer] {
            let refusal = new_password(wrong).expect_err(wrong);
            assert_eq!(refusal.field.as_deref(), Some("password"));
        }
    }

    #[test]
    fn f04_a_name_never_reorders_the_text_beside_it_and_is_left_out_if_it_shows_nothing() {
        let read = |text: &str| name("firstname", Some(text.to_owned()));
        assert_eq!(read(" An\u{202E}n\u{202C} \u{2067}").as_deref(), Ok("Ann"));
        assert_eq!(read("مريم").as_deref(), Ok("مريم"));
        for unseen in ["", " ", "\u{200B}", "\u{202E}\u{2060}", "\u{3164}"] {
            assert_eq!(read(unseen).as_deref(), Ok(""), "{unseen:?}");
        }
        for wrong in ["a\nb", "\0", "\u{200B}\u{7}"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_code_may_be_typed_with_spaces() {
        assert_eq!(code("1234 5678").as_deref(), Ok("12345678"));
        for wrong in ["1234567", "123456789", "1234567a", "१२३४५६७८", ""] {
            assert!(code(wrong).is_err(), "{wrong}");
        }
    }
}
