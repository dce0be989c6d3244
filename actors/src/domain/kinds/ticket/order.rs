//! Where a ticket stands: its rank in a list, its parent, its place among its siblings.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::{ListRank, Ticket, commands::few, home};
use crate::domain::{
    capability::Capability,
    decider::{Act, Decider, Touches},
    entity::ActivityKind,
    ids::{ListId, ScopeId, TicketId, UserId},
    limits,
    refusal::{Refusal, RefusalCode},
    world::World,
};
use crate::words;

/// Puts a ticket into a list behind another ticket, or first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketMove {
    pub ticket_id: TicketId,
    pub list_id: ListId,
    pub after: Option<TicketId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketsMove {
    pub ticket_ids: Vec<TicketId>,
    pub list_id: ListId,
    pub after: Option<TicketId>,
}

/// Puts a subtask behind one of its siblings, or first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SubtaskMove {
    pub ticket_id: TicketId,
    pub after: Option<TicketId>,
}

impl Act for TicketMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        touch(world, by, &[self.ticket_id], self.list_id, self.after, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.place(&[self.ticket_id], self.list_id, self.after)
    }
}

impl Act for TicketsMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        if self.ticket_ids.len() <= limits::TICKETS_AN_EVENT {
            touch(world, by, &self.ticket_ids, self.list_id, self.after, touches);
        } else {
            touches.tickets.extend(few(&self.ticket_ids));
        }
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let ids = decider.distinct(&self.ticket_ids)?;
        decider.place(&ids, self.list_id, self.after)
    }

    fn tickets(&self) -> usize {
        self.ticket_ids.len()
    }
}

impl Act for SubtaskMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
        touches.tickets.extend(world.index.parent(self.ticket_id));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, ticket) = decider.ticket_for(Capability::EditTickets, self.ticket_id)?;
        decider.check_in_use(&ticket)?;
        let parent = ticket.parent_ticket_id.ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NO_PARENT))?;
        let (_, mut above) = decider.ticket(parent)?;
        above.subtasks_order.retain(|known| *known != self.ticket_id);
        let place = match self.after {
            None => 0,
            Some(after) => {
                1 + above
                    .subtasks_order
                    .iter()
                    .position(|known| *known == after)
                    .ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NOT_A_SIBLING).with_field("after"))?
            }
        };
        above.subtasks_order.insert(place, self.ticket_id);
        decider.save(scope, above);
        Ok(())
    }
}

/// The tickets that move, and the neighbours that get new ranks.
fn touch(world: &World, by: UserId, moving: &[TicketId], list: ListId, after: Option<TicketId>, touches: &mut Touches) {
    touches.tickets.extend(moving);
    let places = world.index.places_behind(list, &world.ranked_for(by, list), after, moving);
    let neighbours = places.into_iter().flat_map(|places| places.neighbours);
    touches.tickets.extend(neighbours.map(|(id, _)| id));
    home::touch_of_list(world, moving, list, touches);
}

impl Decider<'_> {
    /// Puts tickets into a list in the given order, directly behind `after`.
    fn place(&mut self, ids: &[TicketId], list: ListId, after: Option<TicketId>) -> Result<(), Refusal> {
        let mut tickets =
            ids.iter().map(|id| self.ticket_for(Capability::EditTickets, *id)).collect::<Result<Vec<_>, _>>()?;
        for (_, ticket) in &tickets {
            self.check_in_use(ticket)?;
        }
        self.list_in_use(list, "listId")?;
        if after.is_some_and(|after| ids.contains(&after)) {
            return Err(Refusal::invalid("after", words::AFTER_ITSELF));
        }
        if let Some(after) = after {
            self.visible(after, "after")?;
        }
        let places = self
            .world
            .index
            .places_behind(list, &self.world.ranked_for(self.by, list), after, ids)
            .ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NOT_IN_THIS_LIST).with_field("after"))?;
        for (id, rank) in places.neighbours {
            let (scope, mut neighbour) = self.ticket(id).map_err(|_| Refusal::unavailable(100))?;
            for place in neighbour.lists.iter_mut().filter(|place| place.list_id == list) {
                place.rank = rank.clone();
            }
            self.save(scope, neighbour);
        }
        if self.bring_home(ids, list)? {
            tickets = ids.iter().map(|id| self.ticket(*id)).collect::<Result<Vec<_>, _>>()?;
        }
        for ((scope, mut ticket), rank) in tickets.into_iter().zip(places.moving) {
            match ticket.lists.iter_mut().find(|place| place.list_id == list) {
                Some(place) => place.rank = rank,
                None => {
                    limits::at_most("listId", ticket.lists.len() + 1, limits::LISTS)?;
                    let before = ticket.clone();
                    ticket.lists.push(ListRank { list_id: list, rank });
                    if let Some(change) = self.named_lists(scope, &before, &ticket) {
                        self.note_lists(scope, ticket.id, change);
                    }
                }
            }
            self.save(scope, ticket);
        }
        Ok(())
    }

    /// Puts a ticket under a parent, or under none. Updates the order of the subtasks of both parents.
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
        self.decision.relies_on_scopes = true;
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
        match parent {
            Some(new) => {
                let change = json!({"from": old, "to": new});
                self.note(scope, ticket.id, ActivityKind::SubtaskAddedItem, change);
            }
            None => self.note_field(scope, ticket.id, "parentTicketId", json!(old), json!(null)),
        }
        Ok(())
    }

    fn check_parent(&self, scope: ScopeId, child: TicketId, parent: TicketId) -> Result<(), Refusal> {
        let at = self.visible(parent, "parentTicketId")?;
        if at != scope {
            let restricted = [at, scope].iter().any(|it| self.world.scopes.is_list(*it));
            let words = if restricted { words::PARENT_IN_OTHER_LIST } else { words::PRIVATE_AND_SHARED_PARENT };
            return Err(Refusal::invalid("parentTicketId", words));
        }
        // Everything below the subtask moves with it.
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
}
