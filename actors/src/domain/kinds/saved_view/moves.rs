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
    /// Moves the shared views of a list with the list. In the scope of a restricted list, no view names another list.
    pub(in crate::domain::kinds) fn move_views_of_list(&mut self, list: ListId, from: ScopeId, to: ScopeId) {
        let world = self.world;
        let is_restricted = to != world.scope();
        let others: Vec<String> =
            world.tables.lists.keys().filter(|id| **id != list).map(ToString::to_string).collect();
        let own: Vec<&List> = world.tables.lists.get(&list).into_iter().collect();
        let views: Vec<SavedView> = self.views_in(from).filter(|view| view.list_id == Some(list)).cloned().collect();
        for view in in_order(views) {
            let after = if is_restricted && names_any(&view, &others) {
                narrowed(&view, &others, &Language::of(&world.tables, own.iter().copied()))
            } else {
                view.clone()
            };
            self.put(from, Write::delete(Entity::SavedView(view)));
            self.put(to, Write::create(Entity::SavedView(after)));
        }
    }

    /// Deletes the views in the scope of a list that is deleted.
    pub(in crate::domain::kinds) fn delete_views(&mut self, scope: ScopeId) {
        for view in in_order(self.views_in(scope).cloned().collect()) {
            self.put(scope, Write::delete(Entity::SavedView(view)));
        }
    }

    /// Removes a list that is being restricted from other shared views, because their readers may not see the list.
    pub(in crate::domain::kinds) fn drop_list_from_views(&mut self, list: ListId, scope: ScopeId) {
        let world = self.world;
        let is_other = |it: &&List| it.id != list && world.home_of(EntityKind::List, it.id.0) == scope;
        let id = [list.to_string()];
        let is_named = |view: &&SavedView| view.list_id != Some(list) && names_any(view, &id);
        let views: Vec<SavedView> = self.views_in(scope).filter(is_named).cloned().collect();
        if views.is_empty() {
            return;
        }
        let language = Language::of(&world.tables, world.tables.lists.values().filter(is_other));
        for view in in_order(views) {
            let after = narrowed(&view, &id, &language);
            self.put(scope, Write::update(Entity::SavedView(view), Entity::SavedView(after)));
        }
    }

    pub(super) fn views_in(&self, scope: ScopeId) -> impl Iterator<Item = &SavedView> + Clone {
        let world = self.world;
        let views = world.tables.saved_views.values();
        views.filter(move |it| world.home_of(EntityKind::SavedView, it.id.0) == scope)
    }
}

/// Sorts the views, because two nodes must write the same event.
fn in_order(mut views: Vec<SavedView>) -> Vec<SavedView> {
    views.sort_by_key(|it| it.id);
    views
}

/// True if the filter or the display of a view names one of these ids.
fn names_any(view: &SavedView, ids: &[String]) -> bool {
    filters_by_any(view, ids) || view.display.as_ref().is_some_and(|it| it.names(ids))
}

fn filters_by_any(view: &SavedView, ids: &[String]) -> bool {
    let filter = view.filter.to_ascii_lowercase();
    ids.iter().any(|id| filter.contains(id))
}

/// The view without these ids. If the filter names one of them, all names that the language does not know are removed.
fn narrowed(view: &SavedView, ids: &[String], language: &Language) -> SavedView {
    let mut after = view.clone();
    after.display = view.display.as_ref().map(|it| it.without(ids));
    if filters_by_any(view, ids) {
        let (filter, _) = read_stored(&view.filter, language);
        after.filter = with_ids(&filter, language);
    }
    after
}
