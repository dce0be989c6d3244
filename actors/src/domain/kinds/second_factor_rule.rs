//! The rule that members need a second factor. A workspace without a row has no such rule. docs/IDENTITY.md has the rules (RF1
//! to RF8).

pub mod order;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    date::Instant,
    ids::{SecondFactorRuleId, UserId, WorkspaceId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorRule {
    /// Derived from the id of the workspace, which has at most one row.
    pub id: SecondFactorRuleId,
    pub required_since: Instant,
    pub required_by_user_id: UserId,
}

impl SecondFactorRule {
    pub fn id_of(workspace: WorkspaceId) -> SecondFactorRuleId {
        SecondFactorRuleId(Uuid::new_v5(&workspace.0, b"secondFactorRule"))
    }
}
