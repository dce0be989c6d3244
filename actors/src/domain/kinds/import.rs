//! An import under way, or its outcome.

mod decide;
pub mod order;
mod ticket;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{date::Instant, ids::ImportId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ImportState {
    Running,
    Done,
    Failed,
    /// The node that ran the import is gone.
    Interrupted,
}

/// Counts are of tickets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportJob {
    pub id: ImportId,
    /// `github` or `csv`.
    pub format: String,
    pub file_name: String,
    pub state: ImportState,
    #[ts(type = "number")]
    pub total: i64,
    #[ts(type = "number")]
    pub done: i64,
    #[ts(type = "number")]
    pub created: i64,
    #[ts(type = "number")]
    pub updated: i64,
    #[ts(type = "number")]
    pub unchanged: i64,
    #[ts(type = "number")]
    pub refused: i64,
    /// What was refused or changed on the way, at most a thousand entries: `[{row, code, message}]`.
    #[ts(type = "Array<{ row: number | null, code: string, message: string }>")]
    pub report: serde_json::Value,
    pub created_at: Instant,
    pub finished_at: Option<Instant>,
}
