//! The layout of the data folder, and its permissions.

use std::fs::{DirBuilder, File, Permissions, TryLockError};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::StartError;
use super::account::Account;

/// The longest path of a Unix socket: 108 bytes with the closing zero. PostgreSQL's own file name takes some of them.
const LONGEST_SOCKET_FOLDER: usize = 107 - "/.s.PGSQL.5432.lock".len();

/// The layout of the data folder.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The data folder.
    pub(super) root: PathBuf,
    /// The folder of the database, closed to other users.
    pub(super) home: PathBuf,
    /// PostgreSQL's own data directory.
    pub(super) cluster: PathBuf,
    /// The folder of the socket.
    pub(super) run: PathBuf,
    /// The server's log.
    pub(super) log: PathBuf,
    /// The superuser's password.
    pub(super) password: PathBuf,
    /// A copy of the binaries, if the database's user cannot reach the installed ones.
    pub(super) binaries: PathBuf,
}

impl Layout {
    pub(super) fn new(root: &Path) -> Self {
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
        let home = root.join("postgres");
        let run = home.join("run");
        Self {
            cluster: home.join("cluster"),
            run: if run.as_os_str().len() > LONGEST_SOCKET_FOLDER { short(&root) } else { run },
            log: home.join("log"),
            password: home.join("password"),
            binaries: home.join("binaries"),
            home,
            root,
        }
    }
}

/// A folder for the socket of a data folder whose own path is too long.
fn short(root: &Path) -> PathBuf {
    let hash = Sha256::digest(root.as_os_str().as_bytes());
    let name: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Path::new("/tmp").join(format!("troupe-{name}"))
}

/// The lock of the one process that may use a data folder. The system releases it however the process ends.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "it is held, not read")] File);

/// Makes the folders, and takes the lock.
pub(super) fn prepare(layout: &Layout, account: &Account) -> Result<Lock, StartError> {
    let root = &layout.root;
    DirBuilder::new().recursive(true).mode(0o711).create(root).map_err(StartError::folder(root))?;
    let lock = lock(root)?;
    if let Some(closed) = account.closed_on_the_way(root) {
        let account = account.name.clone();
        return Err(StartError::Unreachable { data: root.clone(), closed, account });
    }
    for folder in [&layout.home, &layout.cluster, &layout.run] {
        closed_folder(folder, account).map_err(StartError::folder(folder))?;
    }
    Ok(lock)
}

fn lock(root: &Path) -> Result<Lock, StartError> {
    let path = root.join("lock");
    let file =
        File::options().write(true).create(true).truncate(false).open(&path).map_err(StartError::folder(root))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(StartError::InUse(root.to_owned())),
        Err(TryLockError::Error(error)) => Err(StartError::folder(root)(error)),
    }
}

/// A folder that only the database's user (and root) may enter. If it exists already, it must belong to that user: any
/// user can make folders in /tmp.
fn closed_folder(folder: &Path, account: &Account) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => account.own(folder),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let meta = std::fs::symlink_metadata(folder)?;
            if !meta.is_dir() || meta.uid() != account.uid {
                return Err(io::Error::other(format!("{} belongs to another user", folder.display())));
            }
            std::fs::set_permissions(folder, Permissions::from_mode(0o700))
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_path_is_never_too_long_for_the_system() {
        let near = Layout::new(Path::new("/srv/troupe"));
        assert_eq!(near.run, Path::new("/srv/troupe/postgres/run"));
        let deep = PathBuf::from(format!("/srv/{}", "x".repeat(120)));
        let far = Layout::new(&deep);
        assert!(far.run.as_os_str().len() <= LONGEST_SOCKET_FOLDER);
        assert_eq!(far.run, Layout::new(&deep).run, "the same one at each start");
    }
}
