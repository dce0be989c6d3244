//! The dead letter for an event that a follower could not read. An admin retries it with a build that can.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use uuid::Uuid;

use super::cursors::EventOutcome;
use super::follower::{Caused, Follower, Seen, job_id};
use super::notes;
use crate::critical::catch_panic_now;
use crate::domain::ids::{Epoch, ScopeId, WorkspaceId};
use crate::jobs::job::{Done, Failure, Job, Plan, Run};
use crate::jobs::open::NewJob;
use crate::jobs::queue::Jobs;
use crate::journal::{Followed, Journal, Span};
use crate::words;

/// The number of the letter among an event's jobs: the event's jobs must not have its id.
const LETTER: usize = usize::MAX;

/// An event that a follower could not read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnreadableEvent {
    follower: String,
    workspace: Uuid,
    scope: Uuid,
    epoch: Uuid,
    seq: i64,
}

impl Job for UnreadableEvent {
    type Context = (Jobs, Journal, Vec<Follower>);
    const KIND: &'static str = "follow.event";
    const PLAN: Plan = Plan {
        tries: 3,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(60),
        time_limit: Duration::from_secs(30),
        every: None,
    };

    async fn run(self, _: Run, (jobs, journal, followers): Self::Context) -> Result<Done, Failure> {
        let Self { follower, workspace, scope, epoch, seq } = self;
        let Some(follower) = followers.into_iter().find(|it| it.name == follower) else { return Ok(Done::Obsolete) };
        let span = Span { scope: ScopeId(scope), from: seq - 1, to: seq };
        let Some(followed) = journal.followed(&[span], follower.mentions.iter().copied()).await?.into_iter().next()
        else {
            return Ok(Done::Obsolete);
        };
        for outcome in outcomes_of(&follower, WorkspaceId(workspace), Epoch(epoch), &followed) {
            match outcome {
                EventOutcome::Unreadable(_, error) => return Err(Failure::Lasting(error.to_owned())),
                EventOutcome::Caused(Caused::Job(job)) => {
                    let stored = jobs.db().run(move |pool| async move {
                        let mut connection = pool.acquire().await?;
                        job.store(&mut connection).await
                    });
                    stored.await?;
                }
                EventOutcome::Caused(Caused::Note(note)) => {
                    let name = follower.name;
                    let stored = jobs.db().run(move |pool| async move {
                        let mut connection = pool.acquire().await?;
                        notes::store(&mut connection, name, vec![note]).await
                    });
                    stored.await?;
                }
            }
        }
        jobs.wake();
        Ok(Done::Done)
    }
}

/// What a follower stores for an event. An event that cannot be read, or that makes the follower panic, becomes a dead letter
/// (FW4).
pub(super) fn outcomes_of(
    follower: &Follower,
    workspace: WorkspaceId,
    epoch: Epoch,
    followed: &Followed,
) -> Vec<EventOutcome> {
    let Followed { scope, seq, event, .. } = followed;
    let (scope, seq) = (*scope, *seq);
    let letter = |error: &'static str| {
        let name = follower.name.to_owned();
        let letter = UnreadableEvent { follower: name, workspace: workspace.0, scope: scope.0, epoch: epoch.0, seq };
        let letter = NewJob::new(job_id(follower.name, scope, epoch, seq, LETTER), &letter);
        letter.map(|job| EventOutcome::Unreadable(job, error)).into_iter().collect()
    };
    let Some(event) = event else {
        tracing::error!(follower = follower.name, %scope, seq, "a follower cannot read an event");
        return letter(words::EVENT_UNREADABLE);
    };
    let seen = Seen { follower: follower.name, workspace, scope, epoch, event };
    match catch_panic_now(|| (follower.on_event)(&seen)) {
        Some(caused) => caused.into_iter().map(EventOutcome::Caused).collect(),
        None => letter(words::FOLLOWER_PANICKED),
    }
}
