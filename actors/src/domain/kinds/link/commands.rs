//! What may be done to links. A loop of "blocks" is refused, with the path around it.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::{Link, LinkKind};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::Entity,
    ids::{LinkId, ScopeId, TicketId, UserId},
    limits,
    refusal::{Refusal, RefusalCode},
    world::{Index, World},
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LinkCreate {
    pub link_id: LinkId,
    /// The link's kind; `kind` is the command's.
    pub link_kind: LinkKind,
    pub from_ticket_id: TicketId,
    pub to_ticket_id: TicketId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LinkDelete {
    pub link_id: LinkId,
}

impl Act for LinkCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.extend([self.from_ticket_id, self.to_ticket_id]);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let Self { link_id: id, link_kind: kind, from_ticket_id: from, to_ticket_id: to } = *self;
        decider.decision.relies_on_scopes = true;
        let scope = decider.visible(from, "fromTicketId")?;
        let other = decider.visible(to, "toTicketId")?;
        let index = &decider.world.index;
        if index.link(id).is_some() {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field("linkId"));
        }
        if from == to {
            return Err(Refusal {
                path: Some(vec![from, to]),
                ..Refusal::new(RefusalCode::Cycle, words::LINKED_TO_ITSELF).with_field("toTicketId")
            });
        }
        decider.edits_one_of([from, to])?;
        let home = decider.home_of_link(kind, scope, other).ok_or_else(|| {
            let restricted = [scope, other].iter().any(|it| decider.world.scopes.is_list(*it));
            let words = if restricted { words::NO_LINK_ACROSS_LISTS } else { words::PRIVATE_AND_SHARED_LINK };
            Refusal::invalid("toTicketId", words)
        })?;
        let same = |link: &Link| {
            let direct = (link.from_ticket_id, link.to_ticket_id) == (from, to);
            let turned = (link.to_ticket_id, link.from_ticket_id) == (from, to);
            link.kind == kind && (direct || (kind == LinkKind::Relates && turned))
        };
        if decider.links_seen(from).any(same) {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::LINKED_ALREADY));
        }
        for end in [from, to] {
            limits::room_for(decider.links_seen(end).count(), limits::LINKS)?;
        }
        if kind == LinkKind::Blocks
            && let Some(mut path) = blocking_path(index, to, from)
        {
            path.insert(0, from);
            return Err(Refusal { path: Some(path), ..Refusal::new(RefusalCode::Cycle, words::BLOCKS_ITSELF) });
        }
        let link = Link {
            id,
            kind,
            from_ticket_id: from,
            to_ticket_id: to,
            created_user_id: decider.by,
            created_at: decider.at,
        };
        decider.put(home, Write::create(Entity::Link(link)));
        if scope == other {
            for (ticket, other) in [(from, to), (to, from)] {
                let link = json!({"kind": kind, "fromTicketId": from, "toTicketId": to, "ticketId": other});
                decider.note_field(scope, ticket, "links", json!(null), link);
            }
        }
        Ok(())
    }
}

impl Act for LinkDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        let link = world.index.link(self.link_id);
        touches.tickets.extend(link.into_iter().flat_map(|(_, link)| [link.from_ticket_id, link.to_ticket_id]));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.decision.relies_on_scopes = true;
        let known = decider.world.index.link(self.link_id);
        let seen = known.filter(|(scope, _)| decider.world.sees(decider.by, *scope)).cloned();
        let (scope, link) = seen.ok_or_else(|| Refusal::not_found(words::NO_LINK))?;
        let (from, to) = (link.from_ticket_id, link.to_ticket_id);
        decider.edits_one_of([from, to])?;
        let gone = json!({"kind": link.kind, "fromTicketId": from, "toTicketId": to});
        decider.put(scope, Write::delete(Entity::Link(link)));
        decider.delete_lag(self.link_id);
        // The history of a ticket names no ticket of another home.
        if decider.scope_of(from) == decider.scope_of(to) {
            for ticket in [from, to] {
                decider.note_field(scope, ticket, "links", gone.clone(), json!(null));
            }
        }
        Ok(())
    }
}

impl Decider<'_> {
    /// Refuses a person who may change neither of two tickets.
    pub(in crate::domain::kinds) fn edits_one_of(&self, ends: [TicketId; 2]) -> Result<(), Refusal> {
        let edits = |end: TicketId| self.ticket_for(Capability::EditTickets, end).map(drop);
        edits(ends[0]).or_else(|_| edits(ends[1]))
    }

    /// Where a link lives, by the homes of its ends; `None` if there may be no such link. Between the workspace and a
    /// restricted list a ticket only relates to or duplicates another, and the list has the link. All other links need one
    /// home.
    pub(in crate::domain::kinds) fn home_of_link(&self, kind: LinkKind, from: ScopeId, to: ScopeId) -> Option<ScopeId> {
        let open = self.world.scope();
        if from == to {
            return Some(from);
        }
        let list = [(from, to), (to, from)].into_iter().find(|(one, _)| *one == open).map(|(_, list)| list);
        list.filter(|list| kind != LinkKind::Blocks && self.world.scopes.is_list(*list))
    }

    /// The links of a ticket that the person sees. Others neither count nor stand in the way.
    fn links_seen(&self, ticket: TicketId) -> impl Iterator<Item = &Link> {
        let all = self.world.index.links_at(ticket);
        all.filter(|(scope, _)| self.world.sees(self.by, *scope)).map(|(_, link)| link)
    }
}

/// The shortest path from one ticket to another along "blocks", both ends included.
fn blocking_path(index: &Index, from: TicketId, to: TicketId) -> Option<Vec<TicketId>> {
    let mut came_from: HashMap<TicketId, Option<TicketId>> = HashMap::from([(from, None)]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            let mut path = vec![at];
            let mut here = at;
            while let Some(Some(before)) = came_from.get(&here) {
                path.push(*before);
                here = *before;
            }
            path.reverse();
            return Some(path);
        }
        for link in index.links_of(at).filter(|link| link.kind == LinkKind::Blocks && link.from_ticket_id == at) {
            came_from.entry(link.to_ticket_id).or_insert_with(|| {
                queue.push_back(link.to_ticket_id);
                Some(at)
            });
        }
    }
    None
}
