//! Texts of imports: why a file or a row is not imported, and the other entries of the report.
//!
//! A `cell`, a column's `name` and similar values come from the file; the caller shortens and quotes them.

use std::fmt::Display;

/// A number with its noun: "1 task", "2 tasks".
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

// The file.

pub const UTF_16: &str = "The file is in UTF-16. Save it as UTF-8 and try again.";
pub const NO_MAPPING_FOR_GITHUB: &str = "A GitHub archive needs no mapping.";
pub const TOLD_TO_STOP: &str = "The server is shutting down.";

#[must_use]
pub fn not_utf8(byte: u8, at: usize, line: usize) -> String {
    format!(
        "The file isn't in UTF-8: the byte {byte:#04x} at offset {at} (line {line}) can't be read. Save it as UTF-8 \
         and try again."
    )
}

#[must_use]
pub fn ends_in_a_character(at: usize, line: usize) -> String {
    format!("The file ends in the middle of a character, at offset {at} (line {line}).")
}

#[must_use]
pub fn too_many_of(what: &str, count: usize, most: usize) -> String {
    format!("The file has {count} {what}; at most {most} can be imported.")
}

#[must_use]
pub fn stopped(done: i64, total: i64, why: &str) -> String {
    format!(
        "The import stopped after {done} of {total} tasks. {why} Import the file again to continue. Tasks already \
         imported won't be duplicated."
    )
}

#[must_use]
pub fn more(count: usize) -> String {
    format!("And {count} more.")
}

// Texts of both formats.

pub const TITLE_NUL: &str = "The title contains a NUL character.";
pub const TITLE_EMPTY: &str = "The title is empty.";

#[must_use]
pub fn title_invalid(why: &str) -> String {
    format!("The title can't be imported. {why}")
}

#[must_use]
pub fn text_nul(what: &str) -> String {
    format!("The {what} contains a NUL character.")
}

#[must_use]
pub fn text_too_large(what: &str, bytes: usize, most: usize) -> String {
    format!("The {what} has {bytes} bytes; at most {most} are allowed.")
}

// A GitHub archive.

pub const NUMBER_UNKNOWN: &str = "The number is unknown.";

#[must_use]
pub fn archive_repo(why: &str) -> String {
    format!("The archive's repo: {why}")
}

#[must_use]
pub fn archive_too_many(count: usize, most: usize) -> String {
    format!("The archive has {count} tasks; at most {most} can be imported.")
}

/// `list` describes the list, such as "a list of more than 50 entries".
#[must_use]
pub fn archive_list_too_long(list: impl Display) -> String {
    format!("The archive contains {list}.")
}

/// The place at which reading stopped: the entry, counted from 1, and its list.
#[must_use]
pub fn archive_place(entry: Option<(u64, &str)>, line: usize, column: usize) -> String {
    let place = entry.map(|(entry, list)| format!(" in entry {entry} of \"{list}\",")).unwrap_or_default();
    format!("{place} at line {line}, column {column}")
}

#[must_use]
pub fn archive_cut_short(place: &str) -> String {
    format!("The file is incomplete: it ends{place}.")
}

/// `why` is a sentence.
#[must_use]
pub fn not_an_archive(place: &str, why: &str) -> String {
    format!("This isn't a valid GitHub archive. Reading stopped{place}. {why}")
}

#[must_use]
pub fn archive_not_json(place: &str) -> String {
    format!("The file isn't valid JSON. Reading stopped{place}.")
}

#[must_use]
pub fn archive_field_missing(field: &str) -> String {
    format!("The field \"{field}\" is missing.")
}

/// `expected` is a sentence.
#[must_use]
pub fn archive_field(path: &str, expected: &str) -> String {
    format!("At \"{path}\": {expected}")
}

/// `list` describes the list, such as "a list of more than 50 entries".
#[must_use]
pub fn entry_list_too_long(list: &str) -> String {
    format!("It contains {list}.")
}

