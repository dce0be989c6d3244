//! Makes members wait for a second factor, and lets them in (RF2, RF3, RF5).

use std::time::Duration;

use actors::Stage;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::second_factor_rule::order::FactorGate;
use actors::domain::rights::Narrowing;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::db::Db;
use crate::words::jobs as words;

/// The most orders that are sent at once. A round of a workspace decides them together.
const AT_ONCE: usize = 200;

/// Makes members wait for a second factor or lets them in, depending on the rules of workspaces and on the second factors of
/// accounts. Triggers of the database queue this job. Idempotent.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct GateMembers {
    /// If set, only this workspace.
    pub workspace: Option<Uuid>,
    /// If set, only this person.
    pub user: Option<Uuid>,
}

impl Job for GateMembers {
    type Context = Stage;
    const KIND: &'static str = "members.gate";
    const PLAN: Plan = Plan {
        tries: 30,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(300),
        every: None,
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        if self.apply(&stage).await? {
            Ok(Done::Done)
        } else {
            Err(Failure::Passing(words::MEMBERS_NOT_GATED.to_owned()))
        }
    }
}

impl GateMembers {
    /// Sends the orders. False if the state of some members still does not agree with the rule.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn apply(self, stage: &Stage) -> Result<bool, sqlx::Error> {
        let mut before = Vec::new();
        loop {
            let found = self.misplaced(stage.journal().db()).await?;
            // An order may have changed nothing because this node has not read the rule yet.
            if found.is_empty() || found == before {
                return Ok(found.is_empty());
            }
            before.clone_from(&found);
            let sent = found.into_iter().map(|(workspace, user, has_second_factor)| {
                let (by, what) = (UserId(user), What::FactorGate(FactorGate { has_second_factor }));
                let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what };
                stage.submit(WorkspaceId(workspace), order)
            });
            if let Some(refusal) = join_all(sent).await.into_iter().find_map(Result::err) {
                tracing::info!(%refusal, "a member was not moved by the rule of the workspace");
                return Ok(false);
            }
        }
    }

    async fn misplaced(self, db: &Db) -> Result<Vec<(Uuid, Uuid, bool)>, sqlx::Error> {
        db.run(move |pool| async move {
            sqlx::query_as(
                "select workspace_id, user_id, has_factor from misplaced_members
                 where ($1::uuid is null or workspace_id = $1) and ($2::uuid is null or user_id = $2)
                 order by workspace_id, user_id limit $3",
            )
            .bind(self.workspace)
            .bind(self.user)
            .bind(i64::try_from(AT_ONCE).unwrap_or(i64::MAX))
            .fetch_all(&pool)
            .await
        })
        .await
    }
}
