//! The commands that change the label sets of an attribute.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::LabelSet;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Attribute, Entity},
    ids::{AttributeId, LabelId, LabelSetId, UserId},
    kinds::{
        named::{taken, unused},
        patch::{SetPatch, given},
    },
    limits,
    refusal::Refusal,
};
use crate::words;

/// A label set of a new attribute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LabelSetNew {
    pub label_set_id: LabelSetId,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub single: Option<bool>,
    /// First to last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels_order: Option<Vec<LabelId>>,
}

/// Adds a label set after the others of its attribute. Labels that are in another set of the attribute leave that set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LabelSetCreate {
    pub attribute_id: AttributeId,
    pub label_set_id: LabelSetId,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub single: Option<bool>,
    /// First to last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels_order: Option<Vec<LabelId>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LabelSetUpdate {
    pub attribute_id: AttributeId,
    pub label_set_id: LabelSetId,
    pub patch: LabelSetPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct LabelSetPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub single: Option<bool>,
    /// New labels come last. Labels that are in another set of the attribute leave that set.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub labels: Option<SetPatch<LabelId>>,
}

/// Moves a label set after another one of its attribute, or to the front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LabelSetMove {
    pub attribute_id: AttributeId,
    pub label_set_id: LabelSetId,
    pub after: Option<LabelSetId>,
}

/// Puts a label into a set, after another label of the set or first. If the label is in another set of the attribute, it
/// leaves that set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LabelSetMoveLabel {
    pub attribute_id: AttributeId,
    pub label_set_id: LabelSetId,
    pub label_id: LabelId,
    pub after: Option<LabelId>,
}

/// Deletes a label set. Its labels stay in the workspace, and in the values of tickets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LabelSetDelete {
    pub attribute_id: AttributeId,
    pub label_set_id: LabelSetId,
}

impl Act for LabelSetCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let Self { attribute_id, label_set_id, name, single, labels_order } = self.clone();
        decider.change_sets(attribute_id, |decider, sets| {
            let new = LabelSetNew { label_set_id, name, single, labels_order };
            decider.add_set(sets, &new)
        })
    }
}

impl Act for LabelSetUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.change_sets(self.attribute_id, |decider, sets| {
            let at = place_of(sets, self.label_set_id)?;
            let LabelSetPatch { name, single, labels } = &self.patch;
            if let Some(name) = name {
                let others = sets.iter().filter(|it| it.id != self.label_set_id).map(|it| &it.name);
                sets[at].name = unused(name, others)?;
            }
            sets[at].single = single.unwrap_or(sets[at].single);
            if let Some(SetPatch { add, remove }) = labels {
                sets[at].labels_order.retain(|id| !remove.contains(id));
                decider.add_labels(sets, at, add, "labels")?;
            }
            Ok(())
        })
    }
}

impl Act for LabelSetMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.change_sets(self.attribute_id, |_, sets| {
            let moved = sets.remove(place_of(sets, self.label_set_id)?);
            let place = match self.after {
                None => 0,
                Some(after) => 1 + place_of(sets, after).map_err(|it| it.with_field("after"))?,
            };
            sets.insert(place, moved);
            Ok(())
        })
    }
}

impl Act for LabelSetMoveLabel {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.change_sets(self.attribute_id, |decider, sets| {
            let at = place_of(sets, self.label_set_id)?;
            decider.add_labels(sets, at, &[self.label_id], "labelId")?;
            let order = &mut sets[at].labels_order;
            order.retain(|id| *id != self.label_id);
            let place = match self.after {
                None => 0,
                Some(after) => {
                    let place = order.iter().position(|id| *id == after);
                    1 + place.ok_or_else(|| Refusal::not_found(words::NO_LABEL).with_field("after"))?
                }
            };
            order.insert(place, self.label_id);
            Ok(())
        })
    }
}

impl Act for LabelSetDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.change_sets(self.attribute_id, |_, sets| {
            let at = place_of(sets, self.label_set_id)?;
            sets.remove(at);
            Ok(())
        })
    }
}

impl Decider<'_> {
    /// The label sets of a new attribute.
    ///
    /// # Errors
    /// `already_exists`, `not_found`, `too_many`, `validation_failed`.
    pub(in crate::domain::kinds::attribute) fn new_sets(&self, new: &[LabelSetNew]) -> Result<Vec<LabelSet>, Refusal> {
        let mut sets = Vec::new();
        for set in new {
            self.add_set(&mut sets, set).map_err(|it| it.with_field("labelSets"))?;
        }
        Ok(sets)
    }

    /// Changes the sets of an attribute of labels. The default loses the labels that it may no longer contain.
    ///
    /// # Errors
    /// Those of `change`; `not_found` or `forbidden` for the attribute; `validation_failed` if its values are not labels.
    fn change_sets(
        &mut self,
        attribute: AttributeId,
        change: impl FnOnce(&Self, &mut Vec<LabelSet>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (home, before) = self.attribute_to_change(attribute, "attributeId")?;
        let mut after: Attribute = before.clone();
        let Some(sets) = &mut after.label_sets else {
            return Err(Refusal::invalid("attributeId", words::NO_LABEL_SETS_HERE));
        };
        let decider: &Self = self;
        change(decider, sets)?;
        after.settle_default();
        self.put(home, Write::update(Entity::Attribute(before), Entity::Attribute(after)));
        Ok(())
    }

    fn add_set(&self, sets: &mut Vec<LabelSet>, new: &LabelSetNew) -> Result<(), Refusal> {
        limits::room_for(sets.len(), limits::LABEL_SETS)?;
        if sets.iter().any(|it| it.id == new.label_set_id) {
            return Err(taken("labelSetId"));
        }
        let name = unused(&new.name, sets.iter().map(|it| &it.name))?;
        let single = new.single.unwrap_or(false);
        sets.push(LabelSet { id: new.label_set_id, name, single, labels_order: Vec::new() });
        let (at, labels) = (sets.len() - 1, new.labels_order.as_deref().unwrap_or_default());
        self.add_labels(sets, at, labels, "labelsOrder")
    }

    /// Adds labels at the end of the set with the index `at`, and removes them from the other sets.
    fn add_labels(&self, sets: &mut [LabelSet], at: usize, add: &[LabelId], field: &str) -> Result<(), Refusal> {
        for id in add {
            self.label(*id).map_err(|it| it.with_field(field))?;
            for (place, set) in sets.iter_mut().enumerate() {
                if place != at {
                    set.labels_order.retain(|known| known != id);
                }
            }
            if !sets[at].labels_order.contains(id) {
                sets[at].labels_order.push(*id);
            }
        }
        limits::at_most(field, sets.iter().map(|set| set.labels_order.len()).sum(), limits::OPTIONS)
    }
}

fn place_of(sets: &[LabelSet], id: LabelSetId) -> Result<usize, Refusal> {
    let place = sets.iter().position(|it| it.id == id);
    place.ok_or_else(|| Refusal::not_found(words::NO_LABEL_SET).with_field("labelSetId"))
}
