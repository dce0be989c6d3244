//! Passkeys: people sign in with a key on their device (PK1 to PK9 of docs/IDENTITY.md).
//!
//! `challenge` makes a challenge, and `answer` reads what a browser sends back. `check` checks the answer of a passkey. `make` adds
//! passkeys, and `sign_in` and `prove` use them. `kept` lists, renames and removes passkeys, and `password` removes the password of
//! an account. `party` says to which domain passkeys belong.

mod answer;
mod challenge;
mod check;
mod kept;
mod mail;
mod make;
mod party;
mod password;
mod prove;
mod sign_in;

pub use answer::{Assertion, Attestation};
pub use challenge::Challenged;
pub(in crate::auth) use kept::remove_all;
pub use kept::{KeptPasskey, Passkeys};
pub use mail::PasskeyMail;
pub use make::NewPasskey;
