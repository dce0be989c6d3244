//! The façade: what the door may ask of the stage.

mod baselines;
mod comments;
mod deleted;
mod files;
mod shared_texts;
mod texts;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix::{Actor, Addr};
use time::UtcOffset;
use tokio::sync::{broadcast, oneshot, oneshot::error::RecvError};
use uuid::Uuid;

pub use crate::actor::{Counts, PendingAnswer, RegistryOptions, SocketCounts};
pub use crate::workspace::{Ack, Entered};
use crate::{
    actor::{
        Clock, CloseSockets, CountSockets, Drain, GetCounts, Hub, JoinRequest, PendingAnswers, Registry, Route,
        RouteOnStage, SocketEntry, TextFigures, ToWorkspace,
    },
    bus::{Bus, BusFigures, BusMessage, BusState},
    domain::{
        date::{Instant, PlainDate},
        decide::{Order, What},
        entity::{Activity, Entity, Ticket, Workspace},
        filter::{
            holds::Reference,
            language::Language,
            lists::within_lists,
            page::{Order as TicketOrder, Place, TicketQuery},
            read::read,
        },
        founding::{Founding, found},
        ids::{
            ActivityId, AttributeId, CommandId, ComponentId, Epoch, FixVersionId, ListId, ScopeId, SprintId, TicketId,
            UserId, WorkspaceId,
        },
        kinds::member::commands::NewMember,
        origin::Origin,
        refusal::{Refusal, RefusalCode},
        rights::{Narrowing, Standing},
        search::query::{Query, Search},
        world::World,
    },
    journal::{
        ActivityPage, FilteredPage, Journal, JournalError, SearchAnswer, SnapshotLines, SprintDay, Statistics,
        Velocity, WorkspaceOfUser,
    },
    sync::{BatchBuilder, Committed, Cursor},
    wire::{PresenceUpdate, SnapshotForm},
    words,
};
pub use shared_texts::Restoring;

/// The longest wait for an answer. The command may still be carried out; sending it again under the same id shows the
/// outcome.
const PATIENCE: Duration = Duration::from_secs(25);

/// The capacity of the channel of ended sessions. Receivers that lag behind find more in the database.
const SESSIONS_ENDED: usize = 1_024;

/// A ticket with everything that its panel shows.
#[derive(Clone, Debug)]
pub struct WholeTicket {
    pub ticket: Ticket,
    pub page: ActivityPage,
    /// The position of the ticket's scope before the ticket was read. All events up to this position are in the ticket,
    /// and later ones may be.
    pub scope: ScopeId,
    pub cursor: Cursor,
}

/// A list of tickets that a person asks for.
#[derive(Clone, Debug)]
pub struct TicketSearch {
    /// The text of a filter.
    pub filter: String,
    pub order: TicketOrder,
    /// Where the page begins.
    pub after: Option<Place>,
    pub limit: usize,
    /// The day from which relative days are counted.
    pub day: PlainDate,
    /// Decides the day on which an instant falls.
    pub offset: UtcOffset,
}

/// The stage of this node. Cheap to clone.
#[derive(Clone)]
pub struct Stage {
    registry: Addr<Registry>,
    journal: Journal,
    clock: Arc<Clock>,
    bus: Arc<dyn Bus>,
    sessions_ended: broadcast::Sender<Uuid>,
    hubs: Arc<Mutex<Vec<Addr<Hub>>>>,
    pending: PendingAnswers,
    heartbeat: Duration,
    text_figures: Arc<TextFigures>,
}

impl From<JournalError> for Refusal {
    fn from(error: JournalError) -> Self {
        tracing::error!(%error, "the journal failed");
        match error {
            JournalError::Away(_) => Self::unavailable(1_000),
            JournalError::Refused(_) => Self::new(RefusalCode::Internal, words::INTERNAL),
        }
    }
}

/// Waits for an answer. If the answer was dropped (by a panic of the actor) or does not come in time, the caller must
/// send the order again under the same id.
async fn patiently<T>(answer: impl Future<Output = Result<Result<T, Refusal>, RecvError>>) -> Result<T, Refusal> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) | Err(_) => Err(Refusal::unavailable(1_000)),
    }
}

