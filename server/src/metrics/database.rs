//! The metrics that need a query: the database is asked at most every ten seconds, however many scrapes there are.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus::{IntGauge, IntGaugeVec, Opts, Registry};
use tokio::sync::Mutex;

use super::registered::registered;
use crate::db::Db;
use crate::queries::figures::{self, FIGURES};

const FRESH: Duration = Duration::from_secs(10);
/// The time that a scrape waits for the database; after it, the database counts as away.
const PATIENCE: Duration = Duration::from_secs(2);

/// The metrics that need a query. Cheap to clone.
#[derive(Clone)]
pub(super) struct DatabaseFigures {
    up: IntGauge,
    counts: Vec<IntGauge>,
    backends: IntGaugeVec,
    /// The time of the last query; locked during a query.
    asked: Arc<Mutex<Option<Instant>>>,
}

impl DatabaseFigures {
    /// Registers new metrics.
    ///
    /// # Errors
    /// If two have the same name: a bug, found at the start.
    pub(super) fn new(registry: &Registry) -> Result<Self, prometheus::Error> {
        let of_backends =
            Opts::new("troupe_database_backends", "Connections to the database, of all its clients, by state");
        Ok(Self {
            up: registered(registry, IntGauge::new("troupe_database_up", "1 while the database answers this node")?)?,
            counts: FIGURES
                .iter()
                .map(|(name, help, _)| registered(registry, IntGauge::new(*name, *help)?))
                .collect::<Result<_, _>>()?,
            backends: registered(registry, IntGaugeVec::new(of_backends, &["state"])?)?,
            asked: Arc::default(),
        })
    }

    /// Queries the database, unless the last answer is fresh.
    pub(super) async fn refresh(&self, db: &Db) {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|asked| asked.elapsed() < FRESH) {
            return;
        }
        match tokio::time::timeout(PATIENCE, figures::read(db)).await {
            Ok(Ok((counts, backends))) => {
                self.up.set(1);
                for (gauge, count) in self.counts.iter().zip(counts) {
                    gauge.set(count);
                }
                self.backends.reset();
                for (state, count) in backends {
                    self.backends.with_label_values(&[&state]).set(count);
                }
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "the metrics of the database could not be read");
                self.up.set(0);
            }
            Err(_) => self.up.set(0),
        }
        *asked = Some(Instant::now());
    }
}
