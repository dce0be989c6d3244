//! What happens to the baselines of a list that is restricted, opened or deleted.

use super::Baseline;
use crate::domain::{
    change::Write,
    decider::Decider,
    entity::{Entity, EntityKind},
    ids::{ListId, ScopeId},
};

impl Decider<'_> {
    /// Moves the shared baselines of a list with the list.
    pub(in crate::domain::kinds) fn move_baselines_of_list(&mut self, list: ListId, from: ScopeId, to: ScopeId) {
        let of_list = self.baselines_in(from).filter(|it| it.list_id == Some(list)).cloned().collect();
        for baseline in in_order(of_list) {
            self.put(from, Write::delete(Entity::Baseline(baseline.clone())));
            self.put(to, Write::create(Entity::Baseline(baseline)));
        }
    }

    /// Deletes the baselines in the scope of a list that is deleted.
    pub(in crate::domain::kinds) fn delete_baselines(&mut self, scope: ScopeId) {
        for baseline in in_order(self.baselines_in(scope).cloned().collect()) {
            self.put(scope, Write::delete(Entity::Baseline(baseline)));
        }
    }

    pub(super) fn baselines_in(&self, scope: ScopeId) -> impl Iterator<Item = &Baseline> + Clone {
        let world = self.world;
        let all = world.tables.baselines.values();
        all.filter(move |it| world.home_of(EntityKind::Baseline, it.id.0) == scope)
    }
}

/// Sorts the baselines, so that every node writes the same event.
fn in_order(mut baselines: Vec<Baseline>) -> Vec<Baseline> {
    baselines.sort_by_key(|it| it.id);
    baselines
}
