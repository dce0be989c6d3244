//! The verbs of the binary.

mod backup;
mod command_line;
mod config;
mod database;
mod disabled;
mod doctor;
mod import;
mod limits;
mod logs;
mod migrate;
mod new_password;
mod ready;
mod second_factor;
mod serve;
mod sign_out;
mod stop;
mod with_postgres;

use std::ffi::OsString;
use std::future::Future;
use std::process::ExitCode;

use clap::Parser;

use crate::http::WebFiles;
use crate::node::Failure;
use command_line::{CommandLine, Verb};

/// Runs the verb that the arguments name; the program's name comes first. `web_app` is what the node shows to browsers.
/// Exits with 2 if the arguments are wrong, and with 1 if the verb fails.
#[must_use]
pub fn run(arguments: impl Iterator<Item = OsString>, web_app: WebFiles) -> ExitCode {
    let command_line = match CommandLine::try_parse_from(arguments) {
        Ok(command_line) => command_line,
        Err(answer) => return print(&answer),
    };
    let outcome = match command_line.verb.unwrap_or(Verb::Serve) {
        Verb::Serve => block_on(serve::serve(web_app)),
        Verb::Migrate => block_on(migrate::migrate()),
        Verb::Config => config::print(),
        Verb::Doctor => block_on(doctor::doctor()),
        Verb::Ready => ready::ready(),
        Verb::Backup(arguments) => block_on(backup::backup(arguments)),
        Verb::Restore(arguments) => block_on(backup::restore(arguments)),
        Verb::Import(arguments) => block_on(import::import(arguments)),
        Verb::SignOut(arguments) => block_on(sign_out::sign_out(arguments)),
        Verb::ForgetSecondFactor(arguments) => block_on(second_factor::forget(arguments)),
        Verb::RequireNewPassword(arguments) => block_on(new_password::require(arguments)),
        Verb::Disable(arguments) => block_on(disabled::disable(arguments)),
        Verb::Enable(arguments) => block_on(disabled::enable(arguments)),
        Verb::WithPostgres(arguments) => block_on(with_postgres::with_postgres(arguments)),
        Verb::Version => {
            println!("troupe {}", env!("CARGO_PKG_VERSION"));
            Ok(ExitCode::SUCCESS)
        }
    };
    outcome.unwrap_or_else(|failure| {
        eprintln!("troupe: {failure}");
        ExitCode::FAILURE
    })
}

/// Prints a help text, or the problem with the arguments.
fn print(answer: &clap::Error) -> ExitCode {
    // A closed terminal is no reason to fail.
    let _ = answer.print();
    if !answer.use_stderr() {
        return ExitCode::SUCCESS;
    }
    eprintln!("`troupe help` lists all commands.");
    ExitCode::from(2)
}

fn block_on<F>(work: F) -> Result<ExitCode, Failure>
where
    F: Future<Output = Result<ExitCode, Failure>>,
{
    actix_web::rt::System::new().block_on(work)
}
