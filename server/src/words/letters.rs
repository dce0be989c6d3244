//! Texts of mails.

pub const ALREADY_REGISTERED: &str = "You already have a Troupe account";
pub const SESSION_ENDED: &str = "Troupe logged out one of your devices";

#[must_use]
pub fn code_subject(code: &str, reference: &str) -> String {
    format!("{code} is your Troupe code (sign-up {reference})")
}

/// `began` is an instant in the format of mails.
#[must_use]
pub fn code(code: &str, reference: &str, began: &str, minutes: u64) -> String {
    format!(
        "Welcome to Troupe.\n\nYour code: {code}\nSign-up: {reference}, started {began}\n\nEnter the code on the page \
         that shows {reference}. The code works once and expires in {minutes} minutes.\n\nIf your page shows a \
         different reference, someone else signed up with your address: don't enter this code. Look for the email \
         with your reference.\n\nIf you didn't sign up, ignore this email. No account is created without the code.\n"
    )
}

#[must_use]
pub fn already_registered(link: &str) -> String {
    format!(
        "Someone tried to sign up for Troupe with this address, which already has an account.\n\nIf it was you, log in: \
         {link}\n\nIf it wasn't you, ignore this email. Nothing has changed.\n"
    )
}

#[must_use]
pub fn session_ended(link: &str) -> String {
    format!(
        "One of your sessions was used from two places. This can happen if a device is copied or a session is \
         stolen, so Troupe has ended that session everywhere.\n\nLog in again: {link}\n\nIf you don't know why this \
         happened, ask the person who runs this Troupe server for help.\n"
    )
}

// Changes of an account.

#[must_use]
pub fn password_code_subject(code: &str, reference: &str) -> String {
    format!("{code} is your Troupe code for a new password (request {reference})")
}

/// `began` is an instant in the format of mails.
#[must_use]
pub fn password_code(code: &str, reference: &str, began: &str, minutes: u64) -> String {
    format!(
        "Someone asked for a new password for your Troupe account.\n\nYour code: {code}\nRequest: {reference}, started \
         {began}\n\nEnter the code on the page that shows {reference}. The code works once and expires in {minutes} \
         minutes.\n\nIf it wasn't you, ignore this email. Your password has not changed. Never give this code to anyone.\n"
    )
}

#[must_use]
pub fn address_code_subject(code: &str, reference: &str) -> String {
    format!("{code} is your Troupe code for a new email address (request {reference})")
}

/// `began` is an instant in the format of mails.
#[must_use]
pub fn address_code(code: &str, reference: &str, began: &str, minutes: u64) -> String {
    format!(
        "Someone wants to use this address for their Troupe account.\n\nYour code: {code}\nRequest: {reference}, started \
         {began}\n\nEnter the code on the page that shows {reference}. The code works once and expires in {minutes} \
         minutes.\n\nIf it wasn't you, ignore this email.\n"
    )
}

pub const NO_ACCOUNT: &str = "No Troupe account has this address";
pub const ADDRESS_IN_USE: &str = "This address already belongs to your Troupe account";
pub const ADDRESS_CHANGED: &str = "The address of your Troupe account was changed";
pub const PASSWORD_CHANGED: &str = "Your Troupe password was changed";

#[must_use]
pub fn no_account(link: &str) -> String {
    format!(
        "Someone asked for a new password, but no Troupe account has this address.\n\nIf it was you, you may have \
         signed up with another address. Log in with that one: {link}\n\nIf it wasn't you, ignore this email.\n"
    )
}

#[must_use]
pub fn address_in_use(link: &str) -> String {
    format!(
        "Someone wants to use this address for another Troupe account, but the address belongs to your \
         account.\n\nIf it was you, log in with this address: {link}\n\nIf it wasn't you, ignore this email. \
         Nothing has changed.\n"
    )
}

