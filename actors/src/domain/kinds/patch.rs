//! What patches are made of. An absent field stays as it is.

use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

/// Members to put into a set and to take out of it. Concurrent additions both survive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetPatch<T> {
    #[serde(default = "Vec::new")]
    pub add: Vec<T>,
    #[serde(default = "Vec::new")]
    pub remove: Vec<T>,
}

/// Keeps null, which clears a field, apart from an absent field.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// Refuses null: the field cannot be cleared.
pub fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Reads null as the empty text.
pub fn cleared<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(from).map(|text: Option<String>| Some(text.unwrap_or_default()))
}
