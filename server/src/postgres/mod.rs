//! The private PostgreSQL: what a node runs by itself where no `DATABASE_URL` is set.
//!
//! It listens on a Unix socket alone, in a folder that nobody else may enter, and keeps every
//! promise of a real one: it *is* one, with fsync on. It is a child of the node in a process group
//! of its own, so that Ctrl-C reaches the node first, which stops it last.

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

/// What is needed to start one.
#[derive(Clone, Debug)]
pub struct Options {
    /// The data folder; made where it is missing.
    pub data_dir: PathBuf,
    /// The folder of `initdb` and `postgres`, where it is set.
    pub binaries: Option<PathBuf>,
    /// Whether what was committed is to outlive a power cut.
    pub durability: Durability,
}

impl PrivatePostgres {
    /// Starts the database of a data folder, and makes it where there is none.
    ///
    /// # Errors
    /// One sentence that says what is in the way and what to do about it.
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        let account = Account::for_database()?;
        let layout = Layout::new(&options.data_dir);
        let lock = folder::prepare(&layout, &account)?;
        let version = cluster::version(&layout)?;
        let found = binaries::find(options.binaries.as_deref(), version)?;
        let binaries = binaries::make_usable(&found, &layout, &account)?;
        orphan::stop(&layout).await?;
        let password = cluster::ensure(&layout, &binaries, &account).await?;
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

    /// The address of the database that is always there.
    fn admin_url(&self) -> String {
        server::url(&self.layout, &self.password, "postgres")
    }

    /// Where the server writes its log.
    #[must_use]
    pub fn log(&self) -> &Path {
        &self.layout.log
    }

    /// Waits until the server ends by itself, which it does not do in a good life.
    ///
    /// # Errors
    /// When the system cannot tell.
    pub async fn ended(&mut self) -> std::io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Stops the server: open transactions are rolled back, everything committed is on the disk.
    pub async fn stop(mut self) {
        server::stop(&mut self.child).await;
    }
}
