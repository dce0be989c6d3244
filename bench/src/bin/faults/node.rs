//! A node: the real binary in its own process, on a port that it keeps across restarts.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use bench::process::signal;
use rustix::process::{Pid, Resource, Rlimit, Signal, prlimit};
use serde_json::Value;
use tokio::process::{Child, Command};

use crate::failure::{Failure, Unsupported};

/// The log text of a requested panic.
pub const FAIL_POINT: &str = "the fail point";

/// The arguments of a node.
#[derive(Clone, Debug)]
pub struct Settings {
    pub troupe: PathBuf,
    pub database: String,
    pub redis: String,
    pub secret: String,
    pub folder: PathBuf,
}

pub struct Node {
    pub number: u32,
    pub addr: SocketAddr,
    settings: Settings,
    /// The library that gives the node its own clock, if it has one.
    clock: Option<PathBuf>,
    /// Milliseconds between two heartbeats of a socket.
    heartbeat: u64,
    /// The points at which the node panics, see `actors::fail`. Empty for none.
    pub fail_points: String,
    /// `TROUPE_MAIL_URL`, from the next start on. Without it, mails go to the development mailbox.
    pub mail_server: Option<String>,
    /// The folder of the store that all nodes share. The store then takes files in parts of 64 KiB.
    pub files: Option<PathBuf>,
    child: Option<Child>,
}

/// Dead sockets must be noticed within the time limit of a test.
const HEARTBEAT: u64 = 1_000;

impl Node {
    pub fn new(number: u32, settings: Settings) -> Result<Self, Failure> {
        let addr = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let (clock, child, fail_points) = (None, None, String::new());
        Ok(Self {
            number,
            addr,
            settings,
            clock,
            heartbeat: HEARTBEAT,
            fail_points,
            mail_server: None,
            files: None,
            child,
        })
    }

    fn log(&self) -> PathBuf {
        self.settings.folder.join(format!("node-{}.log", self.number))
    }

    /// Starts the process, without waiting until it serves.
    pub fn start(&mut self) -> Result<(), Failure> {
        let log = File::options().append(true).create(true).open(self.log())?;
        let mut command = self.command("serve");
        command.stdout(log.try_clone()?).stderr(log);
        if let Some(library) = &self.clock {
            command
                .env("LD_PRELOAD", library)
                .env("FAKETIME_TIMESTAMP_FILE", self.clock_file())
                .env("FAKETIME_NO_CACHE", "1")
                // Faking the monotonic clock would break timeouts.
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        // An older build does not know this variable.
        if !self.fail_points.is_empty() {
            command.env("TROUPE_FAIL_POINTS", &self.fail_points);
        }
        if let Some(url) = &self.mail_server {
            command.env("TROUPE_MAIL_URL", url).env("TROUPE_MAIL_FROM", "troupe@faults.example");
        }
        if let Some(folder) = &self.files {
            command.env("TROUPE_FILES_DIR", folder).env("TROUPE_FILE_PART", "65536");
        }
        let child = command
            .env("TROUPE_DEV_MAILBOX", "1")
            .env("TROUPE_LOG", "info")
            .env("TROUPE_SOCKETS_PER_ACCOUNT", "100000")
            .env("TROUPE_HEARTBEAT_MS", self.heartbeat.to_string())
            .env("TROUPE_ACCESS_SECONDS", "3600")
            // The faults test failures, not rate limits.
            .envs(["AUTH", "API", "COMMANDS"].iter().flat_map(|name| {
                [(format!("TROUPE_{name}_PER_SECOND"), "100000"), (format!("TROUPE_{name}_BURST"), "100000")]
            }))
            .spawn()
            .map_err(|error| format!("{}: {error}; build it first", self.settings.troupe.display()))?;
        self.child = Some(child);
        Ok(())
    }

    /// A verb of the binary with this node's settings.
    fn command(&self, verb: &str) -> Command {
        let mut command = Command::new(&self.settings.troupe);
        command.arg(verb).stdin(Stdio::null()).kill_on_drop(true);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("TROUPE_")) {
            command.env_remove(name);
        }
        command
            .env("TROUPE_ADDR", self.addr.to_string())
            .env("TROUPE_DATA_DIR", self.settings.folder.join(format!("data-{}", self.number)))
            .env("DATABASE_URL", &self.settings.database)
            .env("REDIS_URL", &self.settings.redis)
            .env("TROUPE_SECRET", &self.settings.secret);
        command
    }

    /// Runs a verb of the binary with the node's settings, while the node runs. Returns true if it succeeded, and the output.
    pub async fn run_verb(&self, verb: &str, args: &[&str], database: Option<&str>) -> Result<(bool, String), Failure> {
        let mut command = self.command(verb);
        if let Some(url) = database {
            command.env("DATABASE_URL", url);
        }
        let output = command.args(args).output().await?;
        let output_text =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        Ok((output.status.success(), output_text))
    }

    /// Uses another build from the next start on.
    pub fn use_build(&mut self, troupe: &Path) {
        self.settings.troupe = troupe.to_owned();
    }

