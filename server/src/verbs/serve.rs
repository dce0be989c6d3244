//! `troupe serve`: the node.

use std::process::ExitCode;
use std::sync::Arc;

use super::database::Database;
use super::stop::StopSignals;
use super::{limits, logs};
use crate::config::Config;
use crate::http::WebFiles;
use crate::http::transport::{Listener, bind};
use crate::metrics::panics;
use crate::node::{Failure, Node};
use crate::traces::Traces;

pub(super) async fn serve(web_app: WebFiles) -> Result<ExitCode, Failure> {
    let config = Arc::new(Config::from_process()?);
    // Kept to the end: dropping it sends the remaining traces.
    let (_traces, spans) = Traces::start(&config.traces)?.unzip();
    logs::start_with(&config.log, spans);
    panics::watch();
    limits::raise_open_files();
    if !config.http.is_loopback() && config.http.public_url.as_ref().is_some_and(|url| url.starts_with("http://")) {
        tracing::warn!("TROUPE_PUBLIC_URL has no TLS: passwords are sent unencrypted");
    }
    let mut stop = StopSignals::new()?;
    // The port is opened first: an occupied port is reported at once.
    let listener = bind(&config.http)?;
    let mut database = tokio::select! {
        database = Database::open(&config) => database?,
        () = stop.next() => return Ok(ExitCode::SUCCESS),
    };
    let outcome = run(config, web_app, listener, &mut database, &mut stop).await;
    database.close().await;
    outcome
}

async fn run(
    config: Arc<Config>,
    web_app: WebFiles,
    listener: Listener,
    database: &mut Database,
    stop: &mut StopSignals,
) -> Result<ExitCode, Failure> {
    database.warn_of_forgetting().await?;
    let own = database.postgres.is_some();
    let mut node = Node::start(config, web_app, listener, database.db.clone(), own).await?;
    logs::say(format_args!("Troupe is ready at {} (Ctrl-C stops it)", node.url()));
    let critical = database.db.critical().clone();
    let code = tokio::select! {
        ended = node.ended() => return ended.map(|()| ExitCode::SUCCESS),
        what = critical.failed() => {
            tracing::error!(what, "the node stops: a task that it needs has failed");
            ExitCode::FAILURE
        }
        log = database.ended() => {
            tracing::error!(log, "the private database ended by itself");
            ExitCode::FAILURE
        }
        () = stop.next() => ExitCode::SUCCESS,
    };
    // On the second signal, the node stops at once.
    node.stop(stop.next()).await;
    Ok(code)
}
