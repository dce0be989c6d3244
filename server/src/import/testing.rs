//! Helpers of the tests of `import`.

use std::path::PathBuf;

use actors::domain::{date::Instant, ids::WorkspaceId};
use time::macros::datetime;
use uuid::Uuid;

use super::records::{KnownTickets, Records};
use super::{Context, Plan};

pub fn context() -> Context {
    Context {
        workspace: WorkspaceId(Uuid::from_u128(7)),
        now: Instant::new(datetime!(2026-07-31 12:00 UTC)),
        lists: Default::default(),
        labels: Default::default(),
        records: Records { may_make_attributes: true, may_make_records: true, ..Records::default() },
        tickets: KnownTickets::default(),
    }
}

/// A file with the data of a real project. These files lie beside a checkout and are not part of it.
pub fn real(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: there is no {}", path.display());
    }
    bytes
}

/// `row code message` of each entry of the report.
pub fn said(plan: &Plan) -> Vec<String> {
    lines(&plan.report)
}

pub fn lines(report: &super::Report) -> Vec<String> {
    let row = |row: Option<u64>| row.map_or_else(|| "-".to_owned(), |row| row.to_string());
    report.entries().into_iter().map(|it| format!("{} {} {}", row(it.row), it.code, it.message)).collect()
}
