//! An import under way, or its outcome.

mod decide;
pub mod order;
mod records;
mod ticket;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::{date::Instant, ids::ImportId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ImportState {
    Running,
    Done,
    Failed,
    /// The node that ran the import is gone.
    Interrupted,
}

/// Counts are of tickets.
/// An entry about one row of an import's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "ImportReportEntry")]
pub struct ReportEntry {
    /// A CSV's row (the header is row 1), or an issue's number. `None`: the whole file.
    #[ts(type = "number | null")]
    pub row: Option<u64>,
    /// A code of the protocol's table for a refused row; `noted` for a row that was taken, `interrupted` for an import
    /// whose node is gone.
    pub code: String,
    /// Words for a person.
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
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
    /// What was refused or changed on the way, at most a thousand entries.
    #[ts(as = "Vec<ReportEntry>")]
    #[schema(value_type = Vec<ReportEntry>)]
    pub report: serde_json::Value,
    pub created_at: Instant,
    pub finished_at: Option<Instant>,
}
