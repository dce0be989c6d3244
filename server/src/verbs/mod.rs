//! What the binary can be told to do.

mod backup;
mod config;
mod database;
mod doctor;
mod import;
mod limits;
mod logs;
mod migrate;
mod ready;
mod serve;
mod sign_out;
mod stop;
mod with_postgres;

use std::future::Future;
use std::process::ExitCode;

use crate::http::WebFiles;
use crate::node::Failure;

const HELP: &str = "\
Troupe, a realtime project and task management server.

  troupe [serve]            start the node (Ctrl-C stops it)
  troupe migrate            migrate the database to this version's schema
  troupe config             print the effective settings, with secrets hidden
  troupe doctor             check the database, Redis, the clock, the disk, and limits, and suggest fixes
  troupe ready              check whether the node on this machine accepts new work
  troupe backup FILE [--workspace KEY-OR-ID]
                            save everything, or one workspace, as of this moment, without blocking edits;
                            - writes to standard output
  troupe restore FILE [--workspace KEY-OR-ID]
                            replace everything, or one workspace, with the contents of a backup;
                            - reads from standard input
  troupe import --workspace KEY-OR-ID --as EMAIL [--format github|csv] [--mapping FILE]
                [--dry-run] FILE
                            import a file on behalf of a user; running nodes that share the database show
                            the tasks as they arrive; --mapping names a JSON file such as
                            {\"title\": \"title\", \"points\": \"label\", \"notes\": \"ignore\"}
  troupe sign-out EMAIL     end all sessions of one account; running nodes notice within a second
  troupe sign-out --everybody
                            end all sessions of all accounts
  troupe with-postgres [--data DIR] [--fast] -- COMMAND…
                            run a command with DATABASE_URL set to a private PostgreSQL that is
                            started before the command and stopped after it; --fast is for tests:
                            a power cut loses committed data
  troupe help, troupe version

Settings come from the environment; `troupe config` lists them all.
";

/// Does what the arguments say; `web_app` is what the node shows to browsers.
#[must_use]
pub fn run(arguments: &[String], web_app: WebFiles) -> ExitCode {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        [] | ["serve"] => block_on(serve::serve(web_app)),
        ["migrate"] => block_on(migrate::migrate()),
        ["config"] => config::print(),
        ["doctor"] => block_on(doctor::doctor()),
        ["ready"] => ready::ready(),
        ["backup", rest @ ..] => match backup::Arguments::parse(rest) {
            Some(arguments) => block_on(backup::backup(arguments)),
            None => return usage("backup needs a file: backup FILE [--workspace KEY-OR-ID]"),
        },
        ["restore", rest @ ..] => match backup::Arguments::parse(rest) {
            Some(arguments) => block_on(backup::restore(arguments)),
            None => return usage("restore needs a file: restore FILE [--workspace KEY-OR-ID]"),
        },
        ["import", rest @ ..] => match import::Arguments::parse(rest) {
            Ok(arguments) => block_on(import::import(arguments)),
            Err(what) => return usage(&what),
        },
        ["sign-out", rest @ ..] => match sign_out::Whose::parse(rest) {
            Some(whose) => block_on(sign_out::sign_out(whose)),
            None => return usage("sign-out needs an email address: sign-out EMAIL, or sign-out --everybody"),
        },
        ["with-postgres", rest @ ..] => match with_postgres::Arguments::parse(rest) {
            Some(arguments) => block_on(with_postgres::with_postgres(arguments)),
            None => return usage("with-postgres needs a command: with-postgres [--fast] -- cargo test"),
        },
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        ["version" | "--version" | "-V"] => {
            println!("troupe {}", env!("CARGO_PKG_VERSION"));
            Ok(ExitCode::SUCCESS)
        }
        [other, ..] => return usage(&format!("there is no command `{other}`")),
    };
    outcome.unwrap_or_else(|failure| {
        eprintln!("troupe: {failure}");
        ExitCode::FAILURE
    })
}

fn usage(what: &str) -> ExitCode {
    eprintln!("troupe: {what}. `troupe help` lists all commands.");
    ExitCode::from(2)
}

fn block_on<F>(work: F) -> Result<ExitCode, Failure>
where
    F: Future<Output = Result<ExitCode, Failure>>,
{
    actix_web::rt::System::new().block_on(work)
}
