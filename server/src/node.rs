//! A node: everything behind one port, on one database.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::http::Uri;
use actors::bus::{Bus, LocalBus, RedisBus, RedisBusOptions};
use actors::jobs::{Following, FollowingOptions, Jobs, Pool, PoolOptions};
use actors::journal::Journal;
use actors::{RegistryOptions, Stage};
use futures_util::FutureExt;
use futures_util::future::join;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::auth::{Auth, InstanceOwner, Site, bus_key};
use crate::config::Config;
use crate::db::Db;
use crate::files::Store;
use crate::http::limits::Limits;
use crate::http::limits::imports::Imports;
use crate::http::routes::admin::announce::{announce, announce_once};
use crate::http::transport::{Listener, Running};
use crate::http::{Door, WebFiles};
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::metrics::bus::BusCollector;
use crate::metrics::texts::TextCollector;
use crate::outbound::Outbound;
use crate::pages::{Reader, Titles};
use crate::push::Push;
use crate::sms::{Carriers, Sms};
use crate::{jobs, openapi, socket};

/// A node ends within ten seconds of the request to stop. This much of that time is for requests under way.
const DRAIN: Duration = Duration::from_secs(5);
/// The part of the ten seconds that commits may take.
const COMMITS: Duration = Duration::from_secs(3);
/// The part of the ten seconds that imports may take to end.
const IMPORTS: Duration = Duration::from_secs(1);
/// The part of the ten seconds, beside the imports, that jobs may take to end.
const JOBS: Duration = Duration::from_secs(1);
/// The time for closing everything after a second request to stop.
const HURRY: Duration = Duration::from_millis(500);

/// The reason why a node does not start, in a sentence.
pub type Failure = Box<dyn std::error::Error>;

/// A node that serves requests.
pub struct Node {
    door: Door,
    server: JoinHandle<std::io::Result<()>>,
    handle: ServerHandle,
    stopping: watch::Sender<bool>,
    background: JoinHandle<()>,
}

impl Node {
    /// Starts to serve. `own_database` says that the database is private to the node. The mails of sign-ups may then be
    /// shown at this machine.
    ///
    /// # Errors
    /// If the database does not answer, or a setting is unusable.
    pub async fn start(
        config: Arc<Config>,
        web_app: WebFiles,
        listener: Listener,
        db: Db,
        own_database: bool,
    ) -> Result<Self, Failure> {
        let site = Site::new(&config.http, listener.addr);
        let mailer = Mailer::new(&config.mail, config.http.is_loopback(), own_database, &db)?;
        if matches!(mailer, Mailer::None) {
            tracing::warn!("no mail server is set (TROUPE_MAIL_URL), so no user can sign up");
        }
        let secrets = config.secrets()?;
        let metrics = Metrics::new()?;
        let hashes = metrics.password_hashes.clone();
        let heartbeat = config.sockets.heartbeat;
        let bus = open_bus(&config, &db)?;
        let stage = Stage::start(Journal::new(db.clone()), bus, RegistryOptions::default(), heartbeat).await?;
        let clock = stage.clock().clone();
        let queue = Jobs::new(db.clone());
        let sms = Sms::new(&config.sms, outbound(&config, site.public_url()), &mailer)?;
        let carriers = Carriers { mailer: mailer.clone(), sms };
        let auth = Auth::start(&config, &secrets, queue.clone(), carriers, site, hashes, clock).await?;
        metrics.register(BusCollector::new(&stage)?)?;
        metrics.register(TextCollector::new(stage.text_figures().clone())?)?;
        let (stopping, told) = watch::channel(false);
        let runs = metrics.jobs.clone();
        let count = Arc::new(move |kind: &str, outcome| runs.with_label_values(&[kind, outcome]).inc());
        let options = PoolOptions { count, ..PoolOptions::of_node(stage.node()) };
        let store = Store::of(&config);
        let public_url = auth.site().public_url();
        let push = Push::new(&config, &secrets, outbound(&config, public_url), public_url);
        let pages = page_reader(&config, public_url);
        let titles = Titles::new(pages.clone());
        let kinds = jobs::kinds(&queue, &auth, &stage, &store, &push, pages);
        let pool = Pool::new(queue.clone(), kinds, options).run(told.clone());
        let reads = FollowingOptions::of_node(stage.node());
        let following = Following::new(queue.clone(), stage.journal().clone(), jobs::FOLLOWERS.to_vec(), reads);
        let background = join(pool, following.run(told.clone())).map(drop);
        let background = db.runtime().spawn(db.critical().clone().watch("running jobs", background));
        let door = Door {
            limits: Limits::new(&config.limits, config.database.pool_size as usize, &config.sockets, db.runtime()),
            imports: Imports::new(config.http.upload_limit),
            files: store,
            owner: InstanceOwner::new(config.instance.owner.as_deref()),
            metrics,
            config,
            db,
            auth,
            stage,
            mailer,
            jobs: queue,
            push,
            titles,
            web_app,
            stopping: told,
        };
        // Before the first request: a new workspace gets commons only if all nodes are known to know them.
        if let Err(error) = announce_once(&door).await {
            tracing::warn!(%error, "this node could not write its figures for the others yet");
        }
        let running = Running::start(listener, door.clone(), |service| {
            service.configure(socket::routes).configure(openapi::routes);
        })?;
        let handle = running.handle();
        follow(&door, "closing sockets of ended sessions", socket::close_sockets_of_ended_sessions(door.clone()));
        follow(&door, "noting sessions that ended elsewhere", socket::note_sessions_ended_elsewhere(door.clone()));
        follow(&door, "announcing the node", announce(door.clone()));
        // The server runs in a task of its own: it must go on while the node stops.
        let server = actix_web::rt::spawn(running.server);
        Ok(Self { door, server, handle, stopping, background })
    }

