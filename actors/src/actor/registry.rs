//! The registry: the only holder of workspaces' addresses. Every message for a workspace passes through the registry,
//! so a workspace can leave the stage without losing a message.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use actix::{
    Actor, ActorFutureExt, Addr, Arbiter, ArbiterHandle, AsyncContext, Context, Handler, ResponseFuture, WrapFuture,
};
use tokio::sync::{broadcast, oneshot};
use uuid::Uuid;

use super::{
    clock::Clock,
    messages::{Counts, Drain, FromWorkspace, FromWorkspaceKind, GetCounts, Route, RouteOnStage, StopNow, ToWorkspace},
    peers::Peers,
    presence::Bandwidth,
    text::TextFigures,
    workspace::{WorkspaceActor, WorkspaceOptions},
};
use crate::{
    bus::{Bus, BusMessage, BusState},
    critical::{CriticalTasks, Guard},
    domain::{
        ids::{ScopeId, WorkspaceId},
        refusal::Refusal,
    },
    fail,
    journal::Journal,
    sync::Head,
    text::TextTimes,
};

/// Settings of the stage.
#[derive(Clone, Debug)]
pub struct RegistryOptions {
    /// Threads that workspaces run on.
    pub arbiters: usize,
    /// How often the journal's heads are read; twice as often while the bus is away.
    pub heads_every: Duration,
    /// A node that has sent nothing on the bus for this long is gone.
    pub silence: Duration,
    /// A workspace without sockets and work leaves the stage after this time.
    pub idle: Duration,
    pub texts: TextTimes,
}

impl Default for RegistryOptions {
    fn default() -> Self {
        Self {
            arbiters: std::thread::available_parallelism().map_or(1, usize::from),
            heads_every: Duration::from_secs(1),
            silence: Duration::from_secs(5),
            idle: Duration::from_secs(300),
            texts: TextTimes::default(),
        }
    }
}

/// The workspaces on stage.
pub struct Registry {
    journal: Journal,
    pub(super) bus: Arc<dyn Bus>,
    bandwidth: Arc<Bandwidth>,
    clock: Arc<Clock>,
    options: RegistryOptions,
    arbiters: Vec<ArbiterHandle>,
    pub(super) workspaces: HashMap<WorkspaceId, OnStage>,
    scopes: HashMap<WorkspaceId, Vec<ScopeId>>,
    generation: u64,
    reading_heads: bool,
    /// True if another read of the heads must follow the running one, which may have begun too early to show a change.
    read_heads_again: bool,
    reads_this_tick: bool,
    draining: bool,
    pub(super) peers: Peers,
    /// Sessions that ended at other nodes.
    pub(super) sessions_ended: broadcast::Sender<Uuid>,
    /// Kept so that the threads end with the registry.
    _threads: Vec<Arbiter>,
    /// Declared here because every message to a workspace passes through the registry.
    _guard: Guard,
    text_figures: Arc<TextFigures>,
}

/// A workspace on stage.
pub(super) struct OnStage {
    pub addr: Addr<WorkspaceActor>,
    generation: u64,
    /// The number of messages of this node that were sent to the workspace.
    sent: u64,
    /// The number of messages of other nodes that the workspace has not handled yet.
    pub bus_backlog: Arc<AtomicUsize>,
}

impl Registry {
    pub(crate) fn new(
        journal: Journal,
        bus: Arc<dyn Bus>,
        clock: Arc<Clock>,
        options: RegistryOptions,
        sessions_ended: broadcast::Sender<Uuid>,
        text_figures: Arc<TextFigures>,
    ) -> Self {
        let guard = journal.db().critical().guard("the registry");
        let threads: Vec<Arbiter> = (0..options.arbiters.max(1)).map(|_| Arbiter::new()).collect();
        Self {
            journal,
            bus,
            bandwidth: Arc::default(),
            clock,
            peers: Peers::new(options.silence),
            options,
            arbiters: threads.iter().map(Arbiter::handle).collect(),
            workspaces: HashMap::new(),
            scopes: HashMap::new(),
            generation: 0,
            reading_heads: false,
            read_heads_again: false,
            reads_this_tick: false,
            draining: false,
            sessions_ended,
            _threads: threads,
            _guard: guard,
            text_figures,
        }
    }

    pub(super) fn critical(&self) -> CriticalTasks {
        self.journal.db().critical().clone()
    }

    /// Sends to a workspace, and brings it on stage first if it is not there.
    fn send(&mut self, id: WorkspaceId, message: ToWorkspace, ctx: &mut Context<Self>) {
        if !self.workspaces.get(&id).is_some_and(|it| it.addr.connected()) {
            self.bring_on_stage(id, ctx);
        }
        self.send_on_stage(id, message);
    }

    fn send_on_stage(&mut self, id: WorkspaceId, message: ToWorkspace) {
        if let Some(on_stage) = self.workspaces.get_mut(&id) {
            on_stage.sent += 1;
            on_stage.addr.do_send(message);
        }
    }

    /// Starts a workspace for the first time, or again after a panic, which closes its mailbox.
    fn bring_on_stage(&mut self, id: WorkspaceId, ctx: &mut Context<Self>) {
        if self.workspaces.contains_key(&id) {
            tracing::error!(workspace = %id, "a workspace fell off the stage and is rebuilt from the journal");
        }
        self.generation += 1;
        let options = WorkspaceOptions {
            id,
            generation: self.generation,
            registry: ctx.address().recipient(),
            journal: self.journal.clone(),
            bus: self.bus.clone(),
            bandwidth: self.bandwidth.clone(),
            clock: self.clock.clone(),
            idle: self.options.idle,
            text_figures: self.text_figures.clone(),
            text_times: self.options.texts,
        };
        // The same workspace always runs on the same thread, and its tickets with it.
        let place = (id.0.as_u128() % self.arbiters.len() as u128) as usize;
        let addr = WorkspaceActor::start_in_arbiter(&self.arbiters[place], move |_| WorkspaceActor::new(options));
        let on_stage = OnStage { addr, generation: self.generation, sent: 0, bus_backlog: Arc::default() };
        self.workspaces.insert(id, on_stage);
    }