impl Stage {
    /// Sets the stage. Must be called inside an actix system.
    pub async fn start(
        journal: Journal,
        bus: Arc<dyn Bus>,
        options: RegistryOptions,
        heartbeat: Duration,
    ) -> Result<Self, JournalError> {
        journal.maintain().await?;
        let clock = Arc::new(Clock::new(journal.now().await?));
        let (sessions_ended, _) = broadcast::channel(SESSIONS_ENDED);
        let text_figures = Arc::<TextFigures>::default();
        let (sender, figures) = (sessions_ended.clone(), text_figures.clone());
        let registry = Registry::new(journal.clone(), bus.clone(), clock.clone(), options, sender, figures).start();
        Ok(Self {
            registry,
            journal,
            clock,
            bus,
            sessions_ended,
            hubs: Arc::default(),
            pending: PendingAnswers::default(),
            heartbeat,
            text_figures,
        })
    }

    pub fn node(&self) -> Uuid {
        self.bus.node()
    }

    /// Whether events of other nodes come by the bus, or only through the journal.
    pub fn bus_state(&self) -> BusState {
        self.bus.state()
    }

    pub fn bus_figures(&self) -> &Arc<BusFigures> {
        self.bus.figures()
    }

    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// The database's clock, which all nodes share.
    pub fn clock(&self) -> &Arc<Clock> {
        &self.clock
    }

    /// Starts a hub on the calling thread; each worker thread has one.
    pub fn open_hub(&self) -> Addr<Hub> {
        let bus = self.bus.clone();
        let hub = Hub::new(self.heartbeat, move || bus.state() != BusState::Connected).start();
        let mut hubs = self.hubs.lock().unwrap_or_else(PoisonError::into_inner);
        // Removes hubs that have ended by a panic.
        hubs.retain(Addr::connected);
        hubs.push(hub.clone());
        hub
    }

    async fn ask<T>(
        &self,
        workspace: WorkspaceId,
        message: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> ToWorkspace,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.registry.do_send(Route(workspace, message(reply)));
        patiently(answer).await
    }

    /// Carries out an order or refuses it. The answer comes after the commit.
    pub async fn submit(&self, workspace: WorkspaceId, order: Order) -> Result<Ack, Refusal> {
        patiently(self.hand_over(workspace, order)).await
    }

    /// Hands an order over now, in the order of the calls. The answer comes later.
    pub fn hand_over(&self, workspace: WorkspaceId, order: Order) -> PendingAnswer {
        let (reply, answer) = oneshot::channel();
        self.registry.do_send(Route(workspace, ToWorkspace::Submit { order, reply }));
        self.pending.track(answer)
    }

    /// The scopes of a user in a workspace. The refusal is the same if the user is not a member and if the workspace
    /// does not exist.
    pub async fn enter(&self, workspace: WorkspaceId, user: UserId) -> Result<Entered, Refusal> {
        self.ask(workspace, |reply| ToWorkspace::Enter { user, reply }).await
    }

