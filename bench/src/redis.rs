//! A real Redis server for one run.

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::process::{Failure, signal};

/// A Redis without persistence; dropping it kills the process.
pub struct Redis {
    pub addr: SocketAddr,
    child: Option<Child>,
    settings: Vec<String>,
}

impl Redis {
    /// Starts a server on a free port, with more command-line settings.
    pub async fn start(settings: &[&str]) -> Result<Self, Failure> {
        let addr = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let settings = settings.iter().map(|it| (*it).to_owned()).collect();
        let mut redis = Self { addr, child: None, settings };
        redis.up().await?;
        Ok(redis)
    }

    /// Starts an empty server on the same port.
    pub async fn up(&mut self) -> Result<(), Failure> {
        let child = Command::new("redis-server")
            .args(["--bind", "127.0.0.1", "--port", &self.addr.port().to_string()])
            .args(["--save", "", "--appendonly", "no"])
            .args(&self.settings)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("redis-server: {error}"))?;
        self.child = Some(child);
        let deadline = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(self.addr).await.is_err() {
            if Instant::now() > deadline {
                return Err("Redis did not start".into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Kills the server; `up` starts another on the same port.
    pub async fn kill(&mut self) -> Result<(), Failure> {
        if let Some(mut child) = self.child.take() {
            child.kill().await?;
        }
        Ok(())
    }

    /// Stops the process (SIGSTOP): its connections stay open, and nothing answers.
    pub fn pause(&self) -> Result<(), Failure> {
        signal(self.child.as_ref().and_then(Child::id), Signal::STOP)
    }

    /// Continues a paused process.
    pub fn go_on(&self) -> Result<(), Failure> {
        signal(self.child.as_ref().and_then(Child::id), Signal::CONT)
    }
}
