//! `troupe config`.

use std::process::ExitCode;

use crate::config::Config;
use crate::node::Failure;

pub(super) fn print() -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    println!("# The data folder is {}", config.data_dir.path().display());
    print!("{}", config.printed());
    Ok(ExitCode::SUCCESS)
}
