//! What may be done to attributes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    Attribute, AttributeOption, AttributeType, Metadata,
    edit::checked,
    label_set::commands::LabelSetNew,
    option::OptionNew,
    value::{FieldEdit, FieldValue},
};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, EntityKind},
    ids::{AttributeId, ListId, OptionId, ScopeId, UserId},
    kinds::{
        color::Color,
        named::{description, rank_behind, taken, unused},
        patch::{given, present},
    },
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

/// Adds a field to all tickets of the workspace, or to the tickets of some lists. An attribute with the id of a deleted one finds the values that tickets
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
    /// The lists whose tickets get the field. If absent, all tickets get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_ids: Option<Vec<ListId>>,
    /// The attribute that it stands behind. If absent, it stands last.
    pub after: Option<AttributeId>,
    /// Its first options, in their order. For selects only.
    pub options: Option<Vec<OptionNew>>,
    /// Its label sets, in their order. If present, even if empty, the values are labels. For multiple selects only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_sets: Option<Vec<LabelSetNew>>,
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
    /// Null gives the field to all tickets.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Array<string> | null")]
    pub list_ids: Option<Option<Vec<ListId>>>,
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
        let list_ids = self.list_ids.as_deref().map(each_once);
        let home = decider.home_of_attribute(list_ids.as_deref())?;
        decider.allow_in(Capability::ManageAttributes, home, words::NO_LIST)?;
        limits::room_for(decider.attributes_beside(home).count(), limits::ATTRIBUTES)?;
        if world.tables.attributes.contains_key(&id) {
            return Err(taken("attributeId"));
        }
        let name = unused(&self.name, decider.names_beside(home, id))?;
        let description = description(self.description.as_deref().unwrap_or_default())?;
        let last = decider.attributes_seen().last().map(|it| it.id);
        let rank = decider.attribute_rank(self.after.or(last), id)?;
        let new = self.options.as_deref().unwrap_or_default();
        let is_of_labels = self.label_sets.is_some();
        if is_of_labels && self.value_type != AttributeType::MultiSelect {
            return Err(Refusal::invalid("labelSets", words::NO_LABEL_SETS_HERE));
        }
        if (is_of_labels || !self.value_type.has_options()) && !new.is_empty() {
            return Err(Refusal::invalid("options", words::NO_OPTIONS_HERE));
        }
        let label_sets = self.label_sets.as_deref().map(|sets| decider.new_sets(sets)).transpose()?;
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
            list_ids,
            label_sets,
            metadata,
            rank,
            created_at: decider.at,
        };
        let exists = |id: &OptionId| match attribute.value_type {
            AttributeType::Users => decider.is_member(UserId(id.0)),
            _ if attribute.is_of_labels() => attribute.offers(*id),
            _ => options.iter().any(|it| it.id == *id),
        };
        let given = default_value(&attribute, self.default_value.clone(), &exists)?;
        attribute.default_value = given;
        decider.put(home, Write::create(Entity::Attribute(attribute)));
        for option in options {
            decider.put(home, Write::create(Entity::Option(option)));
        }
        Ok(())
    }
}

impl Act for AttributeUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (from, before) = decider.attribute_to_change(self.attribute_id, "attributeId")?;
        let mut after = before.clone();
        let mut to = from;
        if let Some(lists) = &self.patch.list_ids {
            after.list_ids = lists.as_deref().map(each_once);
            to = decider.new_home_of_attribute(from, &after)?;
        }
        if self.patch.name.is_some() || to != from {
            let name = self.patch.name.as_ref().unwrap_or(&before.name);
            after.name = unused(name, decider.names_beside(to, before.id))?;
        }
        if let Some(text) = &self.patch.description {
            after.description = description(text)?;
        }
        after.shown_on_cards = self.patch.shown_on_cards.unwrap_or(after.shown_on_cards);
        after.required = required(before.value_type, self.patch.required.unwrap_or(before.required))?;
        if let Some(value) = &self.patch.default_value {
            let exists = |id: &OptionId| match before.value_type {
                AttributeType::Users => decider.is_member(UserId(id.0)),
                _ if before.is_of_labels() => before.offers(*id),
                _ => before.metadata.options_order.contains(id),
            };
            after.default_value = default_value(&before, value.clone(), &exists)?;
        }
        decider.put_attribute(from, to, before, after);
        Ok(())
    }
}

impl Act for AttributeMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (home, before) = decider.attribute_to_change(self.attribute_id, "attributeId")?;
        let after = Attribute { rank: decider.attribute_rank(self.after, self.attribute_id)?, ..before.clone() };
        decider.put(home, Write::update(Entity::Attribute(before), Entity::Attribute(after)));
        Ok(())
    }
}

impl Act for AttributeDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (home, attribute) = decider.attribute_to_change(self.attribute_id, "attributeId")?;
        for option in decider.options_of(&attribute) {
            decider.put(home, Write::delete(Entity::Option(option)));
        }
        decider.put(home, Write::delete(Entity::Attribute(attribute)));
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

    /// The home of an attribute whose lists have changed, for a person who may make attributes there.
    fn new_home_of_attribute(&self, from: ScopeId, after: &Attribute) -> Result<ScopeId, Refusal> {
        let to = self.home_of_attribute(after.list_ids.as_deref())?;
        if after.list_ids.is_some() && self.world.workspace.estimate_id == Some(after.id) {
            return Err(Refusal::new(RefusalCode::Conflict, words::ESTIMATE_OF_ALL_LISTS).with_field("listIds"));
        }
        if to != from {
            self.allow_in(Capability::ManageAttributes, to, words::NO_LIST)?;
            let others = self.attributes_beside(to).filter(|it| it.id != after.id).count();
            limits::room_for(others, limits::ATTRIBUTES)?;
        }
        Ok(to)
    }

    fn attribute_rank(&self, after: Option<AttributeId>, moving: AttributeId) -> Result<Rank, Refusal> {
        let seen = self.attributes_seen();
        rank_behind(seen.iter().map(|it| (it.id, &it.rank)), after, moving, words::NO_ATTRIBUTE)
    }
}

fn each_once(lists: &[ListId]) -> Vec<ListId> {
    let mut kept: Vec<ListId> = Vec::new();
    for list in lists {
        if !kept.contains(list) {
            kept.push(*list);
        }
    }
    kept
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
