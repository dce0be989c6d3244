//! What is measured.

mod edits;
mod fanout;
mod memory;
mod rooms;
mod snapshot;
mod storm;

use std::future::Future;
use std::pin::Pin;

use crate::figures::Report;
use crate::node::Failure;

type Run = for<'a> fn(&'a mut Report) -> Pin<Box<dyn Future<Output = Result<(), Failure>> + 'a>>;

pub const ALL: [(&str, Run); 6] = [
    ("edits", |report| Box::pin(edits::run(report))),
    ("latency", |report| Box::pin(fanout::latency(report))),
    ("deliveries", |report| Box::pin(rooms::run(report))),
    ("storm", |report| Box::pin(storm::run(report))),
    ("memory", |report| Box::pin(memory::run(report))),
    ("snapshot", |report| Box::pin(snapshot::run(report))),
];

/// The database of this run.
fn database() -> Result<String, Failure> {
    std::env::var("DATABASE_URL").map_err(|_| "DATABASE_URL is not set: run `make bench`".into())
}
