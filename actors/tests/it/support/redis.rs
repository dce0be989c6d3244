//! A Redis for one test, on a socket in its own folder; dropping it kills the process.

use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use uuid::Uuid;

/// See the module documentation.
pub struct RedisServer {
    folder: PathBuf,
    settings: Vec<String>,
    child: Option<Child>,
}

impl RedisServer {
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// The same with command-line settings.
    pub fn with(settings: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("troupe-redis-{}", Uuid::new_v4().simple()));
        std::fs::create_dir(&folder).expect("a folder");
        let settings = settings.iter().map(|it| (*it).to_owned()).collect();
        let mut server = Self { folder, settings, child: None };
        server.start_again();
        server
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("redis.sock")
    }

    /// The address for `REDIS_URL`.
    pub fn url(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    /// Kills the process with SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("gone");
        }
    }

    /// Starts a new process without the old data.
    pub fn start_again(&mut self) {
        assert!(self.child.is_none(), "it runs");
        // A killed process leaves its socket file behind.
        let _ = std::fs::remove_file(self.socket());
        let child = Command::new("redis-server")
            .args(["--port", "0", "--save", "", "--appendonly", "no", "--loglevel", "warning", "--unixsocket"])
            .arg(self.socket())
            .arg("--dir")
            .arg(&self.folder)
            .args(&self.settings)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server: scripts/test-tools installs it");
        self.child = Some(child);
        let deadline = Instant::now() + Duration::from_secs(20);
        while UnixStream::connect(self.socket()).is_err() {
            assert!(Instant::now() < deadline, "Redis does not come up");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Pauses the process: it accepts connections and does not answer.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    pub fn resume(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.child.as_ref().expect("it runs").id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
