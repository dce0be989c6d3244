//! The state of a workspace core.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use super::{
    answers::{Ack, Entered},
    backoff::{Backoff, in_ms},
    deferred::Deferred,
    effect::{Caller, Effect, Join},
    feed::ScopeFeed,
    host::Host,
    pending::Pending,
    pending_gain::PendingGain,
    phase::Phase,
    queue::Queue,
    recent_answers::RecentAnswers,
    round::ROUND_COMMANDS,
};
use crate::{
    domain::{
        capabilities::Capabilities,
        change::Event,
        ids::{Epoch, ScopeId, UserId, WorkspaceId},
        refusal::Refusal,
        scope::{Roster, ScopeKind, personal_scope},
        world::World,
    },
    sync::Gained,
    words,
};

/// The core of a workspace; see the [module](super).
pub struct WorkspaceCore<H: Host> {
    pub(super) id: WorkspaceId,
    pub(super) phase: Phase,
    pub(super) backoff: Backoff,
    /// The members, roles and shares. Kept apart from the world, because a round may hold the world.
    pub(super) roster: Roster,
    /// The seqs at which members gained their scopes. A member without an entry is looked up in the journal.
    pub(super) gained: HashMap<UserId, Gained>,
    /// Scopes that users have gained and do not follow yet.
    pub(super) pending_gains: HashMap<UserId, PendingGain>,
    /// Counts the changes of members: an answer that was read before a change is stale.
    pub(super) member_changes: u64,
    pub(super) feeds: HashMap<ScopeId, ScopeFeed>,
    pub(super) queue: Queue<H>,
    pub(super) queue_watched: bool,
    pub(super) deferred: Deferred,
    pub(super) recent_answers: RecentAnswers,
    /// The limit of orders in the next round.
    pub(super) round_limit: usize,
    /// The number of rounds that failed since the last stored or refused round. Some failures raise the number to the
    /// limit at once, so that the workspace is reloaded.
    pub(super) failed_rounds: u32,
    /// The number of rounds that timed out in the database since the last stored round.
    pub(super) timeouts: u32,
    /// Events that wait until the data is free and the commons are delivered.
    pub(super) held: Vec<(ScopeId, Vec<Arc<Event>>)>,
    /// The events of this node that are committed and not delivered yet. The world includes them already.
    pub(super) own: HashSet<(ScopeId, i64)>,
    /// The number of rounds that are committed and answered, and whose events are not delivered yet.
    pub(super) undelivered: usize,
    pub(super) joins: Vec<Join<H>>,
    /// Callers whose read of the journal has ended. They wait until the data is free.
    pub(super) waiting_callers: Vec<Caller<H>>,
    /// Connections that asked to join, until they are welcomed, refused or closed.
    pub(super) joining: HashSet<Uuid>,
    /// True if the workspace must be reloaded as soon as the data is free.
    pub(super) reload_wanted: bool,
    /// Scopes with events that cannot be delivered.
    pub(super) lost_scopes: HashSet<ScopeId>,
    pub(super) gap_timer: bool,
    /// True if the gap timer has fired during a round. The gaps are read when the round ends.
    pub(super) gap_read_waits: bool,
    pub(super) effects: Vec<Effect<H>>,
}

impl<H: Host> WorkspaceCore<H> {
    /// The core of a workspace that is about to be loaded.
    pub fn new(id: WorkspaceId) -> Self {
        Self {
            id,
            phase: Phase::Loading,
            backoff: Backoff::default(),
            roster: Roster::new(id),
            gained: HashMap::new(),
            pending_gains: HashMap::new(),
            member_changes: 0,
            feeds: HashMap::new(),
            queue: Queue::default(),
            queue_watched: false,
            deferred: Deferred::default(),
            recent_answers: RecentAnswers::default(),
            round_limit: ROUND_COMMANDS,
            failed_rounds: 0,
            timeouts: 0,
            held: Vec::new(),
            own: HashSet::new(),
            undelivered: 0,
            joins: Vec::new(),
            waiting_callers: Vec::new(),
            joining: HashSet::new(),
            reload_wanted: false,
            lost_scopes: HashSet::new(),
            gap_timer: false,
            gap_read_waits: false,
            effects: vec![Effect::Load],
        }
    }

