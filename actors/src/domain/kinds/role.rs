//! Roles that a workspace defines. This build reads them and has no command that writes them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{date::Instant, ids::RoleId};

/// What the members who hold the role may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RoleRecord {
    pub id: RoleId,
    pub name: String,
    /// Words. This build knows `read`, `work` and `administer`; a word that it does not know gives no right here.
    pub capabilities: Vec<String>,
    pub created_at: Instant,
}
