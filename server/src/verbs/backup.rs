//! `troupe backup` and `troupe restore`.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::database::Database;
use super::logs;
use crate::backup::{self, Reader, Saved, Scope};
use crate::config::Config;
use crate::db;
use crate::files::Store;
use crate::node::Failure;

/// The file, and what it holds.
#[derive(Debug, PartialEq, Eq, Args)]
pub(super) struct Arguments {
    /// The file of the backup; - is the standard output of `backup`, and the standard input of `restore`
    file: PathBuf,
    /// The key or ID of one workspace; without it, everything
    #[arg(long, value_name = "KEY-OR-ID")]
    workspace: Option<String>,
}

impl Arguments {
    fn is_stream(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

pub(super) async fn backup(arguments: Arguments) -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    let database = Database::open_or_join(&config).await?;
    let outcome = save(&arguments, &database.url, &Store::of(&config)).await;
    database.close().await;
    let saved = outcome?;
    eprintln!("Saved {}: {}.", named(&saved.scope), counted(&saved.rows));
    Ok(ExitCode::SUCCESS)
}

async fn save(arguments: &Arguments, url: &str, store: &Store) -> Result<Saved, Failure> {
    let mut connection = db::connect_unpooled(url).await?;
    let workspace = arguments.workspace.as_deref();
    if arguments.is_stream() {
        let (saved, mut out) = backup::save(&mut connection, workspace, store, BufWriter::new(io::stdout())).await?;
        out.flush()?;
        return Ok(saved);
    }
    let path = &arguments.file;
    if path.exists() {
        return Err(format!("{} already exists; a backup never overwrites a file", path.display()).into());
    }
    // The file has another name until it is complete: a file with the final name can be restored.
    let unfinished = Unfinished::new(path)?;
    let (saved, out) = backup::save(&mut connection, workspace, store, BufWriter::new(&unfinished.file)).await?;
    out.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    unfinished.finish(path)?;
    Ok(saved)
}

/// A file that is not complete yet; removed if it never becomes so.
struct Unfinished {
    file: File,
    path: PathBuf,
}

impl Unfinished {
    fn new(path: &Path) -> Result<Self, String> {
        let mut name = path.as_os_str().to_owned();
        name.push(".unfinished");
        let unfinished = PathBuf::from(name);
        // Removes what a killed backup left behind. Usually there is nothing to remove.
        let _ = std::fs::remove_file(&unfinished);
        // The file holds password hashes and all texts of all users: only its owner may read it.
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unfinished);
        let file = file.map_err(|error| format!("{} cannot be written: {error}", unfinished.display()))?;
        Ok(Self { file, path: unfinished })
    }

    fn finish(self, path: &Path) -> io::Result<()> {
        std::fs::rename(&self.path, path)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // If the file has its final name by now, there is nothing to remove.
        let _ = std::fs::remove_file(&self.path);
    }
}

pub(super) async fn restore(arguments: Arguments) -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    if !arguments.is_stream() {
        // Verifies the whole file before any table is locked.
        open(&arguments.file)?.verify()?;
    }
    let database = Database::open_or_join(&config).await?;
    // Makes the partitions of the coming days, also for the answers to late commands.
    let ready = actors::journal::Journal::new(database.db.clone()).maintain().await;
    let outcome = match ready {
        Ok(()) => load(&arguments, &database.url, &Store::of(&config)).await,
        Err(error) => Err(error.into()),
    };
    database.close().await;
    let restored = outcome?;
    eprintln!("Restored {}: {}.", named(&restored.scope), counted(&restored.rows));
    if !restored.back_in.is_empty() {
        eprintln!("These people had left since the backup and are members again: {}.", restored.back_in.join(", "));
        eprintln!("Remove them again if they should not be members.");
    }
    eprintln!("Pending invitations are no longer valid. Connected people see the restored state automatically.");
    Ok(ExitCode::SUCCESS)
}

async fn load(arguments: &Arguments, url: &str, store: &Store) -> Result<backup::Restored, Failure> {
    let mut connection = db::connect_unpooled(url).await?;
    let workspace = arguments.workspace.as_deref();
    Ok(if arguments.is_stream() {
        backup::restore(&mut connection, Reader::new(io::stdin().lock())?, workspace, store).await?
    } else {
        backup::restore(&mut connection, open(&arguments.file)?, workspace, store).await?
    })
}

fn open(path: &Path) -> Result<Reader<File>, Failure> {
    let file = File::open(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    Ok(Reader::new(file)?)
}

fn named(scope: &Scope) -> String {
    match scope {
        Scope::Everything => "everything".to_owned(),
        Scope::Workspace(id) => format!("workspace {id}"),
    }
}

fn counted(rows: &[(&'static str, u64)]) -> String {
    let shown = |name| rows.iter().find(|(table, _)| *table == name).map_or(0, |(_, count)| *count);
    let all: u64 = rows.iter().map(|(_, count)| count).sum();
    format!("{} workspaces, {} tasks, {all} rows in all", shown("workspaces"), shown("tickets"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Typed {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn parsed(words: &[&str]) -> Option<Arguments> {
        let words = ["backup"].iter().chain(words);
        Typed::try_parse_from(words).ok().map(|typed| typed.arguments)
    }

    #[test]
    fn a_file_and_perhaps_a_workspace_in_either_order() {
        let expected = |workspace: Option<&str>| {
            Some(Arguments { file: "x.backup".into(), workspace: workspace.map(str::to_owned) })
        };
        assert_eq!(parsed(&["x.backup"]), expected(None));
        assert_eq!(parsed(&["x.backup", "--workspace", "TLS"]), expected(Some("TLS")));
        assert_eq!(parsed(&["--workspace", "TLS", "x.backup"]), expected(Some("TLS")));
        assert!(parsed(&["-"]).is_some_and(|arguments| arguments.is_stream()));
        for wrong in [vec![], vec!["--workspace", "TLS"], vec!["a", "b"], vec!["a", "--workspace"], vec!["a", "--x"]] {
            assert_eq!(parsed(&wrong), None, "{wrong:?}");
        }
    }
}
