//! The roles of a workspace: what their holders may do.

pub mod built_in;
pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use built_in::BuiltIn;

use super::member::{HeldRole, Role};
use crate::domain::{date::Instant, ids::RoleId};

/// A role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RoleRecord {
    pub id: RoleId,
    pub name: String,
    /// One or two sentences for people. Builds before schema 2 leave it out.
    #[serde(default)]
    pub description: String,
    /// Words of capabilities. A word that a build does not know gives no right there. Nodes of the previous build know
    /// only `read`, `work` and `administer`, which a role therefore names as well where they fit.
    pub capabilities: Vec<String>,
    /// The word of a built-in role; null for a role that the workspace defines. Built-in roles are locked. Builds before
    /// schema 2 leave it out.
    #[serde(default)]
    pub system: Option<String>,
    pub created_at: Instant,
}

impl RoleRecord {
    /// The role as the rows of its holders name it: four built-in roles have words that every version knows.
    pub fn held(&self) -> HeldRole {
        match self.system.as_deref().and_then(BuiltIn::named) {
            Some(BuiltIn::Owner) => Role::Owner.into(),
            Some(BuiltIn::Admin) => Role::Admin.into(),
            Some(BuiltIn::Member) => Role::Member.into(),
            Some(BuiltIn::Guest) => Role::Guest.into(),
            Some(BuiltIn::Commenter | BuiltIn::Viewer) | None => HeldRole::Record(self.id),
        }
    }
}
