//! The lists that tickets are in.

pub mod archive;
pub mod commands;
pub mod restrict;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::color::Color;
use crate::domain::{
    date::Instant,
    ids::{GroupId, ListId, UserId},
    rank::Rank,
};

/// The picture of a list. A list without one shows a square of its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ListIcon {
    Folder,
    Briefcase,
    Book,
    Bug,
    Calendar,
    Cart,
    Chart,
    Code,
    Flag,
    Globe,
    Heart,
    House,
    Idea,
    Megaphone,
    Palette,
    People,
    Rocket,
    Shield,
    Star,
    Target,
    Wrench,
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
    #[serde(default)]
    pub icon: Option<ListIcon>,
    /// A few sentences of plain text; may be empty.
    #[serde(default)]
    pub description: String,
    /// The group of the list. A group that the reader does not see, or that was deleted, counts as none.
    #[serde(default)]
    pub group_id: Option<GroupId>,
    /// Since when the list is archived.
    #[serde(default)]
    pub archived_at: Option<Instant>,
}
