//! Invitations to a workspace: by mail to one address, and by links.
//!
//! [`rank`] says who may invite to what, [`state`] what may become of an invitation, [`tokens`] how its token looks,
//! [`addresses`] reads the addresses that people paste, [`lists`] judges the restricted lists, [`acceptance`] makes the order
//! of an acceptance, and [`mail`] sends the mails.

pub mod acceptance;
pub mod addresses;
pub mod lists;
pub mod mail;
pub mod rank;
pub mod state;
pub mod tokens;
