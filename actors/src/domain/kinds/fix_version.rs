//! Fix versions: the versions in which tickets are fixed. A ticket may name several.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::{Instant, PlainDate},
    ids::FixVersionId,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum VersionState {
    #[default]
    Unreleased,
    Released,
    /// Kept for its tickets, and no longer offered for others.
    Archived,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FixVersion {
    pub id: FixVersionId,
    pub name: String,
    /// One or two sentences for people; may be empty.
    pub description: String,
    pub start_date: Option<PlainDate>,
    /// The planned day of the release; of a released version, the day on which it was released.
    pub release_date: Option<PlainDate>,
    pub state: VersionState,
    pub created_at: Instant,
}
