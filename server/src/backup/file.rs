//! The file: a line that names the format, then gzipped frames.
//!
//! A frame is a letter, a length (four bytes, big-endian) and that many bytes. `M` is the manifest and comes first. `T`
//! begins a table and names its columns. `D` holds whole rows as PostgreSQL's COPY writes them. `E` ends the table with
//! the count of its rows. `Z` comes last, with the SHA-256 of all frames before it: a file without `Z` is cut off.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

const NAME: &str = "TROUPE BACKUP ";
/// The version of the format that is written, and the newest that can be read.
const FORMAT: u32 = 1;
/// The longest first line, in bytes.
const LONGEST_NAME: u64 = 40;
/// The longest frame, in bytes. A frame holds whole rows, and no row is nearly as long.
const LONGEST_FRAME: u32 = 64 << 20;

/// The reason why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("This is not a backup made by Troupe.")]
    Foreign,
    #[error("This backup has format {0}; this version of Troupe reads up to {FORMAT}. Use the version that made it.")]
    Newer(u32),
    #[error("This backup is cut off: its end is missing. Nothing was changed.")]
    CutOff,
    #[error("This backup is damaged ({0}). Nothing was changed.")]
    Damaged(&'static str),
    #[error("The file cannot be read or written: {0}.")]
    Io(io::Error),
}

impl FileError {
    fn reading(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::CutOff,
            ErrorKind::InvalidData | ErrorKind::InvalidInput => Self::Damaged("it cannot be unpacked"),
            _ => Self::Io(error),
        }
    }
}

/// The manifest of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of Troupe that made the file.
    pub version: String,
    /// The newest migration of the database that was saved.
    pub migration: i64,
    #[serde(with = "time::serde::rfc3339")]
    pub made_at: OffsetDateTime,
    pub scope: Scope,
}

/// What the backup holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    Everything,
    Workspace(Uuid),
}

#[derive(Serialize, Deserialize)]
struct TableHead {
    table: String,
    columns: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct TableEnd {
    rows: u64,
}

#[derive(Serialize, Deserialize)]
struct End {
    sha256: String,
}

/// The next part of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    Table {
        table: String,
        columns: Vec<String>,
    },
    /// Whole rows, each with its line end.
    Rows(Vec<u8>),
    /// The number of rows that the table had.
    TableEnd(u64),
    /// The file is complete, and its hash is right.
    End,
}

/// Writes a file.
pub struct Writer<W: Write> {
    out: GzEncoder<W>,
    hash: Sha256,
}

impl<W: Write> Writer<W> {
    /// # Errors
    /// If the file cannot be written. So with all functions below.
    pub fn new(mut out: W, manifest: &Manifest) -> Result<Self, FileError> {
        out.write_all(format!("{NAME}{FORMAT}\n").as_bytes()).map_err(FileError::Io)?;
        let mut writer = Self { out: GzEncoder::new(out, Compression::new(4)), hash: Sha256::new() };
        writer.json(b'M', manifest)?;
        Ok(writer)
    }

    pub fn begin_table(&mut self, table: &str, columns: &[String]) -> Result<(), FileError> {
        self.json(b'T', &TableHead { table: table.to_owned(), columns: columns.to_vec() })
    }

    /// Whole rows, in the order in which they are restored.
    pub fn rows(&mut self, rows: &[u8]) -> Result<(), FileError> {
        self.frame(b'D', rows)
    }

    pub fn end_table(&mut self, rows: u64) -> Result<(), FileError> {
        self.json(b'E', &TableEnd { rows })
    }

    /// Writes the end of the file, and returns the output.
    pub fn finish(mut self) -> Result<W, FileError> {
        let sha256 = hex(&self.hash.clone().finalize());
        self.json(b'Z', &End { sha256 })?;
        self.out.finish().map_err(FileError::Io)
    }

    fn json(&mut self, kind: u8, value: &impl Serialize) -> Result<(), FileError> {
        let bytes = serde_json::to_vec(value).map_err(|error| FileError::Io(error.into()))?;
        self.frame(kind, &bytes)
    }

