//! Ends the invitations whose makers may no longer invite to their roles, so that no such invitation counts among the open
//! ones, and none opens again when its maker gets the right back. Followers see the changes of members and of roles, and
//! jobs end the invitations.

use std::time::Duration;

use actors::domain::change::{Change, Op};
use actors::domain::entity::EntityKind;
use actors::jobs::{Done, Failure, Follower, Job, NewJob, Plan, Run, Seen};
use actors::journal::Journal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::invitations::rank::still_given;
use crate::queries::audit::Author;
use crate::queries::invitations::{read, write};

/// Makes an [`EndInvitations`] of each change of a member's role or state.
pub(super) const MEMBERS: Follower = Follower { name: "members", mentions: "\"member\"", react: react_to_members };

/// Makes an [`EndVoidInvitations`] of each event that changes what a role gives, or deletes a role.
pub(super) const ROLES: Follower = Follower { name: "roles", mentions: "\"role\"", react: react_to_roles };

fn react_to_members(seen: &Seen<'_>) -> Vec<NewJob> {
    let of_members = seen.event.changes.iter().filter(|it| it.entity == EntityKind::Member && it.op == Op::Update);
    let of_rights = of_members.filter(|it| names(it, "role") || names(it, "state"));
    let jobs = of_rights.enumerate().map(|(number, change)| {
        NewJob::new(seen.job_id(number), &EndInvitations { workspace: seen.workspace.0, member: change.id })
    });
    jobs.filter_map(Result::ok).collect()
}

fn react_to_roles(seen: &Seen<'_>) -> Vec<NewJob> {
    let is_of_rights = |it: &Change| match it.op {
        Op::Create => false,
        Op::Update => names(it, "capabilities"),
        Op::Delete => true,
    };
    if !seen.event.changes.iter().any(|it| it.entity == EntityKind::Role && is_of_rights(it)) {
        return Vec::new();
    }
    let job = NewJob::new(seen.job_id(0), &EndVoidInvitations { workspace: seen.workspace.0 });
    job.into_iter().collect()
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

/// Ends the open invitations of a member that the member may no longer make.
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

/// Ends the open invitations of a workspace whose makers may no longer make them: the rights of many members may have
/// changed with a role.
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

async fn end_void(journal: &Journal, workspace: Uuid, maker: Option<Uuid>) -> Result<Done, Failure> {
    let mut done = Done::Obsolete;
    for stored in read::open_of(journal.db(), workspace, maker).await? {
        // The rights of now, not those after the event: the maker may have got the right back since.
        if still_given(journal, &stored).await?.is_none() {
            write::revoke(journal.db(), workspace, Author::SERVER, stored.id).await?;
            done = Done::Done;
        }
    }
    Ok(done)
}
