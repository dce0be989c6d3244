//! A workspace on stage. It takes commands in, lets a round decide and commit them together, and passes every
//! committed event, its own included, through its scope's sequencer to the hubs.

mod again;
mod deliver;
mod hear;
mod join;
mod present;
mod put_off;
mod queue;
mod settle;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use actix::{
    Actor, ActorContext, ActorFutureExt, Addr, AsyncContext, Context, Handler, Message, SpawnHandle, WrapFuture,
};
use tokio::sync::oneshot;
use uuid::Uuid;

use join::Knock;
use put_off::PutOff;
use queue::Queue;

use again::Backoff;

use super::{
    bus_events::FromNode,
    clock::Clock,
    hub::{Hub, SocketEntry},
    presence::{Bandwidth, Presence},
    registry::{Passivate, Registry},
    round::{self, Ledger, Pending, ROUND_COMMANDS, Slots, Tools},
    ticket::StopNow,
};
use crate::{
    bus::Bus,
    domain::{
        change::Event,
        decide::{Order, What},
        entity::{Member, MemberState, Role},
        ids::{CommandId, Epoch, ScopeId, TicketId, UserId, WorkspaceId, millis_of_v7},
        refusal::{Refusal, RefusalCode},
        rights::{Right, may},
        world::personal_scope,
    },
    journal::Journal,
    sync::{Cursor, Gained, Head, Ring, SeenCommand, Sequencer},
    wire::PresenceUpdate,
    words,
};

/// Answers that are remembered in memory; older ones are found by the commit.
const REMEMBERED: usize = 8_192;
/// A workspace looks so many times whether there is anything to do before it leaves the stage.
const IDLE_TICKS: u32 = 30;
const COMMAND_MAX_AGE_MS: u64 = 7 * 24 * 60 * 60 * 1_000;
const COMMAND_MAX_AHEAD_MS: u64 = 60 * 60 * 1_000;

/// A command's place in the order of its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    pub scope: ScopeId,
    pub seq: i64,
}

/// Somebody who may be here.
#[derive(Clone, Debug)]
pub struct Entered {
    pub role: Role,
    /// The scopes that they follow.
    pub scopes: Vec<ScopeId>,
}

/// Everything that reaches a workspace.
pub(crate) enum ToWorkspace {
    Submit {
        order: Order,
        reply: oneshot::Sender<Result<Ack, Refusal>>,
    },
    Enter {
        user: UserId,
        reply: oneshot::Sender<Result<Entered, Refusal>>,
    },
    Join(JoinRequest),
    Leave {
        connection: Uuid,
    },
    Presence {
        connection: Uuid,
        update: PresenceUpdate,
    },
    Watch {
        connection: Uuid,
        ticket: TicketId,
        on: bool,
    },
    /// Another node says something about this workspace.
    FromNode(FromNode),
    /// The bus carries this workspace's messages again; some may have been missed.
    Missed,
    /// Another node is gone.
    NodeGone(Uuid),
    /// How far the journal has come.
    Heads(Vec<Head>),
    /// Answers when nothing is left to do.
    Quiet(oneshot::Sender<()>),
}

impl Message for ToWorkspace {
    type Result = ();
}

impl ToWorkspace {
    /// What other nodes do is no reason to stay on this one's stage.
    fn is_of_this_node(&self) -> bool {
        !matches!(self, Self::FromNode(_) | Self::Missed | Self::NodeGone(_) | Self::Heads(_))
    }
}

/// A socket that wants to follow.
pub(crate) struct JoinRequest {
    pub entry: SocketEntry,
    pub hub: Addr<Hub>,
    pub cursors: HashMap<ScopeId, Cursor>,
    pub node: String,
    pub heartbeat_ms: u64,
    pub reply: oneshot::Sender<Result<(), Refusal>>,
}

/// From a ticket that nobody has touched for a while.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct TicketIdle {
    pub id: TicketId,
    pub generation: u64,
}

/// A scope's way from the journal to the sockets.
pub(super) struct ScopeFeed {
    pub epoch: Epoch,
    pub sequencer: Sequencer,
    pub ring: Ring,
    /// A read of missing events is under way.
    pub filling: bool,
    /// Its head is being looked at once more.
    pub looking_again: bool,
}

impl ScopeFeed {
    /// Something is known to exist that has not come, and nobody reads it yet.
    fn is_missing_some(&self) -> bool {
        !self.filling && self.sequencer.gap().is_some()
    }

