//! Restricting a list to the people with whom it is shared, opening it to all followers of the workspace scope, and
//! deleting a restricted list. The list and its tickets move to another home in one event.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    List,
    commands::{ListDelete, lists_in},
};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind, ListRank, Ticket},
    ids::{ListId, ScopeId, TicketId, UserId},
    kinds::{
        named::unused,
        share::Level,
        ticket::{home::touch_moving, removal::Removal},
    },
    limits,
    refusal::{Refusal, RefusalCode},
    scope::list_scope,
    world::{Entry, World},
};
use crate::words;

/// Restricts a list to the people who have a share of it. The acting person gets the first share, as manager. Tickets that
/// are in no other list move with the list. Tickets that are also in other lists leave this list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListRestrict {
    pub list_id: ListId,
}

/// Opens a restricted list, with all its tickets, to all followers of the workspace scope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListOpen {
    pub list_id: ListId,
}

impl ListRestrict {
    /// The removal that takes tickets out of the list. If very many tickets are private to other members, they are
    /// rewritten before the restriction, in commits of their own.
    pub fn removal(&self) -> Removal {
        Removal::List { id: self.list_id, move_to: None }
    }
}

impl Act for ListRestrict {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::RestrictLists)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
        touch_moving(world, &only_in(world, self.list_id), touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (id, world) = (self.list_id, decider.world);
        decider.need_restricted_lists()?;
        let list = decider.list(id, "listId")?;
        if !world.is_open(id) {
            return Ok(());
        }
        let to = list_scope(world.workspace.id, id);
        let roots = only_in(world, id);
        let moving = world.index.with_subtasks(&roots, usize::MAX);
        let moved: HashSet<TicketId> = moving.iter().copied().collect();
        let (staying, hidden) = decider.tickets_that_stay(&self.removal(), &moved)?;
        decider.room_for_moves(moving.len() + staying.len())?;
        decider.decision.relies_on_scopes = true;
        decider.put(world.scope(), Write::delete(Entity::List(list.clone())));
        decider.put(to, Write::create(Entity::List(list)));
        decider.share(to, id, decider.by, Level::Manage);
        decider.move_views_of_list(id, world.scope(), to);
        decider.move_baselines_of_list(id, world.scope(), to);
        decider.move_templates_of_list(id, world.scope(), to);
        decider.drop_list_from_views(id, world.scope());
        decider.restrict_attributes(id, world.scope(), to);
        for ticket in roots {
            decider.move_to_list_home(to, ticket, &[])?;
        }
        for ticket in staying.into_iter().chain(hidden) {
            decider.take_out(id, ticket)?;
        }
        Ok(())
    }
}

impl Act for ListOpen {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::RestrictLists)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        let home = world.home_of(EntityKind::List, self.list_id.0);
        if world.scopes.is_list(home) {
            touch_moving(world, &roots_in(world, home), touches);
        }
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (id, world) = (self.list_id, decider.world);
        decider.need_restricted_lists()?;
        let list = decider.list(id, "listId")?;
        if world.is_open(id) {
            return Ok(());
        }
        let (from, to) = (world.home_of(EntityKind::List, id.0), world.scope());
        decider.manage(from)?;
        if !world.sees(decider.by, to) {
            return Err(Refusal::forbidden());
        }
        let open: Vec<&List> = lists_in(world, to).collect();
        limits::room_for(open.len(), limits::CONFIG_ENTITIES)?;
        unused(&list.name, open.iter().map(|it| &it.name))?;
        decider.close_scope(from, list.clone());
        decider.put(to, Write::create(Entity::List(list)));
        decider.move_views_of_list(id, from, to);
        decider.move_baselines_of_list(id, from, to);
        decider.move_templates_of_list(id, from, to);
        decider.open_attributes(from, to)?;
        for ticket in decider.all_roots(from)? {
            decider.move_to_list_home(to, ticket, &[])?;
        }
        Ok(())
    }
}

impl ListDelete {
    /// The tickets that the deletion of a restricted list moves. `None` for an open list.
    pub(super) fn touch_restricted(&self, world: &World, touches: &mut Touches) -> Option<()> {
        let home = Some(world.home_of(EntityKind::List, self.list_id.0)).filter(|it| world.scopes.is_list(*it))?;
        touch_moving(world, &roots_in(world, home), touches);
        Some(())
    }

