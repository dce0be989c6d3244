//! Other servers, started beside ours, so that a ratio is of one run on one machine.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::node::{Failure, cpu_of};

/// Bun's publish and subscribe: nothing is stored, and whoever comes is in the room.
pub struct Bun {
    child: Child,
    pub addr: String,
}

impl Bun {
    /// Starts it from where `make bench` has installed it.
    pub fn start() -> Result<Self, Failure> {
        let folder = PathBuf::from("bench/peers");
        let machine = if cfg!(target_arch = "aarch64") { "bun-linux-aarch64" } else { "bun-linux-x64" };
        let binary = folder.join("node_modules/@oven").join(machine).join("bin/bun");
        let mut child = Command::new(&binary)
            .arg(folder.join("bun.js"))
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}; `make bench` installs it", binary.display()))?;
        let mut port = String::new();
        let said = child.stdout.take().ok_or("Bun says nothing")?;
        BufReader::new(said).read_line(&mut port)?;
        Ok(Self { addr: format!("127.0.0.1:{}", port.trim()), child })
    }

    /// CPU seconds that it has used.
    pub fn cpu(&self) -> f64 {
        cpu_of(self.child.id())
    }
}

impl Drop for Bun {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
