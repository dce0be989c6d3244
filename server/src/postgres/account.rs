//! The user that the database runs as: never root.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use tokio::process::Command;

use super::StartError;

/// The user that the database runs as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) name: String,
    pub(super) uid: u32,
    pub(super) gid: u32,
    /// Whether this user differs from the node's own: the node runs as root.
    pub(super) other: bool,
}

impl Account {
    /// The node's own user. If that is root, `postgres`, else `nobody`. PostgreSQL looks its user up in /etc/passwd, so
    /// a bare number would not do.
    pub(super) fn for_database() -> Result<Self, StartError> {
        let uid = rustix::process::geteuid();
        if !uid.is_root() {
            let gid = rustix::process::getegid().as_raw();
            return Ok(Self { name: "you".into(), uid: uid.as_raw(), gid, other: false });
        }
        let passwd = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
        ["postgres", "nobody"].iter().find_map(|name| entry(&passwd, name)).ok_or(StartError::NoAccount)
    }

    /// A command that runs as this user, in a folder that the user may enter, with an environment that changes nothing.
    /// Dropping the uid drops the supplementary groups too.
    pub(super) fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("LC_ALL", "C").env("TZ", "UTC").current_dir(folder);
        if self.other {
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Gives a file or folder to this user.
    pub(super) fn own(&self, path: &Path) -> std::io::Result<()> {
        if self.other {
            std::os::unix::fs::chown(path, Some(self.uid), Some(self.gid))?;
        }
        Ok(())
    }

    /// The first folder on the way to `path` that this user may not pass through.
    pub(super) fn closed_on_the_way(&self, path: &Path) -> Option<PathBuf> {
        if !self.other {
            return None;
        }
        let mut way: Vec<&Path> = path.ancestors().collect();
        way.reverse();
        way.into_iter()
            .find(|folder| {
                std::fs::metadata(folder).is_ok_and(|meta| {
                    meta.is_dir() && !may_search(meta.mode(), self.uid == meta.uid(), self.gid == meta.gid())
                })
            })
            .map(Path::to_owned)
    }
}

const fn may_search(mode: u32, owner: bool, group: bool) -> bool {
    let bit = if owner {
        0o100
    } else if group {
        0o010
    } else {
        0o001
    };
    mode & bit != 0
}

fn entry(passwd: &str, name: &str) -> Option<Account> {
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        if fields.next() != Some(name) {
            return None;
        }
        let (uid, gid) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
        Some(Account { name: name.to_owned(), uid, gid, other: true })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_read_from_passwd_by_its_whole_name() {
        let passwd = "root:x:0:0::/root:/bin/sh\npostgres2:x:7:7::/:/x\npostgres:x:101:103:,,,:/:/x\n";
        let found = entry(passwd, "postgres").expect("an entry");
        assert_eq!((found.uid, found.gid), (101, 103));
        assert_eq!(entry(passwd, "nobody"), None);
    }

    #[test]
    fn the_bit_that_counts_is_that_of_owner_group_or_others() {
        assert!(may_search(0o700, true, true));
        assert!(!may_search(0o077, true, true));
        assert!(may_search(0o710, false, true));
        assert!(!may_search(0o707, false, true));
        assert!(may_search(0o701, false, false));
        assert!(!may_search(0o770, false, false));
    }
}
