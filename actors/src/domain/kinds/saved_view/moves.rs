//! Views of a list that is restricted, opened or deleted.

use super::SavedView;
use crate::domain::{
    change::Write,
    decider::Decider,
    entity::{Entity, EntityKind, List},
    filter::{language::Language, print::with_ids, read::read_stored},
    ids::{ListId, ScopeId},
};

impl Decider<'_> {
    /// Moves the shared views of a list along with the list.
    pub(in crate::domain::kinds) fn move_views(&mut self, list: ListId, from: ScopeId, to: ScopeId) {
        for view in self.views_in(from) {
            if view.list_id == Some(list) {
                self.put(from, Write::delete(Entity::SavedView(view.clone())));
                self.put(to, Write::create(Entity::SavedView(view)));
            }
        }
    }

    /// Deletes the views in the scope of a list that goes.
    pub(in crate::domain::kinds) fn delete_views(&mut self, scope: ScopeId) {
        for view in self.views_in(scope) {
            self.put(scope, Write::delete(Entity::SavedView(view)));
        }
    }

    /// Takes a list that is being restricted out of the filters of other shared views: their readers may not see the list.
    pub(in crate::domain::kinds) fn forget_in_views(&mut self, list: ListId, scope: ScopeId) {
        let world = self.world;
        let is_left = |it: &&List| it.id != list && world.home_of(EntityKind::List, it.id.0) == scope;
        let id = list.to_string();
        let is_named = |view: &SavedView| view.list_id != Some(list) && view.filter.to_ascii_lowercase().contains(&id);
        for view in self.views_in(scope).into_iter().filter(is_named) {
            let language = Language::of(&world.tables, world.tables.lists.values().filter(is_left));
            let (filter, _) = read_stored(&view.filter, &language);
            let after = SavedView { filter: with_ids(&filter, &language), ..view.clone() };
            self.put(scope, Write::update(Entity::SavedView(view), Entity::SavedView(after)));
        }
    }

    fn views_in(&self, scope: ScopeId) -> Vec<SavedView> {
        let world = self.world;
        let views = world.tables.saved_views.values();
        let mut found: Vec<SavedView> =
            views.filter(|it| world.home_of(EntityKind::SavedView, it.id.0) == scope).cloned().collect();
        found.sort_by_key(|it| it.id);
        found
    }
}
