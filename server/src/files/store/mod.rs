//! Stores the bytes of files in a folder, or in a bucket of an S3-compatible server. Each file has a random key. Under
//! the key, the store has one piece for each part of the upload and for each preview. Both stores use the same names,
//! and no name contains anything that a person typed.

mod bucket;
mod folder;
mod piece;
mod request;

use std::io;
use std::path::PathBuf;

use bytes::Bytes;
use uuid::Uuid;

use self::bucket::Bucket;
use self::folder::Folder;
pub use self::piece::Piece;
use crate::config::Config;

/// The file store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store(Place);

#[derive(Clone, Debug)]
enum Place {
    Folder(Folder),
    Bucket(Bucket),
}

/// A piece that is being received. It becomes part of the store with [`Arriving::keep`]. If it is dropped before, its
/// bytes are removed: a sender who is cut off again and again would otherwise fill the disk past the quota.
#[derive(Debug)]
pub struct Arriving(Way);

#[derive(Debug)]
enum Way {
    Folder(folder::Arriving),
    Bucket(bucket::Arriving),
}

impl Store {
    /// A store in a folder. The folder is created when the first file arrives.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self(Place::Folder(Folder::new(folder)))
    }

    /// The store that the settings name.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let usual = || config.data_dir.path().join("files");
        match &config.files.s3 {
            Some(s3) => Self(Place::Bucket(Bucket::new(s3))),
            None => Self::new(config.files.folder.clone().unwrap_or_else(usual)),
        }
    }

    /// Names the store for people who run Troupe.
    #[must_use]
    pub fn named(&self) -> String {
        match &self.0 {
            Place::Folder(folder) => folder.named(),
            Place::Bucket(bucket) => bucket.named(),
        }
    }

    /// Checks that the store can be used. Changes nothing in it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub async fn check(&self) -> io::Result<()> {
        match &self.0 {
            Place::Folder(folder) => folder.check(),
            Place::Bucket(bucket) => bucket.check().await,
        }
    }

    /// How many bytes to read at a time.
    #[must_use]
    pub fn bytes_at_a_time(&self) -> u64 {
        match &self.0 {
            Place::Folder(_) => folder::BYTES_AT_A_TIME,
            Place::Bucket(_) => bucket::BYTES_AT_A_TIME,
        }
    }

    /// Begins to receive a piece.
    ///
    /// # Errors
    /// If the piece cannot be written.
    pub async fn receive(&self, key: Uuid, piece: Piece) -> io::Result<Arriving> {
        Ok(Arriving(match &self.0 {
            Place::Folder(folder) => Way::Folder(folder.receive(key, piece).await?),
            Place::Bucket(bucket) => Way::Bucket(bucket.receive(key, piece).await?),
        }))
    }

    /// Stores a whole piece.
    ///
    /// # Errors
    /// If the store does not accept the piece.
    pub async fn put(&self, key: Uuid, piece: Piece, bytes: Bytes) -> io::Result<()> {
        match &self.0 {
            Place::Folder(folder) => folder.put(key, piece, &bytes).await,
            Place::Bucket(bucket) => bucket.put(key, piece, bytes).await,
        }
    }

    /// Reads at most `length` bytes of a piece, up to its end.
    ///
    /// # Errors
    /// `NotFound` if the piece is not there; others if the store does not answer.
    pub async fn read(&self, key: Uuid, piece: Piece, from: u64, length: u64) -> io::Result<Bytes> {
        match &self.0 {
            Place::Folder(folder) => folder.read(key, piece, from, length).await,
            Place::Bucket(bucket) => bucket.read(key, piece, from, length).await,
        }
    }

    /// The size of a piece.
    ///
    /// # Errors
    /// `NotFound` if the piece is not there; others if the store does not answer.
    pub async fn size(&self, key: Uuid, piece: Piece) -> io::Result<u64> {
        match &self.0 {
            Place::Folder(folder) => folder.size(key, piece).await,
            Place::Bucket(bucket) => bucket.size(key, piece).await,
        }
    }

    /// Removes everything under a key. A key without bytes is no error.
    ///
    /// # Errors
    /// If the store does not remove it.
    pub async fn remove(&self, key: Uuid) -> io::Result<()> {
        match &self.0 {
            Place::Folder(folder) => folder.remove(key).await,
            Place::Bucket(bucket) => bucket.remove(key).await,
        }
    }
}

impl Arriving {
    /// Adds bytes.
    ///
    /// # Errors
    /// If the disk does not accept the bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.0 {
            Way::Folder(arriving) => arriving.write(bytes).await,
            Way::Bucket(arriving) => arriving.write(bytes).await,
        }
    }

    /// Makes the piece part of the store, in place of an earlier one.
    ///
    /// # Errors
    /// If the store does not accept the piece.
    pub async fn keep(self) -> io::Result<()> {
        match self.0 {
            Way::Folder(arriving) => arriving.keep().await,
            Way::Bucket(arriving) => arriving.keep().await,
        }
    }
}
