//! Records the history of a run from all tasks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bench::history::{Entry, History};

/// Cheap to clone.
#[derive(Clone)]
pub struct Record {
    began: Instant,
    history: Arc<Mutex<History>>,
}

impl Record {
    pub fn new() -> Self {
        Self { began: Instant::now(), history: Arc::default() }
    }

    /// Milliseconds since the start of the run.
    pub fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Adds an entry with the present time, so that entries are in the order of time.
    pub fn note(&self, entry: impl FnOnce(u64) -> Entry) {
        let mut history = self.lock();
        let at = self.now();
        history.push(entry(at));
    }

    /// Adds what the fault does now, and prints it.
    pub fn fault(&self, words: impl Into<String>) {
        let words = words.into();
        eprintln!("    {:>6} ms  {words}", self.now());
        self.note(|at| Entry::Fault { at, words });
    }

    /// Adds a figure that the checker compares with its limit `most`.
    pub fn count(&self, invariant: &str, words: impl Into<String>, count: u64, most: u64) {
        let (invariant, words) = (invariant.to_owned(), words.into());
        self.note(|_| Entry::Counted { invariant, words, count, most });
    }

    /// Counts entries so far.
    pub fn how_many(&self, is: impl Fn(&Entry) -> bool) -> usize {
        self.lock().entries.iter().filter(|entry| is(entry)).count()
    }

    /// The times of the acknowledged commands that were requested in this interval, sorted.
    pub fn ack_times(&self, between: std::ops::Range<u64>) -> Vec<u64> {
        let history = self.lock();
        let mut requested_at = BTreeMap::new();
        let mut took = Vec::new();
        for entry in &history.entries {
            match entry {
                Entry::Invoked { at, command, .. } if between.contains(at) => drop(requested_at.insert(*command, *at)),
                Entry::Acked { at, command, .. } => {
                    took.extend(requested_at.remove(command).map(|requested_at| at.saturating_sub(requested_at)))
                }
                _ => {}
            }
        }
        took.sort_unstable();
        took
    }

    /// The longest time of an ack, in milliseconds, for commands requested since `since`.
    pub fn longest_ack(&self, since: u64) -> u64 {
        self.ack_times(since..u64::MAX).last().copied().unwrap_or(0)
    }

    /// Takes the history out, at the end of the run.
    pub fn take(&self) -> History {
        std::mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
