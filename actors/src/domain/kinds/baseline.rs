//! Baselines: named moments. A gantt compares the dates of tickets with those that they had at the moment. The history of
//! the tickets holds these dates, so a baseline stores none (docs/BASELINES.md).

pub mod commands;
pub(in crate::domain::kinds) mod moves;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{BaselineId, ListId, UserId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Baseline {
    pub id: BaselineId,
    pub name: String,
    /// Lives in its creator's personal scope.
    pub personal: bool,
    /// The list whose gantt offers it. Null if it is of all tickets. If the list is deleted, clients do not show the
    /// baseline.
    pub list_id: Option<ListId>,
    pub created_user_id: UserId,
    /// The moment.
    pub taken_at: Instant,
}
