//! Invitations to a workspace: by mail to one address, and by links.
//!
//! [`rank`] says who may invite to what, [`state`] what may become of an invitation, [`tokens`] how its token looks,
//! [`addresses`] reads the addresses that people paste, and [`mail`] sends the mails.

pub mod addresses;
pub mod mail;
pub mod rank;
pub mod state;
pub mod tokens;
