//! The people of a workspace.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{date::Instant, ids::UserId};

/// A member's role. `domain::rights` lists the rights of each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    Guest,
    Member,
    Admin,
    Owner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum MemberState {
    Active,
    /// Known by name (an import's author, say) and still to be invited.
    Pending,
    /// Gone; kept so that what they did keeps its name.
    Left,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The user's id.
    pub id: UserId,
    pub role: Role,
    pub state: MemberState,
    pub firstname: String,
    pub lastname: String,
    pub username: String,
    pub avatar_url: Option<String>,
    pub created_at: Instant,
}
