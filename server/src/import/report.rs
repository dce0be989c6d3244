//! What an import has to say, row by row.

use actors::domain::limits;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::Code;
use crate::words::import as words;

/// One thing to know about one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "ImportReportEntry")]
pub struct Entry {
    /// A CSV's row, the header being row 1; an issue's number. `None`: the whole file.
    pub row: Option<u64>,
    /// A code of the protocol's table for what was refused; [`NOTED`] for what was taken.
    pub code: String,
    /// Words for a person.
    pub message: String,
}

/// The code of an entry about something that was taken, though perhaps not as its owner expects.
pub const NOTED: &str = "noted";

/// Entries up to a bound, and how many there would have been. Refusals go before notes where there is no
/// room for both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    refusals: Vec<Entry>,
    notes: Vec<Entry>,
    total: usize,
}

impl Report {
    /// The most entries that leave the node.
    pub const MOST: usize = limits::REPORT_ENTRIES;

    /// Something that was not taken.
    pub fn refuse(&mut self, row: Option<u64>, code: Code, message: impl Into<String>) {
        self.total += 1;
        if self.refusals.len() < Self::MOST {
            self.refusals.push(Entry { row, code: code.as_str().to_owned(), message: brief(message.into()) });
        }
    }

    /// Something that was taken, with a remark.
    pub fn note(&mut self, row: Option<u64>, message: impl Into<String>) {
        self.total += 1;
        if self.notes.len() < Self::MOST {
            self.notes.push(Entry { row, code: NOTED.to_owned(), message: brief(message.into()) });
        }
    }

    /// How many entries there would be without a bound.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }

    /// At most [`Self::MOST`] entries: first those about the whole file, then by row. The last one says how
    /// many did not find room.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let room = if self.total > Self::MOST { Self::MOST - 1 } else { Self::MOST };
        let mut entries: Vec<_> = self.refusals.iter().chain(&self.notes).take(room).cloned().collect();
        entries.sort_by_key(|entry| entry.row);
        if self.total > entries.len() {
            let more = self.total - entries.len();
            entries.push(Entry { row: None, code: NOTED.to_owned(), message: words::more(more) });
        }
        entries
    }
}

/// What a file holds stands in some messages, and a file may hold anything.
pub(super) fn brief(message: String) -> String {
    const MOST: usize = 500;
    match message.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_in_the_order_of_the_rows() {
        let mut report = Report::default();
        report.note(Some(2), "two");
        report.refuse(Some(3), Code::ValidationFailed, "three");
        report.refuse(None, Code::ImportRefused, "all");
        let rows: Vec<_> = report.entries().into_iter().map(|entry| entry.row).collect();
        assert_eq!(rows, [None, Some(2), Some(3)]);
    }

    #[test]
    fn a_long_report_keeps_its_refusals_and_says_what_it_leaves_out() {
        let mut report = Report::default();
        (0..2_000).for_each(|row| report.note(Some(row), "noted"));
        (0..10).for_each(|row| report.refuse(Some(row), Code::ValidationFailed, "no"));
        let entries = report.entries();
        assert_eq!(entries.len(), Report::MOST);
        assert_eq!(entries.iter().filter(|entry| entry.code != NOTED).count(), 10);
        assert_eq!(entries.last().map(|entry| entry.message.as_str()), Some("And 1011 more."));
        assert_eq!(report.total(), 2_010);
    }
}
