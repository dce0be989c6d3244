//! The database's clock, as this process knows it. A node's own clock may jump; times from this clock do not.

use std::sync::{Mutex, PoisonError};
use std::time::Instant as Tick;

use time::OffsetDateTime;

use crate::domain::date::Instant;

/// Counts on from the database's time with a clock that only moves forward.
#[derive(Debug)]
pub struct Clock {
    anchor: Mutex<(OffsetDateTime, Tick)>,
}

impl Clock {
    pub fn new(database_now: OffsetDateTime) -> Self {
        Self { anchor: Mutex::new((database_now, Tick::now())) }
    }

    /// Corrects the drift.
    pub fn set(&self, database_now: OffsetDateTime) {
        *self.anchor.lock().unwrap_or_else(PoisonError::into_inner) = (database_now, Tick::now());
    }

    pub fn now(&self) -> Instant {
        let (at, tick) = *self.anchor.lock().unwrap_or_else(PoisonError::into_inner);
        Instant::new(at + tick.elapsed())
    }
}
