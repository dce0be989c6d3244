//! Invitations end when their maker may no longer invite: a follower sees the change of the member, and a job ends the
//! invitations. Before this job, a link of a removed admin counted among the open links, no member could see or revoke
//! it, and it worked again if the admin came back.

use std::time::Duration;

use actors::domain::change::Op;
use actors::domain::entity::EntityKind;
use actors::jobs::{Done, Failure, Follower, Job, NewJob, Plan, Run, Seen};
use actors::journal::Journal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::invitations::rank::still_given;
use crate::queries::invitations::{read, write};

/// Makes an [`EndInvitations`] of each change of a member's role or state.
pub(super) const MEMBERS: Follower = Follower { name: "members", mentions: "\"member\"", react };

fn react(seen: &Seen<'_>) -> Vec<NewJob> {
    let of_members = seen.event.changes.iter().filter(|it| it.entity == EntityKind::Member && it.op == Op::Update);
    let of_rights = of_members
        .filter(|it| it.data.as_ref().is_some_and(|data| data.contains_key("role") || data.contains_key("state")));
    let jobs = of_rights.enumerate().map(|(number, change)| {
        NewJob::new(seen.job_id(number), &EndInvitations { workspace: seen.workspace.0, member: change.id })
    });
    jobs.filter_map(Result::ok).collect()
}

/// Ends the open invitations of a member that the member may no longer make.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct EndInvitations {
    workspace: Uuid,
    member: Uuid,
}

impl Job for EndInvitations {
    type Context = Journal;
    const KIND: &'static str = "invitations.revoke";
    const PLAN: Plan = Plan {
        tries: 20,
        first_pause: Duration::from_secs(2),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(30),
        every: None,
    };

    async fn run(self, _: Run, journal: Journal) -> Result<Done, Failure> {
        let Self { workspace, member } = self;
        let mut done = Done::Obsolete;
        for stored in read::open_of(journal.db(), workspace, member).await? {
            // The rights of now, not those after the event: the member may have come back since.
            if still_given(&journal, &stored).await?.is_none() {
                write::revoke(journal.db(), workspace, stored.id).await?;
                done = Done::Done;
            }
        }
        Ok(done)
    }
}
