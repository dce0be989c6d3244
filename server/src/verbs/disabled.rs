//! `troupe disable` and `troupe enable`: keep an account from signing in, and let it sign in again.

use std::process::ExitCode;

use clap::Args;

use super::database::Database;
use super::logs;
use crate::auth::{User, disable_account, enable_account};
use crate::config::Config;
use crate::db::Db;
use crate::node::Failure;

/// The account that is disabled or enabled.
#[derive(Debug, PartialEq, Eq, Args)]
pub(super) struct Arguments {
    /// The email address, or the phone number, of the account
    email: String,
}

pub(super) async fn disable(arguments: Arguments) -> Result<ExitCode, Failure> {
    let said = if change(&arguments, Change::Disable).await? {
        "The account is disabled. Running nodes close its sockets within a second."
    } else {
        "The account is already disabled."
    };
    logs::say(format_args!("{}: {said}", arguments.email));
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn enable(arguments: Arguments) -> Result<ExitCode, Failure> {
    let changed = change(&arguments, Change::Enable).await?;
    let said = if changed { "The account can log in again." } else { "The account was not disabled." };
    logs::say(format_args!("{}: {said}", arguments.email));
    Ok(ExitCode::SUCCESS)
}

#[derive(Clone, Copy)]
enum Change {
    Disable,
    Enable,
}

/// Returns false if the account was in this state before.
async fn change(Arguments { email }: &Arguments, change: Change) -> Result<bool, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    let database = Database::open_or_join(&config).await?;
    let outcome = change_of(&database.db, email, change).await;
    database.close().await;
    outcome
}

async fn change_of(db: &Db, email: &str, change: Change) -> Result<bool, Failure> {
    let user = User::by_email(db, email).await?;
    let user = user.ok_or_else(|| format!("no account has the email address or phone number {email}"))?.id;
    Ok(match change {
        Change::Disable => disable_account(db, user).await?,
        Change::Enable => enable_account(db, user).await?,
    })
}
