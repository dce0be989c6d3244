//! The declaration of a follower.

use serde_json::Value;
use uuid::Uuid;

use super::notes::NewNote;
use crate::domain::change::Event;
use crate::domain::ids::{Epoch, ScopeId, WorkspaceId};
use crate::jobs::open::NewJob;

/// Reads the events of all streams and makes jobs or notes of some of them.
#[derive(Clone, Copy, Debug)]
pub struct Follower {
    /// The name, as it is stored. It stays the same in all later builds.
    pub name: &'static str,
    /// Only events whose stored text holds one of these are read, such as `"member"`. The database looks for them.
    pub mentions: &'static [&'static str],
    /// What an event causes. Pure: the same event gives the same jobs and notes with the same ids.
    pub on_event: fn(&Seen<'_>) -> Vec<Caused>,
}

/// What an event causes.
#[derive(Clone, Debug)]
pub enum Caused {
    /// A job of its own.
    Job(NewJob),
    /// A note, which a periodic job reads together with others. For events that come with nearly every edit: a job for each
    /// would cost more than the edit.
    Note(NewNote),
}

impl From<NewJob> for Caused {
    fn from(job: NewJob) -> Self {
        Self::Job(job)
    }
}

/// An event that a follower has read.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub(super) follower: &'static str,
    /// The workspace of the event.
    pub workspace: WorkspaceId,
    /// The stream of the event, and the epoch of its numbers.
    pub scope: ScopeId,
    pub epoch: Epoch,
    /// The event.
    pub event: &'a Event,
}

impl Seen<'_> {
    /// The id of the event's job with this number. It depends on the event alone, so a job is never made twice.
    #[must_use]
    pub fn job_id(&self, number: usize) -> Uuid {
        job_id(self.follower, self.scope, self.epoch, self.event.seq, number)
    }

    /// A note of the event: ids, never a text. Another note of the same event has another number.
    #[must_use]
    pub fn note(&self, number: usize, payload: Value) -> NewNote {
        NewNote::new(self.job_id(number), self.workspace.0, self.event.at.get(), payload)
    }
}

pub(super) fn job_id(follower: &str, scope: ScopeId, epoch: Epoch, seq: i64, number: usize) -> Uuid {
    Uuid::new_v5(&scope.0, format!("{follower} {epoch} {seq} {number}").as_bytes())
}