    /// The secret of the cluster.
    pub fn secret(&self) -> &str {
        &self.settings.secret
    }

    /// One figure of the node's `/metrics`, or 0 if the node does not have it.
    pub async fn metric(&self, name: &str) -> Result<f64, Failure> {
        let (_, text) = crate::http::get(self.addr, "/metrics", None).await?;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        Ok(line.unwrap_or("0").parse()?)
    }

    /// The process's CPU time in milliseconds.
    pub fn cpu_ms(&self) -> u64 {
        let Some(pid) = self.child.as_ref().and_then(Child::id) else { return 0 };
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // The name may hold any character, so count fields after it: user and system time, in hundredths.
        let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
        fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
    }

    /// Sets the sockets' heartbeat in milliseconds, from the next start on.
    pub fn set_heartbeat(&mut self, millis: u64) {
        self.heartbeat = millis;
    }

    /// Gives the node its own clock from the next start on; see [`Node::set_clock`].
    ///
    /// # Errors
    /// [`Unsupported`] without libfaketime.
    pub fn use_own_clock(&mut self) -> Result<(), Failure> {
        let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
        let mut libraries = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
        self.clock = Some(libraries.find(|path| path.exists()).ok_or(Unsupported("libfaketime is not installed"))?);
        Ok(())
    }

    /// Sets the clock relative to the true time, such as `+5m`.
    pub fn set_clock(&self, to: &str) -> Result<(), Failure> {
        // Replace the file as a whole: the node may read it at any moment.
        let new = self.clock_file().with_extension("new");
        std::fs::write(&new, to)?;
        Ok(std::fs::rename(new, self.clock_file())?)
    }

    fn clock_file(&self) -> PathBuf {
        self.settings.folder.join(format!("clock-{}", self.number))
    }

    /// Waits until the node is ready.
    pub async fn ready(&self) -> Result<(), Failure> {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            if crate::http::get(self.addr, "/readyz", None).await.is_ok_and(|(status, _)| status == 200) {
                return Ok(());
            }
            if Instant::now() > deadline {
                let log = std::fs::read_to_string(self.log()).unwrap_or_default();
                return Err(format!("node {} did not become ready:\n{log}", self.number).into());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// True if the process has exited by itself.
    pub fn has_exited(&mut self) -> Result<bool, Failure> {
        Ok(self.child.as_mut().map(Child::try_wait).transpose()?.flatten().is_some())
    }

    /// The id of the process.
    pub fn id(&self) -> Result<u32, Failure> {
        Ok(self.child.as_ref().and_then(Child::id).ok_or("it does not run")?)
    }

    pub fn is_running(&self) -> bool {
        self.child.is_some()
    }

    pub async fn kill(&mut self) -> Result<(), Failure> {
        if let Some(mut child) = self.child.take() {
            child.kill().await?;
        }
        Ok(())
    }

    pub fn signal(&self, which: Signal) -> Result<(), Failure> {
        signal(self.child.as_ref().and_then(Child::id), which)
    }

    /// Limits the number of open files from now on.
    pub fn limit_open_files(&self, most: u64) -> Result<(), Failure> {
        let pid = self.child.as_ref().and_then(Child::id).and_then(|id| Pid::from_raw(id.try_into().ok()?));
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        prlimit(pid, Resource::Nofile, limit)?;
        Ok(())
    }

    /// Waits for the process to exit.
    pub async fn wait_for_exit(&mut self, patience: Duration) -> Result<ExitStatus, Failure> {
        let child = self.child.as_mut().ok_or("it does not run")?;
        let status = tokio::time::timeout(patience, child.wait()).await.map_err(|_| "the node does not exit")??;
        self.child = None;
        Ok(status)
    }

    /// Resident memory in bytes.
    pub fn memory(&self) -> u64 {
        let Some(pid) = self.child.as_ref().and_then(Child::id) else { return 0 };
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap_or(0) * 1024
    }

    /// How often this text occurs in the node's log.
    pub fn log_count(&self, text: &str) -> u64 {
        std::fs::read_to_string(self.log()).unwrap_or_default().matches(text).count() as u64
    }

    /// The number of open sockets, counted by the system.
    pub fn connections(&self) -> u64 {
        let Some(pid) = self.child.as_ref().and_then(Child::id) else { return 0 };
        let open = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        open.filter(|it| std::fs::read_link(it.path()).is_ok_and(|to| to.to_string_lossy().starts_with("socket:")))
            .count() as u64
    }

    /// Calls the API.
    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Result<(u16, Value), Failure> {
        crate::http::post(self.addr, path, token, body).await
    }
}

/// The number of panics in a node's log that no test requested.
pub fn panics(folder: &Path) -> u64 {
    let logs = std::fs::read_dir(folder).into_iter().flatten().flatten();
    logs.filter(|entry| entry.file_name().to_string_lossy().ends_with(".log"))
        .filter_map(|entry| std::fs::read_to_string(entry.path()).ok())
        .map(|log| log.lines().filter(|line| line.contains("panicked at") && !line.contains(FAIL_POINT)).count() as u64)
        .sum()
}
