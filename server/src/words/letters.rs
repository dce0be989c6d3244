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
