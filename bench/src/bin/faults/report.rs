//! The table: fault, figures, verdict; and the machine it was made on.

use std::fmt;

pub struct Row {
    pub id: &'static str,
    pub name: &'static str,
    pub figures: String,
    pub verdict: String,
    pub holds: bool,
    /// It came to its end, and left everything as it found it.
    pub finished: bool,
}

pub struct Report {
    short: bool,
    seed: u64,
    rows: Vec<Row>,
}

impl Report {
    pub fn new(short: bool, seed: u64) -> Self {
        Self { short, seed, rows: Vec::new() }
    }

    pub fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// A report of nothing shows nothing.
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
        writeln!(f, "{form}, {build}, seed {}; {cores} cores, {model}, load {load}\n", self.seed)?;
        writeln!(f, "| fault | figures | verdict |\n| --- | --- | --- |")?;
        for Row { id, name, figures, verdict, .. } in &self.rows {
            writeln!(f, "| {id} {name} | {figures} | {verdict} |")?;
        }
        Ok(())
    }
}