#[must_use]
pub fn address_changed(link: &str) -> String {
    format!(
        "The email address of your Troupe account was changed. Log in with the new address: {link}\n\nIf it wasn't \
         you, someone else knows your password. Ask the person who runs this Troupe server for help at once.\n"
    )
}

#[must_use]
pub fn password_changed(link: &str) -> String {
    format!(
        "The password of your Troupe account was changed.\n\nLog in: {link}\n\nIf it wasn't you, choose a new password \
         at once with \u{201c}Forgot your password?\u{201d} on that page.\n"
    )
}

pub const FACTOR_ON: &str = "Two-factor authentication is on for your Troupe account";
pub const FACTOR_OFF: &str = "Two-factor authentication is off for your Troupe account";
pub const RECOVERY_CODE_USED: &str = "A recovery code of your Troupe account was used";
pub const CODES_GUESSED: &str = "Someone knows your Troupe password";

pub const API_KEY_MADE: &str = "A new API key for your Troupe account";

#[must_use]
pub fn api_key_made(link: &str) -> String {
    format!(
        "Someone created an API key while logged in to your account. With the key, a program can act as you in one \
         workspace.\n\nIf it was you, there is nothing to do. If not, revoke the key in Settings, under API keys, and \
         choose a new password: {link}\n"
    )
}

/// The advice in a notice about a second factor. The owner may have been logged out, so it names no page that needs a
/// session.
const NOT_YOU: &str = "If it wasn't you, someone else knows your password. Choose a new one at once with \
     \u{201c}Forgot your password?\u{201d} on the log-in page. This logs out all devices.";

#[must_use]
pub fn factor_on(link: &str) -> String {
    format!(
        "From now on, Troupe asks for a code from your authenticator app whenever you log in: {link}\n\nKeep your \
         recovery codes where you can find them without your phone.\n\n{NOT_YOU} Then ask the person who runs this \
         Troupe server to turn two-factor authentication off.\n"
    )
}

#[must_use]
pub fn factor_off(link: &str) -> String {
    format!("From now on, you log in with your password alone: {link}\n\n{NOT_YOU}\n")
}

#[must_use]
pub fn recovery_code_used(link: &str) -> String {
    format!(
        "Someone used one of your recovery codes. That code no longer works. You can make new codes in Settings, \
         Profile: {link}\n\n{NOT_YOU}\n"
    )
}

#[must_use]
pub fn codes_guessed(link: &str) -> String {
    format!(
        "Someone entered your password and then several wrong codes. For a few minutes, Troupe accepts no more codes from \
         new devices.\n\nIf it wasn't you, choose another password at once with \u{201c}Forgot your \
         password?\u{201d} on the log-in page: {link}\n"
    )
}

// Invitations.

/// An inviter without a name.
pub const SOMEONE: &str = "Someone";
pub const ACCEPT_INVITATION: &str = "See invitation";
pub const INVITER_UNKNOWN: &str = "If you don't know this person, ignore this email.";

#[must_use]
pub fn invitation_subject(inviter: &str, workspace: &str) -> String {
    format!("{inviter} invited you to {workspace}")
}

#[must_use]
pub fn invited(inviter: &str, workspace: &str, role: &str) -> String {
    format!("{inviter} invited you to join {workspace} on Troupe as {role}.")
}

/// `until` is a day in the format of mails.
#[must_use]
pub fn invitation_until(until: &str, to: &str) -> String {
    format!("The invitation expires on {until}. To accept it, use an account with the address {to}.")
}

#[must_use]
pub fn invitation(says: &str, link: &str, until: &str) -> String {
    format!("{says}\n\nSee the invitation:\n{link}\n\n{until}\n\n{INVITER_UNKNOWN}\n")
}

/// The name of a role that every workspace has, in a mail.
#[must_use]
pub fn role(word: &str) -> &'static str {
    match word {
        "owner" => "Owner",
        "admin" => "Admin",
        "guest" => "Guest",
        _ => "Member",
    }
}
