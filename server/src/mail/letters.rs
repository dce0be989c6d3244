//! What the mails say.

use super::Mail;

/// The code that shows that an address is its owner's.
#[must_use]
pub fn confirmation_code(to: &str, code: &str, minutes: u64) -> Mail {
    Mail {
        to: to.to_owned(),
        subject: format!("{code} is your Troupe code"),
        text: format!(
            "Welcome to Troupe.\n\nYour code: {code}\n\nIt can be used once, within {minutes} \
             minutes. If you did not ask for it, somebody typed your address by mistake: do \
             nothing, and no account is made.\n"
        ),
        code: Some(code.to_owned()),
        link: None,
    }
}

/// To the owner of an address that somebody tried to sign up with again.
#[must_use]
pub fn already_registered(to: &str, public_url: &str) -> Mail {
    let link = format!("{public_url}/sign-in");
    Mail {
        to: to.to_owned(),
        subject: "You have a Troupe account already".to_owned(),
        text: format!(
            "Somebody tried to sign up to Troupe with this address, which has an account \
             already.\n\nIf it was you, sign in instead: {link}\n\nIf it was not, do nothing. \
             Nothing has changed.\n"
        ),
        code: None,
        link: Some(link),
    }
}

/// To somebody whose sign-in was ended because it was used from two places.
#[must_use]
pub fn sessions_ended(to: &str, public_url: &str) -> Mail {
    let link = format!("{public_url}/sign-in");
    Mail {
        to: to.to_owned(),
        subject: "One of your Troupe sign-ins was ended".to_owned(),
        text: format!(
            "A key to your account that had been used before came a second time. That happens \
             when a device was copied or a key was stolen, so Troupe has ended that sign-in \
             everywhere.\n\nSign in again: {link}\n\nIf you do not know why this happened, choose \
             a new password.\n"
        ),
        code: None,
        link: Some(link),
    }
}
