//! Frames that arrive early.

use bytes::Bytes;

/// A frame that arrived while the socket was joining.
pub(super) enum Early {
    Text(String),
    Binary(Bytes),
}

impl Early {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }
}
