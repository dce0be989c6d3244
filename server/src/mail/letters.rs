//! The mails and their values.

use time::OffsetDateTime;
use time::format_description::StaticFormatDescription;
use time::macros::format_description;

use super::Mail;
use crate::words::letters as words;

/// The format of an instant in mails.
const MOMENT: StaticFormatDescription =
    format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute]:[second] UTC");

/// The mail with a code for a sign-up.
#[derive(Clone, Copy, Debug)]
pub struct CodeLetter<'a> {
    /// The address to mail to.
    pub to: &'a str,
    /// Eight digits.
    pub code: &'a str,
    /// Distinguishes the sign-up from others with the same address; the page that waits for the code shows it too.
    pub reference: &'a str,
    /// When the sign-up began.
    pub began: OffsetDateTime,
    /// How long the code is valid.
    pub minutes: u64,
}

/// The texts of a mail with a code.
struct CodeWords {
    subject: fn(&str, &str) -> String,
    text: fn(&str, &str, &str, u64) -> String,
}

fn with_code(letter: &CodeLetter<'_>, words: &CodeWords) -> Mail {
    let CodeLetter { to, code, reference, began, minutes } = *letter;
    let spaced = code.split_at_checked(4).map_or_else(|| code.to_owned(), |(head, tail)| format!("{head} {tail}"));
    let began = began.format(MOMENT).unwrap_or_default();
    Mail {
        to: to.to_owned(),
        subject: (words.subject)(&spaced, reference),
        text: (words.text)(&spaced, reference, &began, minutes),
        html: None,
        code: Some(code.to_owned()),
        link: None,
        unsubscribe: None,
    }
}

/// The mail with the code that proves that an address belongs to the person who signs up.
#[must_use]
pub fn confirmation_code(letter: &CodeLetter<'_>) -> Mail {
    with_code(letter, &CodeWords { subject: words::code_subject, text: words::code })
}

/// The mail with the code that lets a person choose a new password.
#[must_use]
pub fn password_code(letter: &CodeLetter<'_>) -> Mail {
    with_code(letter, &CodeWords { subject: words::password_code_subject, text: words::password_code })
}

/// The mail with the code that proves that a person can read mail at a new address.
#[must_use]
pub fn address_code(letter: &CodeLetter<'_>) -> Mail {
    with_code(letter, &CodeWords { subject: words::address_code_subject, text: words::address_code })
}

/// The reason for a mail without a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Another sign-up uses the address of an account.
    AlreadyRegistered,
    /// A session was ended because its refresh token was used from two places.
    SessionEnded,
    /// Someone asked for a new password for an address without an account.
    NoAccount,
    /// Someone wants to use the address for another account.
    AddressInUse,
    /// The address of the account was changed. This mail goes to the old address.
    AddressChanged,
    /// The password was changed.
    PasswordChanged,
    /// The second factor was turned on.
    FactorOn,
    /// The second factor was turned off.
    FactorOff,
    /// A recovery code was used.
    RecoveryCodeUsed,
    /// Someone who knows the password has tried too many wrong codes.
    CodesGuessed,
    /// An API key was made.
    ApiKeyMade,
}

/// A mail without a code. Its link leads to the log-in page.
#[must_use]
pub fn notice(to: &str, public_url: &str, what: Notice) -> Mail {
    let link = format!("{public_url}/signin");
    let (subject, text): (_, fn(&str) -> String) = match what {
        Notice::AlreadyRegistered => (words::ALREADY_REGISTERED, words::already_registered),
        Notice::SessionEnded => (words::SESSION_ENDED, words::session_ended),
        Notice::NoAccount => (words::NO_ACCOUNT, words::no_account),
        Notice::AddressInUse => (words::ADDRESS_IN_USE, words::address_in_use),
        Notice::AddressChanged => (words::ADDRESS_CHANGED, words::address_changed),
        Notice::PasswordChanged => (words::PASSWORD_CHANGED, words::password_changed),
        Notice::FactorOn => (words::FACTOR_ON, words::factor_on),
        Notice::FactorOff => (words::FACTOR_OFF, words::factor_off),
        Notice::RecoveryCodeUsed => (words::RECOVERY_CODE_USED, words::recovery_code_used),
        Notice::CodesGuessed => (words::CODES_GUESSED, words::codes_guessed),
        Notice::ApiKeyMade => (words::API_KEY_MADE, words::api_key_made),
    };
    Mail {
        to: to.to_owned(),
        subject: subject.to_owned(),
        text: text(&link),
        html: None,
        code: None,
        link: Some(link),
        unsubscribe: None,
    }
}
