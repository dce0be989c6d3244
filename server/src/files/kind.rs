//! What the bytes of a file are. The name and the sender do not decide.

/// How many of the first bytes are looked at.
pub const LOOKED_AT: usize = 8 * 1024;

/// The content type of a file with these first bytes. Texts in which something could run, such as HTML and SVG, are plain
/// text.
#[must_use]
pub fn content_type(first: &[u8]) -> &'static str {
    match infer::get(first).map(|kind| kind.mime_type()) {
        Some(text) if text.starts_with("text/") || text.ends_with("xml") => "text/plain",
        Some(known) => known,
        None if is_text(first) => "text/plain",
        None => "application/octet-stream",
    }
}

/// UTF-8 without control characters, save for those of lines. The last character may be cut.
fn is_text(first: &[u8]) -> bool {
    let whole = match std::str::from_utf8(first) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&first[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !first.is_empty()
        && !whole.is_empty()
        && !whole.chars().any(|it| it.is_control() && !matches!(it, '\n' | '\r' | '\t' | '\u{c}'))
}

/// The types that a browser may show in place: it runs nothing in them. All others are only saved.
#[must_use]
pub fn is_shown(content_type: &str) -> bool {
    matches!(
        content_type,
        "text/plain"
            | "video/mp4"
            | "video/webm"
            | "video/x-m4v"
            | "video/quicktime"
            | "audio/mpeg"
            | "audio/m4a"
            | "audio/ogg"
            | "audio/x-flac"
            | "audio/x-wav"
            | "audio/aac"
    )
}

/// The types of which previews are made.
#[must_use]
pub fn has_preview(content_type: &str) -> bool {
    matches!(content_type, "image/png" | "image/jpeg" | "image/gif" | "image/webp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fs4_the_bytes_and_not_the_name_say_what_a_file_is() {
        for (bytes, kind) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "image/png"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"),
            (b"GIF89a", "image/gif"),
            (b"%PDF-1.7", "application/pdf"),
            (b"ID3\x04", "audio/mpeg"),
            ("Zeile\n\u{e4}".as_bytes(), "text/plain"),
            (b"cut \xc3", "text/plain"),
            (b"\0\x01\x02", "application/octet-stream"),
            (b"\xff\xfe\xfd", "application/octet-stream"),
            (b"", "application/octet-stream"),
        ] {
            assert_eq!(content_type(bytes), kind, "{bytes:?}");
        }
    }

    #[test]
    fn g01_html_and_svg_are_plain_text_and_nothing_that_could_run_is_shown() {
        for bytes in [
            &b"<!DOCTYPE html><script>alert(1)</script>"[..],
            b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
            b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
            b"#!/bin/sh\nid",
        ] {
            assert_eq!(content_type(bytes), "text/plain");
        }
        for kind in
            ["text/html", "image/svg+xml", "application/xhtml+xml", "application/pdf", "application/octet-stream"]
        {
            assert!(!is_shown(kind), "{kind}");
        }
    }
}
