//! A text message that arrives in several frames.

use actors::wire::MAX_FRAME;
use bytes::BytesMut;

/// The most fragments of a message.
const MOST: usize = 1_024;

/// The fragments that have arrived.
#[derive(Default)]
pub(super) struct Fragments {
    whole: BytesMut,
    count: usize,
    /// The number of leading bytes that are known to be UTF-8.
    text: usize,
}

/// Why a message cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// The message has too many bytes or fragments.
    TooLarge,
    /// The bytes are not the beginning of UTF-8.
    NotText,
}

impl Fragments {
    /// Adds a fragment. Fails as soon as the bytes are invalid UTF-8, without waiting for later fragments.
    pub(super) fn add(&mut self, piece: &[u8], last: bool) -> Result<(), Broken> {
        if self.whole.len() + piece.len() > MAX_FRAME || self.count >= MOST {
            return Err(Broken::TooLarge);
        }
        self.count += 1;
        self.whole.extend_from_slice(piece);
        match std::str::from_utf8(&self.whole[self.text..]) {
            Ok(_) => self.text = self.whole.len(),
            Err(error) if error.error_len().is_none() && !last => self.text += error.valid_up_to(),
            Err(_) => return Err(Broken::NotText),
        }
        Ok(())
    }

    /// The message. [`Fragments::add`] has checked that all of it is UTF-8.
    pub(super) fn into_text(self) -> String {
        String::from_utf8(self.whole.into()).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into())
    }
}
