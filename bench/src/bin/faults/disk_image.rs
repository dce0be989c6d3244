//! A file system of its own for the file store. A fault can fill it, take the store away, or freeze all writes.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Unsupported};

/// A file system in an image; dropping it unmounts it.
pub struct DiskImage {
    path: PathBuf,
}

impl DiskImage {
    /// Makes and mounts a file system of `mib` MiB in a folder.
    ///
    /// # Errors
    /// [`Unsupported`] if this user may not mount.
    pub fn mount(folder: &Path, mib: u64) -> Result<Self, Failure> {
        fs::create_dir_all(folder)?;
        let (image, path) = (folder.join("image"), folder.join("disk"));
        fs::create_dir_all(&path)?;
        File::create(&image)?.set_len(mib << 20)?;
        let not_here = |_| Box::new(Unsupported("this user may not mount a file system"));
        run("mkfs.ext4", &["-q".as_ref(), "-F".as_ref(), "-m".as_ref(), "0".as_ref(), &image]).map_err(not_here)?;
        run("mount", &["-o".as_ref(), "loop".as_ref(), &image, &path]).map_err(not_here)?;
        Ok(Self { path })
    }

    /// The store of files on the disk.
    pub fn store(&self) -> PathBuf {
        self.path.join("store")
    }

    /// Uses all free space.
    pub fn fill(&self) -> Result<(), Failure> {
        let mut ballast = File::create(self.ballast())?;
        for size in [1 << 16, 1 << 10] {
            let zeros = vec![0; size];
            while ballast.write_all(&zeros).is_ok() {}
        }
        Ok(())
    }

    /// Frees the space.
    pub fn free(&self) -> Result<(), Failure> {
        Ok(fs::remove_file(self.ballast())?)
    }

    /// Takes the store away: nothing can be read from it or written to it.
    pub fn take_away(&self) -> Result<(), Failure> {
        fs::rename(self.store(), self.away())?;
        // With a plain file in its place, no node can create the folder again.
        File::create(self.store())?;
        Ok(())
    }

    /// Undoes [`Self::take_away`].
    pub fn bring_back(&self) -> Result<(), Failure> {
        fs::remove_file(self.store())?;
        Ok(fs::rename(self.away(), self.store())?)
    }

    /// From now on, a write waits until [`Self::thaw`].
    pub fn freeze(&self) -> Result<(), Failure> {
        run("fsfreeze", &["--freeze".as_ref(), &self.path])
    }

    /// Lets waiting writes continue.
    pub fn thaw(&self) -> Result<(), Failure> {
        run("fsfreeze", &["--unfreeze".as_ref(), &self.path])
    }

    /// The pieces of files in the store, by their folder and name.
    pub fn pieces(&self) -> Vec<PathBuf> {
        fn below(folder: &Path) -> Vec<PathBuf> {
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            entries.flat_map(|it| if it.path().is_dir() { below(&it.path()) } else { vec![it.path()] }).collect()
        }
        below(&self.store())
    }

    fn ballast(&self) -> PathBuf {
        self.path.join("ballast")
    }

    fn away(&self) -> PathBuf {
        self.path.join("away")
    }
}

impl Drop for DiskImage {
    fn drop(&mut self) {
        // A frozen file system cannot be unmounted. Nodes with open files in it keep them until they close them.
        let _ = self.thaw();
        let _ = run("umount", &["--lazy".as_ref(), &self.path]);
    }
}

fn run(program: &str, words: &[&Path]) -> Result<(), Failure> {
    let output = Command::new(program).args(words).output()?;
    let failed = || format!("{program}: {}", String::from_utf8_lossy(&output.stderr)).into();
    if output.status.success() { Ok(()) } else { Err(failed()) }
}
