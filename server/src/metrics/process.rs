//! What the system knows about this process, as metrics.

use std::time::{SystemTime, UNIX_EPOCH};

use prometheus::{Counter, Gauge, IntGauge, Registry};
use rustix::process::{Resource, getrlimit};

use super::registered::registered;

/// What the system knows about this process. Cheap to clone.
#[derive(Clone)]
pub(super) struct Process {
    memory: IntGauge,
    cpu: Counter,
    open_files: IntGauge,
    most_files: IntGauge,
}

impl Process {
    pub(super) fn new(registry: &Registry) -> Result<Self, prometheus::Error> {
        let gauge = |name, help| registered(registry, IntGauge::new(name, help)?);
        let started = registered(registry, Gauge::new("process_start_time_seconds", "When it started")?)?;
        started.set(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()));
        Ok(Self {
            memory: gauge("process_resident_memory_bytes", "Resident memory")?,
            cpu: registered(registry, Counter::new("process_cpu_seconds_total", "Processor time spent")?)?,
            open_files: gauge("process_open_fds", "Open files and sockets")?,
            most_files: gauge("process_max_fds", "How many may be open")?,
        })
    }

    pub(super) fn refresh(&self) {
        self.memory.set(resident_bytes().unwrap_or_default());
        // Two scrapes at once may add their readings in another order.
        self.cpu.inc_by((cpu_seconds().unwrap_or_default() - self.cpu.get()).max(0.0));
        self.open_files.set(open_files().unwrap_or_default());
        let most = getrlimit(Resource::Nofile).current.and_then(|most| i64::try_from(most).ok());
        self.most_files.set(most.unwrap_or(i64::MAX));
    }
}

/// The resident memory in bytes, if the system reports it.
#[must_use]
pub fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<i64>().ok().map(|kib| kib * 1024)
}

fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name, in parentheses, may hold any character; user and system time are the 12th and 13th field behind it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / rustix::param::clock_ticks_per_second() as f64)
}

fn open_files() -> Option<i64> {
    i64::try_from(std::fs::read_dir("/proc/self/fd").ok()?.count()).ok()
}
