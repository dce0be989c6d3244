//! The report of an import, row by row.

use actors::domain::kinds::import::ReportEntry;
use actors::domain::limits;

use crate::error::Code;
use crate::words::import as words;

/// The code of an entry about a row that was taken, but perhaps not as its owner expects.
pub const NOTED: &str = "noted";

/// Entries up to a bound, and their number without a bound. If not all fit, refusals go before notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    refusals: Vec<ReportEntry>,
    notes: Vec<ReportEntry>,
    total: usize,
}

impl Report {
    /// The most entries that leave the node.
    pub const MOST: usize = limits::REPORT_ENTRIES;

    /// Adds a row that was refused.
    pub fn refuse(&mut self, row: Option<u64>, code: Code, message: impl Into<String>) {
        self.total += 1;
        if self.refusals.len() < Self::MOST {
            self.refusals.push(ReportEntry { row, code: code.as_str().to_owned(), message: brief(message.into()) });
        }
    }

    /// Adds a remark on a row that was taken.
    pub fn note(&mut self, row: Option<u64>, message: impl Into<String>) {
        self.total += 1;
        if self.notes.len() < Self::MOST {
            self.notes.push(ReportEntry { row, code: NOTED.to_owned(), message: brief(message.into()) });
        }
    }

    /// The number of entries without a bound.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }

    /// At most [`Self::MOST`] entries: first those about the whole file, then by row. If some are left out, the last
    /// entry says how many.
    #[must_use]
    pub fn entries(&self) -> Vec<ReportEntry> {
        let room = if self.total > Self::MOST { Self::MOST - 1 } else { Self::MOST };
        let mut entries: Vec<_> = self.refusals.iter().chain(&self.notes).take(room).cloned().collect();
        entries.sort_by_key(|entry| entry.row);
        if self.total > entries.len() {
            let more = self.total - entries.len();
            entries.push(ReportEntry { row: None, code: NOTED.to_owned(), message: words::more(more) });
        }
        entries
    }
}

/// Some messages quote the file, and a file may hold any character.
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
    fn a_long_report_keeps_its_refusals_and_counts_the_entries_that_it_leaves_out() {
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
