//! A memory limit for a process, which the kernel enforces by killing it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Unsupported};

/// A control group of this run. Dropping it removes the limit from its processes.
pub struct Bound {
    folder: PathBuf,
    second: bool,
}

impl Bound {
    /// Limits the memory of a process to `bytes`.
    ///
    /// # Errors
    /// [`Unsupported`] if this user may not make control groups.
    pub fn of(process: u32, bytes: u64) -> Result<Self, Failure> {
        let second = Path::new("/sys/fs/cgroup/cgroup.controllers").exists();
        let root = if second { "/sys/fs/cgroup" } else { "/sys/fs/cgroup/memory" };
        let folder = Path::new(root).join(format!("troupe-faults-{}", std::process::id()));
        let make = || {
            fs::create_dir(&folder)?;
            fs::write(folder.join(if second { "memory.max" } else { "memory.limit_in_bytes" }), bytes.to_string())?;
            fs::write(folder.join("cgroup.procs"), process.to_string())
        };
        match make() {
            Ok(()) => Ok(Self { folder, second }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error.into()),
            Err(_) => {
                let _ = fs::remove_dir(&folder);
                Err(Unsupported("this user may not make control groups").into())
            }
        }
    }

    /// Returns the number of kills in the group.
    pub fn kills(&self) -> Result<u64, Failure> {
        let text =
            fs::read_to_string(self.folder.join(if self.second { "memory.events" } else { "memory.oom_control" }))?;
        let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
        Ok(count.ok_or("no count of kills")?.trim().parse()?)
    }

    /// The peak use in bytes, including the kernel's buffers for sockets and files.
    pub fn peak(&self) -> Result<u64, Failure> {
        let name = if self.second { "memory.peak" } else { "memory.max_usage_in_bytes" };
        Ok(fs::read_to_string(self.folder.join(name))?.trim().parse()?)
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        let root = self.folder.parent().unwrap_or(&self.folder);
        for process in fs::read_to_string(self.folder.join("cgroup.procs")).unwrap_or_default().lines() {
            // The process may end at any moment.
            let _ = fs::write(root.join("cgroup.procs"), process);
        }
        let _ = fs::remove_dir(&self.folder);
    }
}
