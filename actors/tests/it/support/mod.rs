//! A database, stages on it, and clients of those stages.

mod client;
mod database;
mod fixture;
mod redis;
mod replica;
mod session;
mod text_copy;
mod text_writer;
mod unruly;

pub use self::redis::RedisServer;
pub use client::{Client, Received};
pub use database::TestDatabase;
pub use fixture::{Fixture, command, journal, open_stage, order, report_node};
pub use replica::Replica;
pub use session::{Session, fresh};
pub use text_copy::{TextCopy, Told};
pub use text_writer::TextWriter;
pub use unruly::UnrulyBus;

use std::time::{Duration, Instant};

/// Waits until a condition is true. Panics with its name if it never is.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so().await {
        assert!(Instant::now() < deadline, "never so: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
