//! A store in a bucket of an S3-compatible server, with one object for each piece. docs/decisions/files.md has the
//! reasons.

use std::fmt;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::piece::{Piece, folder_of};
use super::request::{Answer, Connection, Contents, Request, names_in};
use crate::config::S3Config;

/// How many bytes to read at a time: each read is a request.
pub(super) const BYTES_AT_A_TIME: u64 = 512 * 1024;
/// Requests under way at one node.
const AT_ONCE: usize = 32;
/// The most names in one list.
const NAMES: usize = 1_000;

#[derive(Clone)]
pub(super) struct Bucket {
    connection: Arc<Connection>,
    slots: Arc<Semaphore>,
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bucket").field(&self.connection.url().as_str()).finish()
    }
}

/// A piece that is being received, in a file without a name. So a slow sender holds no connection to the S3 server, the
/// node can send the piece again, and nothing is left on the disk if the node ends.
#[derive(Debug)]
pub(super) struct Arriving {
    file: File,
    bucket: Bucket,
    name: String,
}

impl Bucket {
    pub(super) fn new(config: &S3Config) -> Self {
        Self { connection: Arc::new(Connection::new(config)), slots: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    pub(super) fn named(&self) -> String {
        format!("the bucket {}", self.connection.url())
    }

    pub(super) async fn check(&self) -> io::Result<()> {
        let list = self.ask(Request::List(String::new(), 1)).await?;
        names_in(&list.body).map(drop)
    }

    pub(super) async fn receive(&self, key: Uuid, piece: Piece) -> io::Result<Arriving> {
        let file = tokio::task::spawn_blocking(|| nameless(&std::env::temp_dir())).await??;
        Ok(Arriving { file: File::from_std(file), bucket: self.clone(), name: name_of(key, piece) })
    }

    pub(super) async fn put(&self, key: Uuid, piece: Piece, bytes: Bytes) -> io::Result<()> {
        self.ask(Request::Put(name_of(key, piece), Contents::Whole(bytes))).await.map(drop)
    }

    pub(super) async fn read(&self, key: Uuid, piece: Piece, from: u64, length: u64) -> io::Result<Bytes> {
        Ok(self.ask(Request::Get(name_of(key, piece), from, length)).await?.body.into())
    }

    pub(super) async fn size(&self, key: Uuid, piece: Piece) -> io::Result<u64> {
        let unread = || io::Error::other("the S3 server does not name the length of an object");
        self.ask(Request::Head(name_of(key, piece))).await?.length.ok_or_else(unread)
    }

    pub(super) async fn remove(&self, key: Uuid) -> io::Result<()> {
        let prefix = format!("{}/", folder_of(key));
        loop {
            let names = names_in(&self.ask(Request::List(prefix.clone(), NAMES)).await?.body)?;
            // If the server lists other names by mistake, they must not be deleted.
            if names.iter().any(|name| !name.starts_with(&prefix)) {
                return Err(io::Error::other("the S3 server lists names that the node did not ask for"));
            }
            let is_last = names.len() < NAMES;
            for name in names {
                match self.ask(Request::Delete(name)).await {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Sends a request on a thread that may block. While the server is silent, only `AT_ONCE` requests hold a thread.
    /// The others wait for a free slot, and fail after a while.
    async fn ask(&self, request: Request) -> io::Result<Answer> {
        let waits = tokio::time::timeout(self.connection.wait(), self.slots.clone().acquire_owned());
        let busy = |_| io::Error::new(io::ErrorKind::TimedOut, "too many requests wait for the S3 server");
        let slot = waits.await.map_err(busy)?.map_err(io::Error::other)?;
        let connection = self.connection.clone();
        let asked = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            connection.ask(&request)
        });
        asked.await?
    }
}

impl Arriving {
    pub(super) async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes).await
    }

    pub(super) async fn keep(mut self) -> io::Result<()> {
        self.file.flush().await?;
        let contents = Contents::InFile(self.file.into_std().await);
        self.bucket.ask(Request::Put(self.name, contents)).await.map(drop)
    }
}

fn name_of(key: Uuid, piece: Piece) -> String {
    format!("{}/{}", folder_of(key), piece.name())
}

/// A file without a name, which the system removes as soon as the file is closed.
fn nameless(folder: &Path) -> io::Result<std::fs::File> {
    let path = folder.join(format!("troupe-{}.part", Uuid::new_v4().simple()));
    let file = std::fs::File::options().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}