    /// Founds a workspace. The same order again answers with the same workspace.
    pub async fn found(
        &self,
        founding: &Founding,
        order: CommandId,
        from: Option<Origin>,
    ) -> Result<Workspace, Refusal> {
        let at = self.clock.now();
        let (workspace, decision) = found(founding, order, at)?;
        let position = self.journal.open_workspace_stream(founding.id).await?;
        self.journal.open_personal_stream(founding.id, founding.by).await?;
        let mut builder = BatchBuilder::new(founding.id, at);
        let joining = Order {
            id: order,
            by: founding.by,
            narrowing: Narrowing::NONE,
            from: from.map(Arc::new),
            what: What::Join(Box::new(founding.founder.clone())),
        };
        builder.push(&joining, 0, &Ok(decision), &World::new(workspace.clone()), |_| position);
        match self.journal.commit(&builder.finish()).await? {
            Committed::Done(_) | Committed::Seen(_) => {}
            Committed::Stale | Committed::Epoch => {
                return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN));
            }
        }
        // While a node of an older build is live, the workspace keeps the old form. A later sweep switches it.
        if let Err(error) = self.journal.switch_workspace(founding.id, at).await {
            tracing::warn!(workspace = %founding.id, %error, "a new workspace was not switched to commons yet");
        }
        Ok(workspace)
    }

    /// Switches workspaces to the form with commons, at most `most`, if every live node knows that form. A workspace that
    /// could not be switched is left to the next call. Returns the number of switched workspaces.
    ///
    /// # Errors
    /// The error of the last workspace that could not be switched.
    pub async fn switch_workspaces(&self, most: i64) -> Result<usize, JournalError> {
        let (mut switched, mut failed) = (0, None);
        for workspace in self.journal.unswitched_workspaces(most).await? {
            match self.journal.switch_workspace(workspace, self.clock.now()).await {
                Ok(done) => switched += usize::from(done),
                Err(error) => {
                    tracing::warn!(%workspace, %error, "a workspace could not be switched to commons");
                    failed = Some(error);
                }
            }
        }
        failed.map_or(Ok(switched), Err)
    }

    /// Makes a user a member.
    pub async fn join_workspace(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        order: CommandId,
        from: Option<Origin>,
        member: NewMember,
    ) -> Result<Ack, Refusal> {
        self.submit(
            workspace,
            Order {
                id: order,
                by: user,
                narrowing: Narrowing::NONE,
                from: from.map(Arc::new),
                what: What::Join(Box::new(member)),
            },
        )
        .await
    }

    /// The snapshot of everything that a user may see, in the form that the caller reads.
    pub async fn snapshot(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        form: SnapshotForm,
    ) -> Result<SnapshotLines, Refusal> {
        // Before the workspace is brought on stage for it, which is as much work for the database.
        let permit = self.journal.snapshot_permit().await?;
        let entered = self.enter(workspace, user).await?;
        let lines = self.journal.snapshot(permit, workspace, user, entered.scopes.clone(), form).await?;
        if !self.still_follows(workspace, user, &entered.scopes).await? {
            // This node receives the event in a moment.
            return Err(Refusal::unavailable(1_000));
        }
        lines.ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE))
    }

    /// The snapshot of one scope that the person follows. Any other scope answers like one that does not exist.
    pub async fn snapshot_of_scope(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        scope: ScopeId,
        form: SnapshotForm,
    ) -> Result<SnapshotLines, Refusal> {
        let permit = self.journal.snapshot_permit().await?;
        let entered = self.enter(workspace, user).await?;
        let nothing = || Refusal::not_found(words::NO_SCOPE);
        if !entered.scopes.contains(&scope) {
            return Err(nothing());
        }
        let lines = self.journal.snapshot(permit, workspace, user, vec![scope], form).await?;
        let (_, scopes) = self.sight(workspace, user).await?;
        lines.filter(|_| scopes.contains(&scope)).ok_or_else(nothing)
    }

    /// What is left of the rights of a person in a workspace, from the database.
    pub async fn standing(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        narrowing: Narrowing,
    ) -> Result<Standing, Refusal> {
        Ok(narrowing.of(self.sight(workspace, user).await?.0))
    }

    async fn sight(&self, workspace: WorkspaceId, user: UserId) -> Result<(Standing, Vec<ScopeId>), Refusal> {
        let sight = self.journal.sight_of(workspace, user).await?;
        let (standing, scopes) = sight.ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE))?;
        if scopes.is_empty() { Err(Refusal::forbidden()) } else { Ok((standing, scopes)) }
    }

    /// Asks the database, after a ticket was read for a person, whether the person may still see its scope: the event
    /// that took the right may not have reached this node yet.
    async fn still_follows(&self, workspace: WorkspaceId, user: UserId, scopes: &[ScopeId]) -> Result<bool, Refusal> {
        let (_, followed) = self.sight(workspace, user).await?;
        Ok(scopes.iter().all(|scope| followed.contains(scope)))
    }

    /// The components of a workspace, each with the number of its tickets that a person sees.
    pub async fn component_totals(
        &self,
        workspace: WorkspaceId,
        user: UserId,
    ) -> Result<Vec<(ComponentId, String, i64)>, Refusal> {
        let (_, scopes) = self.sight(workspace, user).await?;
        Ok(self.journal.component_totals(workspace, &scopes).await?)
    }

    /// The fix versions of a workspace, each with the statistics of its tickets that a person sees.
    pub async fn version_statistics(
        &self,
        workspace: WorkspaceId,
        user: UserId,
    ) -> Result<Vec<(FixVersionId, String, Statistics)>, Refusal> {
        let (_, scopes) = self.sight(workspace, user).await?;
        Ok(self.journal.version_statistics(workspace, &scopes).await?)
    }

    /// The figures of a sprint on each day that changed them, of the tickets that a person sees.
    pub async fn sprint_days(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        sprint: SprintId,
    ) -> Result<Vec<SprintDay>, Refusal> {
        let (_, scopes) = self.sight(workspace, user).await?;
        let days = self.journal.sprint_days(workspace, sprint, &scopes).await?;
        days.ok_or_else(|| Refusal::not_found(words::NO_SPRINT))
    }

    /// What the sprints that were completed last have done, of the tickets that a person sees.
    pub async fn velocities(&self, workspace: WorkspaceId, user: UserId) -> Result<Vec<Velocity>, Refusal> {
        const MOST: i64 = 10;
        let (_, scopes) = self.sight(workspace, user).await?;
        Ok(self.journal.velocities(workspace, &scopes, MOST).await?)
    }

    /// A whole ticket, with the newest page of its history.
    pub async fn ticket(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        id: TicketId,
        limit: i64,
    ) -> Result<WholeTicket, Refusal> {
        let entered = self.enter(workspace, user).await?;
        let heads = self.journal.heads(entered.scopes.clone()).await?;
        let page = self.journal.activities(workspace, id, None, limit).await?;
        let (scope, ticket) = self.visible_ticket(workspace, &entered, id).await?;
        self.follows_still(workspace, user, scope).await?;
        let page = self.without_hidden_rows(workspace, &entered, page).await?;
        let head = heads.iter().find(|head| head.scope == scope);
        let cursor = head
            .map_or(Cursor { epoch: Epoch(Uuid::nil()), seq: 0 }, |head| Cursor { epoch: head.epoch, seq: head.seq });
        Ok(WholeTicket { ticket, page, scope, cursor })
    }

    /// An older page of a ticket's history.
    pub async fn activities(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        id: TicketId,
        before: Option<ActivityId>,
        limit: i64,
    ) -> Result<ActivityPage, Refusal> {
        let entered = self.enter(workspace, user).await?;
        let page = self.journal.activities(workspace, id, before, limit).await?;
        let (scope, _) = self.visible_ticket(workspace, &entered, id).await?;
        self.follows_still(workspace, user, scope).await?;
        self.without_hidden_rows(workspace, &entered, page).await
    }

    /// HM4: A history may name lists that were open when it was written, and lists of another home of its ticket. The
    /// same is true of attributes (AT13).
    async fn without_hidden_rows(
        &self,
        workspace: WorkspaceId,
        entered: &Entered,
        mut page: ActivityPage,
    ) -> Result<ActivityPage, Refusal> {
        let lists: Vec<ListId> = page.activities.iter().flat_map(Activity::lists_named).collect();
        if !lists.is_empty() {
            let hidden = self.journal.lists_outside(workspace, lists, entered.scopes.clone()).await?;
            page.activities = page.activities.into_iter().filter_map(|it| it.without_lists(&hidden)).collect();
        }
        let attributes: Vec<AttributeId> = page.activities.iter().filter_map(Activity::attribute_named).collect();
        if !attributes.is_empty() {
            let hidden = self.journal.attributes_outside(workspace, attributes, entered.scopes.clone()).await?;
            page.activities.retain(|it| it.attribute_named().is_none_or(|id| !hidden.contains(&id)));
        }
        Ok(page)
    }

    /// A ticket in a scope that is no longer followed answers like one that does not exist.
    async fn follows_still(&self, workspace: WorkspaceId, user: UserId, scope: ScopeId) -> Result<(), Refusal> {
        let follows = self.still_follows(workspace, user, &[scope]).await?;
        if follows { Ok(()) } else { Err(Refusal::not_found(words::NO_TASK)) }
    }

    /// Read after its history, because the ticket may have become private in between: what was written then must stay
    /// private.
    async fn visible_ticket(
        &self,
        workspace: WorkspaceId,
        entered: &Entered,
        id: TicketId,
    ) -> Result<(ScopeId, Ticket), Refusal> {
        let found = self.journal.ticket_whole(workspace, id).await?;
        found.filter(|(scope, _)| entered.scopes.contains(scope)).ok_or_else(|| Refusal::not_found(words::NO_TASK))
    }

    /// Searches the tickets that a person may see.
    pub async fn search(&self, workspace: WorkspaceId, user: UserId, search: Search) -> Result<SearchAnswer, Refusal> {
        let (_, scopes) = self.sight(workspace, user).await?;
        let key = self.journal.key_of(workspace).await?;
        let query = Query::read(search, &key)?;
        let answer = self.journal.search(workspace, scopes, query).await;
        let mut answer = match answer {
            Err(error) if error.is_statement_timeout() => {
                return Err(Refusal::new(RefusalCode::Unavailable, words::SEARCH_TOO_SLOW));
            }
            answer => answer?,
        };
        // A share that the person has lost since then takes its tickets along.
        let (_, scopes) = self.sight(workspace, user).await?;
        answer.found.retain(|(scope, _)| scopes.contains(scope));
        Ok(answer)
    }

    /// A page of the tickets that a person sees and that pass a filter.
    ///
    /// # Errors
    /// `validation_failed` if the text is no filter.
    pub async fn tickets(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        search: TicketSearch,
    ) -> Result<FilteredPage, Refusal> {
        let TicketSearch { filter, order, after, limit, day, offset } = search;
        let (_, scopes) = self.sight(workspace, user).await?;
        let language = Language::of_rows(self.journal.named_rows(workspace, scopes.clone()).await?);
        let filter = read(&filter, &language).map_err(|fault| Refusal::invalid("filter", fault.message()))?;
        let filter = within_lists(filter, &language);
        let reference = Reference { day, me: user, offset };
        let query = TicketQuery { filter, reference, order, after, limit };
        let mut page = match self.journal.filtered(workspace, scopes, query).await {
            Err(error) if error.is_statement_timeout() => {
                return Err(Refusal::new(RefusalCode::Unavailable, words::SEARCH_TOO_SLOW));
            }
            page => page?,
        };
        // A share that the person has lost since then takes its tickets along.
        let (_, scopes) = self.sight(workspace, user).await?;
        page.tickets.retain(|(scope, _)| scopes.contains(scope));
        Ok(page)
    }

    /// The rows that a person's filters may name.
    pub async fn named_rows(&self, workspace: WorkspaceId, user: UserId) -> Result<Vec<Entity>, Refusal> {
        let (_, scopes) = self.sight(workspace, user).await?;
        Ok(self.journal.named_rows(workspace, scopes).await?)
    }

    pub async fn workspaces_of(&self, user: UserId) -> Result<Vec<WorkspaceOfUser>, Refusal> {
        Ok(self.journal.workspaces_of(user).await?)
    }

    /// The workspaces in which a person waits for a second factor.
    pub async fn waiting_workspaces_of(&self, user: UserId) -> Result<Vec<WorkspaceOfUser>, Refusal> {
        Ok(self.journal.waiting_workspaces_of(user).await?)
    }

    /// Lets a socket follow the scopes that its user may see. Its hub welcomes it.
    pub async fn join(
        &self,
        workspace: WorkspaceId,
        entry: SocketEntry,
        hub: Addr<Hub>,
        cursors: HashMap<ScopeId, Cursor>,
    ) -> Result<(), Refusal> {
        let (node, hub) = (self.node().to_string(), hub.recipient());
        let heartbeat_ms = u64::try_from(self.heartbeat.as_millis()).unwrap_or(u64::MAX);
        self.ask(workspace, |reply| {
            ToWorkspace::Join(Box::new(JoinRequest { entry, hub, cursors, node, heartbeat_ms, reply }))
        })
        .await
    }

    pub fn leave(&self, workspace: WorkspaceId, connection: Uuid) {
        self.registry.do_send(RouteOnStage(workspace, ToWorkspace::Leave { connection }));
    }

    pub fn show(&self, workspace: WorkspaceId, connection: Uuid, update: PresenceUpdate) {
        self.registry.do_send(RouteOnStage(workspace, ToWorkspace::Presence { connection, update }));
    }

    /// Starts or stops sending changes in a ticket's room to a socket at once.
    pub fn watch(&self, workspace: WorkspaceId, connection: Uuid, ticket: TicketId, on: bool) {
        self.registry.do_send(RouteOnStage(workspace, ToWorkspace::Watch { connection, ticket, on }));
    }

    /// Closes the sockets of a session that has ended.
    pub fn end_session(&self, session: Uuid) {
        self.close_sockets(CloseSockets::Session { session });
    }

    /// Tells the other nodes of a session that has ended here.
    pub fn tell_session_ended(&self, session: Uuid) {
        self.bus.publish(BusMessage::SessionEnded { session });
    }

    /// The sessions that ended at other nodes, as far as the bus has reported them.
    pub fn sessions_ended_elsewhere(&self) -> broadcast::Receiver<Uuid> {
        self.sessions_ended.subscribe()
    }

    fn close_sockets(&self, message: CloseSockets) {
        for hub in self.hubs.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            hub.do_send(message.clone());
        }
    }

    /// DR1: takes no new work, waits until accepted orders are committed and acked, and closes the sockets.
    pub async fn drain(&self, patience: Duration) {
        let _ = tokio::time::timeout(patience, self.registry.send(Drain)).await;
        self.close_sockets(CloseSockets::Everybody { spread_ms: 4_000 });
    }

    pub async fn counts(&self) -> Counts {
        let on_stage = self.registry.send(GetCounts).await.unwrap_or_default();
        Counts { waiting: self.pending.count(), ..on_stage }
    }

    /// The number of sockets of this node, and the bytes in their outboxes.
    pub async fn sockets(&self) -> SocketCounts {
        let hubs = self.hubs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut counts = SocketCounts::default();
        for hub in hubs {
            counts = counts.with(hub.send(CountSockets).await.unwrap_or_default());
        }
        counts
    }
}
