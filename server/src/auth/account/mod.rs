//! Changes of accounts: a new password, a new address, the list of sessions, the deletion of the account; and sign-in by a
//! mailed code. docs/IDENTITY.md has the rules (AC1 to AC7, MC1 to MC6).

mod codes;
mod delete;
mod email;
mod erase;
mod lock;
mod mails;
mod password;
mod reset;
mod sessions;
mod sign_in_code;
mod sign_in_mail;

pub(in crate::auth) use codes::void_requests;
pub use erase::EraseAccount;
pub(in crate::auth) use lock::lock_account;
pub use mails::IdentityMail;
pub(in crate::auth) use password::{end_sessions_of, set_password};
pub(in crate::auth) use reset::replace_password;
pub use sessions::OpenSession;
pub use sign_in_mail::SignInMail;
