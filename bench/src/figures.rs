//! Measured figures, their spread, and the machine.

use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

/// The figures of one run.
pub struct Report {
    rows: Vec<(String, String, String)>,
    fsync: Percentiles,
}

/// Percentiles of sorted samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct Percentiles {
    pub p50: Duration,
    pub p95: Duration,
    pub p99: Duration,
    pub most: Duration,
}

pub fn percentiles(mut samples: Vec<Duration>) -> Percentiles {
    samples.sort_unstable();
    let at = |share: f64| {
        let place = (samples.len() as f64 * share) as usize;
        samples.get(place.min(samples.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    Percentiles { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1.0) }
}

impl fmt::Display for Percentiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |it: Duration| it.as_secs_f64() * 1_000.0;
        write!(
            f,
            "p50 {:.1} / p95 {:.1} / p99 {:.1} / max {:.1} ms",
            ms(self.p50),
            ms(self.p95),
            ms(self.p99),
            ms(self.most)
        )
    }
}

/// Formats the median of repeated runs with their range.
pub fn spread(mut runs: Vec<f64>) -> String {
    runs.sort_by(f64::total_cmp);
    let middle = runs.get(runs.len() / 2).copied().unwrap_or_default();
    let (least, most) = (runs.first().copied().unwrap_or_default(), runs.last().copied().unwrap_or_default());
    format!("{middle:.0} ({least:.0} to {most:.0} in {} runs)", runs.len())
}

pub fn median(mut runs: Vec<f64>) -> f64 {
    runs.sort_by(f64::total_cmp);
    runs.get(runs.len() / 2).copied().unwrap_or_default()
}

impl Report {
    pub fn new() -> Self {
        Self { rows: Vec::new(), fsync: fsync() }
    }

    pub fn row(&mut self, figure: &str, measured: impl Into<String>, goal: &str) {
        let measured = measured.into();
        eprintln!("  {figure}: {measured}");
        self.rows.push((figure.to_owned(), measured, goal.to_owned()));
    }
}

/// Measures fdatasync: this disk has two speeds, so a durable figure means little without the latency of its own run.
fn fsync() -> Percentiles {
    let path = std::env::temp_dir().join(format!("troupe-bench-fsync-{}", std::process::id()));
    let mut samples = Vec::new();
    if let Ok(mut file) = std::fs::File::create(&path) {
        for _ in 0..200 {
            let start = Instant::now();
            if file.write_all(&[7; 512]).and_then(|()| file.sync_data()).is_err() {
                break;
            }
            samples.push(start.elapsed());
        }
    }
    // Only a file of this run can be left over.
    let _ = std::fs::remove_file(path);
    percentiles(samples)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let model = model.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
        writeln!(f, "Machine: {cores} cores, {model}; fdatasync {}\n", self.fsync)?;
        writeln!(f, "| figure | measured | goal |\n| --- | --- | --- |")?;
        for (figure, measured, goal) in &self.rows {
            writeln!(f, "| {figure} | {measured} | {goal} |")?;
        }
        Ok(())
    }
}
