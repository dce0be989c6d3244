//! Hosted sign-in: people sign in at an OpenID Connect provider (HS1 to HS12 of docs/IDENTITY.md).
//!
//! `begin` sends a browser to a provider, `answer` takes what it brings back, and `sign_in` and `linked` use the identity.

mod answer;
mod apple;
mod attempt;
mod begin;
mod claims;
mod fault;
mod id_token;
mod linked;
mod mail;
mod metadata;
mod provider;
mod providers;
mod redirect;
mod roles;
mod sign_in;

pub use answer::ProviderAnswer;
pub use begin::{Begun, Browser};
pub(in crate::auth) use linked::unlink_added;
pub use linked::{LinkedAccount, WaysIn};
pub use mail::HostedMail;
pub(in crate::auth) use providers::Providers;
pub use roles::GiveGroupRoles;
