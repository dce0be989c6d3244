//! Changes of accounts: a new password, a new address, the list of sessions, the deletion of the account.
//! docs/IDENTITY.md has the rules (AC1 to AC7).

mod codes;
mod delete;
mod email;
mod erase;
mod lock;
mod mails;
mod password;
mod reset;
mod sessions;

pub use erase::EraseAccount;
pub(in crate::auth) use lock::lock_account;
pub use mails::IdentityMail;
pub(in crate::auth) use password::end_sessions_of;
pub use sessions::OpenSession;
