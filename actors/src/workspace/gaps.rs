//! Receives events of other nodes, and reads the events that the bus has lost from the journal.

use std::sync::Arc;
use std::time::Duration;

use super::{
    effect::{Effect, Found},
    feed::ScopeFeed,
    host::{Failure, Host},
    phase::Phase,
    state::WorkspaceCore,
};
use crate::{
    domain::{
        change::Event,
        ids::{Epoch, ScopeId},
    },
    sync::Head,
};

/// How long the core waits for a late event on the bus before it reads the event from the journal.
const LATE_EVENT_WAIT: Duration = Duration::from_millis(30);

impl<H: Host> WorkspaceCore<H> {
    /// Input: another node has committed the events `(from, to]`. When the other node decided
    /// these events, it knew the commons up to the seq `commons_head`. `events` is `None` if they are too large for the bus.
    pub fn advanced(
        &mut self,
        scope: ScopeId,
        epoch: Epoch,
        (from, to): (i64, i64),
        commons_head: i64,
        events: Option<Vec<Arc<Event>>>,
        host: &H,
    ) {
        // Events of another epoch or of an unknown scope are skipped. The next read of the heads restarts the scope or reloads
        // the workspace.
        let Some(feed) = self.feeds.get_mut(&scope).filter(|feed| feed.epoch == epoch) else { return };
        feed.sequencer.note_head(to);
        let follows_directly = from <= feed.sequencer.applied();
        if let Some(feed) = self.roster.scopes.commons.and_then(|commons| self.feeds.get_mut(&commons)) {
            feed.sequencer.note_head(commons_head);
        }
        match events {
            Some(events) => self.offer(scope, events, false, host),
            // The bus will not carry these events, and no earlier event is missing. So they are read at once.
            None if follows_directly => return self.read_gaps(),
            None => {}
        }
        self.plan_gap_read(scope);
        self.roster.scopes.commons.into_iter().for_each(|commons| self.plan_gap_read(commons));
    }

    /// Input: the heads of this workspace's scopes in the journal, including lists that this node does not know yet.
    pub fn heads(&mut self, heads: Vec<Head>) {
        let mut has_unknown_scope = false;
        for Head { scope, epoch, seq } in heads {
            let Some(feed) = self.feeds.get_mut(&scope) else {
                // Another node has created this scope since the workspace was read.
                has_unknown_scope = true;
                continue;
            };
            let applied = feed.sequencer.applied();
            if feed.epoch != epoch {
                self.restart_with_new_epoch(scope);
            } else if seq < applied {
                // Under load, the heads may be older than the last delivery, so this head is read once more. If it is
                // still behind, the database was restored from a backup, and seqs may be reused.
                if !std::mem::replace(&mut feed.reading_head, true) {
                    self.effects.push(Effect::ReadHead { scope, applied });
                }
            } else {
                feed.sequencer.note_head(seq);
                self.plan_gap_read(scope);
            }
        }
        if has_unknown_scope {
            self.reload();
        }
    }

    /// Input: the head of a scope that seemed to be behind `applied`. `None` if the head could not be read; the next
    /// read of all heads then asks again.
    pub fn head_read(&mut self, scope: ScopeId, applied: i64, head: Option<Head>) {
        if let Some(feed) = self.feeds.get_mut(&scope) {
            feed.reading_head = false;
        }
        if head.is_some_and(|head| head.seq < applied) {
            self.restart_with_new_epoch(scope);
        }
    }

    /// Starts the timer for reading missing events. Most late events arrive before it fires.
    pub(super) fn plan_gap_reads(&mut self) {
        if !self.gap_timer && self.feeds.values().any(ScopeFeed::has_open_gap) {
            self.start_gap_timer();
        }
    }

    /// As `plan_gap_reads`, for one scope. A workspace may have thousands, so checking all of them costs too much here.
    fn plan_gap_read(&mut self, scope: ScopeId) {
        if self.feeds.get(&scope).is_some_and(ScopeFeed::has_open_gap) {
            self.start_gap_timer();
        }
    }

