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

/// The mail with the code that proves that an address belongs to the person who signs up.
#[must_use]
pub fn confirmation_code(letter: &CodeLetter<'_>) -> Mail {
    let CodeLetter { to, code, reference, began, minutes } = *letter;
    let spaced = code.split_at_checked(4).map_or_else(|| code.to_owned(), |(head, tail)| format!("{head} {tail}"));
    let began = began.format(MOMENT).unwrap_or_default();
    Mail {
        to: to.to_owned(),
        subject: words::code_subject(&spaced, reference),
        text: words::code(&spaced, reference, &began, minutes),
        html: None,
        code: Some(code.to_owned()),
        link: None,
        unsubscribe: None,
    }
}

/// The mail to the owner of an account when another sign-up uses its address.
#[must_use]
pub fn already_registered(to: &str, public_url: &str) -> Mail {
    let link = format!("{public_url}/sign-in");
    Mail {
        to: to.to_owned(),
        subject: words::ALREADY_REGISTERED.to_owned(),
        text: words::already_registered(&link),
        html: None,
        code: None,
        link: Some(link),
        unsubscribe: None,
    }
}

/// The mail to a user whose session was ended because its refresh token was used from two places.
#[must_use]
pub fn sessions_ended(to: &str, public_url: &str) -> Mail {
    let link = format!("{public_url}/sign-in");
    Mail {
        to: to.to_owned(),
        subject: words::SESSION_ENDED.to_owned(),
        text: words::session_ended(&link),
        html: None,
        code: None,
        link: Some(link),
        unsubscribe: None,
    }
}
