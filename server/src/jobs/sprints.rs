//! The periodic job that updates the daily figures of sprints.

use std::time::{Duration, Instant};

use actors::Stage;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};

/// A run ends after this time, and the next run continues.
const LONGEST: Duration = Duration::from_secs(20);

/// Adds the notes that changed tickets have left to the daily figures of their sprints.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CountSprints;

impl Job for CountSprints {
    type Context = Stage;
    const KIND: &'static str = "sprints.count";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(30),
        time_limit: Duration::from_secs(60),
        every: Some(Duration::from_secs(5)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let began = Instant::now();
        while began.elapsed() < LONGEST && stage.journal().count_sprints().await? > 0 {}
        Ok(Done::Done)
    }
}
