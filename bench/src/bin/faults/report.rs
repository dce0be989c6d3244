//! The report: the machine, and a table of faults, figures and verdicts.

use std::fmt;
use std::process::Command;
use std::time::{Duration, Instant};

use bench::checker::Figures;

pub struct Row {
    pub id: &'static str,
    pub name: &'static str,
    pub figures: Figures,
    /// What this fault measured, and the remarks of its figures.
    pub seen: String,
    pub verdict: String,
    pub holds: bool,
    /// The fault ran to its end and restored everything.
    pub finished: bool,
}

pub struct Report {
    short: bool,
    seed: u64,
    rows: Vec<Row>,
    began: Instant,
    took: Duration,
}

impl Report {
    pub fn new(short: bool, seed: u64) -> Self {
        Self { short, seed, rows: Vec::new(), began: Instant::now(), took: Duration::ZERO }
    }

    pub fn add(&mut self, row: Row) {
        self.rows.push(row);
        self.took = self.began.elapsed();
    }

    /// An empty report does not hold.
    pub fn holds(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.holds)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let model = model.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or_default();
        let form = if self.short { "the short form" } else { "the whole" };
        let build = if cfg!(debug_assertions) { "debug build" } else { "release build" };
        let (commit, took) = (commit(), self.took.as_secs());
        writeln!(
            f,
            "{form}, {build} of {commit}, seed {}, {took} s; {cores} cores, {model}, load {load}\n",
            self.seed
        )?;
        writeln!(f, "| fault | acked | acks, ms | reconnect, ms | what was seen | verdict |")?;
        writeln!(f, "| --- | --- | --- | --- | --- | --- |")?;
        for Row { id, name, figures: Figures { acked, acks, back, .. }, seen, verdict, .. } in &self.rows {
            let acks = format!("{} / {} / {}", acks.0, acks.1, acks.2);
            let back = if *back == (0, 0, 0) { String::new() } else { format!("{} / {}", back.0, back.1) };
            writeln!(f, "| {id} {name} | {acked} | {acks} | {back} | {seen} | {verdict} |")?;
        }
        Ok(())
    }
}

/// The commit of the working folder, if git knows it.
fn commit() -> String {
    let described = Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let described = described.ok().filter(|output| output.status.success());
    described
        .map_or_else(|| "an unknown commit".into(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
