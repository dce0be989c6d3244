//! A node: everything behind one port, on one database.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actors::bus::{Bus, LocalBus, RedisBus, RedisBusOptions};
use actors::critical::catch_panic;
use actors::journal::Journal;
use actors::{RegistryOptions, Stage};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::auth::{Auth, InstanceOwner, Site, bus_key};
use crate::config::Config;
use crate::db::Db;
use crate::http::limits::Limits;
use crate::http::limits::imports::Imports;
use crate::http::routes::admin::announce::announce;
use crate::http::transport::{Listener, Running};
use crate::http::{Door, WebFiles};
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::metrics::bus::BusCollector;
use crate::{import, openapi, socket};

/// The process is gone within ten seconds of being told: this much is for what is under way.
const DRAIN: Duration = Duration::from_secs(5);
/// And this much of it for commits.
const COMMITS: Duration = Duration::from_secs(3);
/// And this much for imports to come to an end.
const IMPORTS: Duration = Duration::from_secs(1);
/// And this much for all of it where it is told twice.
const HURRY: Duration = Duration::from_millis(500);
/// How often the journal's partitions are looked after.
const MAINTENANCE: Duration = Duration::from_secs(3_600);

/// Why a node does not start, in a sentence.
pub type Failure = Box<dyn std::error::Error>;

/// A node that serves.
pub struct Node {
    door: Door,
    server: JoinHandle<std::io::Result<()>>,
    handle: ServerHandle,
    stopping: watch::Sender<bool>,
}

impl Node {
    /// Begins to serve. `own_database` says that the database is the node's own, and so the mail
    /// of whoever signs up may be shown to whoever sits at this machine.
    ///
    /// # Errors
    /// When the database does not answer, or a setting turns out to be of no use.
    pub async fn start(
        config: Arc<Config>,
        web_app: WebFiles,
        listener: Listener,
        db: Db,
        own_database: bool,
    ) -> Result<Self, Failure> {
        let site = Site::new(&config.http, listener.addr);
        let mailer = Mailer::new(&config.mail, config.http.is_loopback(), own_database, &db)?;
        if matches!(mailer, Mailer::Nobody) {
            tracing::warn!("no mail server is set (TROUPE_MAIL_URL): nobody can sign up");
        }
        let secrets = config.secrets()?;
        let metrics = Metrics::new()?;
        let hashes = metrics.password_hashes.clone();
        let heartbeat = config.sockets.heartbeat;
        let bus = open_bus(&config, &db)?;
        let stage = Stage::start(Journal::new(db.clone()), bus, RegistryOptions::default(), heartbeat).await?;
        let clock = stage.clock().clone();
        let auth = Auth::start(&config, &secrets, db.clone(), mailer.clone(), site, hashes, clock).await?;
        metrics.register(BusCollector::new(&stage)?)?;
        let (stopping, told) = watch::channel(false);
        let door = Door {
            limits: Limits::new(&config.limits, config.database.pool_size as usize, &config.sockets, db.runtime()),
            imports: Imports::new(config.http.upload_limit),
            owner: InstanceOwner::new(config.instance.owner.as_deref()),
            metrics,
            config,
            db,
            auth,
            stage,
            mailer,
            web_app,
            stopping: told,
        };
        let running = Running::start(listener, door.clone(), |service| {
            service.configure(socket::routes).configure(openapi::routes);
        })?;
        let handle = running.handle();
        follow(&door, "closing sockets of ended sessions", socket::close_sockets_of_ended_sessions(door.clone()));
        follow(&door, "noting sessions that ended elsewhere", socket::note_sessions_ended_elsewhere(door.clone()));
        follow(&door, "announcing the node", announce(door.clone()));
        follow(&door, "keeping the journal", keep_journal(door.stage.clone()));
        follow(&door, "ending abandoned imports", import::abandoned::end_abandoned(door.stage.clone()));
        // On its own: it has to go on while it is told to stop.
        let server = actix_web::rt::spawn(running.server);
        Ok(Self { door, server, handle, stopping })
    }

    /// Where people reach it; without a slash at the end.
    #[must_use]
    pub fn url(&self) -> &str {
        self.door.auth.site().public_url()
    }

    /// Waits until it ends by itself, which it does not do in a good life.
    ///
    /// # Errors
    /// Why it ended.
    pub async fn ended(&mut self) -> Result<(), Failure> {
        Ok((&mut self.server).await??)
    }

    /// Takes no new work, finishes what is under way, and ends; at once when told to `hurry`.
    pub async fn stop(self, hurry: impl Future<Output = ()>) {
        tracing::info!("stopping");
        // Whoever listens may be gone already.
        let _ = self.stopping.send(true);
        let drained = async {
            // They hear of it between two pieces, and can still say that they ended early. A load balancer has
            // its time to look elsewhere meanwhile.
            let notice = tokio::time::sleep(self.door.config.http.stop_notice);
            tokio::join!(self.door.imports.quiet(IMPORTS), notice);
            // What was accepted is committed and acked, then the sockets are sent away (DR1).
            self.door.stage.drain(COMMITS).await;
            let _ = tokio::time::timeout(DRAIN, self.handle.stop(true)).await;
        };
        tokio::select! {
            () = drained => {}
            // Nobody hears it any more where connections are waited for already; they go with the process.
            () = hurry => drop(tokio::time::timeout(HURRY, self.handle.stop(false)).await),
        }
    }
}

/// Goes on for as long as the node lives.
fn follow(door: &Door, what: &'static str, work: impl Future<Output = ()> + 'static) {
    actix_web::rt::spawn(door.db.critical().clone().watch(what, work));
}

/// What wakes the other nodes: Redis, where it is set. One that is away is no reason not to start.
pub(crate) fn open_bus(config: &Config, db: &Db) -> Result<Arc<dyn Bus>, Failure> {
    let Some(url) = &config.redis.url else { return Ok(Arc::new(LocalBus::default())) };
    let (runtime, critical) = (db.runtime().clone(), db.critical().clone());
    let options = RedisBusOptions { url: url.reveal(), key: bus_key(&config.secret()?), runtime, critical };
    Ok(Arc::new(RedisBus::start(options)?))
}

/// Makes the coming days' partitions and drops the old ones.
async fn keep_journal(stage: Stage) {
    loop {
        tokio::time::sleep(MAINTENANCE).await;
        if let Some(Err(error)) = catch_panic(stage.journal().maintain()).await {
            tracing::error!(%error, "the journal's partitions could not be looked after");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dr1_what_is_waited_for_at_the_end_takes_less_than_ten_seconds() {
        assert!(IMPORTS + COMMITS + DRAIN < Duration::from_secs(10));
    }
}
