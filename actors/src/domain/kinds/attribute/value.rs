//! The values of attributes, and how they are compared and merged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::ids::{AttributeId, OptionId, UserId};

/// The values of a ticket by attribute. An attribute without a value is absent. A value of a deleted attribute stays, so
/// that an undone delete brings it back; no reader shows it.
pub type FieldValues = BTreeMap<AttributeId, FieldValue>;

/// A value of an attribute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum FieldValue {
    /// Of a checkbox: always true, since an empty box has no value.
    Flag(bool),
    Number(f64),
    /// Of a text, a date or a url.
    Text(String),
    /// Of both kinds of selects: the ids of the chosen options. A single select has one. Of people: their ids as users.
    /// Of linked tasks: the ids of the tickets.
    Options(Vec<OptionId>),
}

/// How an edit changes the value of an attribute. Null, outside of this type, clears the value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged, deny_unknown_fields)]
pub enum FieldEdit {
    Value(FieldValue),
    /// Changes of a multiple select. Concurrent additions both survive.
    Set {
        #[serde(default)]
        add: Vec<OptionId>,
        #[serde(default)]
        remove: Vec<OptionId>,
    },
}

/// The edits of a ticket's values, by attribute. Null clears a value.
pub type FieldPatch = BTreeMap<AttributeId, Option<FieldEdit>>;

impl FieldValue {
    /// The approximate bytes of the value as JSON.
    pub fn weight(&self) -> usize {
        match self {
            Self::Flag(_) | Self::Number(_) => 16,
            Self::Text(text) => text.len() + 2,
            Self::Options(ids) => ids.len() * 40,
        }
    }

    /// The chosen options; none for a value of another type.
    pub fn options(&self) -> &[OptionId] {
        match self {
            Self::Options(ids) => ids,
            _ => &[],
        }
    }

    /// The value with those people that `keep` lets stay; `None` if nobody is left.
    pub(in crate::domain::kinds) fn with_people(&self, keep: impl Fn(UserId) -> bool) -> Option<Self> {
        Self::Options(self.options().to_vec()).with_options(|id| keep(UserId(id.0)))
    }

    /// The value without those ids that `keep` drops; `None` if none is left.
    pub(in crate::domain::kinds) fn with_options(&self, keep: impl Fn(OptionId) -> bool) -> Option<Self> {
        let Self::Options(ids) = self else { return Some(self.clone()) };
        let kept: Vec<OptionId> = ids.iter().copied().filter(|id| keep(*id)).collect();
        (!kept.is_empty()).then_some(Self::Options(kept))
    }

    /// The value after an option is gone, which `instead` may replace; `None` if nothing is left.
    pub(in crate::domain::kinds) fn without_option(&self, gone: OptionId, instead: Option<OptionId>) -> Option<Self> {
        let Self::Options(ids) = self else { return Some(self.clone()) };
        if !ids.contains(&gone) {
            return Some(self.clone());
        }
        let mut kept: Vec<OptionId> = ids.iter().copied().filter(|id| *id != gone).collect();
        kept.extend(instead.filter(|id| !kept.contains(id)));
        (!kept.is_empty()).then_some(Self::Options(kept))
    }
}

/// The values in which `after` differs from `before`, as an event has them: null for a value that is gone.
pub(in crate::domain) fn changed(before: &FieldValues, after: &FieldValues) -> Value {
    let mut fields = Map::new();
    for (attribute, value) in after {
        if before.get(attribute) != Some(value) {
            fields.insert(attribute.to_string(), json!(value));
        }
    }
    for attribute in before.keys().filter(|attribute| !after.contains_key(attribute)) {
        fields.insert(attribute.to_string(), Value::Null);
    }
    Value::Object(fields)
}

/// The values of a ticket, as JSON, after the changes of an event.
pub(in crate::domain) fn merged(before: Option<&Value>, changes: &Value) -> Value {
    let mut all = before.and_then(Value::as_object).cloned().unwrap_or_default();
    for (attribute, value) in changes.as_object().into_iter().flatten() {
        match value {
            Value::Null => all.remove(attribute),
            value => all.insert(attribute.clone(), value.clone()),
        };
    }
    Value::Object(all)
}
