//! The limits that the system sets for the process.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Raises the limit of open files as far as the system allows: each socket needs one.
pub(super) fn raise_open_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::debug!(%error, "the limit of open files could not be raised");
    }
}