#[must_use]
pub fn number_twice(number: u64) -> String {
    format!("The number {number} appears twice.")
}

/// `why` is a sentence.
#[must_use]
pub fn entry_unreadable(entry: usize, why: &str) -> String {
    format!("Entry {entry} can't be read. {why}")
}

#[must_use]
pub fn item_has_too_many(what: &str, count: usize, most: usize) -> String {
    format!("This has {count} {what}; at most {most} are allowed.")
}

#[must_use]
pub fn state_unknown(state: &str) -> String {
    format!("The state {state} is unknown.")
}

#[must_use]
pub fn field_not_a_date(field: &str, value: &str) -> String {
    format!("{field} isn't a date: {value}.")
}

#[must_use]
pub fn comment_skipped(why: &str) -> String {
    format!("A comment was skipped. {why}")
}

#[must_use]
pub fn label_skipped(name: &str) -> String {
    format!("The label {name} was skipped.")
}

#[must_use]
pub fn of_deleted_accounts(count: u64, noun: &str) -> String {
    format!("Shown under the importer's name: {} by deleted accounts.", counted(count, noun))
}

// A CSV's table.

pub const CSV_EMPTY: &str = "The file is empty: the first row must name the columns.";
pub const HEADER_NUL: &str = "The first row contains NUL characters: this isn't a text file.";

#[must_use]
pub fn too_many_rows(rows: usize, most: usize) -> String {
    format!("The file has {rows} rows; at most {most} can be imported. Split the file.")
}

#[must_use]
pub fn too_many_columns(count: usize, most: usize) -> String {
    format!("The first row has {count} cells; at most {most} columns are allowed.")
}

#[must_use]
pub fn column_name_too_long(name: &str) -> String {
    format!("{name} is too long for the name of a column: the first row must name the columns.")
}

#[must_use]
pub fn quote_not_closed(row: u64, line: u64) -> String {
    format!(
        "A quotation mark in row {row} (line {line}) is never closed: the file is cut short, or the mark is missing."
    )
}

#[must_use]
pub fn not_csv(why: impl Display) -> String {
    format!("The file can't be read as CSV: {why}.")
}

#[must_use]
pub fn row_too_wide(row: u64, most: usize) -> String {
    format!("Row {row} has more than {most} cells: this isn't a table.")
}

// A CSV's columns.

pub const NO_TITLE_COLUMN: &str = "No column is mapped to the title.";

#[must_use]
pub fn no_such_column(name: &str) -> String {
    format!("The file has no column \"{name}\".")
}

#[must_use]
pub fn column_not_mapped(name: &str) -> String {
    format!("The column \"{name}\" isn't mapped. Map it, or skip it with \"ignore\".")
}

#[must_use]
pub fn column_twice(name: &str) -> String {
    format!("Two columns are called \"{name}\", but a task can have only one value for this field.")
}

#[must_use]
pub fn mapped_to_the_same(first: &str, name: &str, place: usize) -> String {
    format!("The columns \"{first}\" and \"{name}\" (column {place}) are mapped to the same field.")
}

// A CSV's rows.

pub const KEY_EMPTY: &str = "The key is empty.";
pub const NO_KEY_COLUMN: &str = "Without a key column, tasks are identified by their titles.";

#[must_use]
pub fn key_twice(key: &str, first: u64) -> String {
    format!("The key {key} is already in row {first}.")
}

#[must_use]
pub fn wrong_count_of_cells(has: usize, wants: usize) -> String {
    format!("The row has {has} cells, but the header has {wants}.")
}

#[must_use]
pub fn cell_nul(name: &str) -> String {
    format!("{name}: the cell contains a NUL character.")
}

#[must_use]
pub fn cell_invalid(name: &str, cell: &str, why: &str) -> String {
    format!("{name}: {cell} {why}")
}

#[must_use]
pub fn row_has_too_many(what: &str, most: usize) -> String {
    format!("There are more than {most} {what}.")
}

