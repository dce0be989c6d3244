//! `troupe sign-out`: ends the sessions of one account, or of all accounts.

use std::process::ExitCode;

use clap::Args;

use super::database::Database;
use super::logs;
use crate::auth::{User, end_sessions};
use crate::config::Config;
use crate::db::Db;
use crate::node::Failure;

/// The accounts whose sessions end.
#[derive(Debug, PartialEq, Eq, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Arguments {
    /// The email address, or the phone number, of the account
    email: Option<String>,
    /// All accounts
    #[arg(long)]
    everybody: bool,
}

pub(super) async fn sign_out(arguments: Arguments) -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    let database = Database::open_or_join(&config).await?;
    let outcome = end(&database.db, arguments.email).await;
    database.close().await;
    let ended = outcome?;
    logs::say(format_args!("Sessions ended: {ended}. Running nodes close their sockets within a second."));
    Ok(ExitCode::SUCCESS)
}

/// Ends the sessions of the account with this address, or of all accounts.
async fn end(db: &Db, email: Option<String>) -> Result<u64, Failure> {
    let user = match email {
        None => None,
        Some(email) => {
            let user = User::by_email(db, &email).await?;
            Some(user.ok_or_else(|| format!("no account has the email address {email}"))?.id)
        }
    };
    Ok(end_sessions(db, user).await?)
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
    fn sessions_end_for_one_account_or_for_all_and_never_by_a_slip() {
        let parsed = |words: &[&str]| {
            let words = ["sign-out"].iter().chain(words);
            Typed::try_parse_from(words).ok().map(|typed| (typed.arguments.email, typed.arguments.everybody))
        };
        assert_eq!(parsed(&["a@b.c"]), Some((Some("a@b.c".to_owned()), false)));
        assert_eq!(parsed(&["--everybody"]), Some((None, true)));
        for wrong in [&[][..], &["--all"], &["a@b.c", "--everybody"], &["a@b.c", "d@e.f"]] {
            assert_eq!(parsed(wrong), None, "{wrong:?}");
        }
    }
}
