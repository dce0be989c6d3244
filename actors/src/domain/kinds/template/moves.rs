//! Templates of a list that is restricted, opened or deleted.

use super::Template;
use crate::domain::{
    change::Write,
    decider::Decider,
    entity::{Entity, EntityKind},
    ids::{ListId, ScopeId},
};

impl Decider<'_> {
    /// Moves the templates of a list with the list.
    pub(in crate::domain::kinds) fn move_templates_of_list(&mut self, list: ListId, from: ScopeId, to: ScopeId) {
        for template in self.sorted_templates(from, |it| it.list_id == Some(list)) {
            self.put(from, Write::delete(Entity::Template(template.clone())));
            self.put(to, Write::create(Entity::Template(template)));
        }
    }

    /// Deletes the templates in the scope of a list that is deleted.
    pub(in crate::domain::kinds) fn delete_templates(&mut self, scope: ScopeId) {
        for template in self.sorted_templates(scope, |_| true) {
            self.put(scope, Write::delete(Entity::Template(template)));
        }
    }

    pub(super) fn templates_in(&self, scope: ScopeId) -> impl Iterator<Item = &Template> + Clone {
        let world = self.world;
        world.tables.templates.values().filter(move |it| world.home_of(EntityKind::Template, it.id.0) == scope)
    }

    /// The templates that `is_meant` names, sorted, because two nodes must write the same event.
    fn sorted_templates(&self, scope: ScopeId, is_meant: impl Fn(&Template) -> bool) -> Vec<Template> {
        let mut found: Vec<Template> = self.templates_in(scope).filter(|it| is_meant(it)).cloned().collect();
        found.sort_by_key(|it| it.id);
        found
    }
}