    /// Deletes a restricted list. Its tickets must move into another list: tickets in no list would be visible to all members.
    pub(super) fn delete_restricted(&self, decider: &mut Decider<'_>, from: ScopeId) -> Result<(), Refusal> {
        let list = decider.list(self.list_id, "listId")?;
        decider.manage(from)?;
        let roots = decider.all_roots(from)?;
        if let Some(to) = self.move_to {
            decider.list_in_use(to, "moveTo")?;
            if to == self.list_id {
                return Err(Refusal::invalid("moveTo", words::OTHER_LIST));
            }
            let home = decider.world.home_of(EntityKind::List, to.0);
            for ticket in roots {
                decider.move_to_list_home(home, ticket, &[to])?;
            }
        } else if !roots.is_empty() {
            return Err(Refusal::new(RefusalCode::Conflict, words::TASKS_NEED_A_LIST).with_field("moveTo"));
        }
        decider.close_scope(from, list);
        decider.delete_views(from);
        decider.delete_baselines(from);
        decider.delete_templates(from);
        decider.delete_attributes(from);
        Ok(())
    }
}

impl Decider<'_> {
    /// Moves a ticket and everything below it to another home. There the ticket is in the lists `into`. If `into` is empty,
    /// the ticket keeps its lists, because its list moves too.
    fn move_to_list_home(&mut self, to: ScopeId, id: TicketId, into: &[ListId]) -> Result<(), Refusal> {
        // The index names the ticket, but it was not loaded for this decision. The client sends the command again.
        let (_, ticket) = self.ticket(id).map_err(|_| Refusal::unavailable(100))?;
        let places = if into.is_empty() { ticket.lists.clone() } else { self.places_in(to, &ticket, into) };
        let moved = self.move_home(to, ticket, places)?;
        self.save(to, moved);
        Ok(())
    }

    /// The tickets that name the list and stay in their home: those that the person sees, then private tickets of other
    /// members.
    fn tickets_that_stay(
        &self,
        removal: &Removal,
        moved: &HashSet<TicketId>,
    ) -> Result<(Vec<TicketId>, Vec<TicketId>), Refusal> {
        let (mut seen, hidden) = removal.tickets(self.world, self.by)?;
        seen.retain(|id| !moved.contains(id));
        Ok((seen, hidden))
    }

    /// Takes a ticket out of a list that is being restricted. Writes no activity, because the history of the ticket must not
    /// name a restricted list.
    fn take_out(&mut self, list: ListId, id: TicketId) -> Result<(), Refusal> {
        // As above, a missing ticket was not loaded.
        let known = self.world.tables.tickets.get(&id).zip(self.world.index.get(id));
        let (ticket, Entry { scope, .. }) = known.ok_or_else(|| Refusal::unavailable(100))?;
        let lists: Vec<ListRank> = ticket.lists.iter().filter(|place| place.list_id != list).cloned().collect();
        self.save(*scope, Ticket { lists, updated_at: self.at, ..(**ticket).clone() });
        Ok(())
    }

    /// The tickets of a restricted list that are no subtasks. Refuses if one event cannot move all tickets of the list.
    fn all_roots(&mut self, scope: ScopeId) -> Result<Vec<TicketId>, Refusal> {
        let all = self.world.index.tickets().filter(|(_, entry)| entry.scope == scope).count();
        self.room_for_moves(all)?;
        self.decision.relies_on_scopes = true;
        Ok(roots_in(self.world, scope))
    }

    /// Deletes the row of a restricted list and its shares.
    fn close_scope(&mut self, scope: ScopeId, list: List) {
        let mut shares: Vec<_> = self.world.scopes.shares(scope).cloned().collect();
        shares.sort_by_key(|share| share.id);
        self.put(scope, Write::delete(Entity::List(list)));
        for share in shares {
            self.put(scope, Write::delete(Entity::Share(share)));
        }
    }
}

/// The tickets of the workspace scope that are in this list and no other, sorted. Subtasks are left out.
fn only_in(world: &World, list: ListId) -> Vec<TicketId> {
    let is_only_here = |entry: &Entry| {
        let lists: Vec<ListId> = entry.lists.iter().map(|(id, _)| *id).collect();
        entry.scope == world.scope() && entry.parent.is_none() && lists == [list]
    };
    sorted(world.index.tickets().filter(|(_, entry)| is_only_here(entry)).map(|(id, _)| id))
}

/// The tickets of a scope that are no subtasks, sorted.
fn roots_in(world: &World, scope: ScopeId) -> Vec<TicketId> {
    let is_root = |entry: &Entry| entry.scope == scope && entry.parent.is_none();
    sorted(world.index.tickets().filter(|(_, entry)| is_root(entry)).map(|(id, _)| id))
}

fn sorted(tickets: impl Iterator<Item = TicketId>) -> Vec<TicketId> {
    let mut tickets: Vec<TicketId> = tickets.collect();
    tickets.sort();
    tickets
}
