//! The server of Troupe: HTTP, sockets, identity, mail, settings, observability. Codes such as CM2 are rules of
//! `docs/PROTOCOL.md` and of the pages that it names.
//!
//! Imports point down: `verbs` → `node` → `openapi` → `jobs` | `socket` → `http` → `import` → `invitations` | `notifications` → `push` | `backup` → `auth` → `metrics` | `pages` | `sms` → `mail` |
//! `export` | `outbound` | `postgres` | `queries` | `traces` → `files` → `config` | `error` | `db` → `words`.

pub mod auth;
pub mod backup;
pub mod config;
pub use actors::db;
pub mod error;
pub mod export;
pub mod files;
pub mod http;
pub mod import;
pub mod invitations;
pub mod jobs;
pub mod mail;
pub mod metrics;
pub mod node;
pub mod notifications;
pub mod openapi;
pub mod outbound;
pub mod pages;
pub mod postgres;
pub mod push;
pub mod queries;
pub mod sms;
pub mod socket;
pub mod traces;
#[cfg(test)]
mod typescript;
pub mod verbs;
pub mod words;
