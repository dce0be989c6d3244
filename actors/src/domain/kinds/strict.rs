//! Strict reading of values that are part of both rows and commands. A later build may store more fields in such a
//! value. Reading a row therefore ignores unknown fields, but a command with an unknown field is refused.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned, de::Error};
use serde_json::Value;

use crate::words;

/// Reads a value of a command.
pub(super) fn strict<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: DeserializeOwned + Serialize,
    D: Deserializer<'de>,
{
    let value = Value::deserialize(from)?;
    let read: T = serde_json::from_value(value.clone()).map_err(D::Error::custom)?;
    let known = serde_json::to_value(&read).map_err(D::Error::custom)?;
    if is_within(&value, &known) { Ok(read) } else { Err(D::Error::custom(words::VALUE_NOT_ALLOWED)) }
}

/// Reads a value of a patch. Null is accepted only if `T` accepts null.
pub(super) fn strict_given<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: DeserializeOwned + Serialize,
    D: Deserializer<'de>,
{
    strict(from).map(Some)
}

/// True if `known` has every field of `value`.
fn is_within(value: &Value, known: &Value) -> bool {
    match (value, known) {
        (Value::Object(fields), Value::Object(all)) => {
            fields.iter().all(|(name, value)| all.get(name).is_some_and(|known| is_within(value, known)))
        }
        (Value::Array(items), Value::Array(all)) => items.iter().zip(all).all(|(value, known)| is_within(value, known)),
        _ => true,
    }
}
