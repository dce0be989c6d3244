//! Columns back to rows, for clients in Rust.

use serde_json::{Map, Value};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use super::{Column, SnapshotColumns};

impl SnapshotColumns {
    /// The fields of each row. `None` if a column does not have a value for each row, or cannot be read.
    pub fn into_rows(self) -> Option<Vec<Map<String, Value>>> {
        rows_of(self.columns, self.rows)
    }
}

fn rows_of(columns: impl IntoIterator<Item = (String, Column)>, rows: usize) -> Option<Vec<Map<String, Value>>> {
    let mut read = vec![Map::new(); rows];
    for (name, column) in columns {
        for (row, value) in read.iter_mut().zip(column.into_values(rows)?) {
            row.insert(name.clone(), value);
        }
    }
    Some(read)
}

impl Column {
    /// The values of a column with so many rows.
    fn into_values(self, rows: usize) -> Option<Vec<Value>> {
        let values: Vec<Value> = match self {
            Self::Values(values) => values,
            Self::Same { same } => vec![same; rows],
            Self::Choices { choices, at } => {
                at.into_iter().map(|place| choices.get(place).cloned()).collect::<Option<_>>()?
            }
            Self::Sums { sums } => summed(sums, |number| Some(Value::from(number)))?,
            Self::Instants { instants } => summed(instants, instant)?,
            Self::Uuid7 { uuid7, digits } => {
                let mut digits = pieces(&digits, 19)?.into_iter();
                summed(uuid7, |millis| uuid(&format!("{millis:012x}7{}", digits.next()?)))?
            }
            Self::Hex { hex } => pieces(&hex, 32)?.into_iter().map(uuid).collect::<Option<_>>()?,
            Self::Arrays { lengths, items } => arrays(lengths.into_values(rows)?, *items)?,
            Self::Fields { fields } => rows_of(fields, rows)?.into_iter().map(Value::Object).collect(),
        };
        (values.len() == rows).then_some(values)
    }
}

fn arrays(lengths: Vec<Value>, items: Column) -> Option<Vec<Value>> {
    let lengths: Vec<usize> =
        lengths.iter().map(|it| it.as_u64().and_then(|it| usize::try_from(it).ok())).collect::<Option<_>>()?;
    let mut items = items.into_values(lengths.iter().sum())?.into_iter();
    Some(lengths.into_iter().map(|length| items.by_ref().take(length).collect()).collect())
}

fn summed(differences: Vec<Option<i64>>, mut value: impl FnMut(i64) -> Option<Value>) -> Option<Vec<Value>> {
    let mut sum = 0_i64;
    let each = |difference: Option<i64>| match difference {
        None => Some(Value::Null),
        Some(difference) => {
            sum = sum.checked_add(difference)?;
            value(sum)
        }
    };
    differences.into_iter().map(each).collect()
}

fn instant(millis: i64) -> Option<Value> {
    let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000).ok()?;
    at.format(&Rfc3339).ok().map(Value::from)
}

fn uuid(digits: &str) -> Option<Value> {
    Uuid::try_parse(digits).ok().map(|id| Value::from(id.to_string()))
}

/// The pieces of a text of hexadecimal digits, each of the same length.
fn pieces(digits: &str, length: usize) -> Option<Vec<&str>> {
    let pieces = digits.as_bytes().chunks(length).map(|piece| std::str::from_utf8(piece).ok());
    pieces.collect::<Option<_>>().filter(|_| digits.len().is_multiple_of(length))
}
