//! A node: the same steps as the workspace actor takes, over the same pure parts (`decide`, the batch builder,
//! the sequencer, the ring, the delta ladder), with everything that waits turned into a want and an answer.

mod deliver;
mod join;
mod round;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use actors::domain::change::Event;
use actors::domain::command::Command;
use actors::domain::decide::Order;
use actors::domain::entity::MemberState;
use actors::domain::ids::{CommandId, Epoch, ScopeId, UserId, WorkspaceId};
use actors::domain::refusal::Refusal;
use actors::domain::world::{World, personal_scope};
use actors::sync::{Batch, Cursor, Footing, Ring, Sequencer};
use uuid::Uuid;

use super::Sabotage;
use super::database::{Loaded, Remembered};
use round::Round;

/// What a client sends.
#[derive(Clone, Debug)]
pub enum Up {
    Hello { user: UserId, cursors: BTreeMap<ScopeId, Cursor> },
    Command { id: CommandId, by: UserId, command: Arc<Command> },
    Gone,
}

/// What a node sends.
#[derive(Clone, Debug)]
pub enum Down {
    Welcome(Vec<Welcomed>),
    Events { scope: ScopeId, from: i64, to: i64, events: Vec<Arc<Event>> },
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
    /// The cursor that the missed events continue; none where the snapshot is needed.
    pub delta: Option<i64>,
}

/// What a node wants from the world outside.
#[derive(Debug)]
pub enum Want {
    Tell(u32, Down),
    Publish { scope: ScopeId, events: Vec<Arc<Event>> },
    Ask(Query),
    Commit(Arc<Batch>),
}

/// A read of the database.
#[derive(Clone, Debug)]
pub enum Query {
    Load,
    Heads,
    Since { scope: ScopeId, from: i64, to: i64 },
    CatchUp(BTreeMap<ScopeId, i64>),
    Backlog { joining: Joining, cold: Vec<(ScopeId, i64, i64)> },
}

/// What the database read; `None` where it was away.
#[derive(Clone, Debug)]
pub enum Answer {
    Loaded(Option<Box<Loaded>>),
    Heads(Option<Vec<(ScopeId, i64)>>),
    Since { scope: ScopeId, from: i64, events: Option<Vec<Arc<Event>>> },
    CatchUp(Option<Vec<(ScopeId, Vec<Arc<Event>>)>>),
    Backlog { joining: Joining, read: Option<BTreeMap<ScopeId, Vec<Arc<Event>>>> },
}

/// A socket that wants to follow.
#[derive(Clone, Debug)]
pub struct Joining {
    pub socket: u32,
    pub user: UserId,
    pub cursors: BTreeMap<ScopeId, Cursor>,
}

/// What comes over the bus.
#[derive(Clone, Debug)]
pub struct Heard {
    pub scope: ScopeId,
    pub to: i64,
    pub events: Option<Vec<Arc<Event>>>,
}

struct Pending {
    order: Order,
    socket: u32,
}

struct Lane {
    epoch: Epoch,
    sequencer: Sequencer,
    ring: Ring,
    /// What the ring's entries stand for.
    recent: BTreeMap<i64, Arc<Event>>,
    filling: bool,
}

/// What deciding stands on.
struct Ledger {
    world: World,
    footings: HashMap<ScopeId, Footing>,
    versions: BTreeMap<Uuid, i64>,
}

/// One life of a node.
pub struct Node {
    workspace: WorkspaceId,
    sabotage: Option<Sabotage>,
    /// Nothing is known before the first load.
    ledger: Option<Ledger>,
    /// A round, a catch-up or a load is under way: others' events wait.
    busy: bool,
    round: Option<Round>,
    roster: BTreeMap<UserId, bool>,
    lanes: BTreeMap<ScopeId, Lane>,
    sockets: BTreeMap<u32, UserId>,
    queue: VecDeque<Pending>,
    early: Vec<(u32, Up)>,
    joins: Vec<Joining>,
    gone: BTreeSet<u32>,
    misses: u32,
    remembered: BTreeMap<CommandId, Remembered>,
    held: Vec<(ScopeId, Vec<Arc<Event>>)>,
    own: BTreeSet<(ScopeId, i64)>,
    wants: Vec<Want>,
    /// Milliseconds since 1970; set before each step.
    pub now: u64,
}

impl Node {
    pub fn new(workspace: WorkspaceId, sabotage: Option<Sabotage>) -> Self {
        Self {
            workspace,
            sabotage,
            ledger: None,
            busy: true,
            round: None,
            roster: BTreeMap::new(),
            lanes: BTreeMap::new(),
            sockets: BTreeMap::new(),
            queue: VecDeque::new(),
            early: Vec::new(),
            joins: Vec::new(),
            gone: BTreeSet::new(),
            misses: 0,
            remembered: BTreeMap::new(),
            held: Vec::new(),
            own: BTreeSet::new(),
            wants: vec![Want::Ask(Query::Load)],
            now: 0,
        }
    }

