//! The state of one decision: its input, and the writes so far.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    capability::Capability,
    change::Write,
    date::Instant,
    entity::{Activity, ActivityKind, Entity, HeldRole, Member, Ticket},
    ids::{
        ActivityId, AttributeId, CommandId, ListId, ReactionId, ScopeId, SubscriptionId, TicketId, UserId, derived_v7,
    },
    refusal::{Refusal, RefusalCode},
    rights::{Narrowing, Place, Standing, Verdict, may},
    world::World,
};
use crate::words;

/// The effects of an order. Each write names the scope whose stream will carry it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    pub writes: Vec<(ScopeId, Write)>,
    /// True if the decision relies on more than the rows that it touches, such as who blocks whom, or which tickets
    /// have a status. Then any other event in the scopes that the person sees makes the decision stale: the commit compares
    /// the seqs of these scopes.
    pub relies_on_scopes: bool,
    /// True if the decision moves tickets to another home. Then an event in any restricted list makes the decision stale as
    /// well: links that the person does not see may name the tickets.
    pub moves: bool,
    /// Personal scopes of which the decision has read rows: any other event there makes it stale.
    pub relied: BTreeSet<ScopeId>,
}

impl Decision {
    /// The restricted lists of which the decision writes the row: their scopes may be new.
    pub fn new_lists(&self) -> impl Iterator<Item = ListId> {
        self.writes.iter().filter_map(|(_, write)| match &write.after {
            Some(Entity::List(list)) => Some(list.id),
            _ => None,
        })
    }
}

/// The rows that must be loaded before an order can be decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Touches {
    pub tickets: Vec<TicketId>,
    pub activities: Vec<ActivityId>,
    pub reactions: Vec<ReactionId>,
    pub subscriptions: Vec<SubscriptionId>,
}

/// A command of a client. Each command is one struct, which declares its needs and its effects.
pub trait Act {
    /// The capability without which the command is refused at once; `None` if every active member may send the command.
    /// What else the command needs where it takes place is checked when it is decided.
    fn needs(&self, by: UserId) -> Option<Capability>;

    /// Names the rows that must be loaded before the command can be decided. Some ids may not exist.
    fn touch(&self, _world: &World, _by: UserId, _touches: &mut Touches) {}

    /// Decides the command: collects its writes, or refuses.
    ///
    /// # Errors
    /// The refusal.
    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal>;

    /// The number of tickets that a bulk command names; 0 for any other command.
    fn tickets(&self) -> usize {
        0
    }

