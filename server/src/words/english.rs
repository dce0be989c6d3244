//! The English words of mails.

use super::mails::{CodeValues, CodeWords, InvitationWords, MailWords, NoticeWords};
use super::notifications;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The advice in a notice about the ways to log in. The account may have no password, and the owner may have been logged out, so
/// it names no password and no page that needs a session.
const NOT_YOU: &str = "If it wasn't you, someone else can log in to your account. Choose a new password at once with \
     \u{201c}Forgot your password?\u{201d} on the log-in page. This logs out all devices.";

/// The English catalogue.
pub struct English;

fn notice(subject: &str, heading: &str, paragraphs: &[&str]) -> NoticeWords {
    NoticeWords {
        subject: subject.to_owned(),
        heading: heading.to_owned(),
        paragraphs: paragraphs.iter().map(|text| (*text).to_owned()).collect(),
    }
}

/// How to use the code of a mail without a link.
fn enter(reference: &str, minutes: u64) -> Vec<String> {
    vec![format!(
        "Enter the code on the page that shows {reference}. The code works once and expires in {minutes} minutes."
    )]
}

impl MailWords for English {
    fn language(&self) -> &'static str {
        "en"
    }

    fn day(&self, year: i32, month: u8, day: u8) -> String {
        let month = usize::from(month).checked_sub(1).and_then(|month| MONTHS.get(month)).unwrap_or(&"");
        format!("{day} {month} {year}")
    }

    fn moment(&self, day: &str, time: &str) -> String {
        format!("{day}, {time} UTC")
    }

    fn your_code(&self) -> &'static str {
        "Your code"
    }

    fn started(&self, request: &str, reference: &str, moment: &str) -> String {
        format!("{request}: {reference}, started {moment}")
    }

    fn sign_up_code(&self, values: CodeValues<'_>, with_link: bool) -> CodeWords {
        let CodeValues { code, reference, minutes } = values;
        let mut paragraphs = enter(reference, minutes);
        if with_link {
            paragraphs = vec![
                format!(
                    "Enter the code on the page that shows {reference}, or open the link below on any device to \
                     confirm your address."
                ),
                format!("The code and the link work once, and expire in {minutes} minutes."),
            ];
        }
        paragraphs.push(format!(
            "If your page shows a reference other than {reference}, someone else signed up with your address. Don't \
             use the code or any link in this email. Look for the email with your reference."
        ));
        CodeWords {
            subject: format!("{code} is your Troupe code (sign-up {reference})"),
            heading: "Welcome to Troupe.".to_owned(),
            request: "Sign-up",
            paragraphs,
            not_you: "If you didn't sign up, ignore this email. No account is created until the address is confirmed."
                .to_owned(),
        }
    }

    fn confirm_address(&self) -> &'static str {
        "Confirm your address"
    }

    fn password_code(&self, values: CodeValues<'_>) -> CodeWords {
        let CodeValues { code, reference, minutes } = values;
        CodeWords {
            subject: format!("{code} is your Troupe code for a new password (request {reference})"),
            heading: "Someone asked for a new password for your Troupe account.".to_owned(),
            request: "Request",
            paragraphs: enter(reference, minutes),
            not_you:
                "If it wasn't you, ignore this email. Your password has not changed. Never give this code to anyone."
                    .to_owned(),
        }
    }

    fn address_code(&self, values: CodeValues<'_>) -> CodeWords {
        let CodeValues { code, reference, minutes } = values;
        CodeWords {
            subject: format!("{code} is your Troupe code for a new email address (request {reference})"),
            heading: "Someone wants to use this address for their Troupe account.".to_owned(),
            request: "Request",
            paragraphs: enter(reference, minutes),
            not_you: "If it wasn't you, ignore this email.".to_owned(),
        }
    }

    fn sign_in_code(&self, values: CodeValues<'_>) -> CodeWords {
        let CodeValues { code, reference, minutes } = values;
        CodeWords {
            subject: format!("{code} is your Troupe code to log in (request {reference})"),
            heading: "Someone asked for a code to log in to your Troupe account.".to_owned(),
            request: "Request",
            paragraphs: enter(reference, minutes),
            not_you: "If it wasn't you, ignore this email. Never give this code to anyone. Anyone with the code can \
                      log in to your account."
                .to_owned(),
        }
    }

    fn log_in(&self) -> &'static str {
        "Log in"
    }

    fn already_registered(&self) -> NoticeWords {
        notice(
            "You already have a Troupe account",
            "Someone tried to sign up for Troupe with this address, which already has an account.",
            &["If it was you, log in.", "If it wasn't you, ignore this email. Nothing has changed."],
        )
    }

    fn session_ended(&self) -> NoticeWords {
        notice(
            "Troupe logged out one of your devices",
            "One of your sessions was used from two places.",
            &[
                "This can happen if a device is copied or a session is stolen, so Troupe has ended that session everywhere. \
                 Log in again.",
                "If you don't know why this happened, ask the person who runs this Troupe server for help.",
            ],
        )
    }

    fn no_account(&self) -> NoticeWords {
        notice(
            "No Troupe account has this address",
            "Someone asked for a new password, but no Troupe account has this address.",
            &[
                "If it was you, you may have signed up with another address. Log in with that one.",
                "If it wasn't you, ignore this email.",
            ],
        )
    }

    fn no_account_to_sign_in(&self) -> NoticeWords {
        notice(
            "No Troupe account has this address",
            "Someone asked for a code to log in, but no Troupe account has this address.",
            &[
                "If it was you, you may have signed up with another address. Log in with that one.",
                "If it wasn't you, ignore this email.",
            ],
        )
    }

    fn address_in_use(&self) -> NoticeWords {
        notice(
            "This address already belongs to your Troupe account",
            "Someone wants to use this address for another Troupe account, but the address belongs to your account.",
            &["If it was you, log in with this address.", "If it wasn't you, ignore this email. Nothing has changed."],
        )
    }

    fn address_changed(&self) -> NoticeWords {
        notice(
            "The address of your Troupe account was changed",
            "The email address of your Troupe account was changed.",
            &[
                "Log in with the new address.",
                "If it wasn't you, someone else knows your password. Ask the person who runs this Troupe server for help at \
                 once.",
            ],
        )
    }

    fn number_changed(&self) -> NoticeWords {
        notice(
            "The phone number of your Troupe account was changed",
            "The phone number of your Troupe account was added, changed or removed.",
            &["You can see the number in Settings \u{2192} Profile.", NOT_YOU],
        )
    }

    fn password_changed(&self) -> NoticeWords {
        notice(
            "Your Troupe password was changed",
            "The password of your Troupe account was changed.",
            &[
                "If it wasn't you, choose a new password at once with \u{201c}Forgot your password?\u{201d} on the log-in page.",
            ],
        )
    }

    fn factor_on(&self) -> NoticeWords {
        let asks =
            format!("{NOT_YOU} Then ask the person who runs this Troupe server to turn two-factor authentication off.");
        notice(
            "Two-factor authentication is on for your Troupe account",
            "From now on, you need a code from your authenticator app to log in.",
            &[
                "You need no code when you log in with a passkey. Keep your recovery codes where you can find them without your phone.",
                &asks,
            ],
        )
    }

    fn factor_off(&self) -> NoticeWords {
        notice(
            "Two-factor authentication is off for your Troupe account",
            "From now on, you log in without a code from your authenticator app.",
            &[NOT_YOU],
        )
    }

    fn recovery_code_used(&self) -> NoticeWords {
        notice(
            "A recovery code of your Troupe account was used",
            "Someone used one of your recovery codes.",
            &["That code no longer works. You can make new codes in Settings, Profile.", NOT_YOU],
        )
    }

    fn codes_guessed(&self) -> NoticeWords {
        notice(
            "Someone tried to log in to your Troupe account",
            "Someone took the first step of logging in to your account, usually the password, and then entered several \
             wrong codes.",
            &[
                "For a few minutes, Troupe accepts no more codes from new devices.",
                "If it wasn't you, choose another password at once with \u{201c}Forgot your password?\u{201d} on the log-in \
                 page.",
            ],
        )
    }

    fn api_key_made(&self) -> NoticeWords {
        notice(
            "A new API key for your Troupe account",
            "Someone created an API key while logged in to your account.",
            &[
                "With the key, a program can act as you in one workspace.",
                "If it was you, there is nothing to do. If not, revoke the key in Settings, under API keys, and choose a new \
                 password.",
            ],
        )
    }

    fn account_linked(&self) -> NoticeWords {
        let unlinks = format!("{NOT_YOU} Choosing a new password this way also unlinks the account.");
        notice(
            "A new way to log in to your Troupe account",
            "Your Troupe account was linked with an account at a sign-in provider.",
            &["You can now log in with that account, too.", &unlinks],
        )
    }

    fn passkey_added(&self) -> NoticeWords {
        let removes = format!("{NOT_YOU} Choosing a new password this way also removes all passkeys.");
        notice(
            "A new passkey for your Troupe account",
            "A passkey was added to your Troupe account.",
            &["You can now log in with this passkey.", &removes],
        )
    }

    fn passkey_removed(&self) -> NoticeWords {
        notice(
            "A passkey of your Troupe account was removed",
            "A passkey was removed from your Troupe account.",
            &["You can no longer log in with this passkey.", NOT_YOU],
        )
    }

    fn passkey_copied(&self) -> NoticeWords {
        notice(
            "Someone may have a copy of your passkey for Troupe",
            "Someone used a passkey of your Troupe account. The passkey may be a copy, so Troupe refused the log-in.",
            &["Log in another way, and remove the passkey in Settings, under Profile."],
        )
    }

    fn password_removed(&self) -> NoticeWords {
        let removes = format!("{NOT_YOU} Choosing a new password this way also removes all passkeys.");
        notice(
            "Your Troupe account no longer has a password",
            "The password of your Troupe account was removed.",
            &["From now on, you log in with a passkey.", &removes],
        )
    }

    fn someone(&self) -> &'static str {
        "Someone"
    }

    fn role(&self, word: &str) -> &'static str {
        match word {
            "owner" => "Owner",
            "admin" => "Admin",
            "guest" => "Guest",
            _ => "Member",
        }
    }

    fn invitation(&self, inviter: &str, workspace: &str, role: &str, until: &str, to: &str) -> InvitationWords {
        InvitationWords {
            subject: format!("{inviter} invited you to {workspace}"),
            heading: format!("{inviter} invited you to join {workspace} on Troupe as {role}."),
            until: format!("The invitation expires on {until}. To accept it, use an account with the address {to}."),
        }
    }

    fn see_invitation(&self) -> &'static str {
        "See invitation"
    }

    fn inviter_unknown(&self) -> &'static str {
        "If you don't know this person, ignore this email."
    }

    fn news(&self, count: usize, workspace: &str) -> String {
        notifications::subject_of_several(count, workspace)
    }

    fn more_tasks(&self, count: usize) -> String {
        if count == 1 { "1 more task has changed.".to_owned() } else { format!("{count} more tasks have changed.") }
    }

    fn more_changes(&self, count: usize) -> String {
        notifications::more_changes(count)
    }

    fn why(&self, workspace: &str) -> String {
        format!("You get this email because you're a member of {workspace} on Troupe.")
    }

    fn choose(&self) -> &'static str {
        "Choose what you're notified of"
    }

    fn unsubscribe(&self) -> &'static str {
        "Unsubscribe"
    }
}
