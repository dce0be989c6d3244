//! API keys: with a key, a program acts for a person in one workspace. docs/IDENTITY.md has the rules (AK1 to AK9).

mod check;
mod made;
mod mail;
mod text;
mod used;

pub use check::ApiKey;
pub(in crate::auth) use made::end_keys_of;
pub use made::{KeptKey, MadeKey, NewKey};
pub use mail::ApiKeyMail;
pub(super) use text::is_key;
pub(super) use used::Uses;
