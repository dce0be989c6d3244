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

/// What a share leaves of the capabilities of a person's role, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Level {
    /// Read.
    View,
    /// Comment as well.
    Comment,
    /// Work on the tickets as well.
    Edit,
    /// Change the list itself, and with whom it is shared.
    Manage,
}

impl Share {
    /// A level that this build does not know counts as the lowest.
    pub fn level(&self) -> Level {
        match self.level.as_str() {
            "comment" => Level::Comment,
            "edit" => Level::Edit,
            "manage" => Level::Manage,
            _ => Level::View,
        }
    }
}
