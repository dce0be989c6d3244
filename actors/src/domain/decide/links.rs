//! Links between tickets. A loop of "blocks" is refused, with the way round.

use std::collections::{HashMap, VecDeque};

use serde_json::json;

use super::Desk;
use crate::domain::{
    change::Write,
    entity::{Entity, Link, LinkKind},
    ids::{LinkId, TicketId},
    limits,
    refusal::{Refusal, RefusalCode},
    world::Index,
};
use crate::words;

impl Desk<'_> {
    pub(super) fn create_link(
        &mut self,
        id: LinkId,
        kind: LinkKind,
        from: TicketId,
        to: TicketId,
    ) -> Result<(), Refusal> {
        self.decision.exact = true;
        let scope = self.visible(from, "fromTicketId")?;
        let other = self.visible(to, "toTicketId")?;
        if self.world.index.link(id).is_some() {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field("linkId"));
        }
        if from == to {
            return Err(Refusal {
                path: Some(vec![from, to]),
                ..Refusal::new(RefusalCode::Cycle, words::LINKED_TO_ITSELF).with_field("toTicketId")
            });
        }
        if scope != other {
            return Err(Refusal::invalid("toTicketId", words::PRIVATE_AND_SHARED_LINK));
        }
        let same = |link: &Link| {
            let direct = (link.from_ticket_id, link.to_ticket_id) == (from, to);
            let turned = (link.to_ticket_id, link.from_ticket_id) == (from, to);
            link.kind == kind && (direct || (kind == LinkKind::Relates && turned))
        };
        if self.world.index.links_of(from).any(same) {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::LINKED_ALREADY));
        }
        for end in [from, to] {
            limits::room_for(self.world.index.links_of(end).count(), limits::LINKS)?;
        }
        if kind == LinkKind::Blocks
            && let Some(mut path) = blocking_path(&self.world.index, to, from)
        {
            path.insert(0, from);
            return Err(Refusal { path: Some(path), ..Refusal::new(RefusalCode::Cycle, words::BLOCKS_ITSELF) });
        }
        let link =
            Link { id, kind, from_ticket_id: from, to_ticket_id: to, created_user_id: self.by, created_at: self.at };
        self.put(scope, Write::create(Entity::Link(link)));
        for (ticket, other) in [(from, to), (to, from)] {
            self.note_field(
                scope,
                ticket,
                "links",
                json!(null),
                json!({"kind": kind, "fromTicketId": from, "toTicketId": to, "ticketId": other}),
            );
        }
        Ok(())
    }

    pub(super) fn delete_link(&mut self, id: LinkId) -> Result<(), Refusal> {
        self.decision.exact = true;
        let (scope, link) = self
            .world
            .index
            .link(id)
            .filter(|(scope, _)| self.world.sees(self.by, *scope))
            .cloned()
            .ok_or_else(|| Refusal::not_found(words::NO_LINK))?;
        let (from, to) = (link.from_ticket_id, link.to_ticket_id);
        let gone = json!({"kind": link.kind, "fromTicketId": from, "toTicketId": to});
        self.put(scope, Write::delete(Entity::Link(link)));
        for ticket in [from, to] {
            self.note_field(scope, ticket, "links", gone.clone(), json!(null));
        }
        Ok(())
    }
}

/// The shortest way from one ticket to another along "blocks", both ends included.
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
