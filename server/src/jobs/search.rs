//! The periodic job that stores the words of changed texts, for search.

use std::time::{Duration, Instant};

use actors::Stage;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};

/// A run ends after this time, and the next run continues.
const LONGEST: Duration = Duration::from_secs(40);

/// Stores the words of texts that have changed since the last run. Search finds an edit after a few seconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct FillSearch;

impl Job for FillSearch {
    type Context = Stage;
    const KIND: &'static str = "search.index";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(30),
        time_limit: Duration::from_secs(60),
        every: Some(Duration::from_secs(2)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let began = Instant::now();
        while began.elapsed() < LONGEST {
            let work = stage.journal().background_work();
            if stage.journal().fill_search().await? == 0 {
                break;
            }
            work.rest().await;
        }
        Ok(Done::Done)
    }
}
