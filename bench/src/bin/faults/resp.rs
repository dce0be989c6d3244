//! Finds the end of one Redis reply, and whether it is a published message: enough to lose, double and reorder messages
//! without breaking the protocol.

/// The length of the first complete frame. `None` if the frame is incomplete or not RESP.
pub fn frame(bytes: &[u8]) -> Option<usize> {
    let line = bytes.windows(2).position(|pair| pair == b"\r\n")? + 2;
    let number = || std::str::from_utf8(&bytes[1..line - 2]).ok()?.parse::<i64>().ok();
    match bytes[0] {
        b'$' | b'=' | b'!' => match usize::try_from(number()?) {
            Ok(length) => Some(line + length + 2).filter(|end| *end <= bytes.len()),
            // A null.
            Err(_) => Some(line),
        },
        b'*' | b'>' | b'~' | b'%' => {
            let each = if bytes[0] == b'%' { 2 } else { 1 };
            let mut end = line;
            for _ in 0..number()?.max(0) * each {
                end += frame(&bytes[end..])?;
            }
            Some(end)
        }
        b'+' | b'-' | b':' | b'_' | b'#' | b',' | b'(' => Some(line),
        _ => None,
    }
}

/// True if a frame is a published message.
pub fn is_message(frame: &[u8]) -> bool {
    matches!(frame.first(), Some(b'*' | b'>'))
        && [&b"\r\nmessage\r\n"[..], b"\r\npmessage\r\n", b"\r\nsmessage\r\n"]
            .iter()
            .any(|word| frame.windows(word.len()).take(16).any(|window| window == *word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_ends_and_published_messages_are_found() {
        let message = b"*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$4\r\na\r\nb\r\n";
        assert_eq!(frame(message), Some(message.len()));
        for cut in 0..message.len() {
            assert_eq!(frame(&message[..cut]), None, "cut at {cut}");
        }
        assert!(is_message(message));
        let more = [&b">3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n"[..], b"+OK\r\n"].concat();
        assert_eq!(frame(&more), Some(more.len() - 5));
        assert!(!is_message(&more));
        assert_eq!(frame(b"%1\r\n+a\r\n$-1\r\n"), Some(13));
        assert_eq!(frame(b"GET /"), None);
    }
}
