//! `troupe serve`: the node.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::database::Database;
use super::stop::StopSignals;
use super::{Failure, limits, logs};
use crate::auth::{Auth, Site};
use crate::config::Config;
use crate::http::limits::Limits;
use crate::http::metrics::Metrics;
use crate::http::{Door, Listener, Running, bind};
use crate::mail::Mailer;

/// The process is gone within ten seconds of being told: this much for the requests under way.
const DRAIN: Duration = Duration::from_secs(8);

pub(super) async fn serve() -> Result<ExitCode, Failure> {
    let config = Arc::new(Config::from_process()?);
    logs::start(&config.log);
    limits::raise_open_files();
    let mut stop = StopSignals::new()?;
    // The port first: whether it is free is known at once, and costs nothing to give back.
    let listener = bind(&config.http)?;
    let database = tokio::select! {
        database = Database::open(&config) => database?,
        () = stop.next() => return Ok(ExitCode::SUCCESS),
    };
    let mut database = database;
    let outcome = run(config, listener, &mut database, &mut stop).await;
    database.close().await;
    outcome
}

async fn run(
    config: Arc<Config>,
    listener: Listener,
    database: &mut Database,
    stop: &mut StopSignals,
) -> Result<ExitCode, Failure> {
    let (stopping, told) = watch::channel(false);
    let site = Site::new(&config.http, listener.addr);
    let door = door(&config, database, &site, told).await?;
    let running = Running::start(listener, door, |_| {})?;
    let handle = running.handle();
    // On its own: it has to go on while it is told to stop.
    let mut server = actix_web::rt::spawn(running.server);
    println!("Troupe is ready at {} (Ctrl-C stops it)", site.public_url());

    let ended = async {
        match &mut database.postgres {
            Some(postgres) => {
                let _ = postgres.ended().await;
                postgres.log().display().to_string()
            }
            None => std::future::pending().await,
        }
    };
    let code = tokio::select! {
        served = &mut server => {
            served??;
            return Ok(ExitCode::SUCCESS);
        }
        log = ended => {
            tracing::error!(log, "the private database ended by itself");
            ExitCode::FAILURE
        }
        () = stop.next() => ExitCode::SUCCESS,
    };
    tracing::info!("stopping");
    // Whoever listens may be gone already.
    let _ = stopping.send(true);
    tokio::select! {
        _ = tokio::time::timeout(DRAIN, handle.stop(true)) => {}
        // Told twice: at once, then.
        () = stop.next() => handle.stop(false).await,
    }
    Ok(code)
}

async fn door(
    config: &Arc<Config>,
    database: &Database,
    site: &Site,
    stopping: watch::Receiver<bool>,
) -> Result<Door, Failure> {
    let db = database.db.clone();
    let own = database.postgres.is_some();
    let mailer = Mailer::new(&config.mail, config.http.is_loopback(), own, &db)?;
    if matches!(mailer, Mailer::Nobody) {
        tracing::warn!("no mail server is set (TROUPE_MAIL_URL): nobody can sign up");
    }
    let secret = config.secret()?;
    let auth = Auth::start(config, &secret, db.clone(), mailer.clone(), site.clone()).await?;
    Ok(Door {
        limits: Limits::new(&config.limits, db.runtime()),
        metrics: Metrics::new()?,
        config: Arc::clone(config),
        db,
        auth,
        mailer,
        stopping,
    })
}
