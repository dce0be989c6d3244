//! A file system of a fixed size, to be filled.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Unsupported};

/// A file system in memory; dropping it unmounts it.
pub struct Tmpfs {
    path: PathBuf,
}

impl Tmpfs {
    /// Mounts a file system with the owner of another folder.
    ///
    /// # Errors
    /// [`Unsupported`] if this user may not mount.
    pub fn mount(path: &Path, mib: usize, like: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(path)?;
        let owner = fs::metadata(like)?;
        let options = format!("size={mib}m,mode=0700,uid={},gid={}", owner.uid(), owner.gid());
        let words: [&OsStr; 6] =
            ["-t".as_ref(), "tmpfs".as_ref(), "-o".as_ref(), options.as_ref(), "tmpfs".as_ref(), path.as_ref()];
        let mounted = Command::new("mount").args(words).output();
        if !mounted.is_ok_and(|it| it.status.success()) {
            return Err(Box::new(Unsupported("this user may not mount a file system")));
        }
        Ok(Self { path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Uses all free space.
    pub fn fill(&self) -> Result<(), Failure> {
        let mut ballast = File::create(self.ballast())?;
        // Less than a page of the database stays free.
        for size in [1 << 20, 4_096] {
            let zeros = vec![0; size];
            while ballast.write_all(&zeros).is_ok() {}
        }
        Ok(())
    }

    /// Frees the space.
    pub fn free(&self) -> Result<(), Failure> {
        Ok(fs::remove_file(self.ballast())?)
    }

    fn ballast(&self) -> PathBuf {
        self.path.join("ballast")
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        // Processes with open files in it keep them until they close them.
        let _ = Command::new("umount").arg("--lazy").arg(&self.path).status();
    }
}