    /// Keeps at most `max` recent answers in memory.
    pub fn with_answers(mut self, max: usize) -> Self {
        self.recent_answers.keep_at_most(max);
        self
    }

    /// Swaps the effects for an empty list.
    pub fn swap_effects(&mut self, empty: &mut Vec<Effect<H>>) {
        std::mem::swap(&mut self.effects, empty);
    }

    pub fn id(&self) -> WorkspaceId {
        self.id
    }

    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The world, unless a round has it or nothing is loaded.
    pub fn world(&self) -> Option<&World> {
        self.phase.world()
    }

    /// True if the workspace was never loaded. The host then keeps its messages until `Effect::Loaded`.
    pub fn is_blank(&self) -> bool {
        matches!(self.phase, Phase::Loading | Phase::Paused) && self.feeds.is_empty()
    }

    /// True if there is no such workspace.
    pub fn is_missing(&self) -> bool {
        matches!(self.phase, Phase::Missing)
    }

    /// True if orders or sockets wait, or something is under way.
    pub fn is_busy(&self) -> bool {
        !self.queue.is_empty() || self.phase.data().is_none() || !self.joining.is_empty()
    }

    /// True if every accepted order is answered and its events are delivered.
    pub fn is_quiet(&self) -> bool {
        self.queue.is_empty() && self.undelivered == 0 && (self.phase.data().is_some() || self.is_missing())
    }

    /// The milliseconds until the workspace is loaded again; `None` if callers should wait for the load.
    pub fn retry_after_ms(&self, host: &H) -> Option<u64> {
        self.backoff.until_retry(host.tick()).map(in_ms)
    }

    /// The scopes whose events may change which scopes a user follows, and the user's personal scope.
    pub(super) fn scopes_about(&self, user: UserId) -> impl Iterator<Item = ScopeId> {
        let own = personal_scope(self.id, user);
        let sight = self.roster.sight();
        self.feeds.keys().copied().filter(move |scope| *scope == own || sight.kind_of(*scope) != ScopeKind::Personal)
    }

    /// The standing and scopes of a user. The refusal does not reveal whether the workspace exists.
    pub(super) fn standing_of(&self, user: UserId) -> Result<Entered, Refusal> {
        let sight = self.roster.sight();
        let standing = sight.standing(user).ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE))?;
        let scopes = sight.scopes_of(user);
        if scopes.is_empty() { Err(Refusal::forbidden()) } else { Ok(Entered { standing, scopes }) }
    }

    /// What a user may do, in the form that a node sends to clients.
    pub fn capabilities_of(&self, user: UserId) -> Capabilities {
        let Roster { roles, scopes, .. } = &self.roster;
        let standing = self.roster.sight().standing(user);
        Capabilities::of(standing, roles, scopes.commons.is_some(), scopes.levels_of(user))
    }

    /// Opens a feed unless there is one.
    pub(super) fn open_feed(&mut self, scope: ScopeId, epoch: Epoch, seq: i64, host: &H) -> &mut ScopeFeed {
        self.feeds.entry(scope).or_insert_with(|| ScopeFeed::new(epoch, host.ring(seq)))
    }

    pub(super) fn answer(&mut self, pending: Pending<H>, answer: Result<Ack, Refusal>) {
        self.effects.extend(pending.reply.map(|reply| Effect::Answer(reply, answer)));
    }

    pub(super) fn watch_heads(&mut self) {
        self.effects.push(Effect::WatchHeads(self.feeds.keys().copied().collect()));
    }
}
