//! The periodic job that writes descriptions which no node has written, because it ended (TX26).

use std::time::Duration;

use actors::Stage;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use actors::journal::Unwritten;
use serde::{Deserialize, Serialize};

/// The most descriptions of one run. A text that another node has open is written there.
const AT_MOST: i64 = 200;

/// Opens documents that have changed more than a minute ago, so that they are written into their tickets.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct WriteTexts;

impl Job for WriteTexts {
    type Context = Stage;
    const KIND: &'static str = "texts.write";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(30),
        longest_pause: Duration::from_secs(300),
        time_limit: Duration::from_secs(600),
        every: Some(Duration::from_secs(60)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        for Unwritten { workspace, ticket } in stage.journal().unwritten_texts(AT_MOST).await? {
            stage.write_text(workspace, ticket).await;
        }
        Ok(Done::Done)
    }
}
