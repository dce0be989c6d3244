//! Sockets that join the workspace. The welcome of a socket passes through the same queue as all later frames, so no
//! event is lost or repeated between the two (RS1).

use bytes::Bytes;

use super::{
    effect::{Backlog, Caller, Effect, Found, Join, WelcomedScope},
    feed::ScopeFeed,
    follow::heads_of,
    host::{Failure, Host},
    state::WorkspaceCore,
};
use crate::{
    domain::{
        ids::{ScopeId, UserId},
        refusal::Refusal,
        scope::personal_scope,
    },
    sync::{Cursor, Gained, ReaderPosition, Resume, ScopePosition, resume},
    words,
};

impl<H: Host> WorkspaceCore<H> {
    /// Answers the callers and sockets that wait for the data, if the data is free.
    pub(super) fn admit(&mut self) {
        if self.is_missing() {
            for join in std::mem::take(&mut self.joins) {
                self.refuse_socket(join, Refusal::not_found(words::NO_WORKSPACE));
            }
            for caller in std::mem::take(&mut self.waiting_callers) {
                self.refuse(caller, Refusal::not_found(words::NO_WORKSPACE));
            }
        }
        if self.reload_wanted {
            self.reload();
        }
        if self.phase.data().is_none() {
            return;
        }
        for join in std::mem::take(&mut self.joins) {
            match self.standing_of(join.user) {
                Ok(entered)
                    if !self.is_ahead(&join, &entered.scopes) && !self.is_behind(join.user, &entered.scopes) =>
                {
                    self.gather(join, &entered.scopes);
                }
                _ => self.recheck(Caller::Socket(join)),
            }
        }
        for caller in std::mem::take(&mut self.waiting_callers) {
            match caller {
                Caller::Question(user, question) => {
                    let entered = self.standing_of(user);
                    self.effects.push(Effect::Enter(question, entered));
                }
                Caller::Socket(join) => match self.standing_of(join.user) {
                    Err(refusal) => self.refuse_socket(join, refusal),
                    // The events that the recheck has read are not delivered yet: they wait for other missing events.
                    Ok(entered) if self.is_behind(join.user, &entered.scopes) => {
                        self.refuse_socket(join, Refusal::unavailable(1_000));
                    }
                    Ok(entered) => self.gather(join, &entered.scopes),
                },
                Caller::Gain { user, number, heads } => self.gain(user, number, &heads),
            }
        }
    }

    /// True if the socket has received events, at another node, that this node has not delivered yet.
    fn is_ahead(&self, join: &Join<H>, scopes: &[ScopeId]) -> bool {
        scopes.iter().any(|scope| match (self.feeds.get(scope), join.cursors.get(scope)) {
            (Some(feed), Some(cursor)) => feed.epoch == cursor.epoch && cursor.seq > feed.sequencer.applied(),
            _ => false,
        })
    }

    /// True if this node has not delivered all events from before the user gained one of the scopes. A socket that
    /// joined now would receive those events without a right to them (EV3).
    fn is_behind(&self, user: UserId, scopes: &[ScopeId]) -> bool {
        let Some(gained) = self.gained.get(&user) else { return false };
        scopes.iter().any(|scope| {
            let since = gained.noted(*scope).unwrap_or(0);
            self.feeds.get(scope).is_some_and(|feed| feed.sequencer.applied() < since)
        })
    }

    /// Reads the events of other nodes before a caller is refused or sent to the snapshot. A moment ago, the caller may
    /// have become a member, or received newer events, at another node (RS3).
    pub(super) fn recheck(&mut self, caller: Caller<H>) {
        let scopes = self.scopes_about(caller.user());
        let applied = scopes.filter_map(|scope| Some((scope, self.feeds.get(&scope)?.sequencer.applied()))).collect();
        self.effects.push(Effect::Recheck(caller, applied));
    }

    /// Input: the answer to `Effect::Recheck`.
    pub fn rechecked(&mut self, caller: Caller<H>, found: Result<Found, Failure>, host: &H) {
        match found {
            Ok(found) => {
                let caller = match caller {
                    Caller::Gain { user, number, .. } => Caller::Gain { user, number, heads: heads_of(&found) },
                    caller => caller,
                };
                self.take_found(found, host);
                self.waiting_callers.push(caller);
                self.admit();
            }
            Err(Failure { why, .. }) => {
                tracing::warn!(workspace = %self.id, error = %why, "events of other nodes could not be read");
                self.refuse(caller, Refusal::unavailable(1_000));
            }
        }
    }

    /// Input: the answer to `Effect::ReadGained`.
    pub fn gained_read(&mut self, join: Join<H>, changes: u64, read: Result<Gained, Failure>) {
        match read {
            Ok(gained) => {
                // If a member has changed since, the answer may be stale: `admit` asks again.
                if changes == self.member_changes {
                    self.gained.insert(join.user, gained);
                }
                self.joins.push(join);
                self.admit();
            }
            Err(failure) => self.join_failed(join, &failure),
        }
    }

