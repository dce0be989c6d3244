//! Builds one gzip stream from parts that were compressed earlier.
//!
//! A deflate part that ends with a full flush ends at a byte boundary, and no later part refers to its bytes. So parts
//! can be concatenated in any order. The checksum of the stream is computed from the checksums of the parts.

use std::sync::Arc;

use bytes::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// A compressed text that can be placed anywhere in a stream.
#[derive(Clone, Debug)]
pub(super) struct Part {
    deflated: Bytes,
    crc: Arc<Crc>,
}

/// A gzip header without a name or a time (RFC 1952).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// An empty last block.
const END: [u8; 2] = [0x03, 0x00];

impl Part {
    /// Compresses a text. Level 6 halves the size of level 1, which pays off because most parts are sent often.
    pub(super) fn new(text: &[u8]) -> Self {
        let mut crc = Crc::new();
        crc.update(text);
        let mut deflate = Compress::new(Compression::new(6), false);
        let mut out = Vec::with_capacity(text.len() / 6 + 128);
        let mut rest = text;
        loop {
            out.reserve(64 * 1024);
            let before = deflate.total_in();
            // Fails only where the stream is used after its end.
            let status = deflate.compress_vec(rest, &mut out, FlushCompress::Full).unwrap_or(Status::StreamEnd);
            rest = &rest[usize::try_from(deflate.total_in() - before).unwrap_or(rest.len())..];
            if rest.is_empty() && out.len() < out.capacity() {
                break;
            }
            if status == Status::StreamEnd {
                break;
            }
        }
        // The buffer was sized for a text that compresses badly, and parts stay in the cache for long.
        out.shrink_to_fit();
        Self { deflated: out.into(), crc: Arc::new(crc) }
    }

    /// A short text in stored (uncompressed) blocks: compressing it would take longer than sending it.
    pub(super) fn plain(text: &[u8]) -> Self {
        let mut crc = Crc::new();
        crc.update(text);
        let mut out = Vec::with_capacity(text.len() + 8);
        for block in text.chunks(usize::from(u16::MAX)) {
            let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
            // Not the last, type 0, and the rest of the byte (RFC 1951, 3.2.4).
            out.push(0);
            out.extend_from_slice(&length.to_le_bytes());
            out.extend_from_slice(&(!length).to_le_bytes());
            out.extend_from_slice(block);
        }
        Self { deflated: out.into(), crc: Arc::new(crc) }
    }

    /// The compressed bytes.
    pub(super) fn bytes(&self) -> usize {
        self.deflated.len()
    }
}

/// Frames the parts as one gzip stream.
pub(super) fn stream(parts: &[Part]) -> Vec<Bytes> {
    let mut crc = Crc::new();
    let mut pieces = vec![Bytes::from_static(&HEADER)];
    for part in parts {
        crc.combine(&part.crc);
        pieces.push(part.deflated.clone());
    }
    let mut end = END.to_vec();
    end.extend_from_slice(&crc.sum().to_le_bytes());
    end.extend_from_slice(&crc.amount().to_le_bytes());
    pieces.push(end.into());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn parts_compressed_apart_unpack_as_one_stream() {
        let texts: Vec<String> = (0..5).map(|n| format!("part {n} ").repeat(10_000 * n)).collect();
        let parts: Vec<Part> = texts.iter().map(|text| Part::new(text.as_bytes())).collect();
        let whole: Vec<u8> = stream(&parts).concat();
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(&whole[..]).read_to_string(&mut unpacked).expect("a gzip stream");
        assert_eq!(unpacked, texts.concat());
    }

    #[test]
    fn what_hardly_compresses_comes_through_as_well() {
        let mut noise = Vec::new();
        let mut state = 88_172_645_463_325_252_u64;
        for _ in 0..100_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            noise.extend_from_slice(&state.to_le_bytes());
        }
        let whole: Vec<u8> = stream(&[Part::plain(&noise), Part::new(&noise), Part::plain(b"end")]).concat();
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&whole[..]).read_to_end(&mut unpacked).expect("a gzip stream");
        assert_eq!(unpacked, [&noise[..], &noise[..], b"end"].concat());
    }
}
