//! Turns the stage's refusals into rows of the table.

use std::time::Duration;

use actors::domain::refusal::{Refusal as StageRefusal, RefusalCode};

use super::{Code, Refusal};

impl From<RefusalCode> for Code {
    fn from(code: RefusalCode) -> Self {
        match code {
            RefusalCode::Forbidden => Self::Forbidden,
            RefusalCode::NotFound => Self::NotFound,
            RefusalCode::Conflict => Self::Conflict,
            RefusalCode::AlreadyExists => Self::AlreadyExists,
            RefusalCode::Cycle => Self::Cycle,
            RefusalCode::IdempotencyMismatch => Self::IdempotencyMismatch,
            RefusalCode::TooMany => Self::TooMany,
            RefusalCode::LastOwner => Self::LastOwner,
            RefusalCode::LastManager => Self::LastManager,
            RefusalCode::CommandExpired => Self::CommandExpired,
            RefusalCode::PayloadTooLarge => Self::PayloadTooLarge,
            RefusalCode::ValidationFailed => Self::ValidationFailed,
            RefusalCode::UnknownField => Self::UnknownField,
            RefusalCode::UnknownKind => Self::UnknownKind,
            RefusalCode::RateLimited => Self::RateLimited,
            RefusalCode::Unavailable => Self::Unavailable,
            RefusalCode::Internal => Self::Internal,
        }
    }
}

impl From<StageRefusal> for Refusal {
    fn from(refusal: StageRefusal) -> Self {
        let StageRefusal { code, message, field, retry_after_ms, path } = refusal;
        Self {
            code: code.into(),
            message: message.into(),
            field,
            retry_after: retry_after_ms.map(Duration::from_millis),
            path: path.map(|path| path.into_iter().map(|id| id.0).collect()),
            items: None,
        }
    }
}
