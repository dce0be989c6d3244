//! A Redis of one test, on a socket in a folder of its own; killed with this.

use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use uuid::Uuid;

/// See the module's words.
pub struct RedisServer {
    folder: PathBuf,
    settings: Vec<String>,
    child: Option<Child>,
}

impl RedisServer {
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// The same with settings of its own, as on its command line.
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

    /// As for `REDIS_URL`.
    pub fn url(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    /// As `kill -9`.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("gone");
        }
    }

    /// A fresh process that knows nothing of the one before.
    pub fn start_again(&mut self) {
        assert!(self.child.is_none(), "it runs");
        // A killed one leaves it behind.
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

    /// Stops it in the middle of whatever it does: it accepts and does not answer.
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
