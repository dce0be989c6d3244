//! Revokes open invitations whose inviters may no longer invite to the role. So such invitations do not count as open,
//! and do not open again if the inviter regains the right. Followers notice the changes of members and roles, and jobs
//! revoke the invitations.

use std::time::Duration;

use actors::domain::change::{Change, Op};
use actors::domain::entity::EntityKind;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::jobs::{Caused, Done, Failure, Follower, Job, NewJob, Plan, Run, Seen};
use actors::journal::{Departure, Journal};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::invitations::rank::still_given;
use crate::queries::audit::Author;
use crate::queries::invitations::{read, write};

/// Queues an [`EndInvitations`] for each change of a member's role or state.
pub(super) const MEMBERS: Follower = Follower { name: "members", mentions: &["\"member\""], on_event: on_member_event };

/// Queues an [`EndVoidInvitations`] for each event that changes the capabilities of a role, or deletes a role.
pub(super) const ROLES: Follower = Follower { name: "roles", mentions: &["\"role\""], on_event: on_role_event };

fn on_member_event(seen: &Seen<'_>) -> Vec<Caused> {
    let of_members = seen.event.changes.iter().filter(|it| it.entity == EntityKind::Member && it.op == Op::Update);
    let of_rights = of_members.filter(|it| names(it, "role") || names(it, "state"));
    let jobs = of_rights.enumerate().map(|(number, change)| {
        NewJob::new(seen.job_id(number), &EndInvitations { workspace: seen.workspace.0, member: change.id })
    });
    jobs.filter_map(Result::ok).map(Caused::Job).collect()
}

fn on_role_event(seen: &Seen<'_>) -> Vec<Caused> {
    let is_of_rights = |it: &Change| match it.op {
        Op::Create => false,
        Op::Update => names(it, "capabilities"),
        Op::Delete => true,
    };
    if !seen.event.changes.iter().any(|it| it.entity == EntityKind::Role && is_of_rights(it)) {
        return Vec::new();
    }
    let job = NewJob::new(seen.job_id(0), &EndVoidInvitations { workspace: seen.workspace.0 });
    job.into_iter().map(Caused::Job).collect()
}

fn names(change: &Change, field: &str) -> bool {
    change.data.as_ref().is_some_and(|data| data.contains_key(field))
}

const PLAN: Plan = Plan {
    tries: 20,
    first_pause: Duration::from_secs(2),
    longest_pause: Duration::from_secs(600),
    time_limit: Duration::from_secs(30),
    every: None,
};

/// Revokes the open invitations of one member which that member may no longer make.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct EndInvitations {
    workspace: Uuid,
    member: Uuid,
}

impl Job for EndInvitations {
    type Context = Journal;
    const KIND: &'static str = "invitations.revoke";
    const PLAN: Plan = PLAN;

    async fn run(self, _: Run, journal: Journal) -> Result<Done, Failure> {
        end_void(&journal, self.workspace, Some(self.member)).await
    }
}

/// Revokes the open invitations of a workspace whose inviters may no longer make them. A changed role may have changed
/// the rights of many members.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct EndVoidInvitations {
    workspace: Uuid,
}

impl Job for EndVoidInvitations {
    type Context = Journal;
    const KIND: &'static str = "invitations.review";
    const PLAN: Plan = PLAN;

    async fn run(self, _: Run, journal: Journal) -> Result<Done, Failure> {
        end_void(&journal, self.workspace, None).await
    }
}

async fn end_void(journal: &Journal, workspace: Uuid, inviter: Option<Uuid>) -> Result<Done, Failure> {
    let mut done = Done::Obsolete;
    for stored in read::open_of(journal.db(), workspace, inviter).await? {
        // The present rights count, not the rights after the event: the inviter may have regained the right since.
        if still_given(journal, &stored).await?.is_none() && !waits(journal, workspace, stored.created_by).await? {
            write::revoke(journal.db(), workspace, Author::SERVER, stored.id).await?;
            done = Done::Done;
        }
    }
    Ok(done)
}

/// Whether the inviter waits for a second factor. Meanwhile the invitations do not work; they do again when the inviter is back.
async fn waits(journal: &Journal, workspace: Uuid, inviter: Uuid) -> Result<bool, Failure> {
    let departure = journal.departure_of(WorkspaceId(workspace), UserId(inviter)).await?;
    Ok(departure == Some(Departure::Waits))
}
