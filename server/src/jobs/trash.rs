//! The periodic job that empties the trash.

use std::collections::HashSet;
use std::time::Duration;

use actors::Stage;
use actors::domain::date::Instant;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, TicketId, WorkspaceId};
use actors::domain::kinds::ticket::trash::Purge;
use actors::domain::limits::TRASH_DAYS;
use actors::domain::rights::Narrowing;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use actors::journal::TrashedTicket;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::words::jobs as words;

/// The number of tickets that are deleted at once. It is small, so that the edits of members do not wait for long.
const AT_ONCE: usize = 20;

/// Deletes tickets that have been in the trash for [`TRASH_DAYS`] days.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct EmptyTrash;

impl Job for EmptyTrash {
    type Context = Stage;
    const KIND: &'static str = "sweep.trash";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(60),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(300),
        every: Some(Duration::from_secs(24 * 3_600)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let trashed_before = Instant::new(OffsetDateTime::now_utc() - time::Duration::days(TRASH_DAYS));
        let mut after = (WorkspaceId(Uuid::nil()), TicketId(Uuid::nil()));
        // If a workspace refuses a delete, its other tickets wait for the next run, so that they do not delay other
        // workspaces.
        let mut skipped = HashSet::new();
        loop {
            let (found, last) = stage.journal().trashed_before(trashed_before, after).await?;
            for some in found.chunks(AT_ONCE) {
                let tried = some.iter().filter(|it| !skipped.contains(&it.workspace));
                let ends = join_all(tried.map(|it| delete(&stage, it, trashed_before))).await;
                skipped.extend(ends.into_iter().flatten());
            }
            let Some(last) = last else { break };
            after = last;
        }
        if skipped.is_empty() { Ok(Done::Done) } else { Err(Failure::Passing(words::TRASH_NOT_EMPTIED.to_owned())) }
    }
}

/// Deletes a ticket. Returns the workspace if the delete was refused.
async fn delete(stage: &Stage, trashed: &TrashedTicket, trashed_before: Instant) -> Option<WorkspaceId> {
    let TrashedTicket { workspace, ticket: ticket_id, by } = *trashed;
    let what = What::Purge(Purge { ticket_id, trashed_before });
    match stage
        .submit(workspace, Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what })
        .await
    {
        Ok(_) => None,
        Err(refusal) => {
            tracing::warn!(%workspace, ticket = %ticket_id, %refusal, "a ticket in the trash could not be deleted");
            Some(workspace)
        }
    }
}
