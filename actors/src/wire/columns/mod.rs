//! Rows by columns, the form in which the web app asks for snapshots. The values of a field stand together, and a column
//! with a pattern is written shorter than its values: ids, instants and numbers next to each other differ little, and
//! many fields have few values. `docs/decisions/snapshots.md` has the bytes of each way.
//!
//! The values of a column decide how the column is written, so a new kind or field needs nothing here. Readers know these
//! ways only: a further one needs a media type of its own.

mod read;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod vectors;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::entity::{Entity, EntityKind};

/// A line of a snapshot by columns: rows of one kind that have the same fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SnapshotColumns {
    #[schema(value_type = String)]
    pub entity: EntityKind,
    #[ts(type = "number")]
    pub rows: usize,
    /// By the names of the fields. Each column has a value for each row.
    #[ts(type = "Record<string, Column>")]
    pub columns: BTreeMap<String, Column>,
}

/// The values of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[schema(as = SnapshotColumn, no_recursion)]
#[serde(untagged)]
pub enum Column {
    /// The values as they are.
    Values(#[ts(type = "unknown[]")] Vec<Value>),
    /// One value for all rows.
    Same {
        #[ts(type = "unknown")]
        same: Value,
    },
    /// Few values; `at` says which of them each row has.
    Choices {
        #[ts(type = "unknown[]")]
        choices: Vec<Value>,
        at: Vec<usize>,
    },
    /// Whole numbers, each as the difference from the number before, the first from 0. Null is null, here and in the
    /// next two.
    Sums {
        #[ts(type = "(number | null)[]")]
        sums: Vec<Option<i64>>,
    },
    /// Instants in milliseconds since 1970, as differences like `sums`.
    Instants {
        #[ts(type = "(number | null)[]")]
        instants: Vec<Option<i64>>,
    },
    /// UUIDs of version 7: their milliseconds, as differences like `sums`, and the 19 hexadecimal digits of each that
    /// follow the version.
    Uuid7 {
        #[ts(type = "(number | null)[]")]
        uuid7: Vec<Option<i64>>,
        digits: String,
    },
    /// Other UUIDs, by the 32 hexadecimal digits of each.
    Hex { hex: String },
    /// Arrays: their lengths, and the items of all of them.
    Arrays { lengths: Box<Column>, items: Box<Column> },
    /// Objects that have the same fields.
    Fields {
        #[ts(type = "Record<string, Column>")]
        fields: BTreeMap<String, Column>,
    },
}

/// Gathers entities until they are written.
#[derive(Debug, Default)]
pub struct ColumnsWriter {
    tables: Vec<Table>,
    rows: usize,
}

/// The rows of one kind with the same fields, field by field.
#[derive(Debug)]
struct Table {
    entity: EntityKind,
    rows: usize,
    names: Vec<String>,
    columns: Vec<Vec<Value>>,
}

impl ColumnsWriter {
    /// The number of entities that are gathered.
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn add(&mut self, entity: &Entity) {
        self.rows += 1;
        self.add_row(entity.kind(), entity.to_fields());
    }

    fn add_row(&mut self, entity: EntityKind, fields: Map<String, Value>) {
        let fits = |table: &Table| table.entity == entity && fields.keys().eq(&table.names);
        let found = self.tables.iter().position(fits);
        let place = found.unwrap_or_else(|| {
            let names: Vec<String> = fields.keys().cloned().collect();
            let columns = names.iter().map(|_| Vec::new()).collect();
            self.tables.push(Table { entity, rows: 0, names, columns });
            self.tables.len() - 1
        });
        let table = &mut self.tables[place];
        table.rows += 1;
        for (column, value) in table.columns.iter_mut().zip(fields.into_values()) {
            column.push(value);
        }
    }

    /// The lines of what was gathered, one for each kind and set of fields.
    pub fn finish(self) -> impl Iterator<Item = SnapshotColumns> {
        self.tables.into_iter().map(|Table { entity, rows, names, columns }| SnapshotColumns {
            entity,
            rows,
            columns: names.into_iter().zip(columns.into_iter().map(Column::of)).collect(),
        })
    }
}
