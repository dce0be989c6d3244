//! The output of an import on a terminal.

use std::io::{IsTerminal, Write};

use actors::domain::entity::{ImportJob, ImportState};

use crate::import::csv::{Inspection, Target};
use actors::domain::kinds::import::ReportEntry;

use crate::import::Plan;

/// A bar on a terminal; otherwise a line for each tenth of the import.
pub(super) struct Progress {
    on_terminal: bool,
    tenth: i64,
}

impl Progress {
    pub fn new() -> Self {
        Self { on_terminal: std::io::stderr().is_terminal(), tenth: -1 }
    }

    pub fn show(&mut self, job: &ImportJob) {
        let (done, total) = (job.done, job.total.max(1));
        let tenth = done * 10 / total;
        if self.on_terminal {
            eprint!("\r{} {done} of {} tasks", bar(done, total), job.total);
            // A bar that cannot be drawn is no error.
            let _ = std::io::stderr().flush();
        } else if tenth != self.tenth {
            eprintln!("{done} of {} tasks", job.total);
        }
        self.tenth = tenth;
    }

    pub fn end(&self) {
        if self.on_terminal && self.tenth >= 0 {
            eprintln!();
        }
    }
}

fn bar(done: i64, total: i64) -> String {
    const WIDTH: i64 = 30;
    (0..WIDTH).map(|place| if place * total < done * WIDTH { '█' } else { '░' }).collect()
}

pub(super) fn columns(inspection: &Inspection) {
    println!("{} rows with these columns:", inspection.rows);
    for column in &inspection.columns {
        let target = column.suggested.map_or_else(|| "?".to_owned(), name);
        let samples: Vec<String> = column.samples.iter().map(|sample| format!("{sample:.30?}")).collect();
        println!("  {:?} → {target}   {} filled: {}", column.name, column.filled, samples.join(", "));
    }
    let targets: Vec<String> = Target::ALL.into_iter().map(name).collect();
    println!("A column can be mapped to: {}.", targets.join(", "));
    println!(
        "It can also be an attribute: {{\"newAttribute\": \"number\"}} makes one, {{\"attribute\": \"<id>\"}} names one."
    );
}

/// The name of a target, as a mapping writes it.
fn name(target: Target) -> String {
    let value = serde_json::to_value(target).unwrap_or_default();
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub(super) fn preview(plan: &Plan, known: usize) {
    let counts = plan.counts();
    report(&plan.report.entries());
    let list = plan.frame.list.as_ref().map_or("", |list| list.name.as_str());
    println!(
        "{} tasks for the list \"{list}\", {} of them new, with {} comments, {} people and {} new labels; {} refused. \
         Nothing was changed.",
        counts.tickets,
        counts.tickets.saturating_sub(known),
        counts.comments,
        counts.people,
        counts.labels,
        counts.refused
    );
    for attribute in &plan.new_attributes {
        println!("The attribute \"{}\" ({:?}) will be created.", attribute.name, attribute.value_type);
    }
}

pub(super) fn outcome(job: &ImportJob) {
    report(&serde_json::from_value::<Vec<ReportEntry>>(job.report.clone()).unwrap_or_default());
    let state = if job.state == ImportState::Done { "Imported" } else { "Stopped" };
    println!(
        "{state}: {} created, {} updated, {} unchanged, {} refused of {} tasks.",
        job.created, job.updated, job.unchanged, job.refused, job.total
    );
}

pub(super) fn report(entries: &[ReportEntry]) {
    for entry in entries {
        match entry.row {
            Some(row) => println!("  row {row}: {}: {}", entry.code, entry.message),
            None => println!("  {}: {}", entry.code, entry.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_from_left_to_right() {
        let filled = |done, total| bar(done, total).chars().filter(|c| *c == '█').count();
        assert_eq!([filled(0, 10), filled(5, 10), filled(10, 10), filled(1, 1_000)], [0, 15, 30, 1]);
    }
}
