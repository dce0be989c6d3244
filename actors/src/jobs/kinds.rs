//! The kinds of jobs that a build can run.

use std::collections::BTreeMap;
use std::fmt;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::job::{Done, Failure, Job, Plan, Run};
use crate::words;

type RunJob = Box<dyn Fn(Value, Run) -> BoxFuture<'static, Result<Done, Failure>> + Send + Sync>;

/// The kinds of jobs that a build can run, by name.
#[derive(Default)]
pub struct Kinds(BTreeMap<&'static str, Kind>);

struct Kind {
    plan: Plan,
    run: RunJob,
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Kinds {
    /// Adds a kind, with what its runs need.
    #[must_use]
    pub fn with<J: Job>(mut self, context: J::Context) -> Self {
        let run = move |payload: Value, run: Run| {
            let context = context.clone();
            async move {
                match serde_json::from_value::<J>(payload) {
                    Ok(job) => job.run(run, context).await,
                    // The text of the error may quote the payload.
                    Err(_) => Err(Failure::Lasting(words::PAYLOAD_UNREADABLE.to_owned())),
                }
            }
            .boxed()
        };
        self.0.insert(J::KIND, Kind { plan: J::PLAN, run: Box::new(run) });
        self
    }

    /// The names of all kinds with their plans.
    pub fn plans(&self) -> impl Iterator<Item = (&'static str, Plan)> {
        self.0.iter().map(|(name, kind)| (*name, kind.plan))
    }

    pub(super) fn plan(&self, name: &str) -> Option<Plan> {
        self.0.get(name).map(|kind| kind.plan)
    }

    pub(super) fn run(
        &self,
        name: &str,
        payload: Value,
        run: Run,
    ) -> Option<BoxFuture<'static, Result<Done, Failure>>> {
        self.0.get(name).map(|kind| (kind.run)(payload, run))
    }
}
