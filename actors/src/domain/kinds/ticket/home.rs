//! The home of a ticket, and moves from one home to another.
//!
//! A ticket lives in one scope: a private ticket in its creator's, a ticket of a restricted list in the list's, every other
//! ticket in the workspace's. A move is a delete in the old scope and a whole create in the new one. Everything below the
//! ticket moves with it. The history of the ticket has the rights of the ticket, and [`Decider::settle_links`] moves or
//! deletes its links.

use std::collections::HashSet;

use serde_json::json;

use super::{ListRank, Ticket, commands::TicketPatch, edit::difference};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Decider, Touches},
    entity::{ActivityKind, Entity, EntityKind},
    ids::{ListId, ScopeId, TicketId},
    kinds::patch::SetPatch,
    limits,
    refusal::{Refusal, RefusalCode},
    scope::personal_scope,
    world::World,
};
use crate::words;

/// Touches the tickets that come into a list from another home, with everything below them.
pub(super) fn touch_of_list(world: &World, ids: &[TicketId], list: ListId, touches: &mut Touches) {
    let home = world.home_of(EntityKind::List, list.0);
    let comes = |id: &&TicketId| {
        let from = world.index.get(**id).map(|entry| entry.scope);
        from.is_some_and(|from| from != home && [from, home].iter().any(|it| world.scopes.is_list(*it)))
    };
    let incoming: Vec<TicketId> = ids.iter().filter(comes).copied().collect();
    touch_moving(world, &incoming, touches);
}

/// Touches these tickets, everything below them, and the tickets with values that name one of them: a move of these
/// tickets rewrites them all.
pub(in crate::domain::kinds) fn touch_moving(world: &World, roots: &[TicketId], touches: &mut Touches) {
    let moving = world.index.with_subtasks(roots, limits::TICKETS_AN_EVENT + 1);
    let naming = world.index.naming(&moving);
    touches.tickets.extend(moving);
    touches.tickets.extend(naming);
}

