//! Loads the workspace from the journal: at the start, and again if its state turns out to be wrong.

use std::collections::BTreeSet;

use super::{
    backoff::in_ms,
    effect::{Caller, Effect},
    host::{Failure, FailureKind, Host},
    phase::{Phase, WorkspaceData},
    state::WorkspaceCore,
};
use crate::{
    domain::{
        ids::{ScopeId, UserId},
        refusal::Refusal,
        scope::{Roster, ScopeKind},
    },
    sync::LoadedWorkspace,
    words,
};

impl<H: Host> WorkspaceCore<H> {
    /// Input: the pause before loading is over.
    pub fn load(&mut self) {
        self.phase = Phase::Loading;
        self.backoff.retrying();
        self.effects.push(Effect::Load);
    }

    /// Reloads the workspace now, or at the end of the running round.
    pub(super) fn reload(&mut self) {
        self.reload_wanted = self.phase.leave_ready(Phase::Loading).is_none();
        if !self.reload_wanted {
            for scope in std::mem::take(&mut self.lost_scopes) {
                self.restart_at_head(scope);
            }
            self.load();
        }
    }

    /// Drops the feed of a scope whose events could not be read, and closes its sockets, whose clients fetch a
    /// snapshot.
    fn restart_at_head(&mut self, scope: ScopeId) {
        self.feeds.remove(&scope);
        match self.roster.sight().kind_of(scope) {
            // The lost events may have changed the rights of any user.
            ScopeKind::Workspace | ScopeKind::Commons => {
                self.roster.clear();
                return self.effects.push(Effect::RestartAllSockets);
            }
            ScopeKind::List => self.roster.scopes.forget_shares(scope),
            ScopeKind::Personal => {}
        }
        self.effects.push(Effect::RestartFollowers(scope));
        self.effects.push(Effect::ForgetTickets);
    }

    /// Input: the loaded workspace; `None` if there is no such workspace.
    pub fn loaded(&mut self, loaded: Result<Option<LoadedWorkspace>, Failure>, host: &H) {
        match loaded {
            Ok(Some(loaded)) => self.take_loaded(loaded, host),
            Ok(None) => {
                self.backoff.reset();
                self.phase = Phase::Missing;
                for pending in self.queue.take() {
                    self.answer(pending, Err(Refusal::not_found(words::NO_WORKSPACE)));
                }
                self.admit();
                self.effects.push(Effect::Loaded);
            }
            Err(failure) => self.load_failed(&failure, host),
        }
    }

    fn take_loaded(&mut self, loaded: LoadedWorkspace, host: &H) {
        let LoadedWorkspace { world, positions, gained } = loaded;
        self.backoff.reset();
        self.gained = gained;
        self.member_changes += 1;
        for (scope, position) in &positions {
            if self.feeds.get(scope).is_some_and(|feed| feed.epoch != position.epoch) {
                self.feeds.remove(scope);
                self.effects.push(Effect::RestartAllSockets);
            }
        }
        let people = self.merge_roster(world.roster(), positions.keys());
        for (scope, position) in &positions {
            // If an existing feed is behind the loaded state, the journal fills the gap, so no follower misses an
            // event.
            self.open_feed(*scope, position.epoch, position.seq, host).sequencer.note_head(position.seq);
        }
        self.phase = Phase::Ready(Box::new(WorkspaceData { world, positions }));
        people.into_iter().for_each(|user| self.follow(user, None));
        self.watch_heads();
        self.release_held(host);
        self.admit();
        self.start_round(host);
        self.effects.push(Effect::Loaded);
    }

    /// Merges the loaded roster into the present one. The present roster stays, because the feeds may be behind the
    /// loaded state: rights change only with the events that the feeds deliver. The feed of a new list begins at its
    /// head, so the shares of that list come from `loaded`; returns the people who have these shares. If the scopes
    /// that rights depend on have no feeds yet, `loaded` replaces the roster.
    fn merge_roster<'s>(&mut self, loaded: Roster, scopes: impl Iterator<Item = &'s ScopeId>) -> BTreeSet<UserId> {
        if loaded.scopes.relied_on(self.id).any(|scope| !self.feeds.contains_key(&scope)) {
            self.roster = loaded;
            return BTreeSet::new();
        }
        let new = scopes.filter(|scope| loaded.scopes.is_list(**scope) && !self.feeds.contains_key(*scope));
        let mut people = BTreeSet::new();
        for scope in new {
            self.roster.scopes.take_list(*scope, &loaded.scopes);
            people.extend(loaded.scopes.people_of(*scope));
        }
        people
    }

    fn load_failed(&mut self, failure: &Failure, host: &H) {
        let (pause, retry_after_ms) = match failure.kind {
            FailureKind::Away { .. } => (self.backoff.database_away(host.random()), 1_000),
            FailureKind::Refused => {
                let pause = self.backoff.failed(host.tick(), host.random());
                (pause, in_ms(pause))
            }
        };
        let error = &failure.why;
        tracing::warn!(workspace = %self.id, %error, again_in_ms = in_ms(pause), "a workspace could not be loaded");
        // Waiting callers are refused while the database is away. Sockets reconnect by themselves.
        self.effects.push(Effect::LoadFailed(retry_after_ms));
        for caller in std::mem::take(&mut self.waiting_callers) {
            self.refuse(caller, Refusal::away(retry_after_ms));
        }
        self.joins.retain(|join| host.is_waiting(&join.socket));
        self.defer_if_away(host);
        self.phase = Phase::Paused;
        self.effects.push(Effect::LoadAfter(pause));
    }

    /// The epoch of a scope has changed. While the data is not free, nothing happens: the next read of all heads finds
    /// the change again.
    pub(super) fn restart_with_new_epoch(&mut self, scope: ScopeId) {
        if self.phase.leave_ready(Phase::Loading).is_some() {
            tracing::warn!(workspace = %self.id, %scope, "the epoch of a scope has changed; its clients fetch a snapshot");
            self.feeds.clear();
            self.effects.push(Effect::RestartAllSockets);
            self.load();
        }
    }

    pub(super) fn refuse(&mut self, caller: Caller<H>, refusal: Refusal) {
        match caller {
            Caller::Socket(join) => self.refuse_socket(join, refusal),
            Caller::Question(_, question) => self.effects.push(Effect::Enter(question, Err(refusal))),
            Caller::Gain { user, number, .. } => self.gain_failed(user, number),
        }
    }
}
