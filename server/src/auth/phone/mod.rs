//! Accounts with a phone number: sign-up, sign-in, a new password and a change of the number (docs/IDENTITY.md, PH1 to PH12).
//!
//! An account without an email address has its number in `users.email` and `users.email_key`. So counters of guesses and
//! device cookies work as for addresses, and mails to the number are dropped ([`crate::mail::Mailer`]).

mod change;
mod change_text;
mod codes;
mod limits;
mod notice;
pub(super) mod number;
mod purpose;
mod reset;
mod sign_in;
mod sign_up;
mod text;

pub use change::PhoneState;
pub use change_text::ChangeText;
pub use notice::NumberMail;
pub use sign_up::PhoneSignUp;
pub use text::CodeText;

use super::Auth;
use crate::error::{Code, Refusal};

impl Auth {
    /// Whether the server sends text messages, so that people can sign up with a phone number.
    #[must_use]
    pub fn has_phones(&self) -> bool {
        self.inner.sms.is_on()
    }

    /// Refuses calls that send text messages if the server sends none.
    ///
    /// # Errors
    /// `not_found`.
    fn allow_phones(&self) -> Result<(), Refusal> {
        if self.has_phones() { Ok(()) } else { Err(Code::NotFound.into()) }
    }
}
