//! Removes a person whose account was deleted, and the person's name, from all workspaces.

use std::time::Duration;

use actors::Stage;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::member::erase::Erase;
use actors::domain::rights::Narrowing;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::auth::Auth;
use crate::words::jobs as words;

/// Removes a person and the person's name from all workspaces. Idempotent.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct EraseAccount {
    /// The deleted account.
    pub user: Uuid,
}

impl Job for EraseAccount {
    type Context = (Auth, Stage);
    const KIND: &'static str = "account.erase";
    const PLAN: Plan = Plan {
        tries: 30,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(300),
        every: None,
    };

    async fn run(self, _: Run, (auth, stage): Self::Context) -> Result<Done, Failure> {
        let mut failed = false;
        for workspace in auth.workspaces_that_name(self.user).await? {
            let (by, what) = (UserId(self.user), What::Erase(Erase));
            let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what };
            if let Err(refusal) = stage.submit(WorkspaceId(workspace), order).await {
                tracing::info!(%workspace, user = %self.user, %refusal, "a person was not removed from a workspace");
                failed = true;
            }
        }
        if failed { Err(Failure::Passing(words::ACCOUNT_NOT_ERASED.to_owned())) } else { Ok(Done::Done) }
    }
}

impl Auth {
    /// The workspaces that have a member's row of this person, also those that the person has left. Empty if the
    /// account was not deleted.
    async fn workspaces_that_name(&self, user: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "select m.workspace_id from members m
                     where m.id = $1 and exists (select from users u where u.id = $1 and u.deleted_at is not null)
                     order by m.workspace_id",
                )
                .bind(user)
                .fetch_all(&pool)
                .await
            })
            .await
    }
}
