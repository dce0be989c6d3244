//! The metrics of texts that people write together.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use actors::TextFigures;
use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use prometheus::{Counter, Gauge, Opts};

/// Name, help text, and the function that reads the value.
type Row = (&'static str, &'static str, fn(&TextFigures) -> u64);

const COUNTERS: [Row; 9] = [
    ("troupe_text_updates_total", "Updates of texts that were stored", |it| it.updates.load(Relaxed)),
    ("troupe_text_update_bytes_total", "Bytes of stored updates of texts", |it| it.update_bytes.load(Relaxed)),
    ("troupe_text_batches_total", "Statements that stored updates of texts", |it| it.batches.load(Relaxed)),
    ("troupe_text_refused_total", "Updates of texts that were refused", |it| it.refused.load(Relaxed)),
    ("troupe_text_repaired_total", "Updates that the bus did not deliver", |it| it.repaired.load(Relaxed)),
    ("troupe_text_written_total", "Descriptions written from texts", |it| it.written.load(Relaxed)),
    ("troupe_text_merged_total", "Descriptions of other writers merged into texts", |it| it.merged.load(Relaxed)),
    ("troupe_text_compacted_total", "Texts that were stored anew as one update", |it| it.compacted.load(Relaxed)),
    ("troupe_text_failures_total", "Texts closed: the database did not answer", |it| it.failed.load(Relaxed)),
];
const GAUGES: [Row; 2] = [
    ("troupe_texts_open", "Texts in this node's memory", |it| it.open.load(Relaxed) as u64),
    ("troupe_text_sockets", "Sockets that have joined a text, once for each text", |it| {
        it.sockets.load(Relaxed) as u64
    }),
];

/// Reads the figures at each scrape.
pub struct TextCollector {
    figures: Arc<TextFigures>,
    descriptions: Vec<Desc>,
}

impl TextCollector {
    /// Metrics of the texts of a node.
    ///
    /// # Errors
    /// If a name is invalid: a bug, found at the start.
    pub fn new(figures: Arc<TextFigures>) -> Result<Self, prometheus::Error> {
        let rows = COUNTERS.iter().chain(&GAUGES);
        let description = |(name, help, _): &Row| {
            Desc::new((*name).to_owned(), (*help).to_owned(), Vec::new(), std::collections::HashMap::new())
        };
        Ok(Self { figures, descriptions: rows.map(description).collect::<Result<_, _>>()? })
    }
}

impl Collector for TextCollector {
    fn desc(&self) -> Vec<&Desc> {
        self.descriptions.iter().collect()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let mut families = Vec::new();
        for (name, help, read) in COUNTERS {
            if let Ok(counter) = Counter::with_opts(Opts::new(name, help)) {
                counter.inc_by(read(&self.figures) as f64);
                families.extend(counter.collect());
            }
        }
        for (name, help, read) in GAUGES {
            if let Ok(gauge) = Gauge::with_opts(Opts::new(name, help)) {
                gauge.set(read(&self.figures) as f64);
                families.extend(gauge.collect());
            }
        }
        families
    }
}
