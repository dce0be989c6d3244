//! Imports whose node is gone. A running import gives signs of life; a periodic job ends an import that gives none.

use std::convert::Infallible;
use std::time::Duration;

use actors::Stage;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, ImportId, WorkspaceId};
use actors::domain::kinds::import::order::ImportOrder;
use actors::domain::rights::Narrowing;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use actors::journal::{Journal, SilentImport};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::words::jobs as words;

/// How often a running import gives a sign of life.
const BEAT: Duration = Duration::from_secs(3);
/// A node that cannot reach the database for this long counts as gone. If it comes back, its import goes on and becomes
/// `running` again.
const SILENCE: Duration = Duration::from_secs(15);

/// Gives signs of life of an import until it is dropped.
pub(super) async fn give_signs(journal: &Journal, workspace: WorkspaceId, import: ImportId) -> Infallible {
    loop {
        tokio::time::sleep(BEAT).await;
        if let Err(error) = journal.record_import_heartbeat(workspace, import).await {
            tracing::warn!(%import, %error, "an import could not give a sign of life");
        }
    }
}

/// Ends imports that have been silent for too long.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct EndSilentImports;

impl Job for EndSilentImports {
    type Context = Stage;
    const KIND: &'static str = "sweep.imports";
    const PLAN: Plan = Plan {
        tries: 3,
        first_pause: BEAT,
        longest_pause: BEAT,
        time_limit: Duration::from_secs(30),
        every: Some(Duration::from_secs(5)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let mut done = Ok(Done::Done);
        for SilentImport { workspace, user, import } in stage.journal().silent_imports(SILENCE).await? {
            let what = What::Import(ImportOrder::Interrupted(import));
            let order = Order { id: CommandId(Uuid::now_v7()), by: user, narrowing: Narrowing::NONE, from: None, what };
            match stage.submit(workspace, order).await {
                Ok(_) => tracing::warn!(%import, %workspace, "an import whose node is gone was ended"),
                Err(refusal) => {
                    tracing::warn!(%import, %workspace, %refusal, "a silent import could not be ended");
                    done = Err(Failure::Passing(words::IMPORT_NOT_ENDED.to_owned()));
                }
            }
        }
        done
    }
}