    /// The address at which people reach the node; without a slash at the end.
    #[must_use]
    pub fn url(&self) -> &str {
        self.door.auth.site().public_url()
    }

    /// Waits until the server ends without a request, which it does only after an error.
    ///
    /// # Errors
    /// The reason why the server ended.
    pub async fn ended(&mut self) -> Result<(), Failure> {
        Ok((&mut self.server).await??)
    }

    /// Takes no new work, finishes the work under way, and ends. Ends at once when `hurry` completes.
    pub async fn stop(self, hurry: impl Future<Output = ()>) {
        tracing::info!("stopping");
        // All receivers may have ended already.
        let _ = self.stopping.send(true);
        let drained = async {
            // Imports notice the stop between two batches, and can still report that they ended early. Meanwhile the
            // load balancer has time to choose other nodes.
            let notice = tokio::time::sleep(self.door.config.http.stop_notice);
            // Another node takes jobs that need longer, after their lease.
            let jobs = tokio::time::timeout(JOBS, self.background);
            let _ = tokio::join!(self.door.imports.quiet(IMPORTS), notice, jobs);
            // Accepted commands are committed and acked, then the sockets are closed (DR1).
            self.door.stage.drain(COMMITS).await;
            let _ = tokio::time::timeout(DRAIN, self.handle.stop(true)).await;
        };
        tokio::select! {
            () = drained => {}
            // While the server already waits for connections, it ignores this stop; the connections end with the
            // process.
            () = hurry => drop(tokio::time::timeout(HURRY, self.handle.stop(false)).await),
        }
    }
}

/// Runs a task for as long as the node lives.
fn follow(door: &Door, what: &'static str, work: impl Future<Output = ()> + 'static) {
    actix_web::rt::spawn(door.db.critical().clone().watch(what, work));
}

/// The client for URLs that people have named. It does not ask this cluster itself.
fn outbound(config: &Config, public_url: &str) -> Outbound {
    let own_host = public_url.parse::<Uri>().ok().and_then(|it| it.host().map(str::to_owned));
    Outbound::new(config.outbound.private, own_host.as_deref())
}

/// Reads pages that tickets link to, unless the settings forbid it.
fn page_reader(config: &Config, own_url: &str) -> Option<Reader> {
    let own = config.http.origins.iter().map(String::as_str).chain([own_url]);
    config.outbound.link_titles.then(|| Reader::new(outbound(config, own_url), own))
}

/// The bus between nodes: Redis, if it is set. A node also starts while Redis is away.
pub(crate) fn open_bus(config: &Config, db: &Db) -> Result<Arc<dyn Bus>, Failure> {
    let Some(url) = &config.redis.url else { return Ok(Arc::new(LocalBus::default())) };
    let (runtime, critical) = (db.runtime().clone(), db.critical().clone());
    let options = RedisBusOptions { url: url.reveal(), key: bus_key(&config.secret()?), runtime, critical };
    Ok(Arc::new(RedisBus::start(options)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dr1_the_waits_at_the_end_add_up_to_less_than_ten_seconds() {
        assert!(IMPORTS + COMMITS + DRAIN < Duration::from_secs(10));
    }
}
