//! What a workspace is doing.

use std::collections::HashMap;

use crate::{
    domain::{ids::ScopeId, world::World},
    sync::Footing,
};

/// What decisions rely on.
pub struct Ledger {
    pub(super) world: World,
    pub(super) footings: HashMap<ScopeId, Footing>,
}

/// What a workspace is doing. Only `Ready` has a free ledger: in all other phases orders wait, and events of other
/// nodes are held.
pub enum Phase {
    /// The workspace is being read, for the first time or anew.
    Loading,
    /// A pause before the workspace is read: reading has failed, or rounds have failed too often, such as by a commit
    /// with an unknown outcome.
    Paused,
    /// There is no such workspace.
    Missing,
    /// Nothing is under way.
    Ready(Box<Ledger>),
    /// A round has the ledger: the round reads tickets, decides, and commits.
    InRound,
    /// A round was stale. Before its orders are decided again, the journal is read.
    CatchingUp(Box<Ledger>),
}

impl Phase {
    /// The free ledger.
    pub(super) fn ledger(&self) -> Option<&Ledger> {
        match self {
            Self::Ready(ledger) => Some(ledger),
            _ => None,
        }
    }

    pub(super) fn ledger_mut(&mut self) -> Option<&mut Ledger> {
        match self {
            Self::Ready(ledger) => Some(ledger),
            _ => None,
        }
    }

    /// Leaves `Ready` for another phase and returns the ledger. Any other phase stays.
    pub(super) fn leave_ready(&mut self, next: Self) -> Option<Box<Ledger>> {
        match std::mem::replace(self, next) {
            Self::Ready(ledger) => Some(ledger),
            other => {
                *self = other;
                None
            }
        }
    }

    /// The world, unless a round has it or nothing is loaded.
    pub(super) fn world(&self) -> Option<&World> {
        match self {
            Self::Ready(ledger) | Self::CatchingUp(ledger) => Some(&ledger.world),
            _ => None,
        }
    }
}
