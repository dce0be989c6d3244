//! Turns the texts of files into texts of tickets.

use actors::domain::limits;

use super::plan::{ImportRefusal, RowRefusal};
use crate::words::import as words;

/// The bytes as text, without a byte order mark. `row_of` returns the row of an offset.
///
/// # Errors
/// If the bytes are not UTF-8, with the position of the first wrong byte.
pub(super) fn decode(bytes: &[u8], row_of: impl Fn(usize) -> Option<u64>) -> Result<&str, ImportRefusal> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(ImportRefusal::broken(None, words::UTF_16));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let at = error.valid_up_to();
            let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            let message = match error.error_len() {
                Some(_) => words::not_utf8(bytes[at], at, line),
                None => words::ends_in_a_character(at, line),
            };
            Err(ImportRefusal::broken(row_of(at), message))
        }
    }
}

/// A title: one line, no longer than a ticket's may be. Line breaks and tabs become spaces.
pub(super) fn title(text: &str) -> Result<String, RowRefusal> {
    let flat: String = text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    if flat.contains('\0') {
        return Err(RowRefusal::invalid(words::TITLE_NUL));
    }
    if flat.trim().is_empty() {
        return Err(RowRefusal::invalid(words::TITLE_EMPTY));
    }
    limits::line("title", &flat, limits::TITLE_CHARS)
        .map_err(|refusal| RowRefusal::invalid(words::title_invalid(&refusal.message)))
}

/// A text of several lines, with the line ends that all other texts have.
pub(super) fn prose(what: &str, text: &str, bytes: usize) -> Result<String, RowRefusal> {
    if text.contains('\0') {
        return Err(RowRefusal::invalid(words::text_nul(what)));
    }
    if text.len() > bytes {
        // `\r
        // ` counts as one character: the limit applies to the result.
        let returns = text.matches("\r\n").count();
        if text.len() - returns > bytes {
            return Err(RowRefusal::too_large(words::text_too_large(what, text.len(), bytes)));
        }
    }
    Ok(text.replace("\r\n", "\n"))
}

/// The start of a text, for a message.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 40;
    let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect();
    if text.chars().nth(MOST).is_some() { format!("\"{flat}…\"") } else { format!("\"{flat}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> String {
        decode(bytes, |_| None).expect_err("refused").message
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(decode(b"\xEF\xBB\xBFkey", |_| None), Ok("key"));
    }

    #[test]
    fn a_wrong_encoding_is_refused_with_its_place() {
        assert!(refused(b"one\ntwo caf\xE9 three").contains("0xe9 at offset 11 (line 2)"));
        assert!(refused(b"\xFF\xFEk\0e\0y\0").contains("UTF-16"));
        assert!(refused(b"caf\xC3").contains("ends in the middle of a character, at offset 3"));
    }

    #[test]
    fn a_title_is_one_line() {
        assert_eq!(title(" a\r\n\tb ").as_deref(), Ok("a   b"));
        assert_eq!(title("\n\t").expect_err("empty").message, "The title is empty.");
        assert_eq!(title("a\0b").expect_err("NUL").message, "The title contains a NUL character.");
        assert!(title(&"x".repeat(501)).expect_err("long").message.contains("500"));
    }

    #[test]
    fn a_text_that_fits_with_plain_line_ends_is_taken() {
        assert_eq!(prose("description", "a\r\nb", 3).as_deref(), Ok("a\nb"));
        assert!(prose("description", "a\r\nbc", 3).is_err());
    }
}
