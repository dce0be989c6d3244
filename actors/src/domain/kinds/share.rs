//! The people with whom a restricted list is shared. This build reads shares and has no command that writes them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{ListId, ShareId, UserId},
};

/// A person who follows the scope in which the share lives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    pub id: ShareId,
    pub list_id: ListId,
    pub user_id: UserId,
    /// What the person may do in the list: `view`, `comment`, `edit` or `manage`.
    pub level: String,
    pub created_at: Instant,
}

impl Share {
    /// True if the person may change what is in the list. A level that this build does not know gives no right.
    pub fn may_edit(&self) -> bool {
        matches!(self.level.as_str(), "edit" | "manage")
    }
}