    fn frame(&mut self, kind: u8, body: &[u8]) -> Result<(), FileError> {
        let length = u32::try_from(body.len()).ok().filter(|length| *length <= LONGEST_FRAME);
        let length = length.ok_or_else(|| FileError::Io(io::Error::other("a row is too long")))?;
        let head = [&[kind][..], &length.to_be_bytes()].concat();
        for part in [head.as_slice(), body] {
            self.hash.update(part);
            self.out.write_all(part).map_err(FileError::Io)?;
        }
        Ok(())
    }
}

/// Reads a file, frame by frame. The content is verified only once the reader has returned [`Frame::End`].
pub struct Reader<R: Read> {
    input: GzDecoder<BufReader<R>>,
    hash: Sha256,
    manifest: Manifest,
}

impl<R: Read> Reader<R> {
    /// # Errors
    /// If the file is no backup, has a newer format, or is broken.
    pub fn new(input: R) -> Result<Self, FileError> {
        let mut input = BufReader::with_capacity(128 << 10, input);
        let mut name = Vec::new();
        input.by_ref().take(LONGEST_NAME).read_until(b'\n', &mut name).map_err(FileError::Io)?;
        let name = std::str::from_utf8(&name).ok().and_then(|name| name.strip_suffix('\n'));
        let format = name.and_then(|name| name.strip_prefix(NAME)?.parse().ok()).filter(|format| *format > 0);
        let format = format.ok_or(FileError::Foreign)?;
        if format > FORMAT {
            return Err(FileError::Newer(format));
        }
        let (mut input, mut hash) = (GzDecoder::new(input), Sha256::new());
        let (kind, body) = read_frame(&mut input)?;
        add(&mut hash, kind, &body);
        if kind != b'M' {
            return Err(FileError::Damaged("it does not begin with its manifest"));
        }
        Ok(Self { input, hash, manifest: parse(&body)? })
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// # Errors
    /// If the file is broken or cut off here.
    pub fn next_frame(&mut self) -> Result<Frame, FileError> {
        let (kind, body) = read_frame(&mut self.input)?;
        if kind == b'Z' {
            return self.end(&body);
        }
        add(&mut self.hash, kind, &body);
        match kind {
            b'T' => {
                let TableHead { table, columns } = parse(&body)?;
                Ok(Frame::Table { table, columns })
            }
            b'D' => Ok(Frame::Rows(body)),
            b'E' => Ok(Frame::TableEnd(parse::<TableEnd>(&body)?.rows)),
            _ => Err(FileError::Damaged("it holds something that no backup holds")),
        }
    }

    /// Reads the file to its end.
    ///
    /// # Errors
    /// If the file is not complete.
    pub fn verify(mut self) -> Result<(), FileError> {
        while self.next_frame()? != Frame::End {}
        Ok(())
    }

    fn end(&mut self, body: &[u8]) -> Result<Frame, FileError> {
        let End { sha256 } = parse(body)?;
        if sha256 != hex(&self.hash.clone().finalize()) {
            return Err(FileError::Damaged("its checksum is another"));
        }
        let more = self.input.read(&mut [0]).map_err(FileError::reading)? > 0;
        if more || !self.input.get_mut().fill_buf().map_err(FileError::Io)?.is_empty() {
            return Err(FileError::Damaged("something follows its end"));
        }
        Ok(Frame::End)
    }
}

fn add(hash: &mut Sha256, kind: u8, body: &[u8]) {
    hash.update([kind]);
    // No frame that was read is too long for a `u32`.
    hash.update(u32::try_from(body.len()).unwrap_or(u32::MAX).to_be_bytes());
    hash.update(body);
}

fn read_frame(input: &mut impl Read) -> Result<(u8, Vec<u8>), FileError> {
    let mut head = [0; 5];
    input.read_exact(&mut head).map_err(FileError::reading)?;
    let [kind, length @ ..] = head;
    let length = u32::from_be_bytes(length);
    if length > LONGEST_FRAME {
        return Err(FileError::Damaged("it claims an impossible length"));
    }
    let mut body = Vec::new();
    // Reads the bytes that come: a false length reserves no memory.
    input.take(length.into()).read_to_end(&mut body).map_err(FileError::reading)?;
    if body.len() as u64 != u64::from(length) {
        return Err(FileError::CutOff);
    }
    Ok((kind, body))
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, FileError> {
    serde_json::from_slice(body).map_err(|_| FileError::Damaged("it holds something that no backup holds"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            version: "1.2.3".to_owned(),
            migration: 5,
            made_at: OffsetDateTime::UNIX_EPOCH,
            scope: Scope::Workspace(Uuid::from_u128(7)),
        }
    }

    fn file() -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), &manifest()).expect("begun");
        writer.begin_table("lists", &["id".to_owned(), "name".to_owned()]).expect("a table");
        writer.rows(b"1\tone\n2\ttwo\n").expect("rows");
        writer.end_table(2).expect("its end");
        writer.finish().expect("a file")
    }

    fn fault(bytes: &[u8]) -> FileError {
        Reader::new(bytes).and_then(Reader::verify).expect_err("refused")
    }

    #[test]
    fn what_was_written_is_read() {
        let file = file();
        let mut reader = Reader::new(file.as_slice()).expect("a backup");
        assert_eq!(reader.manifest(), &manifest());
        let columns = vec!["id".to_owned(), "name".to_owned()];
        assert_eq!(reader.next_frame().expect("a frame"), Frame::Table { table: "lists".to_owned(), columns });
        assert_eq!(reader.next_frame().expect("a frame"), Frame::Rows(b"1\tone\n2\ttwo\n".to_vec()));
        assert_eq!(reader.next_frame().expect("a frame"), Frame::TableEnd(2));
        assert_eq!(reader.next_frame().expect("a frame"), Frame::End);
    }

    #[test]
    fn a_file_that_is_cut_anywhere_is_refused() {
        let file = file();
        for length in 0..file.len() {
            // Cut within its first line, the file is no backup; cut later, it is a backup without an end.
            let error = fault(&file[..length]);
            assert!(matches!(error, FileError::Foreign | FileError::CutOff), "{length}: {error}");
        }
    }

    fn content(bytes: &[u8]) -> Result<(Manifest, Vec<Frame>), FileError> {
        let mut reader = Reader::new(bytes)?;
        let mut frames = Vec::new();
        while frames.last() != Some(&Frame::End) {
            frames.push(reader.next_frame()?);
        }
        Ok((reader.manifest, frames))
    }

    #[test]
    fn a_file_with_any_bit_turned_is_refused_or_says_the_same() {
        let file = file();
        let (whole, mut refused) = (content(&file).expect("whole"), 0);
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut turned = file.clone();
                turned[at] ^= 1 << bit;
                match content(&turned) {
                    // A few bits of gzip (a date, the padding of the last byte) change nothing.
                    Ok(content) => assert_eq!(content, whole, "byte {at}, bit {bit}"),
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > file.len() * 7, "{refused} of {}", file.len() * 8);
    }

    #[test]
    fn a_file_of_a_newer_format_or_of_another_program_is_refused_as_such() {
        let newer = [b"TROUPE BACKUP 2\n".as_slice(), &file()[16..]].concat();
        assert!(matches!(fault(&newer), FileError::Newer(2)));
        for foreign in [b"".as_slice(), b"PGDMP", b"TROUPE BACKUP x\n", &[0xFF; 100]] {
            assert!(matches!(fault(foreign), FileError::Foreign));
        }
    }

    #[test]
    fn a_file_with_something_behind_its_end_is_refused() {
        for behind in [file(), vec![0]] {
            assert!(matches!(fault(&[file(), behind].concat()), FileError::Damaged(_)));
        }
    }

    #[test]
    fn a_frame_that_claims_too_much_is_refused_before_it_is_read() {
        let mut out = b"TROUPE BACKUP 1\n".to_vec();
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(&[b'M', 0xFF, 0xFF, 0xFF, 0xFF]).expect("written");
        out.extend(gzip.finish().expect("written"));
        assert!(matches!(fault(&out), FileError::Damaged(_)));
    }
}
