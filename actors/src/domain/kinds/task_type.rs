//! The sorts of tickets that a workspace tells apart, such as tasks, bugs and epics.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::color::Color;
use crate::domain::{date::Instant, ids::TaskTypeId, rank::Rank};

/// The picture of a task type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TypeIcon {
    #[default]
    Task,
    Bug,
    Story,
    Epic,
    Feature,
    Improvement,
    Question,
    Document,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TaskType {
    pub id: TaskTypeId,
    pub name: String,
    pub icon: TypeIcon,
    pub color: Color,
    /// True if tickets of this type stand for a larger piece of work, with subtasks below them. Pages show their
    /// progress; what a ticket may hold does not depend on it.
    pub container: bool,
    pub rank: Rank,
    pub created_at: Instant,
}
