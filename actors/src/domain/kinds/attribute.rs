//! Attributes: the fields that a workspace adds to its tickets, and the options of those that are chosen from a list.

pub mod commands;
pub(in crate::domain::kinds) mod edit;
pub mod label_set;
pub(in crate::domain::kinds) mod lists;
pub mod option;
pub mod value;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use self::{label_set::LabelSet, value::FieldValue};
use super::color::Color;
use crate::domain::{
    date::Instant,
    ids::{AttributeId, ListId, OptionId},
    rank::Rank,
};

/// The type of an attribute's values. It never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AttributeType {
    /// One line of text.
    Text,
    Number,
    /// A plain date, `YYYY-MM-DD`.
    Date,
    /// True, or no value.
    Checkbox,
    /// An address, http or https.
    Url,
    /// One option.
    SingleSelect,
    /// Any number of options.
    MultiSelect,
    /// Any number of people of the workspace.
    Users,
    /// Any number of tickets that everybody who sees this ticket may see.
    LinkedTasks,
}

impl AttributeType {
    /// True if values are chosen from options.
    pub fn has_options(self) -> bool {
        matches!(self, Self::SingleSelect | Self::MultiSelect)
    }

    /// True if several people may add to a value at once.
    pub fn is_set(self) -> bool {
        matches!(self, Self::MultiSelect | Self::Users | Self::LinkedTasks)
    }

    /// True if an attribute of this type can be required. An empty checkbox says no, which is an answer.
    pub fn may_be_required(self) -> bool {
        self != Self::Checkbox
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Attribute {
    pub id: AttributeId,
    pub name: String,
    #[serde(rename = "type")]
    pub value_type: AttributeType,
    /// One or two sentences for people; may be empty.
    pub description: String,
    /// Cards on the board show the value.
    pub shown_on_cards: bool,
    /// The value of a new ticket whose command names none.
    #[serde(default)]
    pub default_value: Option<FieldValue>,
    /// True if no edit may clear the value. A ticket may be made without one, so that a person can write its title first.
    #[serde(default)]
    pub required: bool,
    /// The lists whose tickets have the attribute; null for all tickets. An attribute of a restricted list names no other
    /// list and lives in the scope of that list. An attribute of open lists lives in the workspace scope.
    #[serde(default)]
    pub list_ids: Option<Vec<ListId>>,
    /// The label sets from whose labels the values are chosen, first to last; null if the values are not labels. An
    /// attribute of labels is stored as a multiple select without options, which builds before this one can read too.
    #[serde(default)]
    pub label_sets: Option<Vec<LabelSet>>,
    pub metadata: Metadata,
    pub rank: Rank,
    pub created_at: Instant,
}

impl Attribute {
    /// True if a ticket in these lists has the attribute.
    pub fn is_of(&self, mut lists: impl Iterator<Item = ListId>) -> bool {
        self.list_ids.as_ref().is_none_or(|own| lists.any(|list| own.contains(&list)))
    }

    /// True if the values are labels.
    pub fn is_of_labels(&self) -> bool {
        self.label_sets.is_some()
    }

    /// True if the values are chosen from options of the attribute.
    pub fn has_options(&self) -> bool {
        self.value_type.has_options() && !self.is_of_labels()
    }

    /// The label sets; empty if the values are not labels.
    pub fn sets(&self) -> &[LabelSet] {
        self.label_sets.as_deref().unwrap_or_default()
    }

    /// False if this is an attribute of labels and the label is in none of its sets.
    pub fn offers(&self, id: OptionId) -> bool {
        !self.is_of_labels() || self.sets().iter().any(|set| set.has(id))
    }

    /// The ids without the labels that the labels in `added` replace: of each set with `single`, only the label that was
    /// added last stays. A set to which nothing was added keeps its labels.
    pub(in crate::domain::kinds) fn one_of_single_sets(
        &self,
        mut ids: Vec<OptionId>,
        added: &[OptionId],
    ) -> Vec<OptionId> {
        for set in self.sets().iter().filter(|set| set.single) {
            if let Some(last) = added.iter().rev().find(|id| set.has(**id)) {
                ids.retain(|id| id == last || !set.has(*id));
            }
        }
        ids
    }

    /// Removes labels from the default that are no longer in a set, and all but the last label of each set with `single`.
    pub(in crate::domain::kinds) fn settle_default(&mut self) {
        let Some(FieldValue::Options(ids)) = &self.default_value else { return };
        let offered: Vec<OptionId> = ids.iter().copied().filter(|id| self.offers(*id)).collect();
        let kept = self.one_of_single_sets(offered.clone(), &offered);
        self.default_value = (!kept.is_empty()).then_some(FieldValue::Options(kept));
    }
}

/// What belongs to one type of attribute only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// The attribute's id.
    pub id: AttributeId,
    /// The attribute's options, first to last. Empty for an attribute without options.
    pub options_order: Vec<OptionId>,
}

/// An option of an attribute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AttributeOption {
    pub id: OptionId,
    pub attribute_id: AttributeId,
    pub name: String,
    pub color: Color,
    pub created_at: Instant,
}
