//! A store in a folder: one subfolder for each file, with one file in it for each piece.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use rustix::fs::Access;
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use uuid::Uuid;

use super::piece::{Piece, folder_of};

/// How many bytes to read at a time.
pub(super) const BYTES_AT_A_TIME: u64 = 64 * 1024;

#[derive(Clone, Debug)]
pub(super) struct Folder(Arc<Path>);

/// A piece that is being received, in a file beside the files of the store.
#[derive(Debug)]
pub(super) struct Arriving {
    file: File,
    from: PathBuf,
    to: PathBuf,
    kept: bool,
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path.into())
    }

    pub(super) fn named(&self) -> String {
        format!("the folder {}", self.0.display())
    }

    /// Checks that the folder can be written, or if it does not exist, the folder in which it would be created.
    pub(super) fn check(&self) -> io::Result<()> {
        let there = self.0.ancestors().find(|it| it.exists()).unwrap_or(&self.0);
        Ok(rustix::fs::access(there, Access::WRITE_OK | Access::EXEC_OK)?)
    }

    fn of(&self, key: Uuid) -> PathBuf {
        self.0.join(folder_of(key))
    }

    pub(super) async fn receive(&self, key: Uuid, piece: Piece) -> io::Result<Arriving> {
        let folder = self.of(key);
        fs::create_dir_all(&folder).await?;
        let (from, to) = (folder.join(format!("{}.new", Uuid::new_v4().simple())), folder.join(piece.name()));
        let file = File::create_new(&from).await?;
        Ok(Arriving { file, from, to, kept: false })
    }

    pub(super) async fn put(&self, key: Uuid, piece: Piece, bytes: &[u8]) -> io::Result<()> {
        let mut arriving = self.receive(key, piece).await?;
        arriving.write(bytes).await?;
        arriving.keep().await
    }

    pub(super) async fn read(&self, key: Uuid, piece: Piece, from: u64, length: u64) -> io::Result<Bytes> {
        let mut file = File::open(self.of(key).join(piece.name())).await?;
        file.seek(io::SeekFrom::Start(from)).await?;
        let mut bytes = Vec::with_capacity(usize::try_from(length.min(BYTES_AT_A_TIME)).unwrap_or_default());
        file.take(length).read_to_end(&mut bytes).await?;
        Ok(bytes.into())
    }

    pub(super) async fn size(&self, key: Uuid, piece: Piece) -> io::Result<u64> {
        Ok(fs::metadata(self.of(key).join(piece.name())).await?.len())
    }

    pub(super) async fn remove(&self, key: Uuid) -> io::Result<()> {
        match fs::remove_dir_all(self.of(key)).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }
}

impl Arriving {
    pub(super) async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes).await
    }

    pub(super) async fn keep(mut self) -> io::Result<()> {
        self.file.flush().await?;
        self.file.sync_all().await?;
        fs::rename(&self.from, &self.to).await?;
        self.kept = true;
        // Without this, a power failure could lose the new name.
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
        let remove = move || match std::fs::remove_file(&from) {
            // Its upload was cancelled meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tracing::warn!(%error, "a piece of a file that did not arrive whole could not be removed"),
            Ok(()) => {}
        };
        // A store that does not answer must not hold up the requests of this thread.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(remove)),
            Err(_) => remove(),
        }
    }
}
