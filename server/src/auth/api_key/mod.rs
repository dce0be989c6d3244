//! API keys: with a key, a program acts for a person in one workspace, or for the workspace itself. docs/IDENTITY.md has the
//! rules (AK1 to AK16).

mod check;
mod ended;
mod made;
mod mail;
mod text;
mod used;
mod workspace;

pub use check::ApiKey;
pub(in crate::auth) use ended::{
    end_key_given_back, end_key_of_used_code, end_keys_by_operator, end_keys_of, end_keys_of_app,
};
pub use made::{KeptKey, MadeKey, NewKey};
pub(in crate::auth) use made::{ReadyKey, capabilities_of, lock_member, store_key};
pub use mail::ApiKeyMail;
pub(in crate::auth) use text::hash_of;
pub(super) use text::is_key;
pub(super) use used::Uses;
pub use workspace::WorkspaceKeptKey;
