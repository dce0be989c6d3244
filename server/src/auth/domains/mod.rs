//! Mail domains: people who sign up with an address there join a workspace. docs/IDENTITY.md has the rules (AD1 to AD8).
//!
//! [`proof`] decides which domains are verified, [`kept`] stores the list of a workspace, and [`join`] lets new accounts join.

mod join;
mod kept;
mod proof;

pub use join::JoinByDomain;
pub use kept::{JoinDomain, JoinDomains, JoinRole};
