//! The binary, as an operator sees it on a terminal.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use super::TestDatabase;

/// Enough time for a slow machine to make a database.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command line of `troupe` without any settings but those given here.
pub struct Troupe(Command);

/// The result of a run.
#[derive(Debug)]
pub struct Output {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// A node in a process of its own; killed on drop if it still runs.
pub struct Serving {
    pub child: Child,
    pub url: String,
    log: Option<JoinHandle<String>>,
}

impl Troupe {
    pub fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_troupe"));
        command.args(arguments).stdin(Stdio::null());
        // The folder of the private database's programs, and the variables that the tests themselves need.
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("TROUPE_")) {
            command.env_remove(name);
        }
        command.env_remove("DATABASE_URL").env_remove("REDIS_URL");
        Self(command)
    }

    /// A node on a database, with the settings of a developer's machine.
    pub fn node(database: &TestDatabase) -> Serving {
        Self::node_on(database.url())
    }

    /// The same at an address of a database.
    pub fn node_on(url: &str) -> Serving {
        Self::node_to_be(url).serve()
    }

    /// The same before it starts.
    pub fn node_to_be(url: &str) -> Self {
        Self::new(&["serve"])
            .set("DATABASE_URL", url)
            .set("TROUPE_ADDR", "127.0.0.1:0")
            .set("TROUPE_SECRET", "5d3ab7e1c4a95d0f38269acd7be1f04c")
            .set("TROUPE_DEV_MAILBOX", "1")
            .set("TROUPE_LINK_TITLES", "0")
            .set("TROUPE_ARGON2_MEMORY_KIB", "8")
            .set("TROUPE_ARGON2_ITERATIONS", "1")
    }

    pub fn set(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Runs the command to its end.
    pub fn output(mut self) -> Output {
        let output = self.0.output().expect("troupe runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Output { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Runs the node until it prints its address.
    pub fn serve(mut self) -> Serving {
        self.0.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.0.spawn().expect("troupe runs");
        let (said, heard) = mpsc::channel();
        let out = child.stdout.take().expect("an output");
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).for_each(|line| {
                // Only the line with the address is awaited.
                let _ = said.send(line);
            });
        });
        let mut err = child.stderr.take().expect("an error output");
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            // The output that was read is complete.
            let _ = err.read_to_string(&mut text);
            text
        });
        let mut serving = Serving { child, url: String::new(), log: Some(log) };
        while let Ok(line) = heard.recv_timeout(PATIENCE) {
            let address = line.strip_prefix("Troupe is ready at ");
            if let Some(url) = address.and_then(|rest| rest.split(' ').next()) {
                url.clone_into(&mut serving.url);
                return serving;
            }
        }
        panic!("troupe did not serve: {}", serving.log_at_the_end(rustix::process::Signal::KILL));
    }
}

impl Serving {
    /// Sends Ctrl-C, or `signal`; returns the exit code.
    pub fn end(mut self, signal: rustix::process::Signal) -> Option<i32> {
        rustix::process::kill_process(self.pid(), signal).expect("it runs");
        self.child.wait().expect("it ends").code()
    }

    /// Sends a signal, and returns the log when the node has ended.
    pub fn log_at_the_end(mut self, signal: rustix::process::Signal) -> String {
        let log = self.log.take();
        self.end(signal);
        log.and_then(|log| log.join().ok()).unwrap_or_default()
    }

    fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // The process has usually ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder that is removed on drop.
pub struct ScratchFolder(PathBuf);

/// A new folder that all users may enter.
pub fn scratch_folder() -> ScratchFolder {
    let folder = std::env::temp_dir().join(format!("troupe-it-{}", uuid::Uuid::new_v4().simple()));
    std::fs::create_dir(&folder).expect("a folder");
    ScratchFolder(folder)
}

impl ScratchFolder {
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // A folder left in the system's temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
