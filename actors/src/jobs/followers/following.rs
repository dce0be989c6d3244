//! The loop of a node that reads for the followers.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use uuid::Uuid;

use super::cursors::{self, MAX_STREAMS, Moved, Place, Reaction};
use super::follower::Follower;
use super::unreadable::react;
use crate::critical::catch_panic;
use crate::domain::ids::ScopeId;
use crate::jobs::queue::Jobs;
use crate::journal::{Followed, Journal, JournalError, Span};

/// An event may become visible this much later than the instant that it carries.
const OVERLAP: Duration = Duration::from_secs(20);
/// After a search, the reader rests this many times as long as the search took, as far as its lease allows. So searches
/// take about a twentieth of one connection's time, however many edits there are.
const REST: u32 = 19;
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
    /// Places without jobs are stored this often.
    pub flush: Duration,
    /// All streams are compared with their cursors this often. It finds what a node with a wrong clock has written.
    pub compare: Duration,
    /// The same while the partition of today has no index.
    pub compare_unindexed: Duration,
}

impl FollowingOptions {
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
    /// When the last search began that found all streams that had moved.
    looked: Instant,
    indexed: bool,
    /// Places that are further than the stored cursors.
    places: HashMap<ScopeId, Place>,
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
        let waits_for_lease = self.options.lease / 3;
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
                    waits_for_lease
                }
            };
            tokio::select! {
                // The sender is gone, so the node is about to end.
                changed = stop.changed() => if changed.is_err() { break },
                () = tokio::time::sleep(pause) => {}
            }
        }
        if let Some(mut reading) = reading {
            // Otherwise another node reads on from the stored cursors, after the lease.
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
        if reading.as_ref().is_none_or(|reading| reading.renewed.elapsed() > options.lease / 3) {
            if !cursors::lease(db, name, options.node, options.lease).await? {
                *reading = None;
                return Ok(options.lease / 3);
            }
            match reading {
                Some(reading) => reading.renewed = now,
                None => {
                    let indexed = cursors::is_indexed(db).await?;
                    let (places, compared) = (HashMap::new(), None);
                    *reading = Some(Reading { renewed: now, flushed: now, compared, looked: now, indexed, places });
                }
            }
        }
        let Some(reading) = reading else { return Ok(options.lease / 3) };
        let looked = Instant::now();
        let full = self.look(reading).await?;
        let took = looked.elapsed();
        if full || reading.flushed.elapsed() > options.flush {
            self.flush(reading).await?;
        }
        Ok(if full { Duration::ZERO } else { pause_after(took, options.poll, options.lease / 3) })
    }

    /// Searches for streams that have moved, and reads them. Returns true if there may be more.
    async fn look(&self, reading: &mut Reading) -> Result<bool, JournalError> {
        let (db, name, options, began) = (self.jobs.db(), self.follower.name, &self.options, Instant::now());
        let every = if reading.indexed { options.compare } else { options.compare_unindexed };
        let whole = reading.compared.is_none_or(|compared| compared.elapsed() > every);
        if !whole && !reading.indexed {
            return Ok(false);
        }
        let lately = (!whole).then(|| reading.looked.elapsed() + OVERLAP);
        let moved = cursors::moved_streams(db, name, lately).await?;
        let full = i64::try_from(moved.len()).is_ok_and(|found| found >= MAX_STREAMS);
        let unread: Vec<Moved> =
            moved.into_iter().filter(|it| reading.places.get(&it.scope) != Some(&it.head)).collect();
        for streams in unread.chunks(STREAMS_AT_ONCE) {
            self.read(streams, reading).await?;
        }
        if !full {
            reading.looked = began;
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
                let to = Place { seq, ..stream.head };
                let reactions: Vec<Reaction> = found
                    .iter()
                    .flat_map(|event| react(&self.follower, stream.workspace, stream.head.epoch, event))
                    .collect();
                if reactions.is_empty() {
                    reading.places.insert(stream.scope, to);
                } else if cursors::advance(self.jobs.db(), self.follower.name, stream, to, reactions).await? {
                    reading.places.remove(&stream.scope);
                    stream.cursor = Some(to);
                    self.jobs.wake();
                } else {
                    // Another node has read on: the next search finds its cursor.
                    reading.places.remove(&stream.scope);
                    continue;
                }
                if more {
                    rest.push((stream, seq));
                }
            }
            todo = rest;
        }
        Ok(())
    }

    async fn flush(&self, reading: &mut Reading) -> Result<(), JournalError> {
        reading.flushed = Instant::now();
        let places: Vec<(ScopeId, Place)> = reading.places.iter().map(|(scope, place)| (*scope, *place)).collect();
        if !places.is_empty() {
            cursors::flush(self.jobs.db(), self.follower.name, places).await?;
            reading.places.clear();
        }
        Ok(())
    }
}

/// `longest` is the time after which the lease has to be renewed.
fn pause_after(look: Duration, poll: Duration, longest: Duration) -> Duration {
    poll.max((look * REST).min(longest))
}

/// The seq after which a stream is read. A new epoch begins with an empty journal, so all its events are read.
fn from(stream: &Moved, reading: &Reading) -> i64 {
    let places = [reading.places.get(&stream.scope).copied(), stream.cursor];
    let known = places.into_iter().flatten().filter(|place| place.epoch == stream.head.epoch);
    known.map(|place| place.seq).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_that_takes_long_is_followed_by_a_long_pause_that_keeps_the_lease() {
        let (poll, longest) = (Duration::from_secs(2), Duration::from_secs(10));
        let pause = |look| pause_after(Duration::from_millis(look), poll, longest).as_millis();
        assert_eq!([10, 200, 5_000].map(pause), [2_000, 3_800, 10_000]);
    }
}
