//! The text of a page: which encoding its bytes are in.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How many of the first bytes may name the encoding.
const LOOKED_AT: usize = 1_024;

/// The text of a page. A byte order mark decides, then the header, then the page itself. Without any of them it is UTF-8, or
/// else Windows-1252, as browsers take it. What cannot be read becomes U+FFFD.
pub(super) fn text_of<'b>(bytes: &'b [u8], content_type: &str) -> Cow<'b, str> {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let named = named_in(content_type.as_bytes()).or_else(|| named_in(head).map(as_ascii));
    named.unwrap_or_else(|| guess(bytes)).decode(bytes).0
}

/// The encoding behind the first `charset=`.
fn named_in(text: &[u8]) -> Option<&'static Encoding> {
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.as_slice();
    while let Some(at) = rest.windows(7).position(|it| it == b"charset") {
        rest = &rest[at + 7..];
        let Some(value) = rest.trim_ascii_start().strip_prefix(b"=") else { continue };
        let value = value.trim_ascii_start();
        let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
        let ends = |byte: &u8| is_space(byte) || b"\"';>/,".contains(byte);
        let end = value.iter().position(ends).unwrap_or(value.len());
        if let Some(known) = Encoding::for_label(&value[..end]) {
            return Some(known);
        }
    }
    None
}

/// A page that names its encoding in ASCII is not in UTF-16.
fn as_ascii(named: &'static Encoding) -> &'static Encoding {
    if named == UTF_16LE || named == UTF_16BE { UTF_8 } else { named }
}

/// The last character may be cut.
fn guess(bytes: &[u8]) -> &'static Encoding {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_some() => WINDOWS_1252,
        _ => UTF_8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ul6_the_text_of_a_page_is_read_in_the_encoding_that_it_names() {
        for (bytes, content_type, text) in [
            ("Pläne".as_bytes(), "text/html; charset=utf-8", "Pläne"),
            (b"Pl\xe4ne", "text/html; charset=ISO-8859-1", "Pläne"),
            (b"Pl\xe4ne", "text/html; charset=\"latin1\"", "Pläne"),
            (b"Pl\xe4ne", "text/html", "Pläne"),
            ("Pläne".as_bytes(), "text/html", "Pläne"),
            (b"\xef\xbb\xbfPl\xc3\xa4ne", "text/html; charset=latin1", "Pläne"),
            (b"\x83v\x83\x89\x83\x93", "text/html; charset=Shift_JIS", "プラン"),
            (b"<meta charset='shift_jis'>\x83v", "text/html", "<meta charset='shift_jis'>プ"),
            (b"<meta charset=utf-16>a", "text/html", "<meta charset=utf-16>a"),
        ] {
            assert_eq!(text_of(bytes, content_type), text, "{bytes:?} {content_type}");
        }
    }

    #[test]
    fn ul6_an_encoding_that_does_not_exist_and_bytes_that_fit_none_do_no_harm() {
        assert_eq!(text_of(b"Plans", "text/html; charset=x-none"), "Plans");
        assert_eq!(text_of(b"a\xff\xfeb", "text/html; charset=utf-8"), "a\u{fffd}\u{fffd}b");
        assert_eq!(text_of("cut \u{e4}".as_bytes().split_at(5).0, "text/html"), "cut \u{fffd}");
        assert_eq!(text_of(b"charset charset= charset", "charset"), "charset charset= charset");
        assert_eq!(text_of(b"", ""), "");
    }
}
