//! Sprints: spans of days in which a team wants to complete its tickets. A ticket is in at most one.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::{Instant, PlainDate},
    ids::SprintId,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SprintState {
    #[default]
    Planned,
    /// Several sprints may be active at once.
    Active,
    /// Kept for its tickets, and no longer offered for others.
    Completed,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Sprint {
    pub id: SprintId,
    pub name: String,
    /// One or two sentences for people; may be empty.
    pub goal: String,
    pub start_date: Option<PlainDate>,
    pub end_date: Option<PlainDate>,
    pub state: SprintState,
    /// When the sprint became active. Null for a planned sprint.
    pub started_at: Option<Instant>,
    /// Null for a sprint that is not completed.
    pub completed_at: Option<Instant>,
    pub created_at: Instant,
}

impl Sprint {
    /// Puts the sprint into a state and keeps its times. A sprint that was active keeps the start when it is completed or
    /// reopened.
    pub(super) fn enter(&mut self, state: SprintState, at: Instant) {
        self.started_at = match state {
            SprintState::Planned => None,
            SprintState::Active | SprintState::Completed => self.started_at.or(Some(at)),
        };
        self.completed_at = match state {
            SprintState::Planned | SprintState::Active => None,
            SprintState::Completed => self.completed_at.or(Some(at)),
        };
        self.state = state;
    }
}
