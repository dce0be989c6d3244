//! `troupe forget-second-factor`: turns off the second factor of a person who has lost both the app and the recovery
//! codes.

use std::process::ExitCode;

use clap::Args;

use super::database::Database;
use super::logs;
use crate::auth::{User, forget_second_factor};
use crate::config::Config;
use crate::db::Db;
use crate::node::Failure;

/// The account whose second factor is turned off.
#[derive(Debug, PartialEq, Eq, Args)]
pub(super) struct Arguments {
    /// The email address, or the phone number, of the account
    email: String,
}

pub(super) async fn forget(arguments: Arguments) -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    let database = Database::open_or_join(&config).await?;
    let outcome = forget_of(&database.db, &arguments.email).await;
    database.close().await;
    let had_one = outcome?;
    let said = if had_one {
        "The account now needs only its password to log in."
    } else {
        "The account had no second factor."
    };
    logs::say(format_args!("{}: {said}", arguments.email));
    Ok(ExitCode::SUCCESS)
}

async fn forget_of(db: &Db, email: &str) -> Result<bool, Failure> {
    let user = User::by_email(db, email).await?;
    let user = user.ok_or_else(|| format!("no account has the email address {email}"))?;
    Ok(forget_second_factor(db, user.id).await?)
}
