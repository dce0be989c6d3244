//! The answer of calls that send a code again.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// A code was sent.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct CodeSent {
    /// Always `confirm`.
    state: &'static str,
    /// Always `code`: it was sent by mail.
    method: &'static str,
}

pub(super) const CODE_SENT: CodeSent = CodeSent { state: "confirm", method: "code" };
