//! What may be done to the options of an attribute.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Attribute, AttributeOption};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{AttributeId, OptionId, UserId},
    kinds::{
        color::Color,
        named::{taken, unused},
        patch::given,
        ticket::removal::Removal,
    },
    limits,
    refusal::Refusal,
    world::World,
};
use crate::words;

/// An option that comes with its attribute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OptionNew {
    pub option_id: OptionId,
    pub name: String,
    pub color: Option<Color>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OptionCreate {
    pub option_id: OptionId,
    pub attribute_id: AttributeId,
    pub name: String,
    pub color: Option<Color>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OptionUpdate {
    pub option_id: OptionId,
    pub patch: OptionPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct OptionPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// Puts an option behind another one, or first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OptionMove {
    pub option_id: OptionId,
    pub after: Option<OptionId>,
}

/// Deletes an option. Its tickets get the replacement, or lose it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OptionDelete {
    pub option_id: OptionId,
    /// Another option of the same attribute.
    pub move_to: Option<OptionId>,
}

impl Act for OptionCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (home, before) = decider.attribute_to_change(self.attribute_id, "attributeId")?;
        if !before.has_options() {
            return Err(Refusal::invalid("attributeId", words::NO_OPTIONS_HERE));
        }
        let (world, id) = (decider.world, self.option_id);
        limits::room_for(before.metadata.options_order.len(), limits::OPTIONS)?;
        if world.tables.options.contains_key(&id) {
            return Err(taken("optionId"));
        }
        let name = unused(&self.name, beside(world, before.id).map(|it| &it.name))?;
        let color = self.color.unwrap_or_else(|| Color::nth(before.metadata.options_order.len()));
        let option = AttributeOption { id, attribute_id: before.id, name, color, created_at: decider.at };
        decider.put(home, Write::create(Entity::Option(option)));
        decider.reorder(before, |order| order.push(id));
        Ok(())
    }
}

impl Act for OptionUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.option_to_change(self.option_id)?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = beside(decider.world, before.attribute_id).filter(|it| it.id != before.id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        after.color = self.patch.color.unwrap_or(after.color);
        decider.put_shared(Write::update(Entity::Option(before), Entity::Option(after)));
        Ok(())
    }
}

impl Act for OptionMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let option = decider.option_to_change(self.option_id)?;
        let attribute = decider.attribute(option.attribute_id, "optionId")?;
        let mut order = attribute.metadata.options_order.clone();
        order.retain(|id| *id != option.id);
        let place = match self.after {
            None => 0,
            Some(after) => {
                let place = order.iter().position(|id| *id == after);
                1 + place.ok_or_else(|| Refusal::not_found(words::NO_OPTION).with_field("after"))?
            }
        };
        decider.reorder(attribute, |order| {
            order.retain(|id| *id != option.id);
            order.insert(place, option.id);
        });
        Ok(())
    }
}

impl Act for OptionDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let option = decider.option_to_change(self.option_id)?;
        decider.remove(&self.removal())?;
        let before = decider.attribute(option.attribute_id, "optionId")?;
        let mut after = before.clone();
        after.metadata.options_order.retain(|id| *id != option.id);
        after.default_value = before.default_value.as_ref().and_then(|it| it.without_option(option.id, self.move_to));
        decider.put_shared(Write::update(Entity::Attribute(before), Entity::Attribute(after)));
        Ok(())
    }
}

impl OptionDelete {
    pub fn removal(&self) -> Removal {
        Removal::Option { id: self.option_id, move_to: self.move_to }
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the option.
    pub(in crate::domain::kinds) fn option(&self, id: OptionId, field: &str) -> Result<AttributeOption, Refusal> {
        let world = self.world;
        let known = world.tables.options.get(&id).filter(|_| world.shows(self.by, EntityKind::Option, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_OPTION).with_field(field))
    }

    fn reorder(&mut self, before: Attribute, change: impl FnOnce(&mut Vec<OptionId>)) {
        let mut after = before.clone();
        change(&mut after.metadata.options_order);
        self.put_shared(Write::update(Entity::Attribute(before), Entity::Attribute(after)));
    }
}

/// The options of an attribute. Their names are unique within it.
fn beside(world: &World, attribute: AttributeId) -> impl Iterator<Item = &AttributeOption> {
    world.tables.options.values().filter(move |it| it.attribute_id == attribute)
}
