//! Updates the scopes that sockets follow when rights change. A socket loses a scope at once. A socket gains a scope
//! only when this node has delivered all events of the scope up to the gain.

use std::collections::BTreeMap;

use super::{
    effect::{Caller, Effect, FollowedScope, Found},
    host::Host,
    state::WorkspaceCore,
};
use crate::domain::{
    change::{Event, Op, applied},
    entity::{Entity, EntityKind},
    ids::{RoleId, ScopeId, ShareId, UserId},
};

impl<H: Host> WorkspaceCore<H> {
    /// Applies an event to the roster. Returns the users whose scopes may have changed. With each user come the scopes
    /// that the user gained, without the scope of the event itself.
    pub(super) fn apply_rights(&mut self, scope: ScopeId, event: &Event) -> BTreeMap<UserId, Vec<ScopeId>> {
        let before = self.scopes_before(event);
        let mut users: BTreeMap<UserId, Vec<ScopeId>> = BTreeMap::new();
        for change in &event.changes {
            match change.entity {
                EntityKind::Member => {
                    users.entry(UserId(change.id)).or_default();
                    let before = self.roster.members.get(&UserId(change.id)).cloned().map(Entity::Member);
                    match applied(change, before.as_ref()) {
                        Some(Entity::Member(member)) => drop(self.roster.members.insert(member.id, member)),
                        _ if change.op == Op::Delete => drop(self.roster.members.remove(&UserId(change.id))),
                        _ => {}
                    }
                }
                EntityKind::Role => {
                    let role = RoleId(change.id);
                    // Managers also get the list of roles that they may give.
                    let told = self.roster.holders(role).chain(self.roster.managers());
                    users.extend(told.map(|user| (user, Vec::new())));
                    let before = self.roster.roles.get(&role).cloned().map(Entity::Role);
                    match applied(change, before.as_ref()) {
                        Some(Entity::Role(record)) => drop(self.roster.roles.insert(role, record)),
                        _ if change.op == Op::Delete => drop(self.roster.roles.remove(&role)),
                        _ => {}
                    }
                }
                EntityKind::Share => {
                    let share = ShareId(change.id);
                    let before = self.roster.share(scope, share).cloned();
                    users.extend(before.as_ref().map(|share| (share.user_id, Vec::new())));
                    match applied(change, before.map(Entity::Share).as_ref()) {
                        Some(Entity::Share(share)) => {
                            users.entry(share.user_id).or_default();
                            self.roster.scopes.put_share(scope, &share);
                        }
                        _ if change.op == Op::Delete => self.roster.scopes.remove_share(scope, share),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        for (user, gained) in &mut users {
            // The change may give the user a scope that they had lost before.
            self.gained.remove(user);
            self.member_changes += 1;
            if let Some(before) = before.get(user) {
                let now = self.roster.sight().scopes_of(*user);
                *gained = now.into_iter().filter(|it| *it != scope && !before.contains(it)).collect();
            }
        }
        users
    }

    /// The scopes of the users whose membership or role an event changes. A share gives only the scope in which it lives.
    fn scopes_before(&self, event: &Event) -> BTreeMap<UserId, Vec<ScopeId>> {
        let sight = self.roster.sight();
        let users = event.changes.iter().flat_map(|change| match change.entity {
            EntityKind::Member => vec![UserId(change.id)],
            EntityKind::Role => self.roster.holders(RoleId(change.id)).collect(),
            _ => Vec::new(),
        });
        users.map(|user| (user, sight.scopes_of(user))).collect()
    }

    /// Reads the journal's newer events of the scopes that a user has gained. The user follows the scopes only
    /// afterwards.
    pub(super) fn read_before_gain(&mut self, user: UserId, gained: Vec<ScopeId>) {
        if gained.is_empty() {
            return;
        }
        let number = self.member_changes;
        let pending = self.pending_gains.entry(user).or_default();
        pending.number = number;
        pending.scopes.extend(gained);
        self.recheck(Caller::Gain { user, number, heads: Vec::new() });
    }

    /// The journal was read for a gain. If this node has not delivered the events up to `heads` yet, the sockets of the
    /// user are closed, and their clients reconnect.
    pub(super) fn gain(&mut self, user: UserId, number: u64, heads: &[(ScopeId, i64)]) {
        if self.pending_gains.get(&user).is_none_or(|pending| pending.number != number) {
            return; // A later change of the user has a read of its own.
        }
        let delivered =
            |(scope, seq): &(ScopeId, i64)| self.feeds.get(scope).is_some_and(|feed| feed.sequencer.applied() >= *seq);
        if heads.iter().all(delivered) {
            self.pending_gains.remove(&user);
            self.follow(user, None);
        } else {
            self.gain_failed(user, number);
        }
    }

    /// Closes the sockets of a user. When they reconnect, the node reads the journal again.
    pub(super) fn gain_failed(&mut self, user: UserId, number: u64) {
        if self.pending_gains.get(&user).is_some_and(|pending| pending.number == number) {
            self.pending_gains.remove(&user);
            self.effects.push(Effect::SetFollowedScopes { user, scopes: Vec::new(), has_unopened: true });
        }
    }

    /// Sets the scopes that the sockets of a user follow. `delivering` is the scope whose events are being delivered,
    /// with the seq of the current event: its feed is ahead of that seq.
    pub(super) fn follow(&mut self, user: UserId, delivering: Option<(ScopeId, i64)>) {
        let sight = self.roster.sight();
        let mut followed = sight.scopes_of(user);
        if followed.is_empty() {
            self.pending_gains.remove(&user);
            return self.effects.push(Effect::CloseMember(user));
        }
        if let Some(pending) = self.pending_gains.get(&user) {
            followed.retain(|scope| !pending.scopes.contains(scope));
        }
        let known = |scope: &ScopeId| {
            let feed = self.feeds.get(scope)?;
            let head = delivering.filter(|(at, _)| at == scope).map_or(feed.sequencer.applied(), |(_, seq)| seq);
            Some(FollowedScope { scope: *scope, kind: sight.kind_of(*scope), epoch: feed.epoch, head })
        };
        let scopes: Vec<FollowedScope> = followed.iter().filter_map(known).collect();
        let has_unopened = scopes.len() < followed.len();
        self.effects.push(Effect::SetFollowedScopes { user, scopes, has_unopened });
    }
}

/// The last event of each scope.
pub(super) fn heads_of(found: &Found) -> Vec<(ScopeId, i64)> {
    found.iter().filter_map(|(scope, events)| Some((*scope, events.last()?.seq))).collect()
}
