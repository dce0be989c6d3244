//! Text as files have it, made into text as tickets have it.

use actors::domain::limits;

use super::plan::{ImportRefusal, RowRefusal};

/// The bytes as text, without a byte order mark. `row_of` says in which row an offset lies.
///
/// # Errors
/// Where they are not UTF-8, with the place of the first byte that is not.
pub(super) fn decode(bytes: &[u8], row_of: impl Fn(usize) -> Option<u64>) -> Result<&str, ImportRefusal> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(ImportRefusal::broken(None, "The file is in UTF-16. Save it as UTF-8 and try again."));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let at = error.valid_up_to();
            let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            let message = match error.error_len() {
                Some(_) => format!(
                    "The file is not in UTF-8: the byte {:#04x} at offset {at} (line {line}) cannot be read. Save \
                     it as UTF-8 and try again.",
                    bytes[at]
                ),
                None => format!("The file ends in the middle of a character, at offset {at} (line {line})."),
            };
            Err(ImportRefusal::broken(row_of(at), message))
        }
    }
}

/// A title: one line, no longer than a ticket's may be. Line breaks and tabs become spaces.
pub(super) fn title(text: &str) -> Result<String, RowRefusal> {
    let flat: String = text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    if flat.contains('\0') {
        return Err(RowRefusal::invalid("The title holds a NUL character."));
    }
    if flat.trim().is_empty() {
        return Err(RowRefusal::invalid("The title is empty."));
    }
    limits::line("title", &flat, limits::TITLE_CHARS)
        .map_err(|refusal| RowRefusal::invalid(format!("The title cannot be taken. {}", refusal.message)))
}

/// A text of many lines, with the line ends that everything else here has.
pub(super) fn prose(what: &str, text: &str, bytes: usize) -> Result<String, RowRefusal> {
    if text.contains('\0') {
        return Err(RowRefusal::invalid(format!("The {what} holds a NUL character.")));
    }
    if text.len() > bytes {
        // `\r\n` counts for one: what fits after that is taken.
        let returns = text.matches("\r\n").count();
        if text.len() - returns > bytes {
            return Err(RowRefusal::too_large(format!(
                "The {what} has {} bytes; at most {bytes} are allowed.",
                text.len()
            )));
        }
    }
    Ok(text.replace("\r\n", "\n"))
}

/// A number with its noun: "1 task", "2 tasks".
pub(super) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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
        assert_eq!(title("a\0b").expect_err("NUL").message, "The title holds a NUL character.");
        assert!(title(&"x".repeat(501)).expect_err("long").message.contains("500"));
    }

    #[test]
    fn a_text_that_fits_with_plain_line_ends_is_taken() {
        assert_eq!(prose("description", "a\r\nb", 3).as_deref(), Ok("a\nb"));
        assert!(prose("description", "a\r\nbc", 3).is_err());
    }
}
