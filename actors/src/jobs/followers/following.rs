//! The loop of a node that reads for all followers.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use uuid::Uuid;

use super::cursors::{self, CursorKey, EventOutcome, MAX_MOVED, Moved, Position, Progress};
use super::follower::{Caused, Follower};
use super::unreadable::outcomes_of;
use crate::critical::catch_panic;
use crate::domain::ids::{ScopeId, WorkspaceId};
use crate::jobs::queue::Jobs;
use crate::journal::{Followed, Journal, JournalError, Span};

/// An event may become visible this much later than the instant that it carries.
const OVERLAP: Duration = Duration::from_secs(20);
/// After a search, the reader pauses for this many times the duration of the search, but never longer than its lease
/// allows. So searches take about a twentieth of one connection's time, however many edits there are.
const PAUSE_FACTOR: u32 = 19;
/// Streams that one statement reads, and events that it looks through. The events are parsed on a thread that also stores
/// edits, so they are few.
const STREAMS_AT_ONCE: usize = 50;
const EVENTS_AT_ONCE: i64 = 400;

/// How a node reads for followers.
#[derive(Clone, Copy, Debug)]
pub struct FollowingOptions {
    /// The id of the node.
    pub node: Uuid,
    /// How often a node with leases looks for streams that have moved.
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
    /// The time after which leases are renewed, or tried again if another node has them.
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

/// Reads for the followers on one node. It reads each stream once for all of them: most events interest few followers, and
/// looking through the events costs more than what follows.
#[derive(Clone, Debug)]
pub struct Following {
    jobs: Jobs,
    journal: Journal,
    followers: Vec<Follower>,
    options: FollowingOptions,
}

/// What a node with leases remembers.
struct Reading {
    /// The followers whose leases this node has.
    followers: Vec<Follower>,
    renewed: Instant,
    flushed: Instant,
    compared: Option<Instant>,
    /// The start of the last search that found all streams with new events.
    last_search: Instant,
    /// True if today's partition of the journal has the index for searches by time.
    indexed: bool,
    /// How long the last comparison of all streams took, and the last search by time since a comparison was due.
    comparison_took: Duration,
    search_took: Option<Duration>,
    /// Positions that are ahead of the stored cursors.
    positions: HashMap<CursorKey, Position>,
}

/// A stream with new events, and the followers that have not read them.
struct Stream {
    workspace: WorkspaceId,
    scope: ScopeId,
    head: Position,
    readers: Vec<(Follower, Moved)>,
}

impl Following {
    /// A reader of the journal for followers.
    #[must_use]
    pub const fn new(jobs: Jobs, journal: Journal, followers: Vec<Follower>, options: FollowingOptions) -> Self {
        Self { jobs, journal, followers, options }
    }