#[must_use]
pub fn not_a_date(name: &str, cell: &str) -> String {
    format!("{name}: {cell} isn't a date. Write it as 2026-07-31.")
}

#[must_use]
pub fn not_an_instant(name: &str, cell: &str) -> String {
    format!("{name}: {cell} isn't a date. Write it as 2026-07-31T12:00:00Z.")
}

#[must_use]
pub fn due_before_start(due: impl Display, start: impl Display) -> String {
    format!("The due date {due} is before the start date {start}.")
}

// Notes on a CSV.

#[must_use]
pub fn formula(name: &str, cell: &str) -> String {
    format!("{name}: {cell} is imported as text, not calculated.")
}

#[must_use]
pub fn priority_unknown(name: &str, cell: &str) -> String {
    format!("{name}: {cell} isn't a known priority.")
}

#[must_use]
pub fn not_an_address(name: &str, cell: &str) -> String {
    format!("{name}: {cell} isn't a web address, so it was added to the description.")
}

#[must_use]
pub fn column_skipped(name: &str, filled: u64) -> String {
    format!("The column \"{name}\" is skipped ({}).", counted(filled, "filled cell"))
}

#[must_use]
pub fn null_is_empty(cells: u64) -> String {
    format!("NULL is read as empty in {}.", counted(cells, "cell"))
}

#[must_use]
pub fn status_unknown(word: &str, tasks: u64) -> String {
    format!("The status {word} is unknown: {} left open.", counted(tasks, "task"))
}

#[must_use]
pub fn without_a_reporter(tasks: u64) -> String {
    format!("Shown under the importer's name: {} without a reporter.", counted(tasks, "task"))
}

/// `what` is a noun: "component".
#[must_use]
pub fn may_not_make(what: &str, values: u64) -> String {
    format!("Left out: {} that need a new {what}, which your role can't create.", counted(values, "value"))
}

// Attributes of a CSV.

pub const MAY_NOT_MAKE_ATTRIBUTES: &str = "Your role can't create attributes. Map the column to another field.";
pub const NO_NEW_LINKED_TASKS: &str =
    "An import can't create an attribute of linked tasks. Create the attribute first, then map the column to it.";
pub const NO_SUCH_ATTRIBUTE: &str = "This workspace has no such attribute.";

#[must_use]
pub fn attribute_has_another_type(name: &str) -> String {
    format!("The attribute \"{name}\" already exists, with another type. Map the column to it, or rename it.")
}

#[must_use]
pub fn two_attributes_of_one_name(name: &str) -> String {
    format!("Two columns would become the attribute \"{name}\".")
}

#[must_use]
pub fn attribute_name(name: &str, why: &str) -> String {
    format!("The column \"{name}\" can't become an attribute. {why}")
}

#[must_use]
pub fn too_many_options(name: &str, most: usize) -> String {
    format!(
        "The column \"{name}\" has too many different values: an attribute can have {most} options. Make it a text."
    )
}

#[must_use]
pub fn attribute_of_other_lists(name: &str, cell: &str) -> String {
    format!("{name}: the attribute belongs to other lists, so {cell} was added to the description.")
}

#[must_use]
pub fn value_does_not_fit(name: &str, cell: &str) -> String {
    format!("{name}: {cell} doesn't fit the attribute, so it was added to the description.")
}

#[must_use]
pub fn no_such_task(name: &str, cell: &str) -> String {
    format!("{name}: no task {cell} that you can see, so the value was left out.")
}

#[must_use]
pub fn label_not_offered(name: &str, values: u64) -> String {
    format!("Left out: {} of \"{name}\" that the label sets of the attribute don't offer.", counted(values, "value"))
}

#[must_use]
pub fn no_such_option(name: &str, values: u64) -> String {
    format!(
        "Left out: {} of \"{name}\" that need a new option, which your role can't create.",
        counted(values, "value")
    )
}
