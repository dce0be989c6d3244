//! The periodic job that switches workspaces to the form with commons.

use std::time::Duration;

use actors::Stage;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};

/// The limit of workspaces in one run, because all clients of a switched workspace fetch its snapshot.
const AT_ONCE: i64 = 250;

/// Switches workspaces that nodes of older builds have created, or that were restored from backups of older builds.
/// Does nothing while a node of such a build is live.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SwitchWorkspaces;

impl Job for SwitchWorkspaces {
    type Context = Stage;
    const KIND: &'static str = "workspaces.switch";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(5),
        time_limit: Duration::from_secs(60),
        every: Some(Duration::from_secs(5)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let switched = stage.switch_workspaces(AT_ONCE).await?;
        if switched > 0 {
            tracing::info!(switched, "workspaces were switched to commons");
        }
        Ok(Done::Done)
    }
}
