//! Messages to the registry.

use actix::Message;

use super::workspace::ToWorkspace;
use crate::domain::ids::{ScopeId, WorkspaceId};

/// For a workspace, whether it is on stage or not.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Route(pub WorkspaceId, pub ToWorkspace);

/// For a workspace, only if it is on stage.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct RouteOnStage(pub WorkspaceId, pub ToWorkspace);

/// From a workspace.
#[derive(Message)]
#[rtype(result = "()")]
pub(in crate::actor) struct FromWorkspace {
    pub id: WorkspaceId,
    pub kind: FromWorkspaceKind,
}

pub(in crate::actor) enum FromWorkspaceKind {
    /// The workspace is idle, and may leave the stage.
    Passivate {
        generation: u64,
        /// The number of messages that the workspace had received when it became idle. If the registry has sent more,
        /// the workspace stays on stage.
        received: u64,
    },
    /// The registry reads the heads of these scopes from now on, in place of the scopes of an earlier message.
    WatchHeads(Vec<ScopeId>),
}

/// Stops new work, and answers when all accepted orders are committed.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Drain;

/// Counts of the stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub workspaces: usize,
    pub scopes: usize,
    /// Messages of other nodes that workspaces have not taken yet.
    pub bus_backlog: usize,
    /// Orders that were handed over and have no answer yet.
    pub waiting: usize,
}

#[derive(Message)]
#[rtype(result = "Counts")]
pub(crate) struct GetCounts;
