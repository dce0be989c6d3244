//! Label sets: the labels that an attribute of labels offers. A set may allow only one of its labels in a value.

pub mod commands;
pub(in crate::domain::kinds) mod removal;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::ids::{LabelId, LabelSetId, OptionId};

/// An ordered set of labels of the workspace, as a part of an attribute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LabelSet {
    pub id: LabelSetId,
    pub name: String,
    /// True if a value may have at most one label of the set.
    #[serde(default)]
    pub single: bool,
    /// First to last. A label is in at most one set of an attribute.
    pub labels_order: Vec<LabelId>,
}

impl LabelSet {
    pub(super) fn has(&self, id: OptionId) -> bool {
        self.labels_order.contains(&LabelId(id.0))
    }
}
