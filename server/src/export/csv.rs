//! Rows as CSV for spreadsheets. Names and texts in the cells come from strangers: no cell is read as a formula.

use csv::{QuoteStyle, Terminator, WriterBuilder};

/// The media type of the files.
pub const MEDIA_TYPE: &str = "text/csv; charset=utf-8";

/// The first characters by which spreadsheets tell a formula, with their full-width forms.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// The rows as the lines of a CSV file (RFC 4180), every cell in quotes.
pub fn lines<R, C>(rows: impl IntoIterator<Item = R>) -> Vec<u8>
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut builder = WriterBuilder::new();
    let builder = builder.quote_style(QuoteStyle::Always).terminator(Terminator::CRLF).flexible(true);
    let mut writer = builder.from_writer(Vec::new());
    for row in rows {
        // Writing into memory does not fail.
        let _ = writer.write_record(row.into_iter().map(|cell| inert(cell.as_ref())));
    }
    writer.into_inner().unwrap_or_default()
}

/// The text with an apostrophe before it if a spreadsheet would read the text as a formula.
fn inert(text: &str) -> String {
    if text.starts_with(FORMULA) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n01_no_cell_is_read_as_a_formula() {
        for start in FORMULA {
            let text = format!("{start}HYPERLINK(\"http://evil.example\")");
            let line = String::from_utf8(lines([[&text]])).expect("text");
            assert!(line.starts_with(&format!("\"'{start}")), "{line}");
        }
    }

    #[test]
    fn n01_quotes_and_line_breaks_in_a_cell_make_no_further_cell() {
        let file = lines([["a\"b,c", "d\r\ne"], ["", "ü"]]);
        assert_eq!(String::from_utf8(file).expect("text"), "\"a\"\"b,c\",\"d\r\ne\"\r\n\"\",\"ü\"\r\n");
    }
}
