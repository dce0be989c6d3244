//! The people with whom a restricted list is shared.

pub mod commands;
pub mod invited;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    date::Instant,
    ids::{ListId, ShareId, UserId},
};

/// A person who follows the scope in which the share lives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// Derived from list and person: a list is shared with a person once.
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

impl Level {
    /// The word of the level in shares and on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Comment => "comment",
            Self::Edit => "edit",
            Self::Manage => "manage",
        }
    }

    /// The level with this word. A level that this build does not know counts as the lowest.
    pub fn named(word: &str) -> Self {
        match word {
            "comment" => Self::Comment,
            "edit" => Self::Edit,
            "manage" => Self::Manage,
            _ => Self::View,
        }
    }
}

impl Share {
    pub fn id_of(list: ListId, user: UserId) -> ShareId {
        ShareId(Uuid::new_v5(&list.0, user.0.as_bytes()))
    }

    pub fn level(&self) -> Level {
        Level::named(&self.level)
    }
}
