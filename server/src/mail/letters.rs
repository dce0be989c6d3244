//! The mails about accounts and their values.

use time::OffsetDateTime;

use super::Mail;
use super::language::Reader;
use super::layout::{self, Part};
use crate::words::mails::{CodeValues, CodeWords, NoticeWords};

/// The values of a mail with a code.
#[derive(Clone, Copy, Debug)]
pub struct CodeLetter<'a> {
    /// The person who reads it.
    pub reader: Reader<'a>,
    /// Eight digits.
    pub code: &'a str,
    /// Tells apart requests with the same address; the page that waits for the code shows it too.
    pub reference: &'a str,
    /// When the request was made.
    pub began: OffsetDateTime,
    /// How long the code is valid.
    pub minutes: u64,
}

/// The mail with the code that proves that an address belongs to the person who signs up. Without a link if an earlier build
/// has taken the sign-up.
#[must_use]
pub fn confirmation_code(letter: &CodeLetter<'_>, link: Option<&str>) -> Mail {
    with_code(letter, link, |values| letter.reader.language.words().sign_up_code(values, link.is_some()))
}

/// The mail with the code that lets a person choose a new password.
#[must_use]
pub fn password_code(letter: &CodeLetter<'_>) -> Mail {
    with_code(letter, None, |values| letter.reader.language.words().password_code(values))
}

/// The mail with the code that proves that a person can read mail at a new address.
#[must_use]
pub fn address_code(letter: &CodeLetter<'_>) -> Mail {
    with_code(letter, None, |values| letter.reader.language.words().address_code(values))
}

/// The mail with the code that a person signs in with.
#[must_use]
pub fn sign_in_code(letter: &CodeLetter<'_>) -> Mail {
    with_code(letter, None, |values| letter.reader.language.words().sign_in_code(values))
}

fn with_code(letter: &CodeLetter<'_>, link: Option<&str>, of_mail: impl FnOnce(CodeValues<'_>) -> CodeWords) -> Mail {
    let CodeLetter { reader: Reader { to, language }, code, reference, began, minutes } = *letter;
    let words = language.words();
    let spaced = code.split_at_checked(4).map_or_else(|| code.to_owned(), |(head, tail)| format!("{head} {tail}"));
    let CodeWords { subject, heading, request, paragraphs, not_you } =
        of_mail(CodeValues { code: &spaced, reference, minutes });
    let request = words.started(request, reference, &language.moment(began));
    let mut parts = vec![Part::Code { label: words.your_code(), code: spaced, request }];
    let mut paragraphs = paragraphs.into_iter().map(Part::Text);
    parts.extend(paragraphs.next());
    // The button follows the paragraph that names it.
    parts.extend(link.map(|link| Part::Button { label: words.confirm_address(), link: link.to_owned() }));
    parts.extend(paragraphs);
    parts.push(Part::Small(not_you));
    Mail {
        to: to.to_owned(),
        subject,
        text: layout::text(&heading, &parts),
        html: layout::html(language, &heading, &parts),
        code: Some(code.to_owned()),
        link: link.map(str::to_owned),
        unsubscribe: None,
    }
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
    /// Someone asked for a code to sign in with, for an address without an account.
    NoAccountToSignIn,
    /// Someone wants to use the address for another account.
    AddressInUse,
    /// The address of the account was changed. This mail goes to the old address.
    AddressChanged,
    /// The phone number was added, changed or removed.
    NumberChanged,
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
    /// An identity at a provider was linked.
    AccountLinked,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// A passkey was refused because its counter has gone back.
    PasskeyCopied,
    /// The password was removed.
    PasswordRemoved,
}

/// A mail without a code. Its link leads to the log-in page.
#[must_use]
pub fn notice(reader: Reader<'_>, public_url: &str, what: Notice) -> Mail {
    let Reader { to, language } = reader;
    let words = language.words();
    let NoticeWords { subject, heading, paragraphs } = match what {
        Notice::AlreadyRegistered => words.already_registered(),
        Notice::SessionEnded => words.session_ended(),
        Notice::NoAccount => words.no_account(),
        Notice::NoAccountToSignIn => words.no_account_to_sign_in(),
        Notice::AddressInUse => words.address_in_use(),
        Notice::AddressChanged => words.address_changed(),
        Notice::NumberChanged => words.number_changed(),
        Notice::PasswordChanged => words.password_changed(),
        Notice::FactorOn => words.factor_on(),
        Notice::FactorOff => words.factor_off(),
        Notice::RecoveryCodeUsed => words.recovery_code_used(),
        Notice::CodesGuessed => words.codes_guessed(),
        Notice::ApiKeyMade => words.api_key_made(),
        Notice::AccountLinked => words.account_linked(),
        Notice::PasskeyAdded => words.passkey_added(),
        Notice::PasskeyRemoved => words.passkey_removed(),
        Notice::PasskeyCopied => words.passkey_copied(),
        Notice::PasswordRemoved => words.password_removed(),
    };
    let link = format!("{public_url}/signin");
    let mut parts: Vec<Part> = paragraphs.into_iter().map(Part::Text).collect();
    parts.push(Part::Button { label: words.log_in(), link: link.clone() });
    Mail {
        to: to.to_owned(),
        subject,
        text: layout::text(&heading, &parts),
        html: layout::html(language, &heading, &parts),
        code: None,
        link: Some(link),
        unsubscribe: None,
    }
}
