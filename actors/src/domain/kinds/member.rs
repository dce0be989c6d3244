//! The people of a workspace.

pub mod commands;
pub mod domain_join;
pub mod erase;
pub mod group_role;
pub mod leaving;
pub mod profile;
pub mod workspace_key;

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    date::Instant,
    ids::{RoleId, UserId},
};

/// The built-in roles that every version knows. `BuiltIn` says what each role allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    Guest,
    Member,
    Admin,
    Owner,
}

/// The role in a member's row: one of the words above, or the id of a role that the workspace defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS)]
#[serde(untagged)]
pub enum HeldRole {
    Word(Role),
    Record(RoleId),
}

impl From<Role> for HeldRole {
    fn from(role: Role) -> Self {
        Self::Word(role)
    }
}

impl From<RoleId> for HeldRole {
    fn from(role: RoleId) -> Self {
        Self::Record(role)
    }
}

impl PartialEq<Role> for HeldRole {
    fn eq(&self, role: &Role) -> bool {
        *self == Self::Word(*role)
    }
}

/// Only a UUID in its usual form counts as an id. Any other unknown text is an error.
impl<'de> Deserialize<'de> for HeldRole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if let Some(id) = Uuid::try_parse(&text).ok().filter(|id| id.to_string() == text) {
            return Ok(Self::Record(RoleId(id)));
        }
        let word = serde_json::Value::String(text);
        serde_json::from_value(word).map(Self::Word).map_err(D::Error::custom)
    }
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
    pub role: HeldRole,
    pub state: MemberState,
    pub firstname: String,
    pub lastname: String,
    pub username: String,
    pub avatar_url: Option<String>,
    pub created_at: Instant,
    /// When the member was deactivated. The state is `left` then, and `member.restore` brings the member back.
    #[serde(default)]
    pub deactivated_at: Option<Instant>,
    /// May be empty, like the names. Rows and events of the previous version lack it.
    #[serde(default)]
    pub department: String,
    /// The job title. May be empty.
    #[serde(default)]
    pub designation: String,
    /// Whether the member waits for a second factor, which the workspace requires: then `deactivatedAt` is set as well. Rows and
    /// events of the previous version lack it.
    #[serde(default)]
    pub second_factor_missing: bool,
    /// The words of what the key may do, if the row stands for an API key of the workspace; empty once the key is revoked. The
    /// state of such a row is `left`, so builds that do not know these keys give it no access. Null for a person. Rows and
    /// events of the previous version lack it.
    #[serde(default)]
    pub api_key: Option<Vec<String>>,
}

impl Member {
    /// Whether the member waits for a second factor. Nodes of the previous version do not know the mark, and leave it as it is
    /// when they restore or remove the member.
    pub fn waits(&self) -> bool {
        self.state == MemberState::Left && self.deactivated_at.is_some() && self.second_factor_missing
    }

    /// Whether the row stands for an API key of the workspace and not for a person.
    pub fn is_key(&self) -> bool {
        self.api_key.is_some()
    }

    /// The member, waiting for a second factor since `at`.
    pub(super) fn waiting(self, at: Instant) -> Self {
        let deactivated_at = self.deactivated_at.or(Some(at));
        Self { state: MemberState::Left, deactivated_at, second_factor_missing: true, ..self }
    }

    /// The member, active.
    pub(super) fn admitted(self) -> Self {
        Self { state: MemberState::Active, deactivated_at: None, second_factor_missing: false, ..self }
    }
}
