//! The cells of a CSV file, and the row at which a broken file breaks.

use csv::{ByteRecord, Reader, ReaderBuilder, StringRecord};

use crate::import::{plan::ImportRefusal, text};
use crate::words::import as words;

/// A header and the rows under it.
pub(super) struct Table<'a> {
    text: &'a str,
    delimiter: u8,
    pub header: Vec<String>,
}

impl<'a> Table<'a> {
    /// The most columns. A file with more is no table for people.
    pub const MOST_COLUMNS: usize = 200;
    /// The most cells of a row, checked before the row is read: each cell takes memory, even an empty one.
    const MOST_CELLS: usize = 2_000;
    /// In characters.
    const LONGEST_NAME: usize = 200;

    /// # Errors
    /// If the bytes are not UTF-8, or the header is invalid.
    pub fn open(bytes: &'a [u8]) -> Result<Self, ImportRefusal> {
        let delimiter = delimiter(bytes);
        let text = text::decode(bytes, |offset| Some(row_of(bytes, delimiter, offset)))?;
        check_width(bytes, delimiter)?;
        let mut first = StringRecord::new();
        let more = reader(text, delimiter).read_record(&mut first).map_err(broken)?;
        if !more || first.iter().all(|cell| cell.trim().is_empty()) {
            return Err(ImportRefusal::broken(Some(1), words::CSV_EMPTY));
        }
        if first.len() > Self::MOST_COLUMNS {
            return Err(ImportRefusal::too_large(words::too_many_columns(first.len(), Self::MOST_COLUMNS)));
        }
        if first.iter().any(|cell| cell.contains('\0')) {
            return Err(ImportRefusal::broken(Some(1), words::HEADER_NUL));
        }
        if let Some(cell) = first.iter().find(|cell| cell.chars().count() > Self::LONGEST_NAME) {
            return Err(ImportRefusal::broken(Some(1), words::column_name_too_long(&text::quote(cell))));
        }
        let name = |(place, cell): (usize, &str)| {
            let line = cell.replace(char::is_control, " ");
            if line.trim().is_empty() { format!("Column {}", place + 1) } else { line.trim().to_owned() }
        };
        let header = first.iter().enumerate().map(name).collect();
        let table = Self { text, delimiter, header };
        table.check_end()?;
        Ok(table)
    }

    /// Each row under the header with its number; the header is row 1.
    ///
    /// # Errors
    /// If the rest of the file cannot be read.
    pub fn each(&self, mut take: impl FnMut(u64, &StringRecord)) -> Result<(), ImportRefusal> {
        let mut reader = reader(self.text, self.delimiter);
        let mut record = StringRecord::new();
        let mut row = 0;
        while reader.read_record(&mut record).map_err(broken)? {
            row += 1;
            if row > 1 {
                take(row, &record);
            }
        }
        Ok(())
    }

    /// An open quote swallows the rest of the file without an error of the reader.
    fn check_end(&self) -> Result<(), ImportRefusal> {
        let mut reader = reader(self.text, self.delimiter);
        let mut record = ByteRecord::new();
        let (mut row, mut start, mut line) = (0, 0, 1);
        while reader.read_byte_record(&mut record).map_err(broken)? {
            row += 1;
            if let Some(position) = record.position() {
                (start, line) = (usize::try_from(position.byte()).unwrap_or(0), position.line());
            }
        }
        if ends_in_quotes(&self.text.as_bytes()[start..], self.delimiter) {
            return Err(ImportRefusal::broken(Some(row), words::quote_not_closed(row, line)));
        }
        Ok(())
    }
}

fn reader(text: &str, delimiter: u8) -> Reader<&[u8]> {
    // Only rows with a wrong number of cells are refused.
    ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(text.as_bytes())
}

fn broken(error: csv::Error) -> ImportRefusal {
    let line = error.position().map(csv::Position::line);
    ImportRefusal::broken(line, words::not_csv(error))
}

/// The separator of the header's cells: spreadsheets of many countries write `;`.
fn delimiter(bytes: &[u8]) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in bytes {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            byte if !quoted => counts.iter_mut().filter(|(it, _)| it == byte).for_each(|(_, count)| *count += 1),
            _ => {}
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(byte, _)| byte)
}

/// Refuses a file that has a row with too many cells.
fn check_width(bytes: &[u8], delimiter: u8) -> Result<(), ImportRefusal> {
    let (mut at, mut cells) = (At::Start, 1);
    for (offset, byte) in bytes.iter().enumerate() {
        let open = at == At::Quoted;
        at = at.after(*byte, delimiter);
        if !open && *byte == delimiter {
            cells += 1;
        } else if !open && matches!(byte, b'\n' | b'\r') {
            cells = 1;
        }
        if cells > Table::MOST_CELLS {
            let (row, most) = (row_of(bytes, delimiter, offset), Table::MOST_CELLS);
            return Err(ImportRefusal::too_large(words::row_too_wide(row, most)));
        }
    }
    Ok(())
}

/// The row of a byte.
fn row_of(bytes: &[u8], delimiter: u8, offset: usize) -> u64 {
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(&bytes[..offset]);
    let mut record = ByteRecord::new();
    let mut rows = 0;
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        rows += 1;
    }
    // A new row begins right behind a line end; the reader has not seen that row yet.
    let fresh = offset == 0 || bytes[offset - 1] == b'\n' && !ends_in_quotes(&bytes[..offset], delimiter);
    rows + u64::from(fresh)
}

/// Whether a quoted cell is still open at the end. A quotation mark opens only at the start of a cell, and closes
/// unless it is doubled.
fn ends_in_quotes(bytes: &[u8], delimiter: u8) -> bool {
    bytes.iter().fold(At::Start, |at, byte| at.after(*byte, delimiter)) == At::Quoted
}

/// The position in a cell after a byte.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Start,
    Plain,
    Quoted,
    Mark,
}

impl At {
    fn after(self, byte: u8, delimiter: u8) -> Self {
        match (self, byte) {
            (Self::Start, b'"') | (Self::Mark, b'"') => Self::Quoted,
            (Self::Quoted, b'"') => Self::Mark,
            (Self::Quoted, _) => Self::Quoted,
            (_, b'\n' | b'\r') => Self::Start,
            (_, byte) if byte == delimiter => Self::Start,
            _ => Self::Plain,
        }
    }
}
