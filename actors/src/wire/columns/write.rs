//! How the values of a column are written: in the first way that fits all of them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde_json::{Map, Value};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use super::Column;

/// So many rows have a value of `choices` on average.
const SHARED: usize = 4;
/// Beyond this, readers in JavaScript could not add up differences exactly.
const EXACT: i64 = 1 << 52;
const DIGITS_AFTER_VERSION: u128 = (1 << 76) - 1;

impl Column {
    /// The column of these values.
    pub fn of(values: Vec<Value>) -> Self {
        same(&values)
            .or_else(|| choices(&values))
            .or_else(|| uuid7(&values))
            .or_else(|| hex(&values))
            .or_else(|| instants(&values))
            .or_else(|| sums(&values))
            .unwrap_or_else(|| in_parts(values))
    }
}

fn same(values: &[Value]) -> Option<Column> {
    let (first, others) = values.split_first()?;
    others.iter().all(|value| value == first).then(|| Column::Same { same: first.clone() })
}

fn choices(values: &[Value]) -> Option<Column> {
    let most = values.len() / SHARED;
    let mut places = HashMap::with_capacity(most.min(256));
    let mut choices = Vec::new();
    let mut at = Vec::with_capacity(values.len());
    for value in values {
        let place = *places.entry(value).or_insert_with(|| {
            choices.push(value.clone());
            choices.len() - 1
        });
        if choices.len() > most {
            return None;
        }
        at.push(place);
    }
    (!at.is_empty()).then_some(Column::Choices { choices, at })
}

fn uuid7(values: &[Value]) -> Option<Column> {
    let mut digits = String::with_capacity(values.len() * 19);
    let uuid7 = differences(values, |value| {
        let id = uuid_of(value)?;
        if id.get_version_num() != 7 {
            return None;
        }
        // Writing to a string cannot fail.
        let _ = write!(digits, "{:019x}", id.as_u128() & DIGITS_AFTER_VERSION);
        i64::try_from(id.as_u128() >> 80).ok()
    })?;
    Some(Column::Uuid7 { uuid7, digits })
}

fn hex(values: &[Value]) -> Option<Column> {
    let mut hex = String::with_capacity(values.len() * 32);
    for value in values {
        let _ = write!(hex, "{:032x}", uuid_of(value)?.as_u128());
    }
    (!hex.is_empty()).then_some(Column::Hex { hex })
}

fn instants(values: &[Value]) -> Option<Column> {
    Some(Column::Instants { instants: differences(values, millis_of)? })
}

fn sums(values: &[Value]) -> Option<Column> {
    Some(Column::Sums { sums: differences(values, Value::as_i64)? })
}

/// Each number as the difference from the one before. Null stays null; `None` if a value is no such number.
fn differences(values: &[Value], mut number: impl FnMut(&Value) -> Option<i64>) -> Option<Vec<Option<i64>>> {
    let mut before = 0;
    let difference = |value: &Value| {
        if value.is_null() {
            return Some(None);
        }
        let now = number(value).filter(|now| (-EXACT..=EXACT).contains(now))?;
        Some(Some(now - std::mem::replace(&mut before, now)))
    };
    // An empty column is an empty array.
    values.iter().map(difference).collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
}

/// The UUID, if it is written in the usual way, which is the one that readers write.
fn uuid_of(value: &Value) -> Option<Uuid> {
    let text = value.as_str()?;
    let usual = text.len() == 36 && !text.bytes().any(|byte| byte.is_ascii_uppercase());
    Uuid::try_parse(text).ok().filter(|_| usual)
}

/// The milliseconds of an instant, if it is written as an [`Instant`](crate::domain::date::Instant) is.
fn millis_of(value: &Value) -> Option<i64> {
    let text = value.as_str().filter(|text| text.ends_with('Z'))?;
    let at = OffsetDateTime::parse(text, &Rfc3339).ok().filter(|at| at.unix_timestamp() >= 0)?;
    let usual = at.nanosecond() % 1_000_000 == 0 && at.format(&Rfc3339).is_ok_and(|written| written == text);
    i64::try_from(at.unix_timestamp_nanos() / 1_000_000).ok().filter(|_| usual)
}

fn in_parts(values: Vec<Value>) -> Column {
    if !values.is_empty() && values.iter().all(Value::is_array) {
        let arrays = values.into_iter().map(|value| if let Value::Array(items) = value { items } else { Vec::new() });
        let (mut lengths, mut items) = (Vec::new(), Vec::new());
        for array in arrays {
            lengths.push(Value::from(array.len()));
            items.extend(array);
        }
        return Column::Arrays { lengths: Box::new(Column::of(lengths)), items: Box::new(Column::of(items)) };
    }
    if !have_the_same_fields(&values) {
        return Column::Values(values);
    }
    let mut fields: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let rows = values.into_iter().filter_map(|value| if let Value::Object(row) = value { Some(row) } else { None });
    for (name, value) in rows.flatten() {
        fields.entry(name).or_default().push(value);
    }
    Column::Fields { fields: fields.into_iter().map(|(name, values)| (name, Column::of(values))).collect() }
}

/// Whether all values are objects with the same fields, of which there is at least one.
fn have_the_same_fields(values: &[Value]) -> bool {
    let Some(first) = values.first().and_then(Value::as_object).filter(|first| !first.is_empty()) else { return false };
    let fits = |row: &Map<String, Value>| row.keys().eq(first.keys());
    values.iter().all(|value| value.as_object().is_some_and(fits))
}