    /// Refuses a command whose event would be too large, before any ticket is loaded.
    ///
    /// # Errors
    /// `too_many`.
    fn check_size(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// Decides one order: collects its writes over a world that it may only read.
pub struct Decider<'a> {
    pub world: &'a World,
    pub by: UserId,
    narrowing: Narrowing,
    pub at: Instant,
    order: CommandId,
    made: u16,
    /// How many ticket numbers this order has given.
    pub(super) numbers: i64,
    /// The tickets that this order has moved, with their new homes.
    pub(super) moved: BTreeMap<TicketId, ScopeId>,
    /// The attributes that the present order has moved, with their new homes.
    pub(super) moved_attributes: BTreeMap<AttributeId, ScopeId>,
    pub decision: Decision,
}

impl<'a> Decider<'a> {
    pub fn new(world: &'a World, order: CommandId, by: UserId, narrowing: Narrowing, at: Instant) -> Self {
        Self {
            world,
            by,
            narrowing,
            at,
            order,
            made: 0,
            numbers: 0,
            moved: BTreeMap::new(),
            moved_attributes: BTreeMap::new(),
            decision: Decision::default(),
        }
    }
}

impl Decider<'_> {
    /// Refuses a person whose role lacks a capability, also for the person's own things. A workspace that the person is not
    /// in answers like one that does not exist.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    pub fn need(&self, capability: Capability) -> Result<(), Refusal> {
        judged(may(self.standing()?, capability, Place { is_own: true, ..Place::WORKSPACE }), words::NO_WORKSPACE)
    }

    /// Refuses to do something to a ticket that the person may not do there.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    pub fn allow(&self, capability: Capability, scope: ScopeId, ticket: &Ticket) -> Result<(), Refusal> {
        let is_own = match capability {
            Capability::DeleteTickets => ticket.created_user_id == self.by,
            _ => ticket.created_user_id == self.by || ticket.assignees_ids.contains(&self.by),
        };
        judged(may(self.standing()?, capability, self.world.place(self.by, scope, is_own)), words::NO_TASK)
    }

    /// Refuses to do something to a row of the configuration that lives in a scope. `missing` are the words for a row that does
    /// not exist.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    pub fn allow_in(&self, capability: Capability, scope: ScopeId, missing: &str) -> Result<(), Refusal> {
        judged(may(self.standing()?, capability, self.world.place(self.by, scope, false)), missing)
    }

    /// A ticket to which the person may do something.
    ///
    /// # Errors
    /// As [`Self::ticket`] and [`Self::allow`].
    pub fn ticket_for(&self, capability: Capability, id: TicketId) -> Result<(ScopeId, Ticket), Refusal> {
        let (scope, ticket) = self.ticket(id)?;
        self.allow(capability, scope, &ticket)?;
        Ok((scope, ticket))
    }

    /// The rights of the requester: what the request's API key, if there is one, leaves of the person's rights.
    ///
    /// # Errors
    /// `not_found` if the person is not an active member.
    pub fn standing(&self) -> Result<Standing, Refusal> {
        let standing = self.world.sight().standing(self.by).ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE))?;
        Ok(self.narrowing.of(standing))
    }

    /// Refuses API keys: no capability could allow or forbid what every person may do to their own things.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn need_person(&self) -> Result<(), Refusal> {
        if self.narrowing.is_key() { Err(Refusal::new(RefusalCode::Forbidden, words::NOT_BY_KEY)) } else { Ok(()) }
    }

    /// Whether the requester is an API key of the workspace. Such a key has no personal scope, unlike every person.
    pub fn is_workspace_key(&self) -> bool {
        self.world.tables.members.get(&self.by).is_some_and(Member::is_key)
    }

    /// The rights that a role gives.
    pub fn standing_of(&self, role: HeldRole) -> Standing {
        Standing::of(role, &self.world.tables.roles)
    }

    /// A new id. A repeated decision makes the same one.
    pub fn fresh_id(&mut self) -> Uuid {
        self.made += 1;
        derived_v7(self.at.millis(), self.order, self.made)
    }

    /// A ticket as this order has left it so far, with its scope. A ticket that the person may not see answers like
    /// one that does not exist.
    ///
    /// # Errors
    /// `not_found`.
    pub fn ticket(&self, id: TicketId) -> Result<(ScopeId, Ticket), Refusal> {
        for (scope, write) in self.decision.writes.iter().rev() {
            match (&write.before, &write.after) {
                (_, Some(Entity::Ticket(ticket))) if ticket.id == id => return Ok((*scope, (**ticket).clone())),
                (Some(Entity::Ticket(ticket)), None) if ticket.id == id => {
                    return Err(Refusal::not_found(words::NO_TASK));
                }
                _ => {}
            }
        }
        let entry = self.world.index.get(id).filter(|entry| self.world.sees(self.by, entry.scope));
        let ticket = self.world.tables.tickets.get(&id);
        match (entry, ticket) {
            (Some(entry), Some(ticket)) => Ok((entry.scope, (**ticket).clone())),
            _ => Err(Refusal::not_found(words::NO_TASK)),
        }
    }

    /// A ticket as this order has written it; `None` if it has not, or has deleted the ticket.
    pub(super) fn written(&self, id: TicketId) -> Option<Ticket> {
        self.decision.writes.iter().rev().find_map(|(_, write)| match &write.after {
            Some(Entity::Ticket(ticket)) if ticket.id == id => Some((**ticket).clone()),
            _ => None,
        })
    }

    /// The scope of a ticket that a request only names.
    ///
    /// # Errors
    /// `not_found`, with the field that names the ticket.
    pub fn visible(&self, id: TicketId, field: &str) -> Result<ScopeId, Refusal> {
        let scope = self.scope_of(id).filter(|scope| self.world.sees(self.by, *scope));
        scope.ok_or_else(|| Refusal::not_found(words::NO_TASK).with_field(field))
    }

    /// The scope of a ticket as this order has left it so far.
    pub(super) fn scope_of(&self, id: TicketId) -> Option<ScopeId> {
        self.moved.get(&id).copied().or_else(|| self.world.index.get(id).map(|entry| entry.scope))
    }

    /// Writes a ticket's new state. Several changes of a ticket by one order are one write.
    pub fn save(&mut self, scope: ScopeId, ticket: Ticket) {
        let earlier = self.decision.writes.iter_mut().find(|(at, write)| {
            *at == scope && matches!(&write.after, Some(Entity::Ticket(known)) if known.id == ticket.id)
        });
        match earlier {
            Some((_, write)) => write.after = Some(Entity::Ticket(Box::new(ticket))),
            None => {
                let before = self.world.tables.tickets.get(&ticket.id).cloned().map(Entity::Ticket);
                self.put(scope, Write { before, after: Some(Entity::Ticket(Box::new(ticket))) });
            }
        }
    }

    pub fn put(&mut self, scope: ScopeId, write: Write) {
        self.decision.writes.push((scope, write));
    }

    /// Writes a row of the configuration into the scope where the row lives. A new row goes into the scope for new rows of
    /// its kind.
    pub fn put_shared(&mut self, write: Write) {
        let Some(entity) = write.entity() else { return };
        let scope = self.world.home_of(entity.kind(), entity.id());
        self.put(scope, write);
    }

    /// Adds an entry to a ticket's history, and returns its id.
    pub fn note(&mut self, scope: ScopeId, ticket: TicketId, kind: ActivityKind, data: Value) -> ActivityId {
        let id = ActivityId(self.fresh_id());
        let activity = Activity {
            id,
            ticket_id: ticket,
            kind,
            user_id: self.by,
            message: None,
            data: (!data.is_null()).then_some(data),
            created_at: self.at,
            updated_at: None,
        };
        self.put(scope, Write::create(Entity::Activity(activity)));
        id
    }

    /// Adds a field's change to a ticket's history.
    pub fn note_field(&mut self, scope: ScopeId, ticket: TicketId, field: &str, from: Value, to: Value) {
        self.note(scope, ticket, ActivityKind::CustomFieldChange, json!({"field": field, "from": from, "to": to}));
    }
}

/// The refusal for a verdict. `missing` are the words for a thing that does not exist.
fn judged(verdict: Verdict, missing: &str) -> Result<(), Refusal> {
    match verdict {
        Verdict::Allowed => Ok(()),
        Verdict::Denied => Err(Refusal::forbidden()),
        Verdict::Invisible => Err(Refusal::not_found(missing)),
    }
}
