//! The JSON of a refusal.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Code;

/// `{"error": {…}}`: the one shape of everything that is not a success.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ErrorBody {
    /// What was refused, and why.
    pub error: ErrorDetail,
}

/// What was refused, and why.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetail {
    /// Stable, for programs.
    #[ts(as = "Code")]
    pub code: String,
    /// Words for a person.
    pub message: String,
    /// The one field that is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub field: Option<String>,
    /// How long to wait before it makes sense to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after_ms: Option<u64>,
    /// The way round, for a circle of tickets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub path: Option<Vec<Uuid>>,
    /// The values of the field that are to blame, one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub items: Option<Vec<ErrorItem>>,
}

/// One of several values in a field, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ErrorItem {
    /// The value, cut to 254 characters.
    pub value: String,
    /// What is wrong with it.
    pub problem: ItemProblem,
}

/// What is wrong with one of several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub enum ItemProblem {
    /// Not of the form that is expected.
    Invalid,
    /// The same value stands twice in the field.
    Repeated,
    /// The person is a member already.
    Member,
    /// The person has a pending invitation already.
    Pending,
}
