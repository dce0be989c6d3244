//! What may be done to attributes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    Attribute, AttributeOption, AttributeType, Metadata,
    edit::checked,
    option::OptionNew,
    value::{FieldEdit, FieldValue},
};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, EntityKind},
    ids::{AttributeId, OptionId, UserId},
    kinds::{
        color::Color,
        named::{description, rank_behind, taken, unused},
        patch::{given, present},
    },
    limits,
    rank::Rank,
    refusal::Refusal,
    world::World,
};
use crate::words;

/// Adds a field to all tickets of the workspace. An attribute with the id of a deleted one finds the values that tickets
/// had, which is how a delete is undone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct AttributeCreate {
    pub attribute_id: AttributeId,
    pub name: String,
    #[serde(rename = "type")]
    pub value_type: AttributeType,
    pub description: Option<String>,
    pub shown_on_cards: Option<bool>,
    /// The value of new tickets. For a select, it may name the options of this command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_value: Option<FieldValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// The attribute that it stands behind. If absent, it stands last.
    pub after: Option<AttributeId>,
    /// Its first options, in their order. For selects only.
    pub options: Option<Vec<OptionNew>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct AttributeUpdate {
    pub attribute_id: AttributeId,
    pub patch: AttributePatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct AttributePatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub shown_on_cards: Option<bool>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "FieldValue | null")]
    pub default_value: Option<Option<FieldValue>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
}

/// Puts an attribute behind another one, or first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttributeMove {
    pub attribute_id: AttributeId,
    pub after: Option<AttributeId>,
}

/// Deletes an attribute with its options. The tickets keep its values, which nobody sees any more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttributeDelete {
    pub attribute_id: AttributeId,
}

impl Act for AttributeCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.attribute_id);
        let attributes = &world.tables.attributes;
        limits::room_for(attributes.len(), limits::ATTRIBUTES)?;
        if attributes.contains_key(&id) {
            return Err(taken("attributeId"));
        }
        let name = unused(&self.name, names_beside(world, id))?;
        let description = description(self.description.as_deref().unwrap_or_default())?;
        let last = world.attributes_in_order().last().map(|it| it.id);
        let rank = rank(world, self.after.or(last), id)?;
        let new = self.options.as_deref().unwrap_or_default();
        if !self.value_type.has_options() && !new.is_empty() {
            return Err(Refusal::invalid("options", words::NO_OPTIONS_HERE));
        }
        limits::at_most("options", new.len(), limits::OPTIONS)?;
        let mut options: Vec<AttributeOption> = Vec::new();
        for OptionNew { option_id, name, color } in new {
            if world.tables.options.contains_key(option_id) || options.iter().any(|it| it.id == *option_id) {
                return Err(taken("options"));
            }
            let name = unused(name, options.iter().map(|it| &it.name)).map_err(|it| it.with_field("options"))?;
            let color = color.unwrap_or_else(|| Color::nth(options.len()));
            options.push(AttributeOption { id: *option_id, attribute_id: id, name, color, created_at: decider.at });
        }
        let metadata = Metadata { id, options_order: options.iter().map(|it| it.id).collect() };
        let mut attribute = Attribute {
            id,
            name,
            value_type: self.value_type,
            description,
            shown_on_cards: self.shown_on_cards.unwrap_or(false),
            default_value: None,
            required: required(self.value_type, self.required.unwrap_or(false))?,
            metadata,
            rank,
            created_at: decider.at,
        };
        let exists = |id: &OptionId| match attribute.value_type {
            AttributeType::Users => decider.is_member(UserId(id.0)),
            _ => options.iter().any(|it| it.id == *id),
        };
        let given = default_value(&attribute, self.default_value.clone(), &exists)?;
        attribute.default_value = given;
        decider.put_shared(Write::create(Entity::Attribute(attribute)));
        for option in options {
            decider.put_shared(Write::create(Entity::Option(option)));
        }
        Ok(())
    }
}

impl Act for AttributeUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.attribute(self.attribute_id, "attributeId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            after.name = unused(name, names_beside(decider.world, before.id))?;
        }
        if let Some(text) = &self.patch.description {
            after.description = description(text)?;
        }
        after.shown_on_cards = self.patch.shown_on_cards.unwrap_or(after.shown_on_cards);
        after.required = required(before.value_type, self.patch.required.unwrap_or(before.required))?;
        if let Some(value) = &self.patch.default_value {
            let exists = |id: &OptionId| match before.value_type {
                AttributeType::Users => decider.is_member(UserId(id.0)),
                _ => before.metadata.options_order.contains(id),
            };
            after.default_value = default_value(&before, value.clone(), &exists)?;
        }
        decider.put_shared(Write::update(Entity::Attribute(before), Entity::Attribute(after)));
        Ok(())
    }
}

impl Act for AttributeMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.attribute(self.attribute_id, "attributeId")?;
        let after = Attribute { rank: rank(decider.world, self.after, self.attribute_id)?, ..before.clone() };
        decider.put_shared(Write::update(Entity::Attribute(before), Entity::Attribute(after)));
        Ok(())
    }
}

impl Act for AttributeDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let attribute = decider.attribute(self.attribute_id, "attributeId")?;
        for id in &attribute.metadata.options_order {
            if let Some(option) = decider.world.tables.options.get(id).cloned() {
                decider.put_shared(Write::delete(Entity::Option(option)));
            }
        }
        decider.put_shared(Write::delete(Entity::Attribute(attribute)));
        Ok(())
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the attribute.
    pub(in crate::domain::kinds) fn attribute(&self, id: AttributeId, field: &str) -> Result<Attribute, Refusal> {
        let world = self.world;
        let known = world.tables.attributes.get(&id).filter(|_| world.shows(self.by, EntityKind::Attribute, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_ATTRIBUTE).with_field(field))
    }
}

/// The names of all attributes but this one, and those that the workspace has given to system attributes.
pub(in crate::domain::kinds) fn names_beside(world: &World, id: AttributeId) -> impl Iterator<Item = &String> {
    let attributes = world.tables.attributes.values().filter(move |it| it.id != id).map(|it| &it.name);
    attributes.chain(world.tables.system_attributes.values().filter_map(|it| it.name.as_ref()))
}

fn required(value_type: AttributeType, wanted: bool) -> Result<bool, Refusal> {
    if wanted && !value_type.may_be_required() {
        return Err(Refusal::invalid("required", words::CHECKBOX_NOT_REQUIRED));
    }
    Ok(wanted)
}

/// The default as it is kept, checked like a value of a ticket.
fn default_value(
    attribute: &Attribute,
    wanted: Option<FieldValue>,
    exists: &dyn Fn(&OptionId) -> bool,
) -> Result<Option<FieldValue>, Refusal> {
    let Some(value) = wanted else { return Ok(None) };
    if attribute.value_type == AttributeType::LinkedTasks {
        return Err(Refusal::invalid("defaultValue", words::NO_DEFAULT_TASKS));
    }
    checked(attribute, None, &FieldEdit::Value(value), exists).map_err(|it| it.with_field("defaultValue"))
}

fn rank(world: &World, after: Option<AttributeId>, moving: AttributeId) -> Result<Rank, Refusal> {
    rank_behind(world.tables.attributes.values().map(|it| (it.id, &it.rank)), after, moving, words::NO_ATTRIBUTE)
}
