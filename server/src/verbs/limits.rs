//! What the system allows the process.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Takes as many file handles as the system lets us have: each socket is one.
pub(super) fn raise_open_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::debug!(%error, "the number of open files stays as it is");
    }
}
