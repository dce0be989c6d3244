//! The bench process: its CPU use, and its limit of open files.

use std::fmt;
use std::time::Instant;

use rustix::process::{Resource, getrlimit, setrlimit};

use crate::node::cpu_of;

/// Open files of a node, or of the bench, besides its sockets (one file each).
const OTHER_FILES: u64 = 200;
/// Raises the limit of open files as far as the system allows.
pub fn take_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If the system refuses, the number of sockets in the report shows it.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Returns `wanted`, or the number of sockets that the limit of open files allows.
pub fn sockets_within(wanted: usize) -> usize {
    let allowed = getrlimit(Resource::Nofile).maximum.map_or(usize::MAX, |files| most_sockets(files) as usize);
    if allowed < wanted {
        let needed = wanted as u64 + OTHER_FILES;
        eprintln!(
            "  {wanted} sockets need {needed} open files of the node, above the limit here: {allowed} sockets instead"
        );
    }
    wanted.min(allowed)
}

/// Rounds down to hundreds, so that the names of figures stay equal.
fn most_sockets(files: u64) -> u64 {
    files.saturating_sub(OTHER_FILES) / 100 * 100
}

/// The CPU use of the bench. If it was busy all the time, the figures measure the bench.
pub struct Busy {
    start: Instant,
    cpu: f64,
}

impl Busy {
    pub fn start() -> Self {
        Self { start: Instant::now(), cpu: cpu_of(std::process::id()) }
    }

    /// The average number of cores in use.
    pub fn cores(&self) -> f64 {
        (cpu_of(std::process::id()) - self.cpu) / self.start.elapsed().as_secs_f64()
    }
}

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "generator {:.0} % of a core", self.cores() * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_gets_no_more_sockets_than_its_files_hold() {
        assert_eq!(most_sockets(20_000), 19_800);
        assert_eq!(most_sockets(10_250), 10_000);
        assert_eq!(most_sockets(1_024), 800);
        assert_eq!(most_sockets(100), 0);
    }
}