    /// Reads whenever this node has leases, until `stop` is true.
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
                        tracing::warn!(%error, "the followers cannot read the journal");
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
            // If this fails, another node continues from the stored cursors when the leases have expired.
            let _ = self.flush(&mut reading).await;
            let _ = cursors::release(self.jobs.db(), names(&self.followers), self.options.node).await;
        }
    }

    /// One step. Returns the pause until the next.
    async fn step(&self, registered: &mut bool, reading: &mut Option<Reading>) -> Result<Duration, JournalError> {
        let options = &self.options;
        if !*registered {
            cursors::register(self.jobs.db(), names(&self.followers)).await?;
            *registered = true;
        }
        if reading.as_ref().is_none_or(|reading| reading.renewed.elapsed() > options.renew_after()) {
            self.renew(reading).await?;
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

    /// Takes or renews the leases. If this node gains or loses a lease, it begins again at the stored cursors.
    async fn renew(&self, reading: &mut Option<Reading>) -> Result<(), JournalError> {
        let (db, options, now) = (self.jobs.db(), &self.options, Instant::now());
        let held = cursors::lease(db, names(&self.followers), options.node, options.lease).await?;
        let followers: Vec<Follower> =
            self.followers.iter().filter(|it| held.iter().any(|name| name == it.name)).copied().collect();
        if let Some(same) = reading.as_mut().filter(|it| names(&it.followers) == names(&followers)) {
            same.renewed = now;
            return Ok(());
        }
        if let Some(mut before) = reading.take() {
            self.flush(&mut before).await?;
        }
        if !followers.is_empty() {
            *reading = Some(Reading {
                followers,
                renewed: now,
                flushed: now,
                compared: None,
                last_search: now,
                indexed: cursors::is_indexed(db).await?,
                comparison_took: Duration::ZERO,
                search_took: None,
                positions: HashMap::new(),
            });
        }
        Ok(())
    }

    /// Searches for streams that have moved, and reads them. Returns true if there may be more.
    async fn search(&self, reading: &mut Reading) -> Result<bool, JournalError> {
        let (db, options, began) = (self.jobs.db(), &self.options, Instant::now());
        let every = if reading.indexed { options.compare } else { options.compare_unindexed };
        let due = reading.compared.is_none_or(|compared| compared.elapsed() > every);
        if !due && !reading.indexed {
            return Ok(false);
        }
        // The search by time takes longer the more events there are, and the comparison the more streams.
        let whole = due || reading.search_took.is_some_and(|search| reading.comparison_took < search);
        // None: compare all streams.
        let recent = (!whole).then(|| reading.last_search.elapsed() + OVERLAP);
        let moved = cursors::moved_streams(db, names(&reading.followers), recent).await?;
        if whole {
            reading.comparison_took = began.elapsed();
        } else {
            reading.search_took = Some(began.elapsed());
        }
        let full = i64::try_from(moved.len()).is_ok_and(|found| found >= MAX_MOVED);
        let mut streams = streams_of(moved, reading);
        while !streams.is_empty() {
            let rest = streams.split_off(streams.len().min(STREAMS_AT_ONCE));
            if !self.read(streams, reading).await? {
                return Ok(true);
            }
            streams = rest;
        }
        if !full {
            reading.last_search = began;
            if due {
                reading.compared = Some(began);
                reading.search_took = None;
                reading.indexed = cursors::is_indexed(db).await?;
            }
        }
        Ok(full)
    }

    /// Reads streams up to their heads. Returns false if it stopped before, because the leases have to be renewed.
    async fn read(&self, mut streams: Vec<Stream>, reading: &mut Reading) -> Result<bool, JournalError> {
        let words: Vec<&'static str> = reading.followers.iter().flat_map(|it| it.mentions).copied().collect();
        while !streams.is_empty() {
            let work = self.journal.background_work();
            let each = EVENTS_AT_ONCE / i64::try_from(streams.len()).unwrap_or(EVENTS_AT_ONCE);
            let spans: Vec<Span> = streams.iter().map(|it| it.span(each, reading)).collect();
            let mut events: HashMap<ScopeId, Vec<Followed>> = HashMap::new();
            for event in self.journal.followed(&spans, words.iter().copied()).await? {
                events.entry(event.scope).or_default().push(event);
            }
            let (mut rest, mut progress) = (Vec::new(), Vec::new());
            for (stream, span) in streams.into_iter().zip(spans) {
                let found = events.remove(&stream.scope).unwrap_or_default();
                progress.extend(stream.progress(&found, Position { seq: span.to, ..stream.head }, reading));
                if span.to < stream.head.seq {
                    rest.push(stream);
                }
            }
            self.advance(progress, &mut rest, reading).await?;
            streams = rest;
            work.rest().await;
            if reading.renewed.elapsed() > self.options.renew_after() {
                return Ok(streams.is_empty());
            }
        }
        Ok(true)
    }

    /// Stores what followers made of events. A cursor that another node has moved is left to the next search.
    async fn advance(
        &self,
        progress: Vec<Progress>,
        rest: &mut [Stream],
        reading: &mut Reading,
    ) -> Result<(), JournalError> {
        if progress.is_empty() {
            return Ok(());
        }
        // A periodic job reads notes, so it needs no wake.
        let is_job = |it: &EventOutcome| matches!(it, EventOutcome::Caused(Caused::Job(_)));
        let has_jobs = progress.iter().any(|it| it.outcomes.iter().any(is_job));
        let moves: HashMap<CursorKey, Position> =
            progress.iter().map(|it| ((it.from.scope, it.from.follower), it.to)).collect();
        let advanced = cursors::advance(self.jobs.db(), progress).await?;
        for key in moves.keys() {
            reading.positions.remove(key);
        }
        for stream in rest {
            stream.readers.retain_mut(|(follower, moved)| {
                let key = (moved.scope, follower.name);
                let Some(to) = moves.get(&key) else { return true };
                moved.cursor = Some(*to);
                advanced.contains(&key)
            });
        }
        if has_jobs {
            self.jobs.wake();
        }
        Ok(())
    }

    /// Stores the positions that are ahead of the stored cursors.
    async fn flush(&self, reading: &mut Reading) -> Result<(), JournalError> {
        reading.flushed = Instant::now();
        let positions: Vec<(CursorKey, Position)> = reading.positions.drain().collect();
        if !positions.is_empty() {
            cursors::flush(self.jobs.db(), positions).await?;
        }
        Ok(())
    }
}

impl Stream {
    /// The next events that a follower has not read, at most `most`.
    fn span(&self, most: i64, reading: &Reading) -> Span {
        let from = self.readers.iter().map(|(_, moved)| from(moved, reading)).min().unwrap_or(self.head.seq);
        Span { scope: self.scope, from, to: self.head.seq.min(from + most) }
    }

    /// What the followers make of events, the last of which is before or at `to`. A follower that makes nothing of them
    /// gets a position.
    fn progress(&self, events: &[Followed], to: Position, reading: &mut Reading) -> Vec<Progress> {
        let mut all = Vec::new();
        for (follower, moved) in &self.readers {
            let from = from(moved, reading);
            if from >= to.seq {
                continue;
            }
            let outcomes: Vec<EventOutcome> = events
                .iter()
                .filter(|event| event.seq > from && event.mentions(follower.mentions))
                .flat_map(|event| outcomes_of(follower, self.workspace, to.epoch, event))
                .collect();
            if outcomes.is_empty() {
                reading.positions.insert((self.scope, follower.name), to);
            } else {
                all.push(Progress { from: *moved, to, outcomes });
            }
        }
        all
    }
}

fn names(followers: &[Follower]) -> Vec<&'static str> {
    followers.iter().map(|it| it.name).collect()
}

/// The streams in which a follower has not read up to the head.
fn streams_of(moved: Vec<Moved>, reading: &Reading) -> Vec<Stream> {
    let mut streams: HashMap<ScopeId, Stream> = HashMap::new();
    for it in moved {
        let Some(follower) = reading.followers.iter().find(|follower| follower.name == it.follower) else { continue };
        if reading.positions.get(&(it.scope, it.follower)) == Some(&it.head) {
            continue;
        }
        let Moved { workspace, scope, head, .. } = it;
        let stream = streams.entry(scope).or_insert_with(|| Stream { workspace, scope, head, readers: Vec::new() });
        stream.readers.push((*follower, it));
    }
    streams.into_values().collect()
}

/// `longest` is the time after which the lease has to be renewed.
fn pause_after(search: Duration, poll: Duration, longest: Duration) -> Duration {
    poll.max((search * PAUSE_FACTOR).min(longest))
}

/// The seq after which a follower reads a stream. A new epoch begins with an empty journal, so all its events are read.
fn from(moved: &Moved, reading: &Reading) -> i64 {
    let positions = [reading.positions.get(&(moved.scope, moved.follower)).copied(), moved.cursor];
    let known = positions.into_iter().flatten().filter(|position| position.epoch == moved.head.epoch);
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
