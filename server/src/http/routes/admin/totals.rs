//! The totals of the instance and its largest workspaces, as the overview shows them.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::queries::instance;

/// The instance in numbers.
#[derive(Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Confirmed accounts.
    pub people: i64,
    /// Sessions that are neither revoked nor expired.
    pub sessions: i64,
    /// Workspaces.
    pub workspaces: i64,
    /// Events of all scopes since the start; the growth of this number shows how much people edit.
    pub events: i64,
    /// The size of the database.
    pub bytes: i64,
}

impl From<instance::Totals> for Totals {
    fn from(row: instance::Totals) -> Self {
        let instance::Totals { people, sessions, workspaces, events, bytes } = row;
        Self { people, sessions, workspaces, events, bytes }
    }
}

/// A workspace from outside, without its contents.
#[derive(Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceFigures {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The key of its ticket numbers.
    pub key: String,
    /// Active members.
    pub members: i64,
    /// The head of its journal.
    pub seq: i64,
    /// The time of its last event; null if that event has left the journal.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    pub last_event_at: Option<OffsetDateTime>,
}

impl From<instance::Workspace> for WorkspaceFigures {
    fn from(row: instance::Workspace) -> Self {
        let instance::Workspace { id, name, key, members, seq, last_event_at } = row;
        Self { id, name, key, members, seq, last_event_at }
    }
}
