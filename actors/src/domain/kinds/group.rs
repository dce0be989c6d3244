//! Groups of lists: headings under which the sidebar shows lists and other groups.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::color::Color;
use crate::domain::{date::Instant, ids::GroupId, rank::Rank};

/// A group lives in the scope of the workspace and names no list: a list names its group. So a group tells nothing of the
/// restricted lists in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    pub id: GroupId,
    pub name: String,
    pub color: Color,
    pub rank: Rank,
    /// The group that this one stands in.
    pub parent_group_id: Option<GroupId>,
    pub created_at: Instant,
}
