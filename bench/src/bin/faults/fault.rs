//! A fault of the schedule.

use std::future::Future;
use std::pin::Pin;

use crate::cluster::Cluster;
use crate::failure::Failure;

/// What the fault has measured, as text for the report, or why it could not run to its end.
pub type FaultResult = Result<Vec<String>, Failure>;
type Run = for<'a, 'b> fn(&'a mut Cluster<'b>) -> Pin<Box<dyn Future<Output = FaultResult> + 'a>>;

pub struct Fault {
    pub id: &'static str,
    pub name: &'static str,
    /// True if `make test` runs it.
    pub short: bool,
    /// Command-line settings of Redis.
    pub redis: &'static [&'static str],
    pub run: Run,
    /// The fault disables a safeguard, and the checker must report one of these invariants.
    pub must_break: &'static [&'static str],
}
