//! The loop of a node that reads for the followers.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use uuid::Uuid;

use super::cursors::{self, EventOutcome, MAX_STREAMS, Moved, Position};
use super::follower::{Caused, Follower};
use super::unreadable::outcomes_of;
use crate::critical::catch_panic;
use crate::domain::ids::ScopeId;
use crate::jobs::queue::Jobs;
use crate::journal::{Followed, Journal, JournalError, Span};

/// An event may become visible this much later than the instant that it carries.
const OVERLAP: Duration = Duration::from_secs(20);
/// After a search, the reader pauses for this many times the duration of the search, but never longer than its lease
/// allows. So searches take about a twentieth of one connection's time, however many edits there are.
const PAUSE_FACTOR: u32 = 19;
/// Streams that one statement reads, and events of one stream.
const STREAMS_AT_ONCE: usize = 50;
const EVENTS_AT_ONCE: i64 = 20;

/// How a node reads for followers.
#[derive(Clone, Copy, Debug)]
pub struct FollowingOptions {
    /// The id of the node.
    pub node: Uuid,
    /// How often the node with the lease looks for streams that have moved.
    pub poll: Duration,
    /// How long a lease lasts; it is renewed after a third of this time.
    pub lease: Duration,
    /// How often the positions in streams whose events made no jobs and no notes are stored.
    pub flush: Duration,
    /// How often all streams are compared with their cursors. This comparison finds the events of a node with a wrong
    /// clock, which a search by time misses.
    pub compare: Duration,
    /// How often all streams are compared while today's partition of the journal has no index on the time of its events.
    /// There is no search by time then.
    pub compare_unindexed: Duration,
}

impl FollowingOptions {
    /// The time after which a lease is renewed, or tried again if another node has it.
    fn renew_after(&self) -> Duration {
        self.lease / 3
    }

    /// The usual options.
    #[must_use]
    pub const fn of_node(node: Uuid) -> Self {
        Self {
            node,
            poll: Duration::from_secs(2),
            lease: Duration::from_secs(30),
            flush: Duration::from_secs(30),
            compare: Duration::from_secs(300),
            compare_unindexed: Duration::from_secs(10),
        }
    }
}

/// Reads for one follower on one node.
#[derive(Clone, Debug)]
pub struct Following {
    jobs: Jobs,
    journal: Journal,
    follower: Follower,
    options: FollowingOptions,
}

/// What the node with the lease remembers.
struct Reading {
    renewed: Instant,
    flushed: Instant,
    compared: Option<Instant>,
    /// The start of the last search that found all streams with new events.
    last_search: Instant,
    /// True if today's partition of the journal has the index for searches by time.
    indexed: bool,
    /// Positions that are ahead of the stored cursors.
    positions: HashMap<ScopeId, Position>,
}

impl Following {
    /// A reader of the journal for a follower.
    #[must_use]
    pub const fn new(jobs: Jobs, journal: Journal, follower: Follower, options: FollowingOptions) -> Self {
        Self { jobs, journal, follower, options }
    }

