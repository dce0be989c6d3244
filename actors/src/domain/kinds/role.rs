//! The roles of a workspace. No command of this build writes them; a workspace gets the built-in ones with its commons.

pub mod built_in;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{date::Instant, ids::RoleId};

/// What the members who hold the role may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RoleRecord {
    pub id: RoleId,
    pub name: String,
    /// One or two sentences for people. Builds before schema 2 leave it out.
    #[serde(default)]
    pub description: String,
    /// Words. This build knows `read`, `work` and `administer`; a word that it does not know gives no right here.
    pub capabilities: Vec<String>,
    /// The word of a built-in role; null for a role that the workspace defines. Builds before schema 2 leave it out.
    #[serde(default)]
    pub system: Option<String>,
    pub created_at: Instant,
}