    fn new(epoch: Epoch, seq: i64) -> Self {
        Self { epoch, sequencer: Sequencer::new(seq), ring: Ring::new(seq), filling: false, looking_again: false }
    }
}

/// Who is a member, readable while a round has the world.
pub(super) type Roster = HashMap<UserId, Member>;

pub(crate) struct WorkspaceActor {
    id: WorkspaceId,
    generation: u64,
    registry: Addr<Registry>,
    bus: Arc<dyn Bus>,
    bandwidth: Arc<Bandwidth>,
    tools: Tools,
    /// `None` while a round is under way, or while loading.
    ledger: Option<Ledger>,
    loading: bool,
    again: Backoff,
    /// Told to whoever asks once loading has failed.
    missing: bool,
    roster: Roster,
    /// The seqs at which members gained their scopes. A member without an entry is looked up in the journal.
    gained: HashMap<UserId, Gained>,
    /// Counts the changes of members: an answer that was read before a change is stale.
    member_changes: u64,
    feeds: HashMap<ScopeId, ScopeFeed>,
    queue: Queue,
    queue_watched: bool,
    put_off: PutOff,
    round_limit: usize,
    misses: u32,
    /// Consecutive rounds that timed out in the database.
    slow: u32,
    remembered: HashMap<CommandId, SeenCommand>,
    remembered_order: VecDeque<CommandId>,
    /// Other nodes' events that came while a round was under way.
    held: Vec<(ScopeId, Vec<Arc<Event>>)>,
    /// Events that the world holds already because this node decided them.
    own: HashSet<(ScopeId, i64)>,
    /// Rounds whose events are committed and answered, and not told yet.
    untold: usize,
    /// Messages that came before the workspace was loaded.
    waiting: Vec<ToWorkspace>,
    joins: Vec<JoinRequest>,
    /// Those for whom the journal was asked.
    looked: Vec<Knock>,
    /// Connections that asked to be let in, until they are, are refused, or leave.
    joining: HashSet<Uuid>,
    /// What is known is to be read anew as soon as no round has it.
    reload_wanted: bool,
    /// Scopes some of whose events can be told to nobody.
    holes: HashSet<ScopeId>,
    hubs: HashMap<usize, (Addr<Hub>, usize)>,
    sockets: HashMap<Uuid, (usize, UserId)>,
    presence: Presence,
    /// The next turn, and when it is.
    presence_planned: Option<(SpawnHandle, Tick)>,
    /// Its time came while a round had the world.
    presence_late: bool,
    /// Missing events are read then, if they have not come by themselves.
    gaps_planned: Option<SpawnHandle>,
    quiet: Vec<oneshot::Sender<()>>,
    ticket_generation: u64,
    /// How much this node has sent here.
    received: u64,
    idle: Duration,
    idle_ticks: u32,
}

/// What a workspace is started with.
pub(super) struct Casting {
    pub id: WorkspaceId,
    pub generation: u64,
    pub registry: Addr<Registry>,
    pub journal: Journal,
    pub bus: Arc<dyn Bus>,
    pub bandwidth: Arc<Bandwidth>,
    pub clock: Arc<Clock>,
    pub idle: Duration,
}

impl WorkspaceActor {
    pub(super) fn new(casting: Casting) -> Self {
        let Casting { id, generation, registry, journal, bus, bandwidth, clock, idle } = casting;
        let slots: Slots = Rc::new(RefCell::new(HashMap::new()));
        Self {
            id,
            generation,
            registry,
            bus,
            bandwidth,
            tools: Tools { workspace: id, journal, clock, slots },
            ledger: None,
            loading: true,
            again: Backoff::default(),
            missing: false,
            roster: HashMap::new(),
            gained: HashMap::new(),
            member_changes: 0,
            feeds: HashMap::new(),
            queue: Queue::default(),
            queue_watched: false,
            put_off: PutOff::default(),
            round_limit: ROUND_COMMANDS,
            misses: 0,
            slow: 0,
            remembered: HashMap::new(),
            remembered_order: VecDeque::new(),
            held: Vec::new(),
            own: HashSet::new(),
            untold: 0,
            waiting: Vec::new(),
            joins: Vec::new(),
            looked: Vec::new(),
            joining: HashSet::new(),
            reload_wanted: false,
            holes: HashSet::new(),
            hubs: HashMap::new(),
            sockets: HashMap::new(),
            presence: Presence::default(),
            presence_planned: None,
            presence_late: false,
            gaps_planned: None,
            quiet: Vec::new(),
            ticket_generation: 0,
            received: 0,
            idle,
            idle_ticks: 0,
        }
    }

