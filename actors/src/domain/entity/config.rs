//! What is few and known to everybody: the workspace, its members, statuses, lists and labels.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{LabelId, ListId, StatusId, UserId, WorkspaceId},
    rank::Rank,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    pub id: WorkspaceId,
    pub name: String,
    pub icon: Option<String>,
    /// Two to six capital letters or digits, a letter first: the `KEY` of `KEY-12`.
    pub key: String,
    pub created_at: Instant,
}

/// What somebody may do; `domain::rights` says what that is.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum StatusCategory {
    ByDefault,
    Started,
    Blocked,
    Canceled,
    Completed,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    pub id: StatusId,
    pub name: String,
    pub category: StatusCategory,
    pub rank: Rank,
    pub created_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct List {
    pub id: ListId,
    pub name: String,
    pub color: Color,
    pub rank: Rank,
    /// Backlog and General, which every workspace starts with and the sidebar shows apart.
    pub suggested: bool,
    pub created_user_id: UserId,
    pub created_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    pub id: LabelId,
    pub name: String,
    pub color: Color,
    pub created_at: Instant,
}

/// The design's twelve hues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Color {
    #[default]
    Grey,
    Red,
    Orange,
    Amber,
    Olive,
    Green,
    Teal,
    Cyan,
    Blue,
    Indigo,
    Violet,
    Pink,
}

impl Color {
    pub const ALL: [Self; 12] = [
        Self::Grey,
        Self::Red,
        Self::Orange,
        Self::Amber,
        Self::Olive,
        Self::Green,
        Self::Teal,
        Self::Cyan,
        Self::Blue,
        Self::Indigo,
        Self::Violet,
        Self::Pink,
    ];

    /// The hue of the n-th thing when nobody chose one: neighbours differ, grey stays for "none".
    pub fn nth(n: usize) -> Self {
        Self::ALL[1 + (n * 5) % 11]
    }
}
