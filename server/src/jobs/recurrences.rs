//! Creates the next occurrence of each completed repeating ticket. A follower notices the completion, and a job creates
//! the ticket (RC5).

use std::time::Duration;

use actors::Stage;
use actors::domain::change::Op;
use actors::domain::decide::{Order, What};
use actors::domain::entity::EntityKind;
use actors::domain::ids::{CommandId, TicketId, UserId, WorkspaceId};
use actors::domain::kinds::recurrence::repeat::Repeat;
use actors::domain::refusal::RefusalCode;
use actors::domain::rights::Narrowing;
use actors::jobs::{Caused, Done, Failure, Follower, Job, NewJob, Plan, Run, Seen};
use actors::journal::Completed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::words::jobs as words;

/// Queues a [`RepeatTickets`] for each event that completes a ticket.
pub(super) const COMPLETIONS: Follower = Follower { name: "completions", mentions: &["\"completed\""], on_event };

fn on_event(seen: &Seen<'_>) -> Vec<Caused> {
    let completes = seen.event.changes.iter().any(|it| {
        let is_completed = it.data.as_ref().and_then(|data| data.get("completed")) == Some(&Value::Bool(true));
        it.entity == EntityKind::Ticket && it.op == Op::Update && is_completed
    });
    if !completes {
        return Vec::new();
    }
    NewJob::new(seen.job_id(0), &RepeatTickets { workspace: seen.workspace.0 }).into_iter().map(Caused::Job).collect()
}

/// Creates the next occurrences of all completed repeating tickets of a workspace.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct RepeatTickets {
    workspace: Uuid,
}

impl Job for RepeatTickets {
    type Context = Stage;
    const KIND: &'static str = "tickets.repeat";
    const PLAN: Plan = Plan {
        tries: 20,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(60),
        every: None,
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let workspace = WorkspaceId(self.workspace);
        let (mut done, mut failed) = (Done::Obsolete, false);
        let mut after = TicketId(Uuid::nil());
        loop {
            let found = stage.journal().completed_repeating(workspace, after).await?;
            let Some(last) = found.last() else { break };
            after = last.ticket;
            for completed in &found {
                done = Done::Done;
                failed |= !repeat(&stage, workspace, completed).await?;
            }
        }
        if failed { Err(Failure::Passing(words::TASK_NOT_REPEATED.to_owned())) } else { Ok(done) }
    }
}

/// Creates the next occurrence in the name of the person who completed the ticket. If that person may not, in the name
/// of the person who made the ticket repeat. Returns false if a later run must try again.
async fn repeat(stage: &Stage, workspace: WorkspaceId, completed: &Completed) -> Result<bool, Failure> {
    let Completed { ticket, scope, by, owner } = *completed;
    // Descriptions that are too long for one event are left out.
    let texts = stage.journal().descriptions_below(workspace, scope, ticket).await?.unwrap_or_default();
    let mut repeat = Repeat { ticket_id: ticket, texts: texts.into_iter().collect() };
    for person in by.into_iter().chain([owner]) {
        match submit(stage, workspace, person, &repeat).await {
            Ok(()) => return Ok(true),
            Err(RefusalCode::Forbidden | RefusalCode::NotFound) => {}
            Err(RefusalCode::TooMany) => {
                repeat.texts.retain(|id, _| *id == ticket);
                return Ok(submit(stage, workspace, person, &repeat).await.is_ok());
            }
            Err(_) => return Ok(false),
        }
    }
    // Neither person may create tickets there any more. The recurrence waits until another person completes the ticket
    // again.
    Ok(true)
}

async fn submit(stage: &Stage, workspace: WorkspaceId, by: UserId, repeat: &Repeat) -> Result<(), RefusalCode> {
    let what = What::Repeat(repeat.clone());
    match stage
        .submit(workspace, Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what })
        .await
    {
        Ok(_) => Ok(()),
        Err(refusal) => {
            tracing::info!(%workspace, ticket = %repeat.ticket_id, %refusal, "a repeating ticket was not made");
            Err(refusal.code)
        }
    }
}
