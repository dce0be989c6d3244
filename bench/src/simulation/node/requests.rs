//! The requests of a simulated node, and the frames and answers that it exchanges with the runner.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use actors::domain::change::Event;
use actors::domain::command::Command;
use actors::domain::ids::{CommandId, Epoch, ScopeId, UserId};
use actors::domain::refusal::Refusal;
use actors::domain::scope::NewScope;
use actors::sync::{Batch, Cursor, Gained, Head, LoadedTickets, LoadedWorkspace, ScopePosition};
use actors::workspace::{Caller, Join, Wanted};

use super::host::VirtualHost;

/// A frame from a client.
#[derive(Clone, Debug)]
pub enum ClientFrame {
    Hello { user: UserId, cursors: HashMap<ScopeId, Cursor> },
    Command { id: CommandId, by: UserId, command: Arc<Command> },
    Gone,
}

/// A frame from a node.
#[derive(Clone, Debug)]
pub enum NodeFrame {
    Welcome(Vec<Welcomed>),
    Events { scope: ScopeId, from: i64, to: i64, events: Vec<Arc<Event>> },
    Follow { scope: ScopeId, epoch: Epoch, seq: i64 },
    Unfollow { scope: ScopeId },
    Ack { id: CommandId, scope: ScopeId, seq: i64 },
    Refused { id: CommandId, refusal: Refusal },
    Close(u16),
}

/// A scope in a `welcome`.
#[derive(Clone, Copy, Debug)]
pub struct Welcomed {
    pub scope: ScopeId,
    pub epoch: Epoch,
    pub seq: i64,
    /// The cursor after which the missed events are sent; `None` if the client needs the snapshot.
    pub delta: Option<i64>,
}

/// A message on the bus: a scope has advanced.
#[derive(Clone, Debug)]
pub struct BusMessage {
    pub scope: ScopeId,
    pub epoch: Epoch,
    pub from: i64,
    pub to: i64,
    pub commons: i64,
    pub events: Option<Vec<Arc<Event>>>,
}

/// A request of a node to the runner.
pub enum Request {
    SendFrame(u32, NodeFrame),
    Publish(BusMessage),
    Read(Query),
    Commit(Arc<Batch>),
    Timer(Duration, Timer),
}

/// What a node does when a timer fires.
pub enum Timer {
    Load,
    WatchQueue,
    /// Reads gaps, unless a later gap timer was started.
    Gaps(u64),
    Deliver(Vec<(ScopeId, Vec<Arc<Event>>)>),
}

/// A read of the database.
pub enum Query {
    Load,
    Heads,
    Head { scope: ScopeId, applied: i64 },
    Since { scope: ScopeId, from: i64, to: i64 },
    Fetch(Wanted),
    Open(Vec<NewScope>),
    CatchUp(BTreeMap<ScopeId, i64>),
    Recheck(Caller<VirtualHost>, BTreeMap<ScopeId, i64>),
    Gained(Join<VirtualHost>, u64),
    Backlog(Join<VirtualHost>, Vec<(ScopeId, i64, i64)>),
}

/// The events of a read, by scope.
pub type ReadEvents = Vec<(ScopeId, Vec<Arc<Event>>)>;

/// The answer to a [`Query`]; `None` if the database did not answer.
pub enum Answer {
    Loaded(Option<Box<LoadedWorkspace>>),
    Heads(Option<Vec<Head>>),
    Head { scope: ScopeId, applied: i64, head: Option<Head> },
    Since { scope: ScopeId, from: i64, to: i64, events: Option<Vec<Arc<Event>>> },
    Fetched(Option<LoadedTickets>),
    Opened(Option<Vec<(NewScope, ScopePosition)>>),
    CatchUp(Option<ReadEvents>),
    Recheck(Caller<VirtualHost>, Option<ReadEvents>),
    Gained(Join<VirtualHost>, u64, Option<Gained>),
    Backlog(Join<VirtualHost>, Option<ReadEvents>),
}
