//! `troupe migrate`.

use std::process::ExitCode;

use super::database::Database;
use super::logs;
use crate::config::Config;
use crate::node::Failure;

pub(super) async fn migrate() -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    logs::start(&config.log);
    Database::open(&config).await?.close().await;
    println!("The database schema is up to date.");
    Ok(ExitCode::SUCCESS)
}