    /// Reads everything from the journal, at the start and whenever what is known has proved wrong.
    fn load(&mut self, ctx: &mut Context<Self>) {
        self.loading = true;
        self.again.begun();
        let journal = self.tools.journal.clone();
        let id = self.id;
        let work = async move { journal.load_workspace(id).await }.into_actor(self);
        ctx.spawn(work.map(|loaded, actor, ctx| actor.loaded(loaded, ctx)));
    }

    /// Reads everything anew, now or as soon as the round that has the world has ended.
    fn reload(&mut self, ctx: &mut Context<Self>) {
        self.reload_wanted = self.ledger.take().is_none();
        if !self.reload_wanted {
            for scope in std::mem::take(&mut self.holes) {
                self.begin_behind(scope);
            }
            self.load(ctx);
        }
    }

    fn receive(&mut self, message: ToWorkspace, ctx: &mut Context<Self>) {
        match message {
            ToWorkspace::Submit { order, reply } => self.submit(order, reply, ctx),
            ToWorkspace::Enter { user, reply } => match self.enter(user) {
                Err(_) if !self.missing => self.look_first(Knock::Question(user, reply), ctx),
                entered => drop(reply.send(entered)),
            },
            ToWorkspace::Join(request) => {
                self.joining.insert(request.entry.connection);
                self.joins.push(request);
                self.admit(ctx);
            }
            ToWorkspace::Leave { connection } => {
                self.leave(connection);
                self.plan_presence(ctx);
            }
            ToWorkspace::Watch { connection, ticket, on } => self.presence.watch(connection, ticket, on),
            ToWorkspace::Presence { connection, update } => {
                self.presence.update(connection, update, self.tools.clock.now());
                self.plan_presence(ctx);
            }
            ToWorkspace::FromNode(FromNode { node, message, .. }) => self.heard(node, message, ctx),
            ToWorkspace::Missed => self.ask_who_is_present(ctx),
            ToWorkspace::NodeGone(node) => {
                self.presence.forget(node);
                self.plan_presence(ctx);
            }
            ToWorkspace::Heads(heads) => {
                for head in heads {
                    self.heard_head(head, ctx);
                }
            }
            ToWorkspace::Quiet(reply) => {
                self.quiet.push(reply);
                self.tell_quiet();
            }
        }
    }

