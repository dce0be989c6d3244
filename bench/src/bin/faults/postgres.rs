//! The database of the faults: a private one, started by `troupe with-postgres`, that can be stopped, killed and
//! restarted on the same data.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use bench::process::signal;
use rustix::process::Signal;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::failure::Failure;

pub struct Postgres {
    troupe: PathBuf,
    data: PathBuf,
    holder: Option<Child>,
    /// The superuser's address, over the database's own socket.
    url: String,
}

impl Postgres {
    /// Starts a durable database in a folder.
    pub async fn start(troupe: &Path, data: &Path) -> Result<Self, Failure> {
        let mut postgres = Self { troupe: troupe.to_owned(), data: data.to_owned(), holder: None, url: String::new() };
        postgres.up().await?;
        Ok(postgres)
    }

    /// Starts the database if a fault left it down.
    pub async fn ensure_up(&mut self) -> Result<(), Failure> {
        if self.holder.is_none() { self.up().await } else { Ok(()) }
    }

    /// Abandons this database and starts another one in a folder beside it, after a fault that did not finish.
    pub async fn begin_anew(&mut self, name: &str) -> Result<(), Failure> {
        let postmaster = self.postmaster().ok();
        // The database may be in any state, or gone.
        if self.down().await.is_err() {
            // It may be gone already.
            let _ = signal(postmaster, Signal::KILL);
        }
        self.data = self.data.with_file_name(name);
        self.up().await
    }

    /// Starts a stopped server.
    pub async fn up(&mut self) -> Result<(), Failure> {
        let mut holder = Command::new(&self.troupe)
            .args(["with-postgres", "--data"])
            .arg(&self.data)
            .args(["--", "sh", "-c", "echo \"$DATABASE_URL\"; exec sleep 100000"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let out = holder.stdout.take().ok_or("no output")?;
        let line = tokio::time::timeout(Duration::from_secs(90), BufReader::new(out).lines().next_line()).await??;
        self.url = line.ok_or("the database did not start; its output is above")?;
        self.holder = Some(holder);
        Ok(())
    }

    /// Stops the server like an administrator: sessions end, commits are on disk.
    pub async fn down(&mut self) -> Result<(), Failure> {
        let Some(mut holder) = self.holder.take() else { return Ok(()) };
        signal(holder.id(), Signal::TERM)?;
        tokio::time::timeout(Duration::from_secs(30), holder.wait()).await??;
        Ok(())
    }

    /// Kills the postmaster. Nothing more is written, and the next start recovers.
    pub async fn kill(&mut self) -> Result<(), Failure> {
        signal(Some(self.postmaster()?), Signal::KILL)?;
        // The children notice by themselves; the verb waits for them.
        self.down().await
    }

    /// The data folder.
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        let mut found = Vec::new();
        find(&self.data, "PG_VERSION", 2, &mut found);
        let shortest = found.iter().min_by_key(|path| path.components().count()).ok_or("no PG_VERSION")?;
        Ok(shortest.parent().ok_or("no folder")?.to_owned())
    }

    pub fn postmaster(&self) -> Result<u32, Failure> {
        let text = std::fs::read_to_string(self.folder()?.join("postmaster.pid"))?;
        Ok(text.lines().next().unwrap_or_default().trim().parse()?)
    }

    /// The file of its socket, for a proxy.
    pub fn socket(&self) -> Result<PathBuf, Failure> {
        let host = self.url.split_once("?host=").ok_or("no socket in the address")?.1;
        let mut path = Vec::new();
        let mut bytes = host.bytes();
        while let Some(byte) = bytes.next() {
            let hex: Vec<u8> = if byte == b'%' { bytes.by_ref().take(2).collect() } else { Vec::new() };
            path.push(if byte == b'%' { u8::from_str_radix(std::str::from_utf8(&hex)?, 16)? } else { byte });
        }
        Ok(PathBuf::from(String::from_utf8(path)?).join(".s.PGSQL.5432"))
    }

    /// The address of a database through a proxy.
    pub fn url_through(&self, proxy: std::net::SocketAddr, database: &str) -> Result<String, Failure> {
        let user =
            self.url.strip_prefix("postgres://").and_then(|rest| rest.split_once('@')).ok_or("a malformed address")?.0;
        Ok(format!("postgres://{user}@{proxy}/{database}?sslmode=disable"))
    }

    pub fn url_of(&self, database: &str) -> String {
        self.url.replacen("/troupe?", &format!("/{database}?"), 1)
    }

    /// A connection of the test that bypasses all proxies.
    pub async fn connect(&self, database: &str) -> Result<PgConnection, Failure> {
        Ok(PgConnection::connect(&self.url_of(database)).await?)
    }

    pub async fn create(&self, database: &str) -> Result<(), Failure> {
        let mut admin = self.connect("postgres").await?;
        sqlx::raw_sql(AssertSqlSafe(format!("create database {database}"))).execute(&mut admin).await?;
        Ok(admin.close().await?)
    }

    /// The server's log so far.
    pub fn log(&self) -> String {
        let mut found = Vec::new();
        find(&self.data, ".log", 4, &mut found);
        found.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
    }
}

fn find(folder: &Path, name: &str, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && depth > 0 {
            find(&path, name, depth - 1, found);
        } else if entry.file_name().to_string_lossy().ends_with(name) {
            found.push(path);
        }
    }
}
