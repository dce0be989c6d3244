//! The parts of `make bench`.

mod attributes;
mod crowd;
mod drill;
mod edits;
mod fanout;
mod memory;
mod nodes;
mod oracle;
mod presence;
mod resume;
mod revocation;
mod rooms;
mod search;
mod sign_ins;
mod slow;
mod snapshot;
mod soak;
mod storm;
mod subscribers;
mod upload;
mod writing;

use std::future::Future;
use std::pin::Pin;

use crate::figures::Report;
use crate::node::Failure;

type Run = for<'a> fn(&'a mut Report) -> Pin<Box<dyn Future<Output = Result<(), Failure>> + 'a>>;

pub const ALL: [(&str, Run); 21] = [
    ("edits", |report| Box::pin(edits::run(report))),
    ("latency", |report| Box::pin(fanout::latency(report))),
    ("nodes", |report| Box::pin(nodes::run(report))),
    ("deliveries", |report| Box::pin(rooms::run(report))),
    ("slow", |report| Box::pin(slow::run(report))),
    ("resume", |report| Box::pin(resume::run(report))),
    ("revocation", |report| Box::pin(revocation::run(report))),
    ("storm", |report| Box::pin(storm::run(report))),
    ("crowd", |report| Box::pin(crowd::run(report))),
    ("presence", |report| Box::pin(presence::run(report))),
    ("writing", |report| Box::pin(writing::run(report))),
    ("memory", |report| Box::pin(memory::run(report))),
    ("attributes", |report| Box::pin(attributes::run(report))),
    ("subscribers", |report| Box::pin(subscribers::run(report))),
    ("upload", |report| Box::pin(upload::run(report))),
    ("search", |report| Box::pin(search::run(report))),
    ("snapshot", |report| Box::pin(snapshot::run(report))),
    ("sign-ins", |report| Box::pin(sign_ins::run(report))),
    ("oracle", |report| Box::pin(oracle::run(report))),
    ("drill", |report| Box::pin(drill::run(report))),
    ("soak", |report| Box::pin(soak::run(report))),
];