    /// What it has come to want since the last time.
    pub fn wants(&mut self) -> Vec<Want> {
        std::mem::take(&mut self.wants)
    }

    fn tell(&mut self, socket: u32, frame: Down) {
        self.wants.push(Want::Tell(socket, frame));
    }

    /// Something came from a client.
    pub fn receive(&mut self, socket: u32, frame: Up, database: &super::Database) {
        if self.ledger.is_none() {
            return self.early.push((socket, frame));
        }
        match frame {
            Up::Hello { user, cursors } => {
                self.joins.push(Joining { socket, user, cursors });
                self.admit();
            }
            Up::Command { id, by, command } => {
                if let (Some(seen), false) = (self.remembered.get(&id).cloned(), self.is(Sabotage::Dedup)) {
                    return self.answer(socket, id, &seen);
                }
                let what = actors::domain::decide::What::Command((*command).clone());
                self.queue.push_back(Pending { order: Order { id, by, what }, socket });
                self.start_round(database);
            }
            Up::Gone => {
                self.sockets.remove(&socket);
                self.gone.insert(socket);
            }
        }
    }

    fn is(&self, sabotage: Sabotage) -> bool {
        self.sabotage == Some(sabotage)
    }

    fn answer(&mut self, socket: u32, id: CommandId, seen: &Remembered) {
        let frame = match &seen.refusal {
            Some(refusal) => Down::Refused { id, refusal: refusal.clone() },
            None => Down::Ack { id, scope: seen.scope, seq: seen.seq },
        };
        self.tell(socket, frame);
    }

    /// The database has answered.
    pub fn hear_answer(&mut self, answer: Answer, database: &super::Database) {
        match answer {
            Answer::Loaded(Some(loaded)) => self.loaded(*loaded, database),
            // Tried again until it is there.
            Answer::Loaded(None) => self.wants.push(Want::Ask(Query::Load)),
            Answer::Heads(heads) => {
                for (scope, seq) in heads.unwrap_or_default() {
                    if let Some(lane) = self.lanes.get_mut(&scope) {
                        lane.sequencer.hear_of(seq);
                    }
                }
                self.fill_gaps();
            }
            Answer::Since { scope, from, events } => {
                if let Some(lane) = self.lanes.get_mut(&scope) {
                    lane.filling = false;
                }
                // Where the database was away, the next look at the heads asks again.
                if let Some(events) = events.filter(|events| events.first().is_some_and(|event| event.seq == from + 1))
                {
                    self.offer(scope, events, false);
                    self.fill_gaps();
                }
            }
            Answer::CatchUp(found) => {
                self.busy = false;
                for (scope, events) in found.unwrap_or_default() {
                    self.offer(scope, events, false);
                }
                self.go_on(database);
            }
            Answer::Backlog { joining, read } => self.joined(joining, read),
        }
    }

    fn loaded(&mut self, loaded: Loaded, database: &super::Database) {
        let Loaded { world, footings, versions } = loaded;
        let active = |state: MemberState| state == MemberState::Active;
        self.roster = world.members.values().map(|member| (member.id, active(member.state))).collect();
        for (scope, footing) in &footings {
            let lane = self.lanes.entry(*scope).or_insert_with(|| Lane {
                epoch: footing.epoch,
                sequencer: Sequencer::new(footing.seq),
                // Small, so that coming back is served from the journal too.
                ring: Ring::new(footing.seq).with_bounds(6, 1 << 20),
                recent: BTreeMap::new(),
                filling: false,
            });
            lane.sequencer.hear_of(footing.seq);
        }
        self.ledger = Some(Ledger { world, footings, versions });
        self.busy = false;
        for (socket, frame) in std::mem::take(&mut self.early) {
            self.receive(socket, frame, database);
        }
        self.go_on(database);
    }

    /// After a round, a catch-up or a load: what came in the meantime, then the next round.
    fn go_on(&mut self, database: &super::Database) {
        if self.busy {
            return;
        }
        for (scope, events) in std::mem::take(&mut self.held) {
            self.offer(scope, events, false);
        }
        self.fill_gaps();
        self.admit();
        self.start_round(database);
    }

    fn scopes_of(&self, user: UserId) -> [ScopeId; 2] {
        [self.workspace.scope(), personal_scope(self.workspace, user)]
    }

    fn may_enter(&self, user: UserId) -> bool {
        self.roster.get(&user).is_some_and(|active| *active) || self.is(Sabotage::Revocation)
    }
}
