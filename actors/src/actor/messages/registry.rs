//! To the registry.

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
    /// The workspace has nothing to do.
    Passivate {
        generation: u64,
        /// How many messages it had received by then. If more are on their way, it has something to do.
        received: u64,
    },
    /// The heads of these scopes are to be watched.
    Follow(Vec<ScopeId>),
}

/// No new work; answers when everything accepted has been committed.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Drain;

/// What is on stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub workspaces: usize,
    pub scopes: usize,
    /// Messages of other nodes that workspaces have not taken yet.
    pub bus_backlog: usize,
    /// Commands that were handed over and have no answer yet.
    pub waiting: usize,
}

#[derive(Message)]
#[rtype(result = "Counts")]
pub(crate) struct GetCounts;
