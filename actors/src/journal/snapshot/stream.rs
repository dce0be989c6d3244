//! The bytes of a snapshot, gzipped or plain, in pieces.

use std::collections::VecDeque;
use std::io::Read;

use bytes::{Buf, Bytes};
use flate2::read::GzDecoder;

/// The most bytes of a piece.
const PIECE: usize = 16 * 1024;

/// A snapshot in gzipped parts.
#[derive(Clone, Debug)]
pub struct SnapshotLines(pub(super) Vec<Bytes>);

impl SnapshotLines {
    /// The gzipped bytes, in pieces of at most 16 KiB.
    pub fn gzipped(self) -> impl Iterator<Item = Bytes> {
        self.0.into_iter().flat_map(|mut part| {
            std::iter::from_fn(move || {
                let length = part.len().min(PIECE);
                (length > 0).then(|| part.split_to(length))
            })
        })
    }

    /// The plain bytes, for clients that do not accept gzip. Pieces are unpacked only as they are read, to bound the
    /// memory.
    ///
    /// # Errors
    /// If the snapshot cannot be unpacked, which is a bug.
    pub fn plain(self) -> impl Iterator<Item = std::io::Result<Bytes>> {
        let mut unpacking = GzDecoder::new(Parts(self.0.into()));
        std::iter::from_fn(move || {
            let mut piece = vec![0; PIECE];
            match unpacking.read(&mut piece) {
                Ok(0) => None,
                Ok(read) => {
                    piece.truncate(read);
                    Some(Ok(piece.into()))
                }
                Err(error) => Some(Err(error)),
            }
        })
    }
}

/// Reads all parts in order.
struct Parts(VecDeque<Bytes>);

impl Read for Parts {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while let Some(first) = self.0.front_mut() {
            if !first.is_empty() {
                let length = first.len().min(buffer.len());
                first.copy_to_slice(&mut buffer[..length]);
                return Ok(length);
            }
            self.0.pop_front();
        }
        Ok(0)
    }
}
