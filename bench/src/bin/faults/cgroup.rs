//! A bound on a process's memory, which the system enforces by killing it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::{Failure, NotHere};

/// A control group of our own; when it is dropped, what runs in it goes on without a bound.
pub struct Bound {
    folder: PathBuf,
    second: bool,
}

impl Bound {
    /// Lets a process have no more than so many bytes from now on.
    ///
    /// # Errors
    /// [`NotHere`] where control groups are not ours to make.
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
                Err(NotHere("control groups of one's own are not allowed").into())
            }
        }
    }

    /// How often the system has killed in it.
    pub fn kills(&self) -> Result<u64, Failure> {
        let text =
            fs::read_to_string(self.folder.join(if self.second { "memory.events" } else { "memory.oom_control" }))?;
        let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
        Ok(count.ok_or("no count of kills")?.trim().parse()?)
    }

    /// The most that was used, in bytes; the system's buffers for the process's sockets and files count as well.
    pub fn peak(&self) -> Result<u64, Failure> {
        let name = if self.second { "memory.peak" } else { "memory.max_usage_in_bytes" };
        Ok(fs::read_to_string(self.folder.join(name))?.trim().parse()?)
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        let root = self.folder.parent().unwrap_or(&self.folder);
        for process in fs::read_to_string(self.folder.join("cgroup.procs")).unwrap_or_default().lines() {
            // It may end at any moment.
            let _ = fs::write(root.join("cgroup.procs"), process);
        }
        let _ = fs::remove_dir(&self.folder);
    }
}
