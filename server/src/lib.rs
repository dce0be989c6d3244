//! The door of Troupe: HTTP, sockets, identity, mail, settings, observability.
//!
//! Imports point down: `verbs` → `node` → `http` | `socket` → `auth` → `mail` | `backup` | `traces` → `db` | `postgres` →
//! `config` | `error` → `words`.

pub mod auth;
pub mod backup;
pub mod config;
pub use actors::db;
pub mod error;
pub mod http;
pub mod import;
pub mod mail;
pub mod node;
pub mod openapi;
pub mod postgres;
pub mod socket;
pub mod traces;
pub mod verbs;
pub mod words;
