//! The private PostgreSQL: a node runs one if `DATABASE_URL` is not set.
//!
//! It listens only on a Unix socket, in a folder that other users cannot enter. It is a normal PostgreSQL with fsync
//! on, and as durable. It is a child of the node in a process group of its own: Ctrl-C reaches only the node, which
//! stops the database last.

mod account;
mod binaries;
mod cluster;
mod durability;
mod failure;
mod folder;
mod orphan;
mod server;

pub use durability::Durability;
pub use failure::StartError;
pub use folder::Lock;

use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use tokio::process::Child;

use account::Account;
use folder::Layout;

/// The name of Troupe's database.
const DATABASE: &str = "troupe";

/// A running private database; see [`PrivatePostgres::stop`].
#[derive(Debug)]
pub struct PrivatePostgres {
    child: Child,
    layout: Layout,
    password: String,
    // Held for as long as the database runs: one process a data folder.
    _lock: Lock,
}

/// The options of a private PostgreSQL.
#[derive(Clone, Debug)]
pub struct Options {
    /// The data folder; made if missing.
    pub data_dir: PathBuf,
    /// The folder of `initdb` and `postgres`, if it is set.
    pub binaries: Option<PathBuf>,
    /// Whether commits survive a power cut.
    pub durability: Durability,
}

impl PrivatePostgres {
    /// Starts the database of a data folder, and creates it if there is none.
    ///
    /// # Errors
    /// One sentence with the problem and the remedy.
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        let account = Account::for_database()?;
        let layout = Layout::new(&options.data_dir);
        let lock = folder::prepare(&layout, &account)?;
        let version = cluster::version(&layout)?;
        let found = binaries::find(options.binaries.as_deref(), version)?;
        let binaries = binaries::make_usable(&found, &layout, &account)?;
        orphan::stop(&layout).await?;
        let password = cluster::ensure(&layout, &binaries, &account, options.durability).await?;
        let child = server::start(&layout, &binaries, &account, &password, options.durability).await?;
        let started = Self { child, layout, password, _lock: lock };
        match server::ensure_database(&started.admin_url(), DATABASE).await {
            Ok(()) => Ok(started),
            Err(error) => {
                started.stop().await;
                let what = "its database could not be made".to_owned();
                Err(StartError::Tool { what, said: error.to_string() })
            }
        }
    }

    /// The address of Troupe's database, as its superuser.
    #[must_use]
    pub fn url(&self) -> String {
        server::url(&self.layout, &self.password, DATABASE)
    }

    /// The address of the database that another process runs in a data folder.
    #[must_use]
    pub fn of_another(data_dir: &Path) -> Option<String> {
        let layout = Layout::new(data_dir);
        let password = std::fs::read_to_string(&layout.password).ok()?;
        Some(server::url(&layout, password.trim(), DATABASE))
    }

    /// The address of the database that every cluster has.
    fn admin_url(&self) -> String {
        server::url(&self.layout, &self.password, "postgres")
    }

    /// The path of the server's log.
    #[must_use]
    pub fn log(&self) -> &Path {
        &self.layout.log
    }

    /// Waits until the server ends without a request, which it does only after an error.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub async fn ended(&mut self) -> std::io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Stops the server: open transactions are rolled back, and all commits are on disk.
    pub async fn stop(mut self) {
        server::stop(&mut self.child).await;
    }
}