    fn start_gap_timer(&mut self) {
        if !std::mem::replace(&mut self.gap_timer, true) {
            self.effects.push(Effect::StartGapTimer(LATE_EVENT_WAIT));
        }
    }

    /// Input: the gap timer has fired. The core calls this too. Starts to read the missing events of each scope that is not
    /// being read already. While a round runs, the reads wait for its end. While the commons are behind, only the commons
    /// are read.
    pub fn read_gaps(&mut self) {
        if std::mem::take(&mut self.gap_timer) {
            self.effects.push(Effect::StopGapTimer);
        }
        self.gap_read_waits = self.phase.data().is_none();
        if self.gap_read_waits {
            // Events of the running round may fill the gaps. `release_held` reads those that are then still missing.
            return;
        }
        let (commons, commons_is_behind) = (self.roster.scopes.commons, self.waits_for_commons());
        let mut gaps: Vec<(ScopeId, i64, i64)> = self
            .feeds
            .iter_mut()
            .filter(|(scope, feed)| !feed.reading_gap && (!commons_is_behind || Some(**scope) == commons))
            .filter_map(|(scope, feed)| {
                let (from, to) = feed.sequencer.gap()?;
                feed.reading_gap = true;
                Some((*scope, from, to))
            })
            .collect();
        // The order of a hash map would make a simulation unrepeatable.
        gaps.sort_unstable();
        self.effects.extend(gaps.into_iter().map(|(scope, from, to)| Effect::ReadGap { scope, from, to }));
    }

    /// Input: the answer to `Effect::ReadGap`.
    pub fn gap_read(&mut self, (scope, from, to): (ScopeId, i64, i64), read: Result<Vec<Event>, Failure>, host: &H) {
        if let Some(feed) = self.feeds.get_mut(&scope) {
            feed.reading_gap = false;
        }
        match read {
            Ok(events) if events.first().is_some_and(|event| event.seq == from + 1) => {
                self.effects.push(Effect::GapFilled);
                let whole = events.last().is_some_and(|event| event.seq >= to);
                self.offer(scope, events.into_iter().map(Arc::new).collect(), false, host);
                // If the read returned only a part, the rest is read at once. After a read of the commons, the other scopes are
                // read at once, because they have waited for the commons. In all other cases a remaining gap is new: the bus may
                // still deliver its events, so the timer decides.
                let was_commons = self.roster.scopes.commons == Some(scope);
                if whole && !was_commons { self.plan_gap_reads() } else { self.read_gaps() }
            }
            Ok(_) => {
                // The journal no longer keeps these events, or this build cannot read them. Followers must fetch the
                // snapshot.
                tracing::warn!(workspace = %self.id, %scope, from, to, "missed events are not kept or cannot be read; clients are sent to the snapshot");
                self.lost_scopes.insert(scope);
                self.reload();
            }
            // The next read of all heads tries again.
            Err(Failure { why, .. }) => {
                tracing::warn!(workspace = %self.id, error = %why, "missed events could not be read");
            }
        }
    }

    /// Input: the answer to `Effect::CatchUp`.
    pub fn caught_up(&mut self, found: Result<Found, Failure>, host: &H) {
        // `InRound` is a placeholder until the match ends.
        self.phase = match std::mem::replace(&mut self.phase, Phase::InRound) {
            Phase::CatchingUp(data) => Phase::Ready(data),
            other => other,
        };
        match found {
            Ok(found) => self.take_found(found, host),
            // Without these events, the next round may be stale and fail.
            Err(Failure { why, .. }) => {
                tracing::warn!(workspace = %self.id, error = %why, "catching up failed");
            }
        }
        self.release_held(host);
        self.admit();
        self.start_round(host);
    }

    /// Takes events that were read from the journal, those of the commons first.
    pub(super) fn take_found(&mut self, mut found: Found, host: &H) {
        self.commons_first(&mut found);
        for (scope, events) in found {
            self.offer(scope, events.into_iter().map(Arc::new).collect(), false, host);
        }
    }
}
