//! What a workspace is doing.

use std::collections::HashMap;

use crate::{
    domain::{ids::ScopeId, world::World},
    sync::ScopePosition,
};

/// The data that decisions rely on. A round takes the data and gives it back at its end. The data is *free* while no
/// round has it.
pub struct WorkspaceData {
    pub(super) world: World,
    pub(super) positions: HashMap<ScopeId, ScopePosition>,
}

/// The phase of a workspace. The data is free only in `Ready`. In all other phases, orders wait and events of other
/// nodes are held.
pub enum Phase {
    /// The workspace is being loaded, for the first time or again.
    Loading,
    /// A pause before the workspace is loaded. Loading has failed, or rounds have failed too often, for example because
    /// the outcome of a commit is unknown.
    Paused,
    /// There is no such workspace.
    Missing,
    /// Nothing is under way.
    Ready(Box<WorkspaceData>),
    /// A round has the data: the round reads tickets, decides, and commits.
    InRound,
    /// A round was stale. Before its orders are decided again, the journal is read.
    CatchingUp(Box<WorkspaceData>),
}

impl Phase {
    /// The data, if it is free.
    pub(super) fn data(&self) -> Option<&WorkspaceData> {
        match self {
            Self::Ready(data) => Some(data),
            _ => None,
        }
    }

    pub(super) fn data_mut(&mut self) -> Option<&mut WorkspaceData> {
        match self {
            Self::Ready(data) => Some(data),
            _ => None,
        }
    }

    /// Leaves `Ready` for another phase and returns the data. Any other phase stays.
    pub(super) fn leave_ready(&mut self, next: Self) -> Option<Box<WorkspaceData>> {
        match std::mem::replace(self, next) {
            Self::Ready(data) => Some(data),
            other => {
                *self = other;
                None
            }
        }
    }

    /// The world, unless a round has it or nothing is loaded.
    pub(super) fn world(&self) -> Option<&World> {
        match self {
            Self::Ready(data) | Self::CatchingUp(data) => Some(&data.world),
            _ => None,
        }
    }
}
