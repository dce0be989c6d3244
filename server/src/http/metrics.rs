//! What this process did, as figures.

use actix_web::http::StatusCode;
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};

use crate::db::Db;

/// Seconds.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// What this process did. Cheap to clone; other rooms register figures of their own.
#[derive(Clone)]
pub struct Metrics {
    registry: Registry,
    /// Handlers that panicked: always a fault of ours.
    pub panics: IntCounter,
    /// Passwords hashed, to store them or to compare: the same work whether there is such a person or not.
    pub password_hashes: IntCounter,
    requests: IntCounterVec,
    seconds: HistogramVec,
    connections: IntGaugeVec,
    memory: IntGauge,
}

impl Metrics {
    /// Fresh figures.
    ///
    /// # Errors
    /// When two have the same name: a fault of ours, found at once.
    pub fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let metrics = Self {
            panics: IntCounter::new("troupe_panics_total", "Handlers that panicked")?,
            password_hashes: IntCounter::new("troupe_password_hashes_total", "Passwords hashed")?,
            requests: IntCounterVec::new(
                Opts::new("troupe_http_requests_total", "Requests answered"),
                &["method", "route", "status"],
            )?,
            seconds: HistogramVec::new(
                HistogramOpts::new("troupe_http_request_seconds", "Time until the answer began")
                    .buckets(BUCKETS.to_vec()),
                &["route"],
            )?,
            connections: IntGaugeVec::new(
                Opts::new("troupe_database_connections", "Connections of the pool"),
                &["state"],
            )?,
            memory: IntGauge::new("process_resident_memory_bytes", "Resident memory")?,
            registry,
        };
        metrics.register(metrics.panics.clone())?;
        metrics.register(metrics.password_hashes.clone())?;
        metrics.register(metrics.requests.clone())?;
        metrics.register(metrics.seconds.clone())?;
        metrics.register(metrics.connections.clone())?;
        metrics.register(metrics.memory.clone())?;
        Ok(metrics)
    }

    /// Adds a figure of another room.
    ///
    /// # Errors
    /// When there is one of that name.
    pub fn register(&self, figure: impl prometheus::core::Collector + 'static) -> Result<(), prometheus::Error> {
        self.registry.register(Box::new(figure))
    }

    /// Counts a request. Routes are patterns, so their number is bounded; methods are not: whoever
    /// makes one up gets no figure of their own.
    pub(super) fn request(&self, method: &str, route: &str, status: StatusCode, seconds: f64) {
        let method = match method {
            "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" => method,
            _ => "other",
        };
        self.requests.with_label_values(&[method, route, status.as_str()]).inc();
        self.seconds.with_label_values(&[route]).observe(seconds);
    }

    /// All figures as Prometheus reads them.
    pub(super) fn text(&self, db: &Db) -> String {
        let (size, idle) = db.connections();
        let gauge = |state, value: usize| {
            self.connections.with_label_values(&[state]).set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        let open = usize::try_from(size).unwrap_or(usize::MAX);
        gauge("idle", idle);
        gauge("busy", open.saturating_sub(idle));
        self.memory.set(resident_bytes().unwrap_or_default());
        let mut text = Vec::new();
        if let Err(error) = TextEncoder::new().encode(&self.registry.gather(), &mut text) {
            tracing::error!(%error, "the figures could not be written");
        }
        String::from_utf8(text).unwrap_or_default()
    }
}

fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<i64>().ok().map(|kib| kib * 1024)
}
