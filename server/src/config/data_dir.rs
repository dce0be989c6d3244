//! The folder for Troupe's own files: the private database and the secret.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::reader::Reader;

/// `TROUPE_DATA_DIR`: the folder for Troupe's own files.
#[derive(Clone, Debug)]
pub struct DataDir {
    path: PathBuf,
}

impl DataDir {
    pub(super) fn read(reader: &mut Reader, environment: &HashMap<String, String>, folder: &Path) -> Self {
        let path = match reader.text("storage.data_dir") {
            Some(path) => folder.join(path),
            None => default(environment, folder, rustix::process::geteuid().is_root()),
        };
        Self { path }
    }

    /// The folder; it may not exist yet.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// `data` in a checkout; otherwise the usual place for such files on the system.
///
/// PostgreSQL refuses to run as root, and other users cannot pass through root's home. So a checkout there keeps its
/// data elsewhere.
fn default(environment: &HashMap<String, String>, folder: &Path, root: bool) -> PathBuf {
    let set = |name: &str| environment.get(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let checkout = folder.join("Cargo.toml").is_file() && folder.join("migrations").is_dir();
    match (checkout, root) {
        (true, false) => folder.join("data"),
        (true, true) if open_to_all(folder) => folder.join("data"),
        (_, true) => PathBuf::from("/var/lib/troupe"),
        (_, false) => set("XDG_DATA_HOME")
            .or_else(|| set("HOME").map(|home| home.join(".local/share")))
            .unwrap_or_else(|| folder.to_owned())
            .join("troupe"),
    }
}

/// Whether all users may pass through a folder and all its parents.
fn open_to_all(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    folder.ancestors().all(|above| {
        above.as_os_str().is_empty()
            || std::fs::metadata(above).is_ok_and(|meta| meta.permissions().mode() & 0o001 != 0)
    })
}
