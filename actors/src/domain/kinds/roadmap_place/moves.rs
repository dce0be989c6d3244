//! What happens to places on the roadmap when their items move or go.

use std::collections::HashSet;

use super::{RoadmapItem, RoadmapKind, RoadmapPlace};
use crate::domain::{
    change::Write,
    decider::Decider,
    entity::{Entity, EntityKind},
    ids::{RoadmapItemId, ScopeId, TicketId},
    scope::personal_scope,
};

impl Decider<'_> {
    /// Brings the places of tickets on the roadmap into the new home of the tickets.
    pub(in crate::domain::kinds) fn move_roadmap_places(&mut self, tickets: &HashSet<TicketId>, to: ScopeId) {
        let world = self.world;
        let of_tickets = |it: &&RoadmapPlace| it.kind == RoadmapKind::Epic && tickets.contains(&TicketId(it.item_id.0));
        let mut places: Vec<RoadmapPlace> = world.tables.roadmap_places.values().filter(of_tickets).cloned().collect();
        // Every node writes the same event.
        places.sort_by_key(|it| it.id);
        for place in places {
            let from = world.home_of(EntityKind::RoadmapPlace, place.id.0);
            if from != to {
                self.put_place(from, Write::delete(Entity::RoadmapPlace(place.clone())));
                self.put_place(to, Write::create(Entity::RoadmapPlace(place)));
            }
        }
    }

    /// Deletes the place of an item, if it has one.
    pub(in crate::domain::kinds) fn delete_roadmap_place(&mut self, item: RoadmapItem) {
        if let Some(place) = self.world.tables.roadmap_places.get(&item.place()).cloned() {
            let scope = self.world.home_of(EntityKind::RoadmapPlace, place.id.0);
            self.put_place(scope, Write::delete(Entity::RoadmapPlace(place)));
        }
    }

    /// Deletes the place of a row that goes, if it is an item of the roadmap.
    pub(in crate::domain::kinds) fn delete_place_of(&mut self, gone: &Entity) {
        let kind = match gone {
            Entity::FixVersion(_) => RoadmapKind::Version,
            Entity::Sprint(_) => RoadmapKind::Sprint,
            Entity::Ticket(_) => RoadmapKind::Epic,
            _ => return,
        };
        self.delete_roadmap_place(RoadmapItem { kind, id: RoadmapItemId(gone.id()) });
    }

    /// The person's own scope is not part of the configuration that every decision relies on.
    pub(super) fn put_place(&mut self, scope: ScopeId, write: Write) {
        if scope == personal_scope(self.world.workspace.id, self.by) {
            self.decision.relied.insert(scope);
        }
        self.put(scope, write);
    }
}
