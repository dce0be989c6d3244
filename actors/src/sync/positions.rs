//! Positions of scopes and loaded rows, as read from the journal.

use std::collections::HashMap;

use uuid::Uuid;

use crate::domain::{
    entity::{Activity, Reaction, Ticket, TicketSubscription},
    ids::{ActivityId, Epoch, ScopeId, UserId, WorkspaceId},
    world::World,
};

/// The position of a scope on which decisions rely. The commit compares it with the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopePosition {
    pub epoch: Epoch,
    pub seq: i64,
    pub config_seq: i64,
    pub last_number: i64,
}

impl ScopePosition {
    /// The position of a scope that this node does not know. No commit can rely on it.
    pub fn unknown() -> Self {
        Self { epoch: Epoch(Uuid::nil()), seq: 0, config_seq: 0, last_number: 0 }
    }
}

/// The newest position of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub scope: ScopeId,
    pub epoch: Epoch,
    pub seq: i64,
}

/// A workspace as loaded from one snapshot of the database.
#[derive(Debug)]
pub struct LoadedWorkspace {
    pub world: World,
    pub positions: HashMap<ScopeId, ScopePosition>,
    /// The seqs at which each member gained their scopes.
    pub gained: HashMap<UserId, Gained>,
}

/// The seq at which a member gained each of their scopes. A cursor from before is not resumed (RS5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gained(HashMap<ScopeId, i64>);

impl FromIterator<(ScopeId, i64)> for Gained {
    fn from_iter<I: IntoIterator<Item = (ScopeId, i64)>>(seqs: I) -> Self {
        Self(seqs.into_iter().collect())
    }
}

impl Gained {
    pub fn insert(&mut self, scope: ScopeId, seq: i64) {
        self.0.insert(scope, seq);
    }

    /// The seq at which a scope was gained, if the journal names one.
    pub fn noted(&self, scope: ScopeId) -> Option<i64> {
        self.0.get(&scope).copied()
    }

    /// The seq at which a scope was gained; the highest number if the journal names none. A personal scope without a
    /// seq was created after its person joined.
    pub fn of(&self, workspace: WorkspaceId, scope: ScopeId, own: bool) -> i64 {
        let unnoted = if own && self.0.contains_key(&workspace.scope()) { 0 } else { i64::MAX };
        self.0.get(&scope).copied().unwrap_or(unnoted)
    }
}

/// A ticket as the journal last confirmed it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTicket {
    pub ticket: Ticket,
    pub version: i64,
    /// The scope of the ticket.
    pub scope: ScopeId,
}

/// Rows with their versions.
#[derive(Debug, Default)]
pub struct LoadedTickets {
    pub tickets: Vec<StoredTicket>,
    pub activities: Vec<(Activity, i64)>,
    /// Activities of kinds that a later build has written, with their versions. No decision sees them.
    pub unknown_activities: Vec<(ActivityId, i64)>,
    pub reactions: Vec<(Reaction, i64)>,
    /// Without versions: decisions rely on the seq of the personal scope.
    pub subscriptions: Vec<TicketSubscription>,
}
