//! The workspace is read, at the start and whenever its state has proved wrong.

use std::collections::BTreeSet;

use super::{
    backoff::in_ms,
    carrier::{Carrier, Failure, FailureKind},
    effect::{Caller, Effect},
    phase::{Phase, WorkspaceData},
    state::WorkspaceCore,
};
use crate::{
    domain::{
        ids::{ScopeId, UserId},
        refusal::Refusal,
        scope::ScopeKind,
    },
    sync::LoadedWorkspace,
    words,
};

impl<C: Carrier> WorkspaceCore<C> {
    /// Input: the pause before reading is over.
    pub fn load(&mut self) {
        self.phase = Phase::Loading;
        self.backoff.retrying();
        self.effects.push(Effect::Load);
    }

    /// Reads everything anew, now or as soon as the data is free.
    pub(super) fn reload(&mut self) {
        self.reload_wanted = self.phase.leave_ready(Phase::Loading).is_none();
        if !self.reload_wanted {
            for scope in std::mem::take(&mut self.lost_scopes) {
                self.restart_behind(scope);
            }
            self.load();
        }
    }

    /// A scope continues from its head: earlier events are in the world that is about to be read, and in the snapshot
    /// that the followers come back for.
    fn restart_behind(&mut self, scope: ScopeId) {
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

    /// Input: what the journal holds of the workspace; `None` if there is no such workspace.
    pub fn loaded(&mut self, loaded: Result<Option<LoadedWorkspace>, Failure>, carrier: &C) {
        match loaded {
            Ok(Some(loaded)) => self.take_loaded(loaded, carrier),
            Ok(None) => {
                self.backoff.reset();
                self.phase = Phase::Missing;
                for pending in self.queue.take() {
                    self.answer(pending, Err(Refusal::not_found(words::NO_WORKSPACE)));
                }
                self.admit();
                self.effects.push(Effect::Loaded);
            }
            Err(failure) => self.load_failed(&failure, carrier),
        }
    }

    fn take_loaded(&mut self, loaded: LoadedWorkspace, carrier: &C) {
        let LoadedWorkspace { world, footings, gained } = loaded;
        self.backoff.reset();
        let before = std::mem::replace(&mut self.roster, world.roster());
        self.gained = gained;
        self.member_changes += 1;
        let is_new = |scope: &&ScopeId| !self.feeds.is_empty() && !self.feeds.contains_key(*scope);
        let lists: Vec<ScopeId> =
            footings.keys().filter(is_new).copied().filter(|scope| self.roster.scopes.is_list(*scope)).collect();
        // The events that let people into a new list are behind its feed. The events that took shares are still to be
        // delivered, but the roster knows these shares no longer, so the events would reach nobody.
        let gaining = lists.iter().flat_map(|scope| self.roster.scopes.people_of(*scope));
        let changed: BTreeSet<UserId> = gaining.chain(before.scopes.lost_in(&self.roster.scopes)).collect();
        for (scope, footing) in &footings {
            let known = self.feeds.get(scope).map(|feed| feed.epoch);
            if known.is_some_and(|epoch| epoch != footing.epoch) {
                self.feeds.remove(scope);
                self.effects.push(Effect::RestartAllSockets);
            }
            // A feed that is behind is filled from the journal, so that no follower misses an event.
            self.open_feed(*scope, footing.epoch, footing.seq, carrier).sequencer.hear_of(footing.seq);
        }
        self.phase = Phase::Ready(Box::new(WorkspaceData { world, footings }));
        changed.into_iter().for_each(|user| self.follow(user, None));
        self.announce_scopes();
        self.release_held(carrier);
        self.admit();
        self.start_round(carrier);
        self.effects.push(Effect::Loaded);
    }

    fn load_failed(&mut self, failure: &Failure, carrier: &C) {
        let (pause, retry_after_ms) = match failure.kind {
            FailureKind::Away { .. } => (self.backoff.away(carrier.dice()), 1_000),
            FailureKind::Refused => {
                let pause = self.backoff.failed(carrier.tick(), carrier.dice());
                (pause, in_ms(pause))
            }
        };
        let error = &failure.why;
        tracing::warn!(workspace = %self.id, %error, again_in_ms = in_ms(pause), "a workspace could not be loaded");
        // Callers are not kept waiting for a database that is away. Sockets come back by themselves.
        self.effects.push(Effect::LoadFailed(retry_after_ms));
        for caller in std::mem::take(&mut self.rechecked) {
            self.refuse(caller, Refusal::away(retry_after_ms));
        }
        self.joins.retain(|join| carrier.is_waiting(&join.socket));
        self.defer_while_away(carrier);
        self.phase = Phase::Paused;
        self.effects.push(Effect::LoadAfter(pause));
    }

    /// The epoch of a scope has changed. While the data is not free, nothing happens: the next read of all heads finds
    /// the change again.
    pub(super) fn restart_with_new_epoch(&mut self, scope: ScopeId) {
        if self.phase.leave_ready(Phase::Loading).is_some() {
            tracing::warn!(workspace = %self.id, %scope, "a scope has begun anew; its clients are sent to the snapshot");
            self.feeds.clear();
            self.effects.push(Effect::RestartAllSockets);
            self.load();
        }
    }

    pub(super) fn refuse(&mut self, caller: Caller<C>, refusal: Refusal) {
        match caller {
            Caller::Socket(join) => self.turn_away(join, refusal),
            Caller::Question(_, question) => self.effects.push(Effect::Enter(question, Err(refusal))),
        }
    }
}
