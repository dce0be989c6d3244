//! Attributes: the fields that a workspace adds to its tickets, and the options of those that are chosen from a list.

pub mod commands;
pub(in crate::domain::kinds) mod edit;
pub mod option;
pub mod value;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::color::Color;
use crate::domain::{
    date::Instant,
    ids::{AttributeId, OptionId},
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
}

impl AttributeType {
    /// True if values are chosen from options.
    pub fn has_options(self) -> bool {
        matches!(self, Self::SingleSelect | Self::MultiSelect)
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
    pub metadata: Metadata,
    pub rank: Rank,
    pub created_at: Instant,
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
