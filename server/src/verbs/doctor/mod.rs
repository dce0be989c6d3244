//! `troupe doctor`: finds problems and suggests fixes.

mod database;
mod finding;
mod redis;
mod store;
mod system;

use std::process::ExitCode;

use finding::{Finding, State};

use crate::config::Config;
use crate::files::Store;
use crate::node::Failure;
use crate::postgres::PrivatePostgres;

/// Checks everything that a node needs, and changes nothing. Fails if a check finds an error.
pub(super) async fn doctor() -> Result<ExitCode, Failure> {
    // One sentence holds all problems of the settings already.
    let config = Config::from_process()?;
    let mut findings = settings(&config);
    findings.extend(match database_url(&config) {
        Some(url) => database::look(&url, &config).await,
        None => vec![Finding::good(
            "database",
            "private; it starts with the node. Run this again while the node is running",
        )],
    });
    findings.push(match &config.redis.url {
        Some(url) => redis::look(url.reveal()).await,
        None => Finding::good("redis", "not set: this is the only node"),
    });
    findings.push(store::look(&Store::of(&config)).await);
    findings.extend(system::look(&config));
    for finding in &findings {
        println!("{finding}");
    }
    let wrong = findings.iter().filter(|finding| finding.state == State::Wrong).count();
    if wrong == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("troupe: {wrong} of {} checks failed", findings.len());
    Ok(ExitCode::FAILURE)
}

/// The database from the settings, or the private one while a node runs it.
fn database_url(config: &Config) -> Option<String> {
    match &config.database.url {
        Some(url) => Some(url.reveal().to_owned()),
        None => PrivatePostgres::of_another(config.data_dir.path()),
    }
}

fn settings(config: &Config) -> Vec<Finding> {
    let mut findings = vec![Finding::good("settings", format!("valid for troupe {}", env!("CARGO_PKG_VERSION")))];
    let public = !config.http.is_loopback();
    if public && config.http.public_url.as_ref().is_some_and(|url| url.starts_with("http://")) {
        findings.push(Finding::note("settings", "TROUPE_PUBLIC_URL has no TLS: passwords are sent unencrypted"));
    }
    if public && config.mail.url.is_none() {
        findings.push(Finding::note("settings", "without a mail server no user can sign up: set TROUPE_MAIL_URL"));
    }
    if public && config.http.trusted_proxies.is_empty() {
        findings.push(Finding::note(
            "settings",
            "TROUPE_TRUSTED_PROXIES is empty: behind a load balancer, limits count all clients as one",
        ));
    }
    if config.redis.url.is_some() && config.database.url.is_none() {
        findings.push(Finding::wrong(
            "settings",
            "REDIS_URL is set and DATABASE_URL is not: several nodes need one database; set DATABASE_URL on each",
        ));
    }
    findings
}
