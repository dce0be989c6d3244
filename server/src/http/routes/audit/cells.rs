//! Records as lines of a CSV file.

use serde_json::{Map, Value};
use time::format_description::well_known::Rfc3339;

use super::record::{AuditRecord, Sight};
use crate::export::csv;
use crate::queries::audit::read::Row;
use crate::words::exports as words;

/// The lines of these records; with the head before the first ones.
pub(super) fn csv_of(rows: Vec<Row>, sight: Sight, is_first: bool) -> Vec<u8> {
    let head = is_first.then(|| words::AUDIT.map(str::to_owned));
    csv::lines(head.into_iter().chain(rows.into_iter().map(|row| cells(row, sight))))
}

fn cells(row: Row, sight: Sight) -> [String; 10] {
    let (by, subject) = (row.user_name.clone(), row.subject_name.clone());
    let AuditRecord { id: _, at, kind, user_id, subject_id, before, after, address, device } = sight.shown(row);
    let text = |fields: Option<Map<String, Value>>| fields.map(|it| Value::Object(it).to_string()).unwrap_or_default();
    [
        at.format(&Rfc3339).unwrap_or_default(),
        by.unwrap_or_default(),
        user_id.map(|id| id.to_string()).unwrap_or_default(),
        kind,
        subject.unwrap_or_default(),
        subject_id.to_string(),
        text(before),
        text(after),
        address.unwrap_or_default(),
        device.unwrap_or_default(),
    ]
}
