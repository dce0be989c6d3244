//! Refusals, each with a code from one table. The server adds the HTTP statuses.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::ids::TicketId;
use crate::words;

/// The codes that deciding can answer with; stable, listed in `docs/PROTOCOL.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    Forbidden,
    NotFound,
    Conflict,
    AlreadyExists,
    Cycle,
    IdempotencyMismatch,
    TooMany,
    LastOwner,
    LastManager,
    CommandExpired,
    PayloadTooLarge,
    ValidationFailed,
    UnknownField,
    UnknownKind,
    RateLimited,
    Unavailable,
    Internal,
}

/// Why a command was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    pub code: RefusalCode,
    /// Words for a person.
    pub message: String,
    /// The request's field that is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub field: Option<String>,
    /// How long to wait before trying again is worth it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub retry_after_ms: Option<u64>,
    /// With `cycle`: the tickets on the way round, first and last the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub path: Option<Vec<TicketId>>,
}

impl Refusal {
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None, retry_after_ms: None, path: None }
    }

    /// The same answer for an entity that does not exist and for one that the caller may not see.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(RefusalCode::NotFound, message)
    }

    pub fn forbidden() -> Self {
        Self::new(RefusalCode::Forbidden, words::ROLE_FORBIDS)
    }

    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::new(RefusalCode::ValidationFailed, message) }
    }

    pub fn unavailable(retry_after_ms: u64) -> Self {
        Self { retry_after_ms: Some(retry_after_ms), ..Self::new(RefusalCode::Unavailable, words::BUSY) }
    }

    /// The database is away; the command was not decided.
    pub fn away(retry_after_ms: u64) -> Self {
        Self { message: words::AWAY.to_owned(), ..Self::unavailable(retry_after_ms) }
    }

    pub fn with_field(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }

    /// True if the same command could succeed later because only the load has changed. Such an answer is not stored as
    /// the first answer of the command.
    pub fn is_passing(&self) -> bool {
        matches!(self.code, RefusalCode::Unavailable | RefusalCode::RateLimited | RefusalCode::Internal)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}: {}", self.code, self.message)
    }
}

impl std::error::Error for Refusal {}
