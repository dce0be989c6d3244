//! Checks the headers of frames while their bytes arrive. The library checks the length of a frame only when the frame
//! is complete, and buffers its bytes until then. Without this check, a header that declares a gigabyte would make the
//! server buffer a gigabyte.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::error::PayloadError;
use actix_web::web::Payload;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};

/// The length of the longest header: two bytes, an 8-byte length, and a 4-byte mask.
const MAX_HEADER: usize = 2 + 8 + 4;

/// Reads the frame headers in a stream of bytes, and skips the bodies.
#[derive(Debug, Default)]
struct Headers {
    header: [u8; MAX_HEADER],
    have: usize,
    /// The remaining bytes of the present frame's body.
    body: u64,
}

impl Headers {
    /// Reads the next bytes. Fails at the end of a header whose frame is longer than `max`, or whose length is written
    /// in more bytes than needed (RFC 6455, 5.2).
    fn read(&mut self, bytes: &[u8], max: u64) -> Result<(), (usize, PayloadEnd)> {
        let mut at = 0;
        while at < bytes.len() {
            if self.body > 0 {
                let here = usize::try_from(self.body).unwrap_or(usize::MAX).min(bytes.len() - at);
                self.body -= here as u64;
                at += here;
                continue;
            }
            self.header[self.have] = bytes[at];
            self.have += 1;
            if let Some(length) = self.length() {
                if length > max {
                    return Err((at, PayloadEnd::TooLarge));
                }
                if self.is_longer_than_needed(length) {
                    return Err((at, PayloadEnd::Malformed));
                }
                self.body = length;
                self.have = 0;
            }
            at += 1;
        }
        Ok(())
    }

    fn is_longer_than_needed(&self, length: u64) -> bool {
        match self.header[1] & 0x7F {
            126 => length < 126,
            127 => length <= u64::from(u16::MAX),
            _ => false,
        }
    }

    /// The declared length of the body, once the header is complete.
    fn length(&self) -> Option<u64> {
        let header = &self.header[..self.have];
        let second = *header.get(1)?;
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let (length, end) = match second & 0x7F {
            126 => (u64::from(u16::from_be_bytes(header.get(2..4)?.try_into().ok()?)), 4),
            127 => (u64::from_be_bytes(header.get(2..10)?.try_into().ok()?), 10),
            short => (u64::from(short), 2),
        };
        (self.have == end + mask).then_some(length)
    }
}

/// Why the stream of bytes ended early. The library does not report the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PayloadEnd {
    #[default]
    None,
    /// A frame declares more bytes than are allowed.
    TooLarge,
    /// A frame's header breaks the rules of WebSocket.
    Malformed,
    /// The connection broke.
    Lost,
}

/// The bytes of a request, up to the first frame that is not allowed.
pub(super) struct Guarded {
    payload: Payload,
    headers: Headers,
    max: u64,
    payload_end: Rc<Cell<PayloadEnd>>,
    ended: bool,
}

impl Guarded {
    /// Sets `payload_end` when the stream ends early.
    pub(super) fn new(payload: Payload, max: usize, payload_end: Rc<Cell<PayloadEnd>>) -> Self {
        Self { payload, headers: Headers::default(), max: max as u64, payload_end, ended: false }
    }
}

impl Stream for Guarded {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if matches!(self.payload_end.get(), PayloadEnd::TooLarge | PayloadEnd::Malformed) {
            self.ended = true;
            return Poll::Ready(Some(Err(PayloadError::Overflow)));
        }
        let this = &mut *self;
        match this.payload.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(mut chunk))) => {
                if let Err((at, why)) = this.headers.read(&chunk, this.max) {
                    // The bytes before the bad frame are still handled.
                    chunk.truncate(at);
                    this.payload_end.set(why);
                }
                Poll::Ready(Some(Ok(chunk)))
            }
            Poll::Ready(Some(Err(error))) => {
                this.payload_end.set(PayloadEnd::Lost);
                Poll::Ready(Some(Err(error)))
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(length: u64, masked: bool) -> Vec<u8> {
        let mask = if masked { 0x80 } else { 0 };
        let mut header = vec![0x81];
        match length {
            0..=125 => header.push(mask | length as u8),
            126..=0xFFFF => {
                header.push(mask | 126);
                header.extend((length as u16).to_be_bytes());
            }
            _ => {
                header.push(mask | 127);
                header.extend(length.to_be_bytes());
            }
        }
        header.extend(vec![0; if masked { 4 } else { 0 }]);
        header
    }

    #[test]
    fn e02_a_header_that_declares_too_much_is_found_however_the_bytes_are_cut() {
        for masked in [true, false] {
            let mut bytes = Vec::new();
            for length in [0, 5, 125, 126, 1_000] {
                bytes.extend(frame(length, masked));
                bytes.extend(vec![0xFF; length as usize]);
            }
            let good = bytes.len();
            bytes.extend(frame(1_001, masked));
            for size in [1, 2, 3, 7, 100, 10_000] {
                let mut headers = Headers::default();
                let mut seen = 0;
                let stopped = bytes.chunks(size).find_map(|chunk| {
                    let stopped = headers.read(chunk, 1_000).err().map(|(at, _)| seen + at);
                    seen += chunk.len();
                    stopped
                });
                let last = good + frame(1_001, masked).len() - 1;
                assert_eq!(stopped, Some(last), "in pieces of {size}");
            }
        }
    }

    #[test]
    fn e02_a_length_of_any_size_can_be_read() {
        for length in [1 << 31, 1 << 63, u64::MAX] {
            let why = Headers::default().read(&frame(length, true), 1_000).expect_err("too large").1;
            assert_eq!(why, PayloadEnd::TooLarge, "{length}");
        }
        assert!(Headers::default().read(&frame(1_000, true), 1_000).is_ok());
    }

    #[test]
    fn e01_a_length_must_be_written_in_as_few_bytes_as_possible() {
        let long = |length: u64| [&[0x81, 0xFF][..], &length.to_be_bytes(), &[0; 4]].concat();
        let middle = |length: u16| [&[0x81, 0xFE][..], &length.to_be_bytes(), &[0; 4]].concat();
        for header in [middle(0), middle(125), long(0), long(126), long(65_535)] {
            let why = Headers::default().read(&header, 1 << 20).expect_err("longer than needed").1;
            assert_eq!(why, PayloadEnd::Malformed, "{header:?}");
        }
        for header in [middle(126), middle(u16::MAX), long(65_536)] {
            assert!(Headers::default().read(&header, 1 << 20).is_ok(), "{header:?}");
        }
    }
}
