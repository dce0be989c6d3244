//! A fault of the schedule.

use std::future::Future;
use std::pin::Pin;

use crate::failure::Failure;
use crate::house::House;

/// The fault's own figures as text.
pub type Told = Result<Vec<String>, Failure>;
type Run = for<'a, 'b> fn(&'a mut House<'b>) -> Pin<Box<dyn Future<Output = Told> + 'a>>;

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
