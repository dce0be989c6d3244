//! Reads the form of an update before the CRDT library does. The library reserves as much memory as an update names, reads
//! nested values without a limit, and keeps updates whose causes are missing. So an update is scanned first: only the kinds
//! of content that a document has, no length beyond the bytes, and no reference to text that the copy does not have.

use std::collections::HashMap;

use super::{NEW_CLIENTS, ROOT, UPDATE_BYTES, fault::Fault};

/// The bits of the byte before a piece of content.
const HAS_ORIGIN: u8 = 0x80;
const HAS_RIGHT_ORIGIN: u8 = 0x40;
const HAS_PARENT_SUB: u8 = 0x20;
const CONTENT: u8 = 0x1f;
/// Yjs takes client ids of 53 bits, which JavaScript counts exactly.
const CLIENT_BITS: u32 = 53;
/// How deep values of attributes nest: an array in an attribute.
const VALUE_DEPTH: usize = 2;

/// What a copy knows: the number of characters and nodes that it has of each client.
pub(super) trait Known {
    fn clock(&self, client: u64) -> u32;
    fn has(&self, client: u64) -> bool;
}

/// What an update adds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scanned {
    /// The clients that the copy does not know yet.
    pub new_clients: usize,
}

/// Scans an update (Yjs, version 1).
///
/// # Errors
/// `LongUpdate`, `Unreadable`, `Gap`, `Forbidden` or `TooMuch`.
pub(super) fn scan(update: &[u8], known: &impl Known) -> Result<Scanned, Fault> {
    if update.len() > UPDATE_BYTES {
        return Err(Fault::LongUpdate);
    }
    let mut scanner = Scanner { bytes: update, ends: HashMap::new(), needed: Vec::new() };
    scanner.blocks(known)?;
    scanner.deletions()?;
    if !scanner.bytes.is_empty() {
        return Err(Fault::Unreadable);
    }
    let end = |client: u64| scanner.ends.get(&client).copied().unwrap_or(0).max(known.clock(client));
    if scanner.needed.iter().any(|(client, clock)| *clock > end(*client)) {
        return Err(Fault::Gap);
    }
    let new_clients = scanner.ends.keys().filter(|client| !known.has(**client)).count();
    if new_clients > NEW_CLIENTS {
        return Err(Fault::TooMuch);
    }
    Ok(Scanned { new_clients })
}

/// Scans a state vector: pairs of a client and its clock.
///
/// # Errors
/// `LongUpdate` or `Unreadable`.
pub(super) fn scan_state_vector(bytes: &[u8]) -> Result<(), Fault> {
    if bytes.len() > UPDATE_BYTES {
        return Err(Fault::LongUpdate);
    }
    let mut scanner = Scanner { bytes, ends: HashMap::new(), needed: Vec::new() };
    for _ in 0..scanner.count()? {
        scanner.client()?;
        scanner.clock()?;
    }
    if scanner.bytes.is_empty() { Ok(()) } else { Err(Fault::Unreadable) }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    /// The clock behind the last block of each client in the update.
    ends: HashMap<u64, u32>,
    /// The clocks that must be known, here or in the update.
    needed: Vec<(u64, u32)>,
}