    /// One answer for a workspace that somebody is not in and one that does not exist.
    fn enter(&self, user: UserId) -> Result<Entered, Refusal> {
        let member = self.roster.get(&user).filter(|member| member.state == MemberState::Active);
        let member = member.ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE))?;
        if !may(member.role, Right::Read) {
            return Err(Refusal::forbidden());
        }
        Ok(Entered { role: member.role, scopes: vec![self.id.scope(), personal_scope(self.id, user)] })
    }

    fn submit(&mut self, order: Order, reply: oneshot::Sender<Result<Ack, Refusal>>, ctx: &mut Context<Self>) {
        let (fingerprint, bytes) = fingerprint(&order);
        let pending = Pending { order, fingerprint, bytes, reply, outcome_unknown: false };
        if let Some(seen) = self.remembered.get(&pending.order.id) {
            let seen = seen.clone();
            return pending.answer_seen(&seen);
        }
        if let Err(refusal) = self.check_id(pending.order.id) {
            return pending.answer(Err(refusal));
        }
        if self.missing {
            return pending.answer(Err(Refusal::not_found(words::NO_WORKSPACE)));
        }
        // Not counted in here: the round that is under way has taken its own.
        if self.queue.is_full(pending.bytes) {
            return pending.answer(Err(Refusal::unavailable(250)));
        }
        let Some(pending) = self.put_off_at_once(pending) else { return };
        self.queue.push_back(pending);
        self.start_round(ctx);
        self.watch_queue(ctx);
    }

    /// CM2: an id says when it was made.
    fn check_id(&self, id: CommandId) -> Result<(), Refusal> {
        let made = millis_of_v7(id.0).ok_or_else(|| Refusal::invalid("id", words::ID_IS_NO_UUID_V7))?;
        let now = self.tools.clock.now().millis();
        if made + COMMAND_MAX_AGE_MS < now {
            return Err(Refusal::new(RefusalCode::CommandExpired, words::COMMAND_TOO_OLD).with_field("id"));
        }
        if made > now + COMMAND_MAX_AHEAD_MS {
            return Err(Refusal::invalid("id", words::ID_FROM_THE_FUTURE));
        }
        Ok(())
    }

    /// Starts a round with everything that waits, unless one is under way: that is the group commit.
    fn start_round(&mut self, ctx: &mut Context<Self>) {
        if self.queue.is_empty() {
            return self.tell_quiet();
        }
        if self.ledger.is_none() {
            return;
        }
        let queued = self.queue.take();
        let mut waiting: Vec<Pending> = Vec::with_capacity(queued.len());
        for pending in queued {
            // Its first answer may have come while this one waited.
            match self.remembered.get(&pending.order.id) {
                Some(seen) => pending.answer_seen(seen),
                None => waiting.push(pending),
            }
        }
        if waiting.is_empty() {
            return self.tell_quiet();
        }
        let Some(ledger) = self.ledger.take() else { return };
        let work = round::run(self.tools.clone(), ledger, waiting, self.round_limit).into_actor(self);
        ctx.spawn(work.map(|end, actor, ctx| actor.settle(end, ctx)));
    }

    fn remember(&mut self, seen: SeenCommand) {
        if self.remembered_order.len() >= REMEMBERED
            && let Some(oldest) = self.remembered_order.pop_front()
        {
            self.remembered.remove(&oldest);
        }
        self.remembered_order.push_back(seen.id);
        self.remembered.insert(seen.id, seen);
    }

    fn tell_quiet(&mut self) {
        if self.queue.is_empty() && self.untold == 0 && (self.ledger.is_some() || self.missing) {
            for reply in self.quiet.drain(..) {
                let _ = reply.send(());
            }
        }
    }

    fn tick(&mut self) {
        let at_work =
            !self.queue.is_empty() || self.ledger.is_none() || !self.sockets.is_empty() || !self.joining.is_empty();
        if at_work && !self.missing {
            self.idle_ticks = 0;
            return;
        }
        self.idle_ticks += 1;
        if self.missing || self.idle_ticks >= IDLE_TICKS {
            let (id, generation, received) = (self.id, self.generation, self.received);
            self.registry.do_send(Passivate { id, generation, received });
        }
    }
}

/// A fingerprint that distinguishes a repeated command from another one with the same id, and the command's size as
/// JSON.
fn fingerprint(order: &Order) -> (i64, usize) {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    hash.update(order.by.0.as_bytes());
    // What cannot be serialised has no commands to be confused with.
    let text = serde_json::to_vec::<What>(&order.what).unwrap_or_default();
    hash.update(&text);
    let digest = hash.finalize();
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    (i64::from_be_bytes(bytes), text.len())
}

impl Actor for WorkspaceActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(16_384);
        self.load(ctx);
        ctx.run_interval(self.idle / IDLE_TICKS, |actor, _| actor.tick());
        self.keep_presence(ctx);
    }

    /// Also where it has fallen off by a panic: who comes next knows nothing of its sockets, and they would hear of
    /// nothing. It leaves by itself only when it has none.
    fn stopped(&mut self, _: &mut Self::Context) {
        self.send_away();
    }
}

impl Handler<ToWorkspace> for WorkspaceActor {
    type Result = ();
    fn handle(&mut self, message: ToWorkspace, ctx: &mut Self::Context) {
        if message.is_of_this_node() {
            self.received += 1;
            self.idle_ticks = 0;
        }
        if self.loading && self.feeds.is_empty() {
            let Some(message) = self.tell_to_come_again(message) else { return };
            // Nothing is known yet: wait. The mailbox's own bound does not hold for what waits here.
            if self.waiting.len() < queue::COMMANDS {
                self.waiting.push(message);
            }
            return;
        }
        self.receive(message, ctx);
    }
}

impl Handler<TicketIdle> for WorkspaceActor {
    type Result = ();
    fn handle(&mut self, message: TicketIdle, _: &mut Self::Context) {
        let mut slots = self.tools.slots.borrow_mut();
        if slots.get(&message.id).is_some_and(|(_, generation)| *generation == message.generation)
            && let Some((ticket, _)) = slots.remove(&message.id)
        {
            ticket.do_send(StopNow);
        }
    }
}

impl Handler<StopNow> for WorkspaceActor {
    type Result = ();
    fn handle(&mut self, _: StopNow, ctx: &mut Self::Context) {
        for (_, (ticket, _)) in self.tools.slots.borrow_mut().drain() {
            ticket.do_send(StopNow);
        }
        ctx.stop();
    }
}
