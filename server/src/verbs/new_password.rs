//! `troupe require-new-password`: requires an account to choose a new password at its next sign-in with the password.

use std::process::ExitCode;

use clap::Args;

use super::database::Database;
use super::logs;
use crate::auth::{User, end_sessions, require_new_password};
use crate::config::Config;
use crate::db::Db;
use crate::node::Failure;

/// The account whose password must be replaced.
#[derive(Debug, PartialEq, Eq, Args)]
pub(super) struct Arguments {
    /// The email address of the account
    email: String,
    /// End all sessions of the account as well
    #[arg(long)]
    end_sessions: bool,
}

pub(super) async fn require(arguments: Arguments) -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    let database = Database::open_or_join(&config).await?;
    let outcome = require_of(&database.db, &arguments).await;
    database.close().await;
    let ended = outcome?.map(|ended| format!(" Sessions ended: {ended}.")).unwrap_or_default();
    logs::say(format_args!("{}: The next login with the password requires a new password.{ended}", arguments.email));
    Ok(ExitCode::SUCCESS)
}

/// Returns the number of ended sessions; `None` without `--end-sessions`.
async fn require_of(db: &Db, Arguments { email, end_sessions: ends }: &Arguments) -> Result<Option<u64>, Failure> {
    let user = User::by_email(db, email).await?;
    let user = user.ok_or_else(|| format!("no account has the email address {email}"))?;
    if !require_new_password(db, user.id).await? {
        return Err(format!("the account of {email} has no password").into());
    }
    Ok(if *ends { Some(end_sessions(db, Some(user.id)).await?) } else { None })
}