impl<'a> Scanner<'a> {
    fn byte(&mut self) -> Result<u8, Fault> {
        let (first, rest) = self.bytes.split_first().ok_or(Fault::Unreadable)?;
        self.bytes = rest;
        Ok(*first)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(Fault::Unreadable)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// A number of at most `bits` bits, written in the fewest bytes.
    fn number(&mut self, bits: u32) -> Result<u64, Fault> {
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).ok_or(Fault::Unreadable)?;
            if byte & 0x80 == 0 {
                let shortest = byte != 0 || shift == 0;
                return if shortest && value >> bits == 0 { Ok(value) } else { Err(Fault::Unreadable) };
            }
            shift += 7;
            if shift > bits {
                return Err(Fault::Unreadable);
            }
        }
    }

    fn client(&mut self) -> Result<u64, Fault> {
        self.number(CLIENT_BITS)
    }

    /// At most 31 bits: the library counts with 32, so no sum overflows.
    fn clock(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.number(31)?).map_err(|_| Fault::Unreadable)
    }

    /// A count of items. Each item takes at least one byte.
    fn count(&mut self) -> Result<usize, Fault> {
        let count = self.clock()? as usize;
        if count > self.bytes.len() { Err(Fault::Unreadable) } else { Ok(count) }
    }

    fn string(&mut self) -> Result<&'a str, Fault> {
        let length = self.count()?;
        std::str::from_utf8(self.take(length)?).map_err(|_| Fault::Unreadable)
    }

    /// A reference to a character or node that must be known. A reference from a block to itself or to later text of
    /// the same client would never be resolved.
    fn reference(&mut self, client: u64, clock: u32) -> Result<(), Fault> {
        let (to, at) = (self.client()?, self.clock()?);
        if to == client && at >= clock {
            return Err(Fault::Gap);
        }
        self.needed.push((to, at.checked_add(1).ok_or(Fault::Unreadable)?));
        Ok(())
    }

    fn blocks(&mut self, known: &impl Known) -> Result<(), Fault> {
        for _ in 0..self.count()? {
            let blocks = self.count()?;
            let client = self.client()?;
            let mut clock = self.clock()?;
            if self.ends.contains_key(&client) {
                return Err(Fault::Unreadable);
            }
            if clock > known.clock(client) {
                return Err(Fault::Gap);
            }
            for _ in 0..blocks {
                let length = self.block(client, clock)?;
                clock = clock.checked_add(length).filter(|it| *it < 1 << 31).ok_or(Fault::Unreadable)?;
            }
            self.ends.insert(client, clock);
        }
        Ok(())
    }

    /// Reads one block, and returns its length.
    fn block(&mut self, client: u64, clock: u32) -> Result<u32, Fault> {
        let info = self.byte()?;
        match info {
            0 => return self.length(),
            // The place of text that the sender does not have either.
            10 => return Err(Fault::Gap),
            _ => {}
        }
        if info & HAS_ORIGIN != 0 {
            self.reference(client, clock)?;
        }
        if info & HAS_RIGHT_ORIGIN != 0 {
            self.reference(client, clock)?;
        }
        if info & (HAS_ORIGIN | HAS_RIGHT_ORIGIN) == 0 {
            match self.number(31)? {
                1 if self.string()? == ROOT => {}
                1 => return Err(Fault::Forbidden),
                0 => self.reference(client, clock)?,
                _ => return Err(Fault::Unreadable),
            }
            if info & HAS_PARENT_SUB != 0 {
                self.string()?;
            }
        }
        self.content(info & CONTENT)
    }

    fn length(&mut self) -> Result<u32, Fault> {
        match self.clock()? {
            0 => Err(Fault::Unreadable),
            length => Ok(length),
        }
    }

    fn content(&mut self, kind: u8) -> Result<u32, Fault> {
        match kind {
            // Deleted text.
            1 => self.length(),
            // Text. Yjs counts its UTF-16 units.
            4 => match self.string()?.encode_utf16().count() {
                0 => Err(Fault::Unreadable),
                length => u32::try_from(length).map_err(|_| Fault::Unreadable),
            },
            // The begin or end of a mark. The value is JSON.
            6 => {
                self.string()?;
                let value = self.string()?;
                serde_json::from_str::<serde_json::Value>(value).map_err(|_| Fault::Unreadable)?;
                Ok(1)
            }
            // A node: an element with its name, or a text.
            7 => match self.byte()? {
                3 => self.string().map(|_| 1),
                6 => Ok(1),
                _ => Err(Fault::Forbidden),
            },
            // Values of attributes.
            8 => {
                let count = self.count()?;
                for _ in 0..count {
                    self.value(VALUE_DEPTH)?;
                }
                match u32::try_from(count) {
                    Ok(1..) => Ok(count as u32),
                    _ => Err(Fault::Unreadable),
                }
            }
            // Binary values, documents in documents, JSON of old versions and other kinds.
            _ => Err(Fault::Forbidden),
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), Fault> {
        let depth = depth.checked_sub(1).ok_or(Fault::Forbidden)?;
        match self.byte()? {
            // Undefined, null, false, true.
            127 | 126 | 121 | 120 => Ok(()),
            125 => self.signed(),
            124 => self.take(4).map(drop),
            123 | 122 => self.take(8).map(drop),
            119 => self.string().map(drop),
            117 => {
                for _ in 0..self.count()? {
                    self.value(depth)?;
                }
                Ok(())
            }
            _ => Err(Fault::Forbidden),
        }
    }

    /// A signed number: the first byte holds six bits of it.
    fn signed(&mut self) -> Result<(), Fault> {
        let mut bytes = 1;
        while self.byte()? & 0x80 != 0 {
            bytes += 1;
            if bytes > 6 {
                return Err(Fault::Unreadable);
            }
        }
        Ok(())
    }

    /// Deletions name text that must be known.
    fn deletions(&mut self) -> Result<(), Fault> {
        for _ in 0..self.count()? {
            let client = self.client()?;
            for _ in 0..self.count()? {
                let (from, length) = (self.clock()?, self.length()?);
                self.needed.push((client, from.checked_add(length).ok_or(Fault::Unreadable)?));
            }
        }
        Ok(())
    }
}
