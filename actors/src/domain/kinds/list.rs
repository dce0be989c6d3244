//! The lists that tickets are in.

pub mod commands;
pub mod restrict;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::color::Color;
use crate::domain::{
    date::Instant,
    ids::{ListId, UserId},
    rank::Rank,
};

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
