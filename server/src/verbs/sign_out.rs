//! `troupe sign-out`: ends the sessions of one account, or of everybody.

use std::process::ExitCode;

use super::database::Database;
use super::logs;
use crate::auth::{User, end_sessions};
use crate::config::Config;
use crate::db::Db;
use crate::node::Failure;

/// The accounts whose sessions end.
pub(super) enum Whose {
    /// The account with this address.
    Of(String),
    /// All accounts.
    Everybodys,
}

impl Whose {
    pub(super) fn parse(words: &[&str]) -> Option<Self> {
        match words {
            ["--everybody"] => Some(Self::Everybodys),
            [email] if !email.starts_with('-') => Some(Self::Of((*email).to_owned())),
            _ => None,
        }
    }
}

pub(super) async fn sign_out(whose: Whose) -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    let database = Database::open_or_join(&config).await?;
    let outcome = end(&database.db, whose).await;
    database.close().await;
    let ended = outcome?;
    logs::say(format_args!("Sessions ended: {ended}. Running nodes close their sockets within a second."));
    Ok(ExitCode::SUCCESS)
}

async fn end(db: &Db, whose: Whose) -> Result<u64, Failure> {
    let user = match whose {
        Whose::Everybodys => None,
        Whose::Of(email) => {
            let user = User::by_email(db, &email).await?;
            Some(user.ok_or_else(|| format!("no account has the email address {email}"))?.id)
        }
    };
    Ok(end_sessions(db, user).await?)
}
