//! Where the bytes of files rest: a folder. Each file has a folder of its own under a random key, with one file for each
//! part of the upload and for each preview. No name of a person is part of a path.

use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use uuid::Uuid;

use crate::config::Config;

/// The most bytes that are read at a time.
pub const PIECE: u64 = 64 * 1024;

/// The file store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    folder: std::sync::Arc<Path>,
}

/// A piece of a file in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A part of the upload.
    Part(i32),
    /// The small preview.
    Small,
    /// The large preview.
    Large,
}

impl Piece {
    /// The piece with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "small" => Some(Self::Small),
            "large" => Some(Self::Large),
            number => number.parse().ok().filter(|it| *it >= 0).map(Self::Part),
        }
    }

    /// The name under which the piece is stored.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Part(number) => number.to_string(),
            Self::Small => "small".to_owned(),
            Self::Large => "large".to_owned(),
        }
    }
}

/// A piece that is being received. It is part of the store after [`Arriving::keep`]. Dropped before, it is removed: a
/// sender who is cut off again and again would otherwise fill the disk past the quota.
#[derive(Debug)]
pub struct Arriving {
    file: File,
    from: PathBuf,
    to: PathBuf,
    kept: bool,
}

impl Store {
    /// A store in a folder, which is made when it is needed.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder: folder.into() }
    }

    /// The store that the settings name.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let usual = || config.data_dir.path().join("files");
        Self::new(config.files.folder.clone().unwrap_or_else(usual))
    }

    fn folder_of(&self, key: Uuid) -> PathBuf {
        let key = key.simple().to_string();
        self.folder.join(&key[..2]).join(key)
    }

    /// Begins to receive a piece.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub async fn receive(&self, key: Uuid, piece: Piece) -> io::Result<Arriving> {
        let folder = self.folder_of(key);
        fs::create_dir_all(&folder).await?;
        let (from, to) = (folder.join(format!("{}.new", Uuid::new_v4().simple())), folder.join(piece.name()));
        let file = File::create_new(&from).await?;
        Ok(Arriving { file, from, to, kept: false })
    }

    /// Stores a whole piece.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub async fn put(&self, key: Uuid, piece: Piece, bytes: &[u8]) -> io::Result<()> {
        let mut arriving = self.receive(key, piece).await?;
        arriving.write(bytes).await?;
        arriving.keep().await
    }

    /// Bytes of a piece, at most `length`, and none behind its end.
    ///
    /// # Errors
    /// If the piece is not there.
    pub async fn read(&self, key: Uuid, piece: Piece, from: u64, length: u64) -> io::Result<Bytes> {
        let mut file = File::open(self.folder_of(key).join(piece.name())).await?;
        file.seek(io::SeekFrom::Start(from)).await?;
        let mut bytes = Vec::with_capacity(usize::try_from(length.min(PIECE)).unwrap_or_default());
        file.take(length).read_to_end(&mut bytes).await?;
        Ok(bytes.into())
    }

    /// The size of a piece.
    ///
    /// # Errors
    /// If the piece is not there.
    pub async fn size(&self, key: Uuid, piece: Piece) -> io::Result<u64> {
        Ok(fs::metadata(self.folder_of(key).join(piece.name())).await?.len())
    }

    /// Removes everything under a key. What is not there is removed already.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub async fn remove(&self, key: Uuid) -> io::Result<()> {
        match fs::remove_dir_all(self.folder_of(key)).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }
}

impl Arriving {
    /// Adds bytes.
    ///
    /// # Errors
    /// If the disk does not take them.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes).await
    }

    /// Makes the piece part of the store, in place of an earlier one.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub async fn keep(mut self) -> io::Result<()> {
        self.file.flush().await?;
        self.file.sync_all().await?;
        fs::rename(&self.from, &self.to).await?;
        self.kept = true;
        // The name is on the disk as well.
        if let Some(folder) = self.to.parent() {
            File::open(folder).await?.sync_all().await?;
        }
        Ok(())
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        let from = std::mem::take(&mut self.from);
        let remove = move || {
            if let Err(error) = std::fs::remove_file(&from) {
                tracing::warn!(%error, "a piece of a file that did not arrive whole could not be removed");
            }
        };
        // A store that does not answer must not hold up the requests of this thread.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(remove)),
            Err(_) => remove(),
        }
    }
}
