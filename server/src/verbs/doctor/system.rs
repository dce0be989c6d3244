//! Checks this machine: the disk under the data folder, and the limit of open files.

use std::path::Path;

use rustix::process::{Resource, getrlimit};

use super::finding::Finding;
use crate::config::Config;

const MIB: u64 = 1 << 20;
/// Below this, a private database may fail in the middle of a write.
const DISK_WRONG: u64 = 256 * MIB;
const DISK_NOTE: u64 = 2_048 * MIB;
/// Each socket and each connection to the database needs one. A node of medium size needs this many.
const FILES_WRONG: u64 = 1_024;
const FILES_NOTE: u64 = 16_384;

pub(super) fn look(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    // With both settings, a node keeps no files of its own.
    if config.database.url.is_none() || config.redis.url.is_none() {
        findings.push(disk(config.data_dir.path()));
    }
    // A node raises its own limit to this value when it starts.
    findings.push(files(getrlimit(Resource::Nofile).maximum));
    findings
}

/// The file system of a folder that may not exist yet.
fn disk(folder: &Path) -> Finding {
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(folder);
    match rustix::fs::statvfs(there) {
        Ok(stat) => free(folder, stat.f_bavail.saturating_mul(stat.f_frsize)),
        Err(error) => Finding::wrong("disk", format!("{} cannot be checked: {error}", there.display())),
    }
}

fn free(folder: &Path, bytes: u64) -> Finding {
    let says = format!("{} MiB are free for {}", bytes / MIB, folder.display());
    if bytes < DISK_WRONG {
        Finding::wrong("disk", format!("{says}: free up space before the database stops"))
    } else if bytes < DISK_NOTE {
        Finding::note("disk", format!("{says}: free up space"))
    } else {
        Finding::good("disk", says)
    }
}

fn files(limit: Option<u64>) -> Finding {
    match limit {
        None => Finding::good("files", "no limit on open files"),
        Some(limit) => {
            let says = format!("at most {limit} files can be open at once");
            let more = "raise the limit (ulimit -n, LimitNOFILE=, ulimits in the compose file)";
            if limit < FILES_WRONG {
                Finding::wrong("files", format!("{says}, and each socket is one: {more}"))
            } else if limit < FILES_NOTE {
                Finding::note("files", format!("{says}, which is enough for about {limit} people: {more}"))
            } else {
                Finding::good("files", says)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    #[test]
    fn little_disk_space_is_reported_before_it_is_used_up() {
        let state = |mib: u64| free(Path::new("/data"), mib * MIB).state;
        assert_eq!([state(4_096), state(1_000), state(100)], [State::Good, State::Note, State::Wrong]);
    }

    #[test]
    fn few_open_files_are_reported_with_the_number_of_sockets_they_allow() {
        let state = |limit| files(limit).state;
        assert_eq!(
            [state(None), state(Some(1 << 20)), state(Some(4_096)), state(Some(256))],
            [State::Good, State::Good, State::Note, State::Wrong]
        );
        assert!(files(Some(4_096)).says.contains("about 4096 people"));
    }
}
