//! The texts of text messages, and the errors about them that the operator sees at startup. Each text has at most 160
//! characters of the GSM 03.38 alphabet, so that it fits into a single message.

pub const NO_MAILBOX: &str =
    "TROUPE_SMS_MAILBOX needs the development mailbox: a loopback address, no mail server, and TROUPE_DEV_MAILBOX=1.";
pub const WEBHOOK_REFUSED: &str =
    "TROUPE_SMS_WEBHOOK must be the URL of a public address, unless TROUPE_OUTBOUND_PRIVATE is 1.";

pub const NUMBER_TAKEN: &str = "Someone tried to sign up for Troupe with this number, but it already has an account. If this was you, \
     log in. Otherwise, ignore this message.";
pub const NO_RESET: &str = "This number can't be used to reset a Troupe password. If your account has an email address, reset the \
     password by email. Otherwise, ignore this message.";
pub const NUMBER_IN_USE: &str = "Someone tried to add this number to a Troupe account, but another account uses it. If this wasn't you, \
     ignore this message.";

pub const ADDRESS_ADDED: &str = "Your Troupe account has an email address now. If you didn't add it, someone knows your password. \
     Ask the person who runs the server for help at once.";
pub const NUMBER_CHANGED: &str = "Your Troupe account has another phone number now. If you didn't change it, someone knows your \
     password. Ask the person who runs the server for help at once.";
pub const PASSWORD_CHANGED: &str = "The password of your Troupe account was changed. If it wasn't you, choose a new one at once with \
     \"Forgot your password?\" on the log-in page.";

/// The text message with a code. `purpose` says what the code is for.
#[must_use]
pub fn code(purpose: &str, code: &str, reference: &str, minutes: u64, host: &str) -> String {
    let what = match purpose {
        "sign-up" => "to sign up",
        "password" => "to reset your password",
        _ => "to confirm your number",
    };
    // Phones and browsers read the code from the last line, and fill it in only at this host (origin-bound codes).
    let bound = format!("\n\n@{host} #{code}");
    let said =
        format!("{code} is your Troupe code {what} (request {reference}). Expires in {minutes} min. Don't share it.");
    if said.len() + bound.len() <= LONGEST { format!("{said}{bound}") } else { said }
}

/// The subject of a text message in the development mailbox.
#[must_use]
pub fn subject(purpose: &str) -> String {
    format!("Text message: {purpose}")
}

/// The most characters of a single text message.
const LONGEST: usize = 160;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ph8_every_text_fits_into_one_message() {
        let long = format!("{}.example.org", "a".repeat(60));
        for purpose in ["sign-up", "password", "number"] {
            for host in ["troupe.example.org", &long] {
                let text = code(purpose, "12345678", "7KQF", 15, host);
                assert!(text.len() <= LONGEST && text.starts_with("12345678 "), "{text}");
            }
            assert!(
                code(purpose, "12345678", "7KQF", 15, "troupe.example.org")
                    .ends_with("\n\n@troupe.example.org #12345678")
            );
        }
        for text in [NUMBER_TAKEN, NO_RESET, NUMBER_IN_USE, ADDRESS_ADDED, NUMBER_CHANGED, PASSWORD_CHANGED] {
            assert!(text.is_ascii() && text.len() <= LONGEST, "{} {text}", text.len());
        }
    }
}
