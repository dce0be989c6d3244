//! `troupe with-postgres`: runs a command with a private database.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};

use clap::Args;
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};

use super::stop::StopSignals;
use crate::node::Failure;
use crate::postgres::{Durability, Options, PrivatePostgres};

/// The command, and its options.
#[derive(Debug, PartialEq, Eq, Args)]
pub(super) struct Arguments {
    /// The folder that keeps the database; without it, the database is removed at the end
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// For tests: faster, but a power cut loses committed data
    #[arg(long)]
    fast: bool,
    /// The command and its arguments
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

pub(super) async fn with_postgres(arguments: Arguments) -> Result<ExitCode, Failure> {
    let mut stop = StopSignals::new()?;
    let passing = std::env::temp_dir().join(format!("troupe-{}", std::process::id()));
    let postgres = PrivatePostgres::start(&Options {
        data_dir: arguments.data.clone().unwrap_or_else(|| passing.clone()),
        binaries: std::env::var_os("TROUPE_POSTGRES_BIN").map(PathBuf::from),
        durability: if arguments.fast { Durability::Fast } else { Durability::Durable },
    })
    .await?;
    let ended = run(&arguments.command, &postgres.url(), &mut stop).await;
    postgres.stop().await;
    if arguments.data.is_none() {
        remove(&passing);
    }
    Ok(exit_code(ended?))
}

async fn run(command: &[OsString], url: &str, stop: &mut StopSignals) -> Result<ExitStatus, Failure> {
    let (program, arguments) = command.split_first().ok_or("there is no command")?;
    let mut child = Command::new(program)
        .args(arguments)
        .env("DATABASE_URL", url)
        .spawn()
        .map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
    loop {
        tokio::select! {
            status = child.wait() => return Ok(status?),
            // The command decides itself when it ends; the database stays until then.
            () = stop.next() => terminate(&child),
        }
    }
}

fn terminate(child: &Child) {
    if let Some(pid) = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?)) {
        // The command may have ended in this moment.
        let _ = kill_process(pid, Signal::TERM);
    }
}

fn exit_code(status: ExitStatus) -> ExitCode {
    status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

fn remove(folder: &Path) {
    if let Err(error) = std::fs::remove_dir_all(folder) {
        eprintln!("troupe: {} could not be removed: {error}", folder.display());
    }
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

    #[test]
    fn everything_behind_the_two_dashes_is_the_command() {
        let parsed = |words: &[&str]| {
            let words = ["with-postgres"].iter().chain(words);
            Typed::try_parse_from(words).ok().map(|typed| typed.arguments)
        };
        let command = ["cargo", "test", "--fast"].map(OsString::from).to_vec();
        let expected = Arguments { data: Some("/d".into()), fast: true, command };
        assert_eq!(parsed(&["--fast", "--data", "/d", "--", "cargo", "test", "--fast"]), Some(expected));
        for wrong in [vec![], vec!["--"], vec!["--fast"], vec!["cargo"], vec!["--data", "--", "x"]] {
            assert_eq!(parsed(&wrong), None, "{wrong:?}");
        }
    }
}
