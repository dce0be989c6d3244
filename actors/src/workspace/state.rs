//! The state of a workspace, and who may enter.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use super::{
    answered::Answered,
    answers::{Ack, Entered},
    backoff::{Backoff, in_ms},
    carrier::Carrier,
    deferred::Deferred,
    effect::{Caller, Effect, Join},
    feed::ScopeFeed,
    gaining::Gaining,
    pending::Pending,
    phase::Phase,
    queue::Queue,
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

/// See the module's documentation.
pub struct WorkspaceCore<C: Carrier> {
    pub(super) id: WorkspaceId,
    pub(super) phase: Phase,
    pub(super) backoff: Backoff,
    /// Who may see what, also while a round has the world.
    pub(super) roster: Roster,
    /// The seqs at which members gained their scopes. A member without an entry is looked up in the journal.
    pub(super) gained: HashMap<UserId, Gained>,
    /// Users who wait for scopes that they have gained.
    pub(super) gaining: HashMap<UserId, Gaining>,
    /// Counts the changes of members: an answer that was read before a change is stale.
    pub(super) member_changes: u64,
    pub(super) feeds: HashMap<ScopeId, ScopeFeed>,
    pub(super) queue: Queue<C>,
    pub(super) queue_watched: bool,
    pub(super) deferred: Deferred,
    pub(super) answered: Answered,
    /// The most orders of the next round.
    pub(super) round_limit: usize,
    /// Rounds that failed since the last stored or refused one. At three, the workspace is read anew.
    pub(super) misses: u32,
    /// Rounds that timed out in the database since the last stored one.
    pub(super) timeouts: u32,
    /// Events that came while the data was not free.
    pub(super) held: Vec<(ScopeId, Vec<Arc<Event>>)>,
    /// Events that the world holds already, because this node decided them.
    pub(super) own: HashSet<(ScopeId, i64)>,
    /// Rounds whose events are committed and answered, and not delivered yet.
    pub(super) undelivered: usize,
    pub(super) joins: Vec<Join<C>>,
    /// Callers for whom the journal was read.
    pub(super) rechecked: Vec<Caller<C>>,
    /// Connections that asked to join, until they are welcomed, refused, or gone.
    pub(super) joining: HashSet<Uuid>,
    /// The workspace is to be read anew as soon as the data is free.
    pub(super) reload_wanted: bool,
    /// Scopes with events that cannot be delivered.
    pub(super) lost_scopes: HashSet<ScopeId>,
    pub(super) gap_timer: bool,
    /// The gap timer has fired during a round: the gaps are read when the round ends.
    pub(super) gap_read_waits: bool,
    pub(super) effects: Vec<Effect<C>>,
}

impl<C: Carrier> WorkspaceCore<C> {
    /// A workspace that is about to be read.
    pub fn new(id: WorkspaceId) -> Self {
        Self {
            id,
            phase: Phase::Loading,
            backoff: Backoff::default(),
            roster: Roster::new(id),
            gained: HashMap::new(),
            gaining: HashMap::new(),
            member_changes: 0,
            feeds: HashMap::new(),
            queue: Queue::default(),
            queue_watched: false,
            deferred: Deferred::default(),
            answered: Answered::default(),
            round_limit: ROUND_COMMANDS,
            misses: 0,
            timeouts: 0,
            held: Vec::new(),
            own: HashSet::new(),
            undelivered: 0,
            joins: Vec::new(),
            rechecked: Vec::new(),
            joining: HashSet::new(),
            reload_wanted: false,
            lost_scopes: HashSet::new(),
            gap_timer: false,
            gap_read_waits: false,
            effects: vec![Effect::Load],
        }
    }

    /// Keeps at most `most` recent answers in memory.
    pub fn with_answers(mut self, most: usize) -> Self {
        self.answered.keep_at_most(most);
        self
    }

    /// Swaps the effects for an empty list.
    pub fn swap_effects(&mut self, empty: &mut Vec<Effect<C>>) {
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

    /// True if nothing is known of the workspace yet: the carrier keeps messages until `Effect::Loaded`.
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

    /// The milliseconds until the workspace is read again, while callers should not wait for that.
    pub fn retry_after_ms(&self, carrier: &C) -> Option<u64> {
        self.backoff.left(carrier.tick()).map(in_ms)
    }

    /// The scopes that may say what a user follows, and the user's own.
    pub(super) fn scopes_about(&self, user: UserId) -> impl Iterator<Item = ScopeId> {
        let own = personal_scope(self.id, user);
        let sight = self.roster.sight();
        self.feeds.keys().copied().filter(move |scope| *scope == own || sight.kind_of(*scope) != ScopeKind::Personal)
    }

    /// One answer for a workspace that the user is not in and one that does not exist.
    pub(super) fn entered(&self, user: UserId) -> Result<Entered, Refusal> {
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
    pub(super) fn open_feed(&mut self, scope: ScopeId, epoch: Epoch, seq: i64, carrier: &C) -> &mut ScopeFeed {
        self.feeds.entry(scope).or_insert_with(|| ScopeFeed::new(epoch, carrier.ring(seq)))
    }

    pub(super) fn answer(&mut self, pending: Pending<C>, answer: Result<Ack, Refusal>) {
        self.effects.extend(pending.reply.map(|reply| Effect::Answer(reply, answer)));
    }

    pub(super) fn announce_scopes(&mut self) {
        self.effects.push(Effect::Follow(self.feeds.keys().copied().collect()));
    }
}