    /// Reads the heads at every second tick. Reads them at every tick while the bus is away, because then only the
    /// heads show new events.
    fn tick(&mut self, ctx: &mut Context<Self>) {
        self.reads_this_tick = !self.reads_this_tick;
        if self.reads_this_tick || self.bus.state() != BusState::Connected {
            self.read_heads(ctx);
        }
    }

    /// Reads the heads now. If a read is already under way, reads them once more afterwards.
    pub(super) fn read_heads_soon(&mut self, ctx: &mut Context<Self>) {
        self.read_heads_again = self.reading_heads;
        self.read_heads(ctx);
    }

    /// Reads the heads of all followed scopes. They show every event that the bus has lost, also the last one.
    fn read_heads(&mut self, ctx: &mut Context<Self>) {
        if self.reading_heads || self.scopes.is_empty() {
            return;
        }
        self.reading_heads = true;
        let scopes: Vec<ScopeId> = self.scopes.values().flatten().copied().collect();
        let workspaces: Vec<WorkspaceId> = self.scopes.keys().copied().collect();
        let journal = self.journal.clone();
        let clock = self.clock.clone();
        let work = async move {
            if let Ok(now) = journal.now().await {
                clock.set(now);
            }
            journal.heads_of(scopes, workspaces).await
        };
        ctx.spawn(work.into_actor(self).map(|heads, actor: &mut Self, ctx| {
            actor.reading_heads = false;
            let mut found: HashMap<WorkspaceId, Vec<Head>> = HashMap::new();
            for (id, head) in heads.unwrap_or_default() {
                found.entry(id).or_default().push(head);
            }
            for (id, heads) in found {
                if let Some(OnStage { addr, .. }) = actor.workspaces.get(&id) {
                    addr.do_send(ToWorkspace::Heads(heads));
                }
            }
            if std::mem::take(&mut actor.read_heads_again) {
                actor.read_heads(ctx);
            }
        }));
    }
}

impl Actor for Registry {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(65_536);
        ctx.run_interval(self.options.heads_every / 2, |registry, ctx| registry.tick(ctx));
        self.subscribe_to_bus(ctx);
    }
}

impl Handler<Route> for Registry {
    type Result = ();
    fn handle(&mut self, Route(id, message): Route, ctx: &mut Self::Context) {
        fail::point("registry");
        if self.draining {
            return match message {
                ToWorkspace::Submit { reply, .. } => drop(reply.send(Err(Refusal::unavailable(1_000)))),
                ToWorkspace::Join(request) => drop(request.reply.send(Err(Refusal::unavailable(1_000)))),
                other => self.send(id, other, ctx),
            };
        }
        self.send(id, message, ctx);
    }
}

impl Handler<RouteOnStage> for Registry {
    type Result = ();
    fn handle(&mut self, RouteOnStage(id, message): RouteOnStage, _: &mut Self::Context) {
        self.send_on_stage(id, message);
    }
}

impl Registry {
    fn passivate(&mut self, id: WorkspaceId, generation: u64, received: u64) {
        // If messages are still on their way, the workspace stays.
        let is_quiet = |it: &OnStage| (it.generation, it.sent) == (generation, received);
        if self.workspaces.get(&id).is_some_and(is_quiet)
            && let Some(OnStage { addr, .. }) = self.workspaces.remove(&id)
        {
            self.scopes.remove(&id);
            self.bus.unfollow(id);
            addr.do_send(StopNow);
        }
    }

    fn watch_heads(&mut self, id: WorkspaceId, scopes: Vec<ScopeId>) {
        if self.workspaces.contains_key(&id) {
            self.scopes.insert(id, scopes);
            self.bus.follow(id);
        }
    }
}

impl Handler<FromWorkspace> for Registry {
    type Result = ();
    fn handle(&mut self, FromWorkspace { id, kind }: FromWorkspace, _: &mut Self::Context) {
        match kind {
            FromWorkspaceKind::Passivate { generation, received } => self.passivate(id, generation, received),
            FromWorkspaceKind::WatchHeads(scopes) => self.watch_heads(id, scopes),
        }
    }
}

impl Handler<Drain> for Registry {
    type Result = ResponseFuture<()>;
    fn handle(&mut self, _: Drain, _: &mut Self::Context) -> Self::Result {
        self.draining = true;
        let mut quiet = Vec::new();
        for on_stage in self.workspaces.values_mut() {
            let (reply, answer) = oneshot::channel();
            on_stage.sent += 1;
            on_stage.addr.do_send(ToWorkspace::Quiet(reply));
            quiet.push(answer);
        }
        let bus = self.bus.clone();
        Box::pin(async move {
            for answer in quiet {
                let _ = answer.await;
            }
            bus.publish(BusMessage::Goodbye);
        })
    }
}

impl Handler<GetCounts> for Registry {
    type Result = actix::MessageResult<GetCounts>;
    fn handle(&mut self, _: GetCounts, _: &mut Self::Context) -> Self::Result {
        actix::MessageResult(Counts {
            workspaces: self.workspaces.len(),
            scopes: self.scopes.values().map(Vec::len).sum(),
            bus_backlog: self.workspaces.values().map(|it| it.bus_backlog.load(Ordering::Relaxed)).sum(),
            // The stage counts these before they reach a workspace.
            waiting: 0,
        })
    }
}
