//! The metrics of this process, for Prometheus.

pub mod bus;
mod database;
pub mod panics;
pub mod process;
mod registered;
pub mod texts;

use std::time::Duration;

use actix_web::http::StatusCode;
use actors::Stage;
use prometheus::core::Collector;
use prometheus::{
    Encoder, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
};

use database::DatabaseFigures;
use process::Process;
use registered::registered;

use crate::db::Db;

/// In seconds.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// The metrics of this process. Cheap to clone; other rooms register metrics of their own.
#[derive(Clone)]
pub struct Metrics {
    registry: Registry,
    /// Panics of the whole process; each is a bug.
    pub panics: IntCounter,
    /// Passwords hashed, to store or to compare: an unknown account costs the same work as a known one.
    pub password_hashes: IntCounter,
    /// Requests answered, on all routes.
    pub answered: IntCounter,
    /// Connections that were cut because their reader was too slow.
    pub cut: IntCounter,
    /// Runs of jobs that ended on this node, by kind and outcome.
    pub jobs: IntCounterVec,
    requests: IntCounterVec,
    seconds: HistogramVec,
    connections: IntGaugeVec,
    commands: IntCounterVec,
    command_seconds: Histogram,
    sockets: IntGauge,
    on_stage: IntGauge,
    waiting: IntGauge,
    unheard: IntGauge,
    outboxes: IntGauge,
    fullest_outbox: IntGauge,
    process: Process,
    database: DatabaseFigures,
}

impl Metrics {
    /// Registers new metrics.
    ///
    /// # Errors
    /// If two have the same name: a bug, found at the start.
    pub fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let build = IntGaugeVec::new(Opts::new("troupe_build_info", "1; the version is a label"), &["version"])?;
        registered(&registry, build)?.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        let counter =
            |name, help, labels: &[&str]| registered(&registry, IntCounterVec::new(Opts::new(name, help), labels)?);
        let seconds = |name, help| HistogramOpts::new(name, help).buckets(BUCKETS.to_vec());
        let gauge = |name, help| registered(&registry, IntGauge::new(name, help)?);
        Ok(Self {
            panics: registered(&registry, panics::counter())?,
            password_hashes: registered(
                &registry,
                IntCounter::new("troupe_password_hashes_total", "Passwords hashed")?,
            )?,
            answered: registered(
                &registry,
                IntCounter::new("troupe_http_answered_total", "Requests answered, of all routes")?,
            )?,
            cut: registered(
                &registry,
                IntCounter::new("troupe_http_cut_total", "Connections cut because their reader was too slow")?,
            )?,
            jobs: counter("troupe_jobs_total", "Runs of jobs on this node, by their outcome", &["kind", "outcome"])?,
            requests: counter("troupe_http_requests_total", "Requests answered", &["method", "route", "status"])?,
            seconds: registered(
                &registry,
                HistogramVec::new(seconds("troupe_http_request_seconds", "Time until the answer began"), &["route"])?,
            )?,
            connections: registered(
                &registry,
                IntGaugeVec::new(Opts::new("troupe_database_connections", "Connections of the pool"), &["state"])?,
            )?,
            commands: counter("troupe_commands_total", "Commands of sockets, by their answer", &["answer"])?,
            command_seconds: registered(
                &registry,
                Histogram::with_opts(seconds("troupe_command_seconds", "Time from a socket's command to its answer"))?,
            )?,
            sockets: gauge("troupe_sockets", "Sockets of this node")?,
            on_stage: gauge("troupe_workspaces_on_stage", "Workspaces in this node's memory")?,
            waiting: gauge("troupe_commands_waiting", "Commands that were handed over and have no answer yet")?,
            unheard: gauge("troupe_bus_waiting", "Messages of other nodes that workspaces have not taken yet")?,
            outboxes: gauge("troupe_outbox_bytes", "Bytes that sockets' readers have not taken yet")?,
            fullest_outbox: gauge("troupe_outbox_fullest_bytes", "The same of the socket with the most")?,
            process: Process::new(&registry)?,
            database: DatabaseFigures::new(&registry)?,
            registry,
        })
    }

    /// Registers a metric of another room.
    ///
    /// # Errors
    /// If the name is taken.
    pub fn register(&self, figure: impl Collector + 'static) -> Result<(), prometheus::Error> {
        self.registry.register(Box::new(figure))
    }

    /// Counts a request. Routes are patterns, so their number is bounded. The number of methods is not, so unknown
    /// methods share one label.
    pub(crate) fn request(&self, method: &str, route: &str, status: StatusCode, seconds: f64) {
        let method = match method {
            "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" => method,
            _ => "other",
        };
        self.answered.inc();
        self.requests.with_label_values(&[method, route, status.as_str()]).inc();
        self.seconds.with_label_values(&[route]).observe(seconds);
    }

    /// Counts a command of a socket after its answer.
    pub fn command(&self, answer: &'static str, took: Duration) {
        self.commands.with_label_values(&[answer]).inc();
        self.command_seconds.observe(took.as_secs_f64());
    }

    /// All metrics in the format of Prometheus.
    pub(crate) async fn text(&self, db: &Db, stage: &Stage) -> String {
        let (size, idle) = db.connections();
        let gauge = |state, value: usize| {
            self.connections.with_label_values(&[state]).set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        let open = usize::try_from(size).unwrap_or(usize::MAX);
        gauge("idle", idle);
        gauge("busy", open.saturating_sub(idle));
        let (counts, sockets) = (stage.counts().await, stage.sockets().await);
        for (gauge, count) in [
            (&self.sockets, sockets.open),
            (&self.on_stage, counts.workspaces),
            (&self.waiting, counts.waiting),
            (&self.unheard, counts.bus_backlog),
            (&self.outboxes, sockets.waiting_bytes),
            (&self.fullest_outbox, sockets.fullest_bytes),
        ] {
            gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        }
        self.process.refresh();
        self.database.refresh(db).await;
        let mut text = Vec::new();
        if let Err(error) = TextEncoder::new().encode(&self.registry.gather(), &mut text) {
            tracing::error!(%error, "the metrics could not be written");
        }
        String::from_utf8(text).unwrap_or_default()
    }
}
