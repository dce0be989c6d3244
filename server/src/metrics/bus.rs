//! The metrics of the bus between nodes and of the journal.

use std::sync::Arc;

use actors::Stage;
use actors::bus::{BusCounts, BusFigures, BusState, LATENESS};
use prometheus::core::{Collector, Desc};
use prometheus::proto::{Bucket, Histogram, Metric, MetricFamily, MetricType};
use prometheus::{Counter, Gauge, Opts};

const LATE: &str = "troupe_bus_behind_milliseconds";
const LATE_HELP: &str = "How long after their time events of other nodes were told here";

/// Reads the stage's figures at each scrape.
pub struct BusCollector {
    stage: Stage,
    figures: Arc<BusFigures>,
    descriptions: Vec<Desc>,
}

/// Name, help text, and the function that reads the value.
type Row = (&'static str, &'static str, fn(&BusCounts) -> u64);

const COUNTERS: [Row; 8] = [
    ("troupe_bus_published_total", "Messages that the bus has taken", |it| it.published),
    ("troupe_bus_without_events_total", "Messages sent that only named their events: too large", |it| it.bare),
    ("troupe_bus_received_total", "Messages of other nodes", |it| it.received),
    ("troupe_bus_dropped_out_total", "Messages that were not sent: the bus was away or slow", |it| it.dropped_out),
    ("troupe_bus_dropped_in_total", "Messages of other nodes dropped: this node was slow", |it| it.dropped_in),
    ("troupe_bus_ignored_total", "Messages of another version, or not from a node of this cluster", |it| it.ignored),
    ("troupe_bus_resubscriptions_total", "How often everything was subscribed to again", |it| it.resubscriptions),
    ("troupe_bus_gaps_filled_total", "How often missing events were read from the journal", |it| it.gaps_filled),
];
const CONNECTED: (&str, &str) = ("troupe_bus_connected", "1 while other nodes are heard by the bus");
const UNREADABLE: (&str, &str) =
    ("troupe_journal_unreadable_total", "How often an event was met in the journal that cannot be read");
const FAILED_LOADS: (&str, &str) =
    ("troupe_workspace_load_failures_total", "How often a workspace could not be loaded");
const PEERS: (&str, &str) = ("troupe_bus_peers", "Other nodes that are heard");

impl BusCollector {
    /// Metrics of a stage.
    ///
    /// # Errors
    /// If a name is invalid: a bug, found at the start.
    pub fn new(stage: &Stage) -> Result<Self, prometheus::Error> {
        let names = COUNTERS.iter().map(|(name, help, _)| (*name, *help)).chain([
            UNREADABLE,
            FAILED_LOADS,
            CONNECTED,
            PEERS,
            (LATE, LATE_HELP),
        ]);
        let descriptions = names
            .map(|(name, help)| {
                Desc::new(name.to_owned(), help.to_owned(), Vec::new(), std::collections::HashMap::new())
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { stage: stage.clone(), figures: stage.bus_figures().clone(), descriptions })
    }
}

impl Collector for BusCollector {
    fn desc(&self) -> Vec<&Desc> {
        self.descriptions.iter().collect()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let counts = self.figures.counts();
        let mut families = vec![lateness(&counts)];
        let unreadable = (UNREADABLE.0, UNREADABLE.1, self.stage.journal().unreadable());
        let failed = (FAILED_LOADS.0, FAILED_LOADS.1, self.stage.journal().failed_loads());
        let counters = COUNTERS.iter().map(|(name, help, read)| (*name, *help, read(&counts)));
        for (name, help, count) in counters.chain([unreadable, failed]) {
            if let Ok(counter) = Counter::with_opts(Opts::new(name, help)) {
                counter.inc_by(count as f64);
                families.extend(counter.collect());
            }
        }
        let connected = f64::from(u8::from(self.stage.bus_state() == BusState::Connected));
        for ((name, help), value) in [(CONNECTED, connected), (PEERS, counts.peers as f64)] {
            if let Ok(gauge) = Gauge::with_opts(Opts::new(name, help)) {
                gauge.set(value);
                families.extend(gauge.collect());
            }
        }
        families
    }
}

/// Each class is counted by itself; Prometheus expects each with the smaller ones included.
fn lateness(counts: &BusCounts) -> MetricFamily {
    let mut so_far = 0;
    let buckets = LATENESS.iter().zip(counts.late).map(|(end, count)| {
        so_far += count;
        let mut bucket = Bucket::default();
        bucket.set_upper_bound(*end as f64);
        bucket.set_cumulative_count(so_far);
        bucket
    });
    let mut histogram = Histogram::default();
    histogram.set_bucket(buckets.collect());
    histogram.set_sample_count(counts.late_count);
    histogram.set_sample_sum(counts.late_sum_ms as f64);
    let mut metric = Metric::default();
    metric.set_histogram(histogram);
    let mut family = MetricFamily::default();
    family.set_name(LATE.to_owned());
    family.set_help(LATE_HELP.to_owned());
    family.set_field_type(MetricType::HISTOGRAM);
    family.set_metric(vec![metric]);
    family
}
