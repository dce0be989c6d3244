//! A simulated node: passes inputs to the core of the workspace actor, in virtual time, and turns the core's effects into
//! requests, which the runner answers later. The node crashes when the runner drops it.

mod effects;
mod host;
mod inputs;
mod requests;
mod rounds;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use actors::domain::ids::{ScopeId, TicketId, UserId, WorkspaceId};
use actors::sync::{Batch, StoredTicket};
use actors::workspace::{Failure, FailureKind, Round, WorkspaceCore};

use crate::simulation::Sabotage;
use host::VirtualHost;
pub use requests::{Answer, BusMessage, ClientFrame, NodeFrame, Query, Request, Timer, Welcomed};

/// A socket that was welcomed.
struct Socket {
    user: UserId,
    scopes: BTreeSet<ScopeId>,
}

pub struct Node {
    sabotage: Option<Sabotage>,
    core: WorkspaceCore<VirtualHost>,
    host: VirtualHost,
    /// The tickets on stage, with their versions.
    tickets: BTreeMap<TicketId, StoredTicket>,
    /// The round that waits for the database, with its batch.
    round: Option<Box<Round<VirtualHost>>>,
    batch: Option<Arc<Batch>>,
    /// The tickets on stage that are lent to the round.
    lent: Vec<StoredTicket>,
    sockets: BTreeMap<u32, Socket>,
    /// Frames that arrived before the workspace was loaded.
    early: Vec<(u32, ClientFrame)>,
    gap_timer: u64,
    requests: Vec<Request>,
}

/// The failure of a read or a commit that the database did not answer.
fn away(outcome_unknown: bool) -> Failure {
    Failure { kind: FailureKind::Away { outcome_unknown, too_slow: false }, why: "the database is away".into() }
}

impl Node {
    pub fn new(workspace: WorkspaceId, sabotage: Option<Sabotage>, seed: u64, now: u64) -> Self {
        let core = WorkspaceCore::new(workspace);
        let mut node = Self {
            sabotage,
            core: if sabotage == Some(Sabotage::Dedup) { core.with_answers(0) } else { core },
            host: VirtualHost::new(seed, now),
            tickets: BTreeMap::new(),
            round: None,
            batch: None,
            lent: Vec::new(),
            sockets: BTreeMap::new(),
            early: Vec::new(),
            gap_timer: 0,
            requests: Vec::new(),
        };
        node.perform();
        node
    }

    /// Sets the virtual clock. Called before each input.
    pub fn set_now(&mut self, now: u64) {
        self.host.now = now;
    }

    /// Takes the requests since the last call.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    fn has_sabotage(&self, sabotage: Sabotage) -> bool {
        self.sabotage == Some(sabotage)
    }

    fn send_frame(&mut self, socket: u32, frame: NodeFrame) {
        self.requests.push(Request::SendFrame(socket, frame));
    }
}