    /// Reads whenever this node has the lease, until `stop` is true.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let (mut registered, mut reading, mut away) = (false, None, false);
        while !*stop.borrow_and_update() {
            let step = catch_panic(self.step(&mut registered, &mut reading)).await;
            let pause = match step {
                Some(Ok(pause)) => {
                    away = false;
                    pause
                }
                Some(Err(error)) => {
                    if !away {
                        tracing::warn!(follower = self.follower.name, %error, "a follower cannot read the journal");
                    }
                    away = true;
                    reading = None;
                    self.options.poll
                }
                None => {
                    reading = None;
                    self.options.renew_after()
                }
            };
            tokio::select! {
                // The sender is gone, so the node is about to end.
                changed = stop.changed() => if changed.is_err() { break },
                () = tokio::time::sleep(pause) => {}
            }
        }
        if let Some(mut reading) = reading {
            // If this fails, another node continues from the stored cursors when the lease has expired.
            let _ = self.flush(&mut reading).await;
            let _ = cursors::release(self.jobs.db(), self.follower.name, self.options.node).await;
        }
    }

    /// One step. Returns the pause until the next.
    async fn step(&self, registered: &mut bool, reading: &mut Option<Reading>) -> Result<Duration, JournalError> {
        let (db, name, options) = (self.jobs.db(), self.follower.name, &self.options);
        if !*registered {
            cursors::register(db, name).await?;
            *registered = true;
        }
        let now = Instant::now();
        if reading.as_ref().is_none_or(|reading| reading.renewed.elapsed() > options.renew_after()) {
            if !cursors::lease(db, name, options.node, options.lease).await? {
                *reading = None;
                return Ok(options.renew_after());
            }
            match reading {
                Some(reading) => reading.renewed = now,
                None => {
                    let indexed = cursors::is_indexed(db).await?;
                    let (positions, compared) = (HashMap::new(), None);
                    *reading =
                        Some(Reading { renewed: now, flushed: now, compared, last_search: now, indexed, positions });
                }
            }
        }
        let Some(reading) = reading else { return Ok(options.renew_after()) };
        let began = Instant::now();
        let full = self.search(reading).await?;
        let took = began.elapsed();
        if full || reading.flushed.elapsed() > options.flush {
            self.flush(reading).await?;
        }
        Ok(if full { Duration::ZERO } else { pause_after(took, options.poll, options.renew_after()) })
    }

    /// Searches for streams that have moved, and reads them. Returns true if there may be more.
    async fn search(&self, reading: &mut Reading) -> Result<bool, JournalError> {
        let (db, name, options, began) = (self.jobs.db(), self.follower.name, &self.options, Instant::now());
        let every = if reading.indexed { options.compare } else { options.compare_unindexed };
        let whole = reading.compared.is_none_or(|compared| compared.elapsed() > every);
        if !whole && !reading.indexed {
            return Ok(false);
        }
        // None: compare all streams.
        let recent = (!whole).then(|| reading.last_search.elapsed() + OVERLAP);
        let moved = cursors::moved_streams(db, name, recent).await?;
        let full = i64::try_from(moved.len()).is_ok_and(|found| found >= MAX_STREAMS);
        let unread: Vec<Moved> =
            moved.into_iter().filter(|it| reading.positions.get(&it.scope) != Some(&it.head)).collect();
        for streams in unread.chunks(STREAMS_AT_ONCE) {
            self.read(streams, reading).await?;
        }
        if !full {
            reading.last_search = began;
            if whole {
                reading.compared = Some(began);
                reading.indexed = cursors::is_indexed(db).await?;
            }
        }
        Ok(full)
    }

    /// Reads streams up to their heads.
    async fn read(&self, streams: &[Moved], reading: &mut Reading) -> Result<(), JournalError> {
        let mut todo: Vec<(Moved, i64)> = streams.iter().map(|it| (*it, from(it, reading))).collect();
        while !todo.is_empty() {
            let began = Instant::now();
            let spans: Vec<Span> =
                todo.iter().map(|(it, from)| Span { scope: it.scope, from: *from, to: it.head.seq }).collect();
            let mut events: HashMap<ScopeId, Vec<Followed>> = HashMap::new();
            for event in self.journal.followed(&spans, self.follower.mentions, EVENTS_AT_ONCE).await? {
                events.entry(event.scope).or_default().push(event);
            }
            let mut rest = Vec::new();
            for (mut stream, _) in todo {
                let found = events.remove(&stream.scope).unwrap_or_default();
                let more = i64::try_from(found.len()).is_ok_and(|found| found >= EVENTS_AT_ONCE);
                let seq = found.last().filter(|_| more).map_or(stream.head.seq, |last| last.seq);
                let to = Position { seq, ..stream.head };
                let outcomes: Vec<EventOutcome> = found
                    .iter()
                    .flat_map(|event| outcomes_of(&self.follower, stream.workspace, stream.head.epoch, event))
                    .collect();
                if outcomes.is_empty() {
                    reading.positions.insert(stream.scope, to);
                } else {
                    // A periodic job reads notes, so it needs no wake.
                    let has_jobs = outcomes.iter().any(|it| matches!(it, EventOutcome::Caused(Caused::Job(_))));
                    let is_ours = cursors::advance(self.jobs.db(), self.follower.name, stream, to, outcomes).await?;
                    reading.positions.remove(&stream.scope);
                    if !is_ours {
                        // Another node has read these events: the next search finds the cursor of that node.
                        continue;
                    }
                    stream.cursor = Some(to);
                    if has_jobs {
                        self.jobs.wake();
                    }
                }
                if more {
                    rest.push((stream, seq));
                }
            }
            todo = rest;
            // Followers yield to edits: they read half of the time at most.
            tokio::time::sleep(began.elapsed()).await;
        }
        Ok(())
    }

    /// Stores the positions that are ahead of the stored cursors.
    async fn flush(&self, reading: &mut Reading) -> Result<(), JournalError> {
        reading.flushed = Instant::now();
        let positions: Vec<(ScopeId, Position)> =
            reading.positions.iter().map(|(scope, position)| (*scope, *position)).collect();
        if !positions.is_empty() {
            cursors::flush(self.jobs.db(), self.follower.name, positions).await?;
            reading.positions.clear();
        }
        Ok(())
    }
}

/// `longest` is the time after which the lease has to be renewed.
fn pause_after(search: Duration, poll: Duration, longest: Duration) -> Duration {
    poll.max((search * PAUSE_FACTOR).min(longest))
}

/// The seq after which a stream is read. A new epoch begins with an empty journal, so all its events are read.
fn from(stream: &Moved, reading: &Reading) -> i64 {
    let positions = [reading.positions.get(&stream.scope).copied(), stream.cursor];
    let known = positions.into_iter().flatten().filter(|position| position.epoch == stream.head.epoch);
    known.map(|position| position.seq).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_takes_long_is_followed_by_a_long_pause_that_keeps_the_lease() {
        let (poll, longest) = (Duration::from_secs(2), Duration::from_secs(10));
        let pause = |search| pause_after(Duration::from_millis(search), poll, longest).as_millis();
        assert_eq!([10, 200, 5_000].map(pause), [2_000, 3_800, 10_000]);
    }
}
