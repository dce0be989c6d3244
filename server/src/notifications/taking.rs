//! Takes what waits for a person in a channel, when its job runs (NT5, NT8, NT13).

use std::time::Duration;

use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::kinds::preferences::Preferences;
use actors::domain::notifications::departure::after_quiet;
use actors::jobs::{Done, Failure, Job, NewJob, Run};
use actors::journal::Journal;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::queries::notifications::content::{Addressed, Item, addressed, of_job};
use crate::queries::notifications::{Channel, waiting};

/// For whom, and in which channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct To {
    pub(super) workspace: Uuid,
    pub(super) user: Uuid,
    pub(super) channel: Channel,
    /// How long a job that was put off may wait after it is due.
    pub(super) age: Duration,
}

/// What was taken, as the person sees it now.
pub(super) struct Taken {
    pub(super) chosen: Preferences,
    pub(super) is_member: bool,
    pub(super) items: Vec<Item>,
    pub(super) addressed: Addressed,
}

/// Takes what waits, or says why nothing is to be sent by this job.
pub(super) async fn take<J: Job + Sync>(
    journal: &Journal,
    job: &J,
    run: Run,
    to: To,
) -> Result<Result<Taken, Done>, Failure> {
    let To { workspace, user, channel, age } = to;
    let (db, workspace_id, user_id) = (journal.db(), WorkspaceId(workspace), UserId(user));
    let Some(chosen) = journal.preferences_of(workspace_id, &[user_id]).await?.remove(&user_id) else {
        return Ok(Err(Done::Obsolete));
    };
    // Quiet hours may have been chosen since, and what could not be sent must not leave in them.
    let now = OffsetDateTime::now_utc();
    let leaves = after_quiet(&chosen, now);
    if leaves > now {
        let later = NewJob::new(Uuid::new_v5(&run.id, b"later"), job).map_err(Failure::Lasting)?;
        let later = later.due_at(leaves).expires_after(age);
        if waiting::postpone(db, workspace, user, channel, run.id, later.clone()).await? {
            return Ok(Err(Done::Done));
        }
        // The id of a mail is that of its job, so a mail that was begun stays with its job.
        if matches!(channel, Channel::Device(_)) && waiting::hand_over(db, run.id, later).await? {
            return Ok(Err(Done::Done));
        }
    }
    waiting::take(db, workspace, user, channel, run.id).await?;
    // The present rights decide: a person who has left sees nothing, and is notified only of having left.
    let sight = journal.sight_of(workspace_id, user_id).await?;
    let scopes = sight.as_ref().map(|(_, scopes)| scopes.iter().map(|scope| scope.0).collect()).unwrap_or_default();
    let items = of_job(db, workspace, run.id, scopes).await?;
    let Some(addressed) = addressed(db, workspace, user).await? else {
        waiting::end(db, run.id).await?;
        return Ok(Err(Done::Obsolete));
    };
    Ok(Ok(Taken { chosen, is_member: sight.is_some(), items, addressed }))
}