    fn join_failed(&mut self, join: Join<H>, failure: &Failure) {
        tracing::warn!(workspace = %self.id, error = %failure.why, "a socket could not be let in");
        self.refuse_socket(join, Refusal::unavailable(1_000));
    }

    /// Welcomes the socket, or first reads the data that the welcome needs: the seqs at which the user gained the
    /// scopes, a personal scope that is not open yet, and events that are no longer in the rings.
    fn gather(&mut self, join: Join<H>, scopes: &[ScopeId]) {
        if !self.gained.contains_key(&join.user) {
            // The seqs were never read, or a change of the member has made them invalid.
            let changes = self.member_changes;
            return self.effects.push(Effect::ReadGained { join, changes });
        }
        let open = scopes.iter().any(|scope| !self.feeds.contains_key(scope));
        let missed: Vec<(ScopeId, i64, i64)> = scopes
            .iter()
            .filter_map(|scope| {
                let feed = self.feeds.get(scope)?;
                let cursor = join.cursors.get(scope).copied();
                let Resume::Delta(seq) = resume(cursor, self.reader_position(feed, *scope, join.user)) else {
                    return None;
                };
                feed.ring.since(seq).is_none().then(|| (*scope, seq, feed.sequencer.applied()))
            })
            .collect();
        if !open && missed.is_empty() {
            return self.welcome(join, scopes, &Backlog::new());
        }
        self.effects.push(Effect::Gather { join, open, missed });
    }

    /// Input: the answer to `Effect::Gather`, with the personal scope if it was to be opened.
    pub fn gathered(&mut self, join: Join<H>, read: Result<(Option<ScopePosition>, Backlog), Failure>, host: &H) {
        let (opened, backlog) = match read {
            Ok(read) => read,
            Err(failure) => return self.join_failed(join, &failure),
        };
        if !self.feeds.contains_key(&self.id.scope()) {
            // The workspace is being reloaded, so rights and seqs are unknown for now.
            return self.joins.push(join);
        }
        if let Some(position) = opened {
            let scope = personal_scope(self.id, join.user);
            if position.seq > 0 && !self.feeds.contains_key(&scope) {
                // Another node has written into this scope, so its rows are missing in the world.
                self.joins.push(join);
                return self.reload();
            }
            self.open_feed(scope, position.epoch, position.seq, host);
            if let Some(data) = self.phase.data_mut() {
                data.positions.entry(scope).or_insert(position);
            }
            self.watch_heads();
        }
        // The user may have lost a right, or regained one, while the journal was read.
        match self.standing_of(join.user) {
            Ok(_) if !self.gained.contains_key(&join.user) => {
                self.joins.push(join);
                self.admit();
            }
            Ok(entered) => self.welcome(join, &entered.scopes, &backlog),
            Err(refusal) => self.refuse_socket(join, refusal),
        }
    }

    fn welcome(&mut self, join: Join<H>, scopes: &[ScopeId], backlog: &Backlog) {
        if scopes.iter().any(|scope| !self.feeds.contains_key(scope)) {
            // A feed was dropped while the journal was read. The socket waits until the workspace is loaded again.
            return self.joins.push(join);
        }
        if !self.joining.remove(&join.connection) {
            return; // The socket was closed in the meantime.
        }
        let welcomed = scopes.iter().filter_map(|scope| {
            let feed = self.feeds.get(scope)?;
            let position = self.reader_position(feed, *scope, join.user);
            let missed = missed(feed, position, join.cursors.get(scope).copied(), backlog.get(scope));
            let kind = self.roster.sight().kind_of(*scope);
            Some(WelcomedScope { scope: *scope, kind, epoch: feed.epoch, head: position.head, missed })
        });
        let welcomed = welcomed.collect();
        self.effects.push(Effect::Welcome(join, welcomed));
    }

    pub(super) fn refuse_socket(&mut self, join: Join<H>, refusal: Refusal) {
        self.joining.remove(&join.connection);
        self.effects.push(Effect::RefuseSocket(join.socket, refusal));
    }

    /// The position of a scope for one reader.
    fn reader_position(&self, feed: &ScopeFeed, scope: ScopeId, user: UserId) -> ReaderPosition {
        let own = scope == personal_scope(self.id, user);
        let gained = self.gained.get(&user).map_or(i64::MAX, |gained| gained.of(self.id, scope, own));
        ReaderPosition { epoch: feed.epoch, head: feed.sequencer.applied(), gained }
    }
}

/// The events after a cursor, with the seq before them; `None` if the client needs the snapshot.
fn missed(
    feed: &ScopeFeed,
    position: ReaderPosition,
    cursor: Option<Cursor>,
    backlog: Option<&Option<Vec<Bytes>>>,
) -> Option<(i64, Vec<Bytes>)> {
    let Resume::Delta(seq) = resume(cursor, position) else { return None };
    if let Some(events) = feed.ring.since(seq) {
        return Some((seq, events.cloned().collect()));
    }
    // The events from the journal, and newer ones from the ring.
    let mut events = backlog?.clone()?;
    let since = feed.ring.since(seq + events.len() as i64)?;
    events.extend(since.cloned());
    Some((seq, events))
}
