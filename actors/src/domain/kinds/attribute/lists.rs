//! Attributes of some lists: the scope in which such an attribute lives, who may change it, and how it changes when a
//! list is restricted, opened or deleted.

use super::{Attribute, AttributeOption};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::Decider,
    entity::{Entity, EntityKind},
    ids::{AttributeId, ListId, OptionId, ScopeId},
    kinds::named::unused,
    limits,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

impl Decider<'_> {
    /// The home of an attribute of these lists: the commons if it is of all lists, the scope of a restricted list, or else
    /// the workspace scope.
    ///
    /// # Errors
    /// `not_found` for a list that the person does not see, `validation_failed`, `too_many`.
    pub(super) fn home_of_attribute(&self, lists: Option<&[ListId]>) -> Result<ScopeId, Refusal> {
        let world = self.world;
        let Some(lists) = lists else {
            return Ok(world.scopes.home_of_new(EntityKind::Attribute, world.workspace.id));
        };
        // Without commons, this is refused: when a workspace gets its commons, all its attributes move there.
        self.need_restricted_lists()?;
        limits::at_most("listIds", lists.len(), limits::ATTRIBUTE_LISTS)?;
        for list in lists {
            self.list(*list, "listIds")?;
        }
        match lists.iter().find(|list| !world.is_open(**list)) {
            Some(_) if lists.len() > 1 => Err(Refusal::invalid("listIds", words::ATTRIBUTE_OF_RESTRICTED_LIST)),
            Some(list) => Ok(world.home_of(EntityKind::List, list.0)),
            None => Ok(world.scope()),
        }
    }

    /// An attribute that the person may change, with its home.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    pub(super) fn attribute_to_change(&self, id: AttributeId, field: &str) -> Result<(ScopeId, Attribute), Refusal> {
        let attribute = self.attribute(id, field)?;
        let home = self.world.home_of(EntityKind::Attribute, id.0);
        self.allow_in(Capability::ManageAttributes, home, words::NO_ATTRIBUTE)?;
        Ok((home, attribute))
    }

    /// An option that the person may change.
    ///
    /// # Errors
    /// As for [`Self::attribute_to_change`].
    pub(in crate::domain::kinds) fn option_to_change(&self, id: OptionId) -> Result<AttributeOption, Refusal> {
        let option = self.option(id, "optionId")?;
        self.attribute_to_change(option.attribute_id, "optionId")?;
        Ok(option)
    }

    /// The attributes that limit an attribute in this home: its name must differ from their names, and they count
    /// towards the same maximum. These are the attributes of the home, and the attributes outside of restricted lists
    /// that the person sees.
    pub(in crate::domain::kinds) fn attributes_beside(
        &self,
        home: ScopeId,
    ) -> impl Iterator<Item = &Attribute> + Clone {
        let world = self.world;
        world.tables.attributes.values().filter(move |it| {
            let at = world.home_of(EntityKind::Attribute, it.id.0);
            at == home || (!world.scopes.is_list(at) && world.sees(self.by, at))
        })
    }

    /// The names that an attribute in this home may not have: the names of [`Self::attributes_beside`], and the names
    /// that the workspace has given to system attributes.
    pub(in crate::domain::kinds) fn names_beside(
        &self,
        home: ScopeId,
        id: AttributeId,
    ) -> impl Iterator<Item = &String> {
        let attributes = self.attributes_beside(home).filter(move |it| it.id != id).map(|it| &it.name);
        attributes.chain(self.world.tables.system_attributes.values().filter_map(|it| it.name.as_ref()))
    }

    /// The attributes that the person sees, in their order.
    pub(super) fn attributes_seen(&self) -> Vec<&Attribute> {
        let mut all = self.world.attributes_in_order();
        all.retain(|it| self.world.shows(self.by, EntityKind::Attribute, it.id.0));
        all
    }

    /// Writes a changed attribute. If it has a new home, its options move with it.
    pub(super) fn put_attribute(&mut self, from: ScopeId, to: ScopeId, before: Attribute, after: Attribute) {
        if from == to {
            self.put(from, Write::update(Entity::Attribute(before), Entity::Attribute(after)));
            return;
        }
        self.moved_attributes.insert(after.id, to);
        let options = self.options_of(&before);
        self.put(from, Write::delete(Entity::Attribute(before)));
        self.put(to, Write::create(Entity::Attribute(after)));
        for option in options {
            self.put(from, Write::delete(Entity::Option(option.clone())));
            self.put(to, Write::create(Entity::Option(option)));
        }
    }

    /// Changes the attributes of a list that becomes restricted. An attribute without other lists moves with the list.
    /// An attribute with other lists stays and loses the list, because its readers may not see the list.
    pub(in crate::domain::kinds) fn restrict_attributes(&mut self, list: ListId, from: ScopeId, to: ScopeId) {
        for before in self.attributes_of_list(list, from) {
            if before.list_ids.as_deref() == Some([list].as_slice()) {
                self.put_attribute(from, to, before.clone(), before);
            } else {
                self.take_list_from(list, from, before);
            }
        }
    }

    /// Moves the attributes of a restricted list into the workspace scope, together with the list.
    ///
    /// # Errors
    /// `already_exists` if an attribute in the workspace scope has the name of one of them, `too_many`.
    pub(in crate::domain::kinds) fn open_attributes(&mut self, from: ScopeId, to: ScopeId) -> Result<(), Refusal> {
        let moving = self.attributes_in(from);
        let count = self.attributes_beside(to).count();
        for (nth, attribute) in moving.iter().enumerate() {
            limits::room_for(count + nth, limits::ATTRIBUTES)?;
            unused(&attribute.name, self.names_beside(to, attribute.id))
                .map_err(|_| Refusal::new(RefusalCode::AlreadyExists, words::attribute_name_taken(&attribute.name)))?;
        }
        for attribute in moving {
            self.put_attribute(from, to, attribute.clone(), attribute);
        }
        Ok(())
    }

    /// Removes a deleted open list from the attributes that name it. An attribute that loses its last list stays, but
    /// no ticket has it until it gets another list.
    pub(in crate::domain::kinds) fn drop_list_from_attributes(&mut self, list: ListId) {
        let scope = self.world.scope();
        for attribute in self.attributes_of_list(list, scope) {
            self.take_list_from(list, scope, attribute);
        }
    }

    /// Deletes the attributes of a restricted list that is deleted, with their options.
    pub(in crate::domain::kinds) fn delete_attributes(&mut self, scope: ScopeId) {
        for attribute in self.attributes_in(scope) {
            for option in self.options_of(&attribute) {
                self.put(scope, Write::delete(Entity::Option(option)));
            }
            self.put(scope, Write::delete(Entity::Attribute(attribute)));
        }
    }

    /// True if all readers of a home may see an attribute. `private` is true for a person's own scope.
    pub(in crate::domain::kinds) fn may_name_attribute(&self, home: ScopeId, private: bool, id: AttributeId) -> bool {
        let world = self.world;
        let moved = self.moved_attributes.get(&id).copied();
        let at = moved.unwrap_or_else(|| world.home_of(EntityKind::Attribute, id.0));
        at == home || world.scopes.commons == Some(at) || (private && at == world.scope())
    }

    fn take_list_from(&mut self, list: ListId, scope: ScopeId, before: Attribute) {
        let mut after = before.clone();
        after.list_ids.iter_mut().for_each(|lists| lists.retain(|it| *it != list));
        self.put(scope, Write::update(Entity::Attribute(before), Entity::Attribute(after)));
    }

    pub(super) fn options_of(&self, attribute: &Attribute) -> Vec<AttributeOption> {
        let known = &self.world.tables.options;
        attribute.metadata.options_order.iter().filter_map(|id| known.get(id).cloned()).collect()
    }

    fn attributes_of_list(&self, list: ListId, scope: ScopeId) -> Vec<Attribute> {
        let mut found = self.attributes_in(scope);
        found.retain(|it| it.list_ids.as_ref().is_some_and(|lists| lists.contains(&list)));
        found
    }

    /// The attributes in a scope, sorted, because two nodes must write the same event.
    fn attributes_in(&self, scope: ScopeId) -> Vec<Attribute> {
        let world = self.world;
        let lives_here = |it: &&Attribute| world.home_of(EntityKind::Attribute, it.id.0) == scope;
        let mut found: Vec<Attribute> = world.tables.attributes.values().filter(lives_here).cloned().collect();
        found.sort_by_key(|it| it.id);
        found
    }
}
