//! The workspace itself.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::{
    date::Instant,
    ids::{AttributeId, WorkspaceId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    pub id: WorkspaceId,
    pub name: String,
    pub icon: Option<String>,
    /// Two to six capital letters or digits, a letter first: the `KEY` of `KEY-12`.
    pub key: String,
    /// The attribute whose numbers are the estimates of tickets, in which sprints count. Null if sprints count tickets.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub estimate_id: Option<AttributeId>,
    pub created_at: Instant,
}
