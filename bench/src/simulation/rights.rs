//! The rights to scopes according to the journal. The checker compares them with the events that clients received.

use std::collections::{BTreeMap, BTreeSet};

use actors::domain::change::{Event, Op, applied};
use actors::domain::entity::{Entity, EntityKind};
use actors::domain::ids::{RoleId, ScopeId, ShareId, UserId, WorkspaceId};
use actors::domain::scope::Roster;

/// A right to the events of a scope in `(from, to]`. The event `to` took the right away; `None` if the user still has
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Right {
    pub user: UserId,
    pub scope: ScopeId,
    pub from: i64,
    pub to: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct Rights {
    roster: Roster,
    held: BTreeMap<(UserId, ScopeId), i64>,
    past: Vec<Right>,
}

impl Rights {
    pub fn new(workspace: WorkspaceId) -> Self {
        Self { roster: Roster::new(workspace), held: BTreeMap::new(), past: Vec::new() }
    }

    pub fn add_list(&mut self, scope: ScopeId) {
        self.roster.scopes.add_list(scope);
    }

    pub fn add_commons(&mut self, scope: ScopeId) {
        self.roster.scopes.commons = Some(scope);
    }

    /// The scopes that a user follows.
    pub fn scopes_of(&self, user: UserId) -> Vec<ScopeId> {
        let mut scopes = self.roster.sight().scopes_of(user);
        scopes.sort_unstable();
        scopes
    }

    /// Applies an event. `head` is the position of a scope when the event was committed.
    pub fn take(&mut self, scope: ScopeId, event: &Event, head: impl Fn(ScopeId) -> i64) {
        let mut changed = false;
        for change in &event.changes {
            let roster = &mut self.roster;
            let gone = change.op == Op::Delete;
            changed |= matches!(change.entity, EntityKind::Member | EntityKind::Role | EntityKind::Share);
            match change.entity {
                EntityKind::Member => {
                    let before = roster.members.remove(&UserId(change.id)).map(Entity::Member);
                    if let (Some(Entity::Member(member)), false) = (applied(change, before.as_ref()), gone) {
                        roster.members.insert(member.id, member);
                    }
                }
                EntityKind::Role => {
                    let before = roster.roles.remove(&RoleId(change.id)).map(Entity::Role);
                    if let (Some(Entity::Role(role)), false) = (applied(change, before.as_ref()), gone) {
                        roster.roles.insert(role.id, role);
                    }
                }
                EntityKind::Share => {
                    let share = ShareId(change.id);
                    let before = roster.share(scope, share).cloned().map(Entity::Share);
                    roster.scopes.remove_share(scope, share);
                    if let (Some(Entity::Share(share)), false) = (applied(change, before.as_ref()), gone) {
                        roster.scopes.put_share(scope, &share);
                    }
                }
                _ => {}
            }
        }
        if changed {
            self.note(head);
        }
    }

    /// Notes the scopes that users have gained and lost.
    pub fn note(&mut self, head: impl Fn(ScopeId) -> i64) {
        let users: BTreeSet<UserId> =
            self.roster.members.keys().copied().chain(self.held.keys().map(|(user, _)| *user)).collect();
        for user in users {
            let now = self.scopes_of(user);
            let before: Vec<ScopeId> =
                self.held.keys().filter(|(known, _)| *known == user).map(|(_, scope)| *scope).collect();
            for scope in before.into_iter().filter(|scope| !now.contains(scope)) {
                if let Some(from) = self.held.remove(&(user, scope)) {
                    self.past.push(Right { user, scope, from, to: Some(head(scope)) });
                }
            }
            for scope in now {
                self.held.entry((user, scope)).or_insert_with(|| head(scope));
            }
        }
    }

    /// All rights, past and present.
    pub fn all(&self) -> impl Iterator<Item = Right> {
        let held = |((user, scope), from): (&(UserId, ScopeId), &i64)| Right {
            user: *user,
            scope: *scope,
            from: *from,
            to: None,
        };
        self.past.iter().copied().chain(self.held.iter().map(held))
    }
}
