//! The attributes, task types, components and fix versions that a file brings. What the importer may not make is left
//! out, and so are the values that would name it.

use super::order::{ImportAttribute, ImportFrame};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::Decider,
    entity::{Attribute, AttributeOption, Color, Component, Entity, EntityKind, FixVersion, TaskType},
    ids::OptionId,
    kinds::{
        attribute::Metadata,
        named::{description, unused},
    },
    limits,
    rank::Rank,
    refusal::Refusal,
};
use crate::words;

impl Decider<'_> {
    pub(super) fn bring_records(&mut self, frame: &ImportFrame) -> Result<(), Refusal> {
        if self.need(Capability::ManageAttributes).is_ok() {
            self.bring_attributes(&frame.attributes)?;
            self.bring_types(frame)?;
        }
        if self.need(Capability::ManageLabels).is_ok() {
            self.bring_components(frame)?;
            self.bring_versions(frame)?;
        }
        Ok(())
    }

    fn bring_attributes(&mut self, new: &[ImportAttribute]) -> Result<(), Refusal> {
        let world = self.world;
        let known = &world.tables.attributes;
        let home = world.scopes.home_of_new(EntityKind::Attribute, world.workspace.id);
        let mut count = self.attributes_beside(home).count();
        let mut last = self.attributes_beside(home).map(|it| it.rank.clone()).max();
        for attribute in new {
            if let Some(before) = known.get(&attribute.id) {
                // The attribute may live in a restricted list that the importer does not see or does not manage.
                let at = world.home_of(EntityKind::Attribute, before.id.0);
                let may = self.allow_in(Capability::ManageAttributes, at, words::NO_ATTRIBUTE).is_ok();
                if may && before.value_type == attribute.value_type && !before.is_of_labels() {
                    self.bring_options(before.clone(), attribute)?;
                }
                continue;
            }
            limits::room_for(count, limits::ATTRIBUTES)?;
            count += 1;
            let rank = Rank::between(last.as_ref(), None);
            last = Some(rank.clone());
            let options = self.new_options(attribute, &[])?;
            let row = Attribute {
                id: attribute.id,
                name: unused(&attribute.name, self.names_beside(home, attribute.id))?,
                value_type: attribute.value_type,
                description: String::new(),
                shown_on_cards: false,
                default_value: None,
                required: false,
                list_ids: None,
                label_sets: None,
                metadata: Metadata { id: attribute.id, options_order: options.iter().map(|it| it.id).collect() },
                rank,
                created_at: self.at,
            };
            self.put_shared(Write::create(Entity::Attribute(row)));
            for option in options {
                self.put_shared(Write::create(Entity::Option(option)));
            }
        }
        Ok(())
    }

    /// Adds the options that a known attribute lacks, behind its own.
    fn bring_options(&mut self, before: Attribute, new: &ImportAttribute) -> Result<(), Refusal> {
        let options = self.new_options(new, &before.metadata.options_order)?;
        if options.is_empty() {
            return Ok(());
        }
        let mut after = before.clone();
        after.metadata.options_order.extend(options.iter().map(|it| it.id));
        let home = self.world.home_of(EntityKind::Attribute, before.id.0);
        self.put(home, Write::update(Entity::Attribute(before), Entity::Attribute(after)));
        for option in options {
            self.put(home, Write::create(Entity::Option(option)));
        }
        Ok(())
    }

    /// The options that the workspace does not have yet. `beside` are those of the attribute.
    fn new_options(&self, attribute: &ImportAttribute, beside: &[OptionId]) -> Result<Vec<AttributeOption>, Refusal> {
        let world = self.world;
        let known = &world.tables.options;
        let mut options: Vec<AttributeOption> = Vec::new();
        for option in attribute.options.iter().filter(|it| !known.contains_key(&it.id)) {
            let count = beside.len() + options.len();
            limits::room_for(count, limits::OPTIONS)?;
            let names = beside.iter().filter_map(|id| known.get(id)).chain(&options).map(|it| &it.name);
            options.push(AttributeOption {
                id: option.id,
                attribute_id: attribute.id,
                name: unused(&option.name, names)?,
                color: Color::nth(count),
                created_at: self.at,
            });
        }
        Ok(options)
    }

    fn bring_types(&mut self, frame: &ImportFrame) -> Result<(), Refusal> {
        let world = self.world;
        let known = &world.tables.task_types;
        let mut last = known.values().map(|it| it.rank.clone()).max();
        for (nth, new) in frame.task_types.iter().filter(|it| !known.contains_key(&it.id)).enumerate() {
            limits::room_for(known.len() + nth, limits::TASK_TYPES)?;
            let rank = Rank::between(last.as_ref(), None);
            last = Some(rank.clone());
            self.put_shared(Write::create(Entity::TaskType(TaskType {
                id: new.id,
                name: unused(&new.name, known.values().map(|it| &it.name))?,
                icon: new.icon,
                color: Color::nth(known.len() + nth),
                container: false,
                rank,
                created_at: self.at,
            })));
        }
        Ok(())
    }

    fn bring_components(&mut self, frame: &ImportFrame) -> Result<(), Refusal> {
        let world = self.world;
        let known = &world.tables.components;
        for (nth, new) in frame.components.iter().filter(|it| !known.contains_key(&it.id)).enumerate() {
            limits::room_for(known.len() + nth, limits::CONFIG_ENTITIES)?;
            self.put_shared(Write::create(Entity::Component(Component {
                id: new.id,
                name: unused(&new.name, known.values().map(|it| &it.name))?,
                description: String::new(),
                lead_user_id: None,
                created_at: self.at,
            })));
        }
        Ok(())
    }

    fn bring_versions(&mut self, frame: &ImportFrame) -> Result<(), Refusal> {
        let world = self.world;
        let known = &world.tables.fix_versions;
        for (nth, new) in frame.fix_versions.iter().filter(|it| !known.contains_key(&it.id)).enumerate() {
            limits::room_for(known.len() + nth, limits::CONFIG_ENTITIES)?;
            self.put_shared(Write::create(Entity::FixVersion(FixVersion {
                id: new.id,
                name: unused(&new.name, known.values().map(|it| &it.name))?,
                description: description(&new.description)?,
                start_date: None,
                release_date: new.release_date,
                state: new.state,
                created_at: self.at,
            })));
        }
        Ok(())
    }
}
