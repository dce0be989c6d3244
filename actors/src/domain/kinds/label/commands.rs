//! What may be done to labels.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Label;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{LabelId, UserId},
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LabelCreate {
    pub label_id: LabelId,
    pub name: String,
    pub color: Option<Color>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LabelUpdate {
    pub label_id: LabelId,
    pub patch: LabelPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct LabelPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// Deletes a label, and removes it from tickets and from the label sets and values of attributes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LabelDelete {
    pub label_id: LabelId,
}

impl Act for LabelCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.label_id);
        let labels: Vec<&Label> = labels_in_scope_of(world, id).collect();
        limits::room_for(labels.len(), limits::CONFIG_ENTITIES)?;
        if world.tables.labels.contains_key(&id) {
            return Err(taken("labelId"));
        }
        let name = unused(&self.name, labels.iter().map(|it| &it.name))?;
        let color = self.color.unwrap_or_else(|| Color::nth(labels.len()));
        decider.put_shared(Write::create(Entity::Label(Label { id, name, color, created_at: decider.at })));
        Ok(())
    }
}

impl Act for LabelUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.label_id;
        let before = decider.label(id)?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = labels_in_scope_of(decider.world, id).filter(|it| it.id != id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        after.color = self.patch.color.unwrap_or(after.color);
        decider.put_shared(Write::update(Entity::Label(before), Entity::Label(after)));
        Ok(())
    }
}

impl Act for LabelDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.remove(&self.removal())?;
        decider.drop_label_from_sets(self.label_id);
        Ok(())
    }
}

impl LabelDelete {
    pub fn removal(&self) -> Removal {
        Removal::Label { id: self.label_id }
    }
}

/// The labels in the same scope as this one. Names of labels are unique within a scope, and labels are counted by scope.
fn labels_in_scope_of(world: &World, id: LabelId) -> impl Iterator<Item = &Label> {
    let home = world.home_of(EntityKind::Label, id.0);
    world.tables.labels.values().filter(move |it| world.home_of(EntityKind::Label, it.id.0) == home)
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`.
    pub(in crate::domain::kinds) fn label(&self, id: LabelId) -> Result<Label, Refusal> {
        let known = self.world.tables.labels.get(&id).filter(|_| self.world.shows(self.by, EntityKind::Label, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_LABEL).with_field("labelId"))
    }
}
