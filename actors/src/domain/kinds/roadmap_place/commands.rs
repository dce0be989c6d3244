//! The order of the roadmap by hand. An item that lives in a scope is moved with the right to change tickets there, as
//! tickets are moved in a list.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{RoadmapItem, RoadmapKind, RoadmapPlace};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{FixVersionId, RoadmapPlaceId, ScopeId, SprintId, TicketId, UserId},
    limits,
    rank::Rank,
    refusal::Refusal,
    world::World,
};
use crate::words;

/// Puts items in the given order directly behind another item that has a place, or before all items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct RoadmapPlaceMove {
    pub items: Vec<RoadmapItem>,
    pub after: Option<RoadmapItem>,
}

/// Takes the places of items away. They then stand by their dates again, behind all items that have a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoadmapPlaceClear {
    pub items: Vec<RoadmapItem>,
}

impl Act for RoadmapPlaceMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touch(&self.items, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let moving = decider.roadmap_items(&self.items)?;
        let places = &decider.world.tables.roadmap_places;
        let new = moving.iter().filter(|(item, _)| !places.contains_key(&item.place())).count();
        if new > 0 {
            limits::room_for(places.len() + new - 1, limits::ROADMAP_PLACES)?;
        }
        let ranks = decider.ranks_on_roadmap(&moving, self.after)?;
        for ((item, scope), rank) in moving.into_iter().zip(ranks) {
            let place = RoadmapPlace { id: item.place(), kind: item.kind, item_id: item.id, rank };
            decider.put_roadmap_place(scope, place);
        }
        Ok(())
    }
}

impl Act for RoadmapPlaceClear {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touch(&self.items, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        for (item, _) in decider.roadmap_items(&self.items)? {
            decider.delete_roadmap_place(item);
        }
        Ok(())
    }
}

/// The tickets whose places a command writes. A command with more items is refused.
fn touch(items: &[RoadmapItem], touches: &mut Touches) {
    let epics = items.iter().filter(|it| it.kind == RoadmapKind::Epic);
    touches.tickets.extend(epics.take(limits::TICKETS_AN_EVENT + 1).map(|it| TicketId(it.id.0)));
}

impl Decider<'_> {
    /// The items that the person may move, each once, with the scopes in which they live.
    fn roadmap_items(&self, items: &[RoadmapItem]) -> Result<Vec<(RoadmapItem, ScopeId)>, Refusal> {
        if items.is_empty() {
            return Err(Refusal::invalid("items", words::EMPTY));
        }
        limits::at_most("items", items.len(), limits::TICKETS_AN_EVENT)?;
        let mut seen = HashSet::new();
        let distinct = items.iter().filter(|it| seen.insert(**it));
        distinct.map(|item| Ok((*item, self.home_of_roadmap_item(*item)?))).collect()
    }

    /// The scope of an item that the person may move. The order of versions and sprints belongs to the members who work on
    /// the open lists: guests see it, and do not change it.
    fn home_of_roadmap_item(&self, item: RoadmapItem) -> Result<ScopeId, Refusal> {
        let world = self.world;
        let (kind, id) = match item.kind {
            RoadmapKind::Epic => return Ok(self.ticket_for(Capability::EditTickets, TicketId(item.id.0))?.0),
            RoadmapKind::Version => (EntityKind::FixVersion, self.fix_version(FixVersionId(item.id.0), "items")?.id.0),
            RoadmapKind::Sprint => (EntityKind::Sprint, self.sprint(SprintId(item.id.0), "items")?.id.0),
        };
        self.allow_in(Capability::EditTickets, world.scope(), words::NO_WORKSPACE)?;
        Ok(world.home_of(kind, id))
    }

    /// Ascending ranks for the moving items, directly behind `after`. Only places that the person sees count, so that a rank
    /// does not reveal hidden places.
    fn ranks_on_roadmap(
        &self,
        moving: &[(RoadmapItem, ScopeId)],
        after: Option<RoadmapItem>,
    ) -> Result<Vec<Rank>, Refusal> {
        let world = self.world;
        let moved: HashSet<RoadmapPlaceId> = moving.iter().map(|(item, _)| item.place()).collect();
        let seen = |it: &&RoadmapPlace| world.shows(self.by, EntityKind::RoadmapPlace, it.id.0);
        let places = world.tables.roadmap_places.values().filter(|it| !moved.contains(&it.id)).filter(seen);
        let mut order: Vec<&RoadmapPlace> = places.collect();
        order.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
        let next = match after.map(RoadmapItem::place) {
            None => 0,
            Some(after) => {
                let known = order.iter().position(|it| it.id == after);
                1 + known.ok_or_else(|| Refusal::not_found(words::NO_ROADMAP_PLACE).with_field("after"))?
            }
        };
        let low = next.checked_sub(1).and_then(|at| order.get(at)).map(|it| &it.rank);
        Ok(Rank::spread(low, order.get(next).map(|it| &it.rank), moving.len()))
    }

    /// Writes a place into the scope of its item.
    fn put_roadmap_place(&mut self, scope: ScopeId, place: RoadmapPlace) {
        let known = self.world.tables.roadmap_places.get(&place.id).cloned();
        let Some(before) = known else {
            return self.put_place(scope, Write::create(Entity::RoadmapPlace(place)));
        };
        let from = self.world.home_of(EntityKind::RoadmapPlace, place.id.0);
        if from == scope {
            let (before, after) = (Entity::RoadmapPlace(before), Entity::RoadmapPlace(place));
            return self.put_place(scope, Write::update(before, after));
        }
        // A node of the previous version has moved the item, and not its place.
        self.put_place(from, Write::delete(Entity::RoadmapPlace(before)));
        self.put_place(scope, Write::create(Entity::RoadmapPlace(place)));
    }
}
