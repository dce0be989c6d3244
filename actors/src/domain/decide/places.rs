//! Where a ticket stands: its rank in a list, its place among its siblings.

use serde_json::json;

use super::Desk;
use crate::domain::{
    entity::{ActivityKind, ListRank, Ticket},
    ids::{ListId, ScopeId, TicketId},
    limits,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

impl Desk<'_> {
    pub(super) fn move_tickets(
        &mut self,
        ids: &[TicketId],
        list: ListId,
        after: Option<TicketId>,
    ) -> Result<(), Refusal> {
        let ids = self.distinct(ids)?;
        self.place(&ids, list, after)
    }

    /// Puts tickets into a list, one behind the other as they are named, between `after` and what follows it.
    pub(super) fn place(&mut self, ids: &[TicketId], list: ListId, after: Option<TicketId>) -> Result<(), Refusal> {
        let tickets = ids.iter().map(|id| self.ticket(*id)).collect::<Result<Vec<_>, _>>()?;
        self.list(list, "listId")?;
        if after.is_some_and(|after| ids.contains(&after)) {
            return Err(Refusal::invalid("after", words::AFTER_ITSELF));
        }
        if let Some(after) = after {
            self.visible(after, "after")?;
        }
        let places = self
            .world
            .index
            .places_behind(list, &self.world.seen_by(self.by), after, ids)
            .ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NOT_IN_THIS_LIST).with_field("after"))?;
        for (id, rank) in places.neighbours {
            let (scope, mut neighbour) = self.ticket(id).map_err(|_| Refusal::unavailable(100))?;
            for place in neighbour.lists.iter_mut().filter(|place| place.list_id == list) {
                place.rank = rank.clone();
            }
            self.save(scope, neighbour);
        }
        for ((scope, mut ticket), rank) in tickets.into_iter().zip(places.moving) {
            match ticket.lists.iter_mut().find(|place| place.list_id == list) {
                Some(place) => place.rank = rank,
                None => {
                    limits::at_most("listId", ticket.lists.len() + 1, limits::LISTS)?;
                    ticket.lists.push(ListRank { list_id: list, rank });
                    self.note(scope, ticket.id, ActivityKind::ListsChange, json!({"added": [list], "removed": []}));
                }
            }
            self.save(scope, ticket);
        }
        Ok(())
    }

    /// Puts a ticket under a parent, or under none; both parents' orders follow.
    pub(super) fn set_parent(
        &mut self,
        scope: ScopeId,
        ticket: &mut Ticket,
        parent: Option<TicketId>,
    ) -> Result<(), Refusal> {
        let old = ticket.parent_ticket_id;
        if old == parent {
            return Ok(());
        }
        self.decision.exact = true;
        if let Some(new) = parent {
            self.check_parent(scope, ticket.id, new)?;
            let (_, mut above) = self.ticket(new)?;
            limits::at_most("parentTicketId", above.subtasks_order.len() + 1, limits::SUBTASKS)?;
            above.subtasks_order.push(ticket.id);
            self.save(scope, above);
            self.note(scope, new, ActivityKind::SubtaskAdded, json!({"ticketId": ticket.id}));
        }
        if let Some(old) = old {
            let (_, mut above) = self.ticket(old)?;
            above.subtasks_order.retain(|id| *id != ticket.id);
            self.save(scope, above);
        }
        ticket.parent_ticket_id = parent;
        self.note_field(scope, ticket.id, "parentTicketId", json!(old), json!(parent));
        Ok(())
    }

    fn check_parent(&self, scope: ScopeId, child: TicketId, parent: TicketId) -> Result<(), Refusal> {
        let at = self.visible(parent, "parentTicketId")?;
        if at != scope {
            return Err(Refusal::invalid("parentTicketId", words::PRIVATE_AND_SHARED_PARENT));
        }
        // A subtask brings all that is below it along.
        let below = self.world.index.levels_below(child, limits::DEPTH);
        let mut path = vec![parent];
        let mut above = Some(parent);
        while let Some(id) = above {
            if id == child {
                path.insert(0, child);
                return Err(Refusal {
                    path: Some(path),
                    ..Refusal::new(RefusalCode::Cycle, words::OWN_ANCESTOR).with_field("parentTicketId")
                });
            }
            above = self.world.index.get(id).and_then(|entry| entry.parent);
            path.extend(above);
            if path.len() + below > limits::DEPTH {
                return Err(Refusal::invalid("parentTicketId", words::deepest_subtask(limits::DEPTH)));
            }
        }
        Ok(())
    }

    pub(super) fn move_subtask(&mut self, id: TicketId, after: Option<TicketId>) -> Result<(), Refusal> {
        let (scope, ticket) = self.ticket(id)?;
        let parent = ticket.parent_ticket_id.ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NO_PARENT))?;
        let (_, mut above) = self.ticket(parent)?;
        above.subtasks_order.retain(|known| *known != id);
        let place = match after {
            None => 0,
            Some(after) => {
                1 + above
                    .subtasks_order
                    .iter()
                    .position(|known| *known == after)
                    .ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NOT_A_SIBLING).with_field("after"))?
            }
        };
        above.subtasks_order.insert(place, id);
        self.save(scope, above);
        Ok(())
    }

    /// The scope of a ticket that a request only refers to.
    pub(super) fn visible(&self, id: TicketId, field: &str) -> Result<ScopeId, Refusal> {
        self.world
            .index
            .get(id)
            .filter(|entry| self.world.sees(self.by, entry.scope))
            .map(|entry| entry.scope)
            .ok_or_else(|| Refusal::not_found(words::NO_TASK).with_field(field))
    }
}