impl Decider<'_> {
    /// The home of a ticket in these lists; `otherwise` is the home of a shared ticket that is in no list.
    ///
    /// # Errors
    /// `validation_failed` if no home can hold the ticket.
    pub(super) fn home(&self, ticket: &Ticket, lists: &[ListId], otherwise: ScopeId) -> Result<ScopeId, Refusal> {
        let restricted = lists.iter().find(|list| !self.world.is_open(**list));
        match restricted {
            Some(_) if ticket.private => Err(Refusal::invalid("lists", words::PRIVATE_IN_RESTRICTED_LIST)),
            Some(_) if lists.len() > 1 => Err(Refusal::invalid("lists", words::RESTRICTED_LIST_ALONE)),
            Some(list) => Ok(self.world.home_of(EntityKind::List, list.0)),
            None if ticket.private && self.is_workspace_key() => {
                Err(Refusal::new(RefusalCode::Forbidden, words::NO_PRIVATE_TASKS_BY_KEY).with_field("private"))
            }
            None if ticket.private => Ok(personal_scope(self.world.workspace.id, ticket.created_user_id)),
            None if lists.is_empty() => Ok(otherwise),
            None => Ok(self.world.scope()),
        }
    }

    /// The home of a ticket after a patch, if the patch leads into another home, with the lists of the ticket there.
    pub(super) fn new_home(
        &self,
        scope: ScopeId,
        ticket: &Ticket,
        patch: &TicketPatch,
    ) -> Result<Option<(ScopeId, Vec<ListId>)>, Refusal> {
        if patch.private.is_none() && patch.lists.is_none() {
            return Ok(None);
        }
        let private = patch.private.unwrap_or(ticket.private);
        if private && ticket.created_user_id != self.by {
            return Err(Refusal::new(RefusalCode::Forbidden, words::ONLY_CREATOR_MAKES_PRIVATE).with_field("private"));
        }
        let mut lists: Vec<ListId> = ticket.lists.iter().map(|place| place.list_id).collect();
        if let Some(SetPatch { add, remove }) = &patch.lists {
            lists.retain(|list| !remove.contains(list));
            for list in add {
                if lists.contains(list) {
                    self.list(*list, "lists")?;
                } else {
                    self.list_in_use(*list, "lists")?;
                    lists.push(*list);
                }
            }
        }
        if private && !ticket.private {
            // A restricted list holds no private tickets.
            lists.retain(|list| self.world.is_open(*list));
        }
        let parent = patch.parent_ticket_id.unwrap_or(ticket.parent_ticket_id);
        let stays = ticket.private == private && parent.is_some();
        let otherwise = if stays { scope } else { self.world.scope() };
        let changed = Ticket { private, ..ticket.clone() };
        let to = self.home(&changed, &lists, otherwise)?;
        Ok((to != scope).then_some((to, lists)))
    }

    /// Moves a ticket with everything below it, and returns the ticket as it is in its new home. The caller saves it.
    ///
    /// # Errors
    /// `conflict` for a subtask whose parent stays, `forbidden` if a ticket of another person would become private,
    /// `too_many`.
    pub(in crate::domain::kinds) fn move_home(
        &mut self,
        to: ScopeId,
        root: Ticket,
        lists: Vec<ListRank>,
    ) -> Result<Ticket, Refusal> {
        let world = self.world;
        self.decision.relies_on_scopes = true;
        self.decision.moves = true;
        if root.parent_ticket_id.and_then(|parent| self.scope_of(parent)).is_some_and(|parent| parent != to) {
            return Err(Refusal::new(RefusalCode::Conflict, words::SUBTASK_MOVES_WITH_PARENT));
        }
        let most = limits::TICKETS_AN_EVENT + 1;
        let mut subtree = world.index.with_subtasks(&[root.id], most);
        subtree.retain(|id| self.moved.get(id) != Some(&to));
        self.room_for_moves(self.moved.len() + subtree.len())?;
        let moving: HashSet<TicketId> = subtree.iter().copied().collect();
        let private = self.is_own(to);
        let mut moved_root = None;
        let only = self.restricted_list(to, &lists);
        let root_lists: Vec<ListId> = lists.iter().map(|place| place.list_id).collect();
        for id in subtree {
            let (from, before) = if id == root.id {
                self.ticket(id)?
            } else {
                self.ticket(id).map_err(|_| Refusal::unavailable(100))?
            };
            if private && before.created_user_id != self.by {
                let refusal = Refusal::new(RefusalCode::Forbidden, words::ONLY_CREATOR_MAKES_PRIVATE);
                return Err(refusal.with_field("private"));
            }
            let is_root = id == root.id;
            let mut after = if is_root { root.clone() } else { before.clone() };
            after.number = self.number_in(to, &before, private);
            after.private = private;
            after.updated_at = self.at;
            if is_root {
                after.lists = lists.clone();
            } else {
                self.fit_lists(&mut after, to, only, &root_lists);
            }
            self.keep_seeing(to, &mut after);
            self.keep_known_values(from, to, &mut after);
            self.put(from, Write::delete(Entity::Ticket(Box::new(before.clone()))));
            self.put(to, Write::create(Entity::Ticket(Box::new(after.clone()))));
            self.move_recurrence(id, to);
            self.moved.insert(id, to);
            self.note_move(to, &before, &after, is_root);
            if is_root {
                moved_root = Some(after);
            }
        }
        self.move_url_links(&moving, to);
        self.move_roadmap_places(&moving, to);
        moved_root.ok_or_else(|| Refusal::not_found(words::NO_TASK))
    }

    /// Moves a ticket for a person who needs the right to change each ticket that moves and to make tickets in the new home.
    ///
    /// # Errors
    /// `forbidden`, and as [`Self::move_home`].
    pub(super) fn move_ticket(&mut self, to: ScopeId, root: Ticket, lists: Vec<ListRank>) -> Result<Ticket, Refusal> {
        // A person who does not see the new home learns nothing about it.
        self.allow(Capability::CreateTickets, to, &root).map_err(|_| Refusal::forbidden())?;
        for id in self.world.index.with_subtasks(&[root.id], limits::TICKETS_AN_EVENT + 1) {
            let known = self.world.index.get(id).zip(self.world.tables.tickets.get(&id));
            let (entry, ticket) = known.ok_or_else(|| Refusal::unavailable(100))?;
            self.allow(Capability::EditTickets, entry.scope, ticket)?;
        }
        self.move_home(to, root, lists)
    }

    /// Refuses moves of too many tickets in one event.
    pub(in crate::domain::kinds) fn room_for_moves(&self, count: usize) -> Result<(), Refusal> {
        let most = limits::TICKETS_AN_EVENT;
        if count <= most {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::TooMany, words::too_many_move(count, most)))
    }

    /// Puts tickets of other homes into a list: they leave their own lists. Returns whether any ticket moved.
    pub(super) fn bring_home(&mut self, ids: &[TicketId], list: ListId) -> Result<bool, Refusal> {
        let world = self.world;
        let home = world.home_of(EntityKind::List, list.0);
        let comes = |scope: ScopeId| scope != home && [scope, home].iter().any(|it| world.scopes.is_list(*it));
        let is_incoming = |id: &&TicketId| self.scope_of(**id).is_some_and(comes);
        let mut incoming: Vec<TicketId> = ids.iter().filter(is_incoming).copied().collect();
        self.room_for_moves(world.index.with_subtasks(&incoming, limits::TICKETS_AN_EVENT + 1).len())?;
        // A ticket moves before its subtasks, because the subtasks move with it.
        incoming.sort_by_key(|id| world.index.depth(*id));
        for id in &incoming {
            let (scope, ticket) = self.ticket(*id)?;
            if !comes(scope) {
                continue;
            }
            if ticket.private {
                return Err(Refusal::invalid("listId", words::PRIVATE_IN_RESTRICTED_LIST));
            }
            let place = ListRank { list_id: list, rank: self.rank_last(home, list) };
            let moved = self.move_ticket(home, ticket, vec![place])?;
            self.save(home, moved);
        }
        Ok(!incoming.is_empty())
    }

    /// Gives a ticket of a restricted list a place in that list, if the ticket is in no list any more and is no subtask.
    pub(super) fn keep_in_list(&self, scope: ScopeId, ticket: &mut Ticket) {
        if ticket.parent_ticket_id.is_none()
            && ticket.lists.is_empty()
            && let Some(list) = self.world.list_of(scope)
        {
            ticket.lists.push(ListRank { list_id: list, rank: self.rank_last(scope, list) });
        }
    }

    /// The places of a ticket in these lists of its new home. It keeps the places that it has.
    pub(in crate::domain::kinds) fn places_in(&self, to: ScopeId, ticket: &Ticket, lists: &[ListId]) -> Vec<ListRank> {
        let place = |list: &ListId| {
            let known = ticket.lists.iter().find(|place| place.list_id == *list).cloned();
            known.unwrap_or_else(|| ListRank { list_id: *list, rank: self.rank_last(to, *list) })
        };
        lists.iter().map(place).collect()
    }

    /// Moves the links of the tickets that this order has moved. Links that are no longer allowed are deleted, also links that
    /// the person does not see. Writes no activity, because the person may not see the ticket at the other end.
    pub(in crate::domain) fn settle_links(&mut self) {
        let world = self.world;
        let ids: Vec<TicketId> = self.moved.keys().copied().collect();
        let mut settled = HashSet::new();
        for (scope, link) in ids.iter().flat_map(|id| world.index.links_at(*id)) {
            if !settled.insert(link.id) {
                continue;
            }
            let ends = [link.from_ticket_id, link.to_ticket_id].map(|end| self.scope_of(end));
            let home = match ends {
                [Some(from), Some(to)] => self.home_of_link(link.kind, from, to),
                _ => None,
            };
            if home == Some(*scope) {
                continue;
            }
            self.put(*scope, Write::delete(Entity::Link(link.clone())));
            match home {
                Some(home) => self.move_lag(link.id, home),
                None => self.delete_lag(link.id),
            }
            if let Some(home) = home {
                self.put(home, Write::create(Entity::Link(link.clone())));
            }
        }
    }

    fn is_own(&self, scope: ScopeId) -> bool {
        scope == personal_scope(self.world.workspace.id, self.by)
    }

    /// The list of a scope. If the list is being restricted now, the world does not know its scope yet, and the list is the
    /// first of `lists`.
    fn restricted_list(&self, to: ScopeId, lists: &[ListRank]) -> Option<ListId> {
        let world = self.world;
        if to == world.scope() || self.is_own(to) {
            return None;
        }
        world.list_of(to).or_else(|| lists.first().map(|place| place.list_id))
    }

    /// Takes a subtask that moves with its parent out of the lists that its new home cannot hold. A subtask
    /// that loses its last list in this way gets the lists of the moved ticket above it.
    fn fit_lists(&self, ticket: &mut Ticket, to: ScopeId, only: Option<ListId>, of_root: &[ListId]) {
        let had = !ticket.lists.is_empty();
        let fits = |list: ListId| match only {
            Some(only) => list == only,
            None => self.world.is_open(list) || of_root.contains(&list),
        };
        ticket.lists.retain(|place| fits(place.list_id));
        if had && ticket.lists.is_empty() {
            ticket.lists = self.places_in(to, ticket, of_root);
        }
    }

    /// Unassigns people who do not see the new home.
    fn keep_seeing(&self, to: ScopeId, ticket: &mut Ticket) {
        let sight = self.world.sight();
        ticket.assignees_ids.retain(|user| *user == self.by || sight.will_follow(*user, to));
        ticket.report_by = ticket.report_by.filter(|user| *user == self.by || sight.will_follow(*user, to));
        self.keep_seeing_people(to, ticket);
    }

    /// The number of a ticket that moves. A ticket that becomes private keeps the number of the workspace as a negative
    /// one, and has that number again when it is shared. Nodes of the previous version cannot read negative numbers.
    /// They may serve a workspace without commons, so a ticket is numbered anew there.
    fn number_in(&mut self, to: ScopeId, ticket: &Ticket, private: bool) -> i64 {
        if ticket.private == private {
            return ticket.number;
        }
        if ticket.number < 0 || (private && self.world.scopes.commons.is_some()) {
            return -ticket.number;
        }
        self.numbers += 1;
        self.next_number(to) + self.numbers - 1
    }

    /// Writes the move into the history of the ticket, in the new home only. The history names no restricted list.
    fn note_move(&mut self, to: ScopeId, before: &Ticket, after: &Ticket, is_root: bool) {
        let id = after.id;
        let turned = before.private != after.private;
        if is_root && turned {
            self.note_field(to, id, "private", json!(before.private), json!(after.private));
        }
        let lists = self.named_lists(to, before, after).filter(|_| is_root);
        let nothing = || (is_root && !turned).then(|| json!({"added": [], "removed": []}));
        if let Some(change) = lists.or_else(nothing) {
            self.note_lists(to, id, change);
        }
        if let Some(change) = difference(&before.assignees_ids, &after.assignees_ids) {
            self.note(to, id, ActivityKind::AssigneeChange, change);
        }
        if before.report_by != after.report_by {
            self.note_reporter(to, before, after);
        }
        self.note_values(to, before, after);
    }
}
