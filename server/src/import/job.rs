//! Hands a plan to the stage, batch by batch, and counts the results.

use std::collections::HashSet;
use std::time::Duration;

use actors::domain::{
    date::Instant,
    entity::{ImportJob, ImportState},
    ids::{CommandId, ImportId},
    kinds::import::order::ImportOrder,
    refusal::{Refusal, RefusalCode},
};
use tokio::time::Instant as Moment;
use uuid::Uuid;

use super::{
    batches::{Part, batches, frames},
    plan::Plan,
    report::Report,
};
use crate::error::Code;
use crate::words::import as words;

/// The shortest time between two reports of progress: each report is an event.
const TOLD_EVERY: Duration = Duration::from_millis(250);
/// How long to wait after a temporary refusal, longer each time; then the import gives up.
const WAITS: [Duration; 7] = [
    Duration::from_millis(100),
    Duration::from_millis(300),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(15),
];

/// The result of an order: the ids of all that it created or changed, tickets and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub created: HashSet<Uuid>,
    pub updated: HashSet<Uuid>,
}

/// A new job; entries that were refused while reading count as done.
#[must_use]
pub fn new(format: &str, file_name: &str, plan: &Plan, now: Instant) -> ImportJob {
    let refused = count(plan.refused);
    ImportJob {
        id: ImportId(Uuid::now_v7()),
        format: format.to_owned(),
        file_name: file_name.to_owned(),
        state: ImportState::Running,
        total: count(plan.tickets.len()) + refused,
        done: refused,
        created: 0,
        updated: 0,
        unchanged: 0,
        refused,
        report: report(&plan.report),
        created_at: now,
        finished_at: None,
    }
}

/// The functions that a job needs from outside.
pub struct Surroundings<Submit, Clock, Stop, Tell> {
    /// Carries out an order under an id; may be called again with the same one.
    pub submit: Submit,
    pub clock: Clock,
    /// Whether to stop early.
    pub stop: Stop,
    /// Receives each step.
    pub tell: Tell,
}

/// Runs a job to its end and returns it.
pub async fn run<Submit, Clock, Stop, Tell>(
    job: ImportJob,
    plan: Plan,
    around: Surroundings<Submit, Clock, Stop, Tell>,
) -> ImportJob
where
    Submit: AsyncFn(CommandId, &ImportOrder) -> Result<Written, Refusal>,
    Clock: Fn() -> Instant,
    Stop: Fn() -> bool,
    Tell: FnMut(&ImportJob),
{
    let Plan { frame, tickets, report: said, .. } = plan;
    let Surroundings { submit, clock, stop, mut tell } = around;
    let mut running = Running { job, said, submit, stop, told: Moment::now() };
    let outcome = async {
        running.tell_stage().await?;
        for frame in frames(frame) {
            running.order(&ImportOrder::Prepare(Box::new(frame))).await?;
        }
        for batch in batches(tickets) {
            running.go_on()?;
            running.batch(batch).await?;
            tell(&running.job);
            if running.told.elapsed() >= TOLD_EVERY {
                running.tell_stage().await?;
            }
        }
        Ok(())
    }
    .await;
    running.finish(outcome, clock()).await;
    tell(&running.job);
    running.job
}

struct Running<Submit, Stop> {
    job: ImportJob,
    said: Report,
    submit: Submit,
    stop: Stop,
    told: Moment,
}

impl<Submit, Stop> Running<Submit, Stop>
where
    Submit: AsyncFn(CommandId, &ImportOrder) -> Result<Written, Refusal>,
    Stop: Fn() -> bool,
{
    fn go_on(&self) -> Result<(), Refusal> {
        if (self.stop)() {
            return Err(Refusal::new(RefusalCode::Unavailable, words::TOLD_TO_STOP));
        }
        Ok(())
    }

    /// Carries out an order, and repeats it after temporary refusals. The id stays the same, so an order whose answer
    /// was lost is not carried out twice.
    async fn order(&self, order: &ImportOrder) -> Result<Written, Refusal> {
        let id = CommandId(Uuid::now_v7());
        let mut waits = WAITS.into_iter();
        loop {
            match (self.submit)(id, order).await {
                Err(refusal) if refusal.is_passing() => {
                    let Some(wait) = waits.next().filter(|_| !(self.stop)()) else { return Err(refusal) };
                    let asked = refusal.retry_after_ms.map_or(Duration::ZERO, Duration::from_millis);
                    tokio::time::sleep(wait.max(asked).min(WAITS[WAITS.len() - 1])).await;
                }
                answer => return answer,
            }
        }
    }

    /// If a batch is refused for its content, each of its tickets is tried alone: the others get through.
    async fn batch(&mut self, batch: Vec<Part>) -> Result<(), Refusal> {
        match self.hand_over(&batch).await {
            Err(refusal) if is_about_content(&refusal) && batch.len() > 1 => {
                for part in batch {
                    self.single(part).await?;
                }
                Ok(())
            }
            Err(refusal) if is_about_content(&refusal) => {
                batch.iter().for_each(|part| self.refuse(part, &refusal));
                Ok(())
            }
            answer => answer,
        }
    }

    async fn single(&mut self, part: Part) -> Result<(), Refusal> {
        match self.hand_over(std::slice::from_ref(&part)).await {
            Err(refusal) if is_about_content(&refusal) => {
                self.refuse(&part, &refusal);
                Ok(())
            }
            answer => answer,
        }
    }

    async fn hand_over(&mut self, batch: &[Part]) -> Result<(), Refusal> {
        let tickets = batch.iter().map(|part| part.ticket.clone()).collect();
        let written = self.order(&ImportOrder::Tickets(tickets)).await?;
        self.count(batch, &written);
        Ok(())
    }

    /// Counts each ticket once, by its first part. Comments in later parts of a conversation do not change the figures.
    fn count(&mut self, batch: &[Part], written: &Written) {
        let changed: HashSet<Uuid> = written.created.union(&written.updated).copied().collect();
        for part in batch.iter().filter(|part| part.first) {
            let id = part.ticket.id.0;
            self.job.done += 1;
            if written.created.contains(&id) {
                self.job.created += 1;
            } else if changed.contains(&id) || part.ticket.comments.iter().any(|it| changed.contains(&it.id.0)) {
                self.job.updated += 1;
            } else {
                self.job.unchanged += 1;
            }
        }
    }

    fn refuse(&mut self, part: &Part, refusal: &Refusal) {
        if part.first {
            self.job.done += 1;
            self.job.refused += 1;
        }
        let row = part.row;
        self.said.refuse(row, Code::from(refusal.code), refusal.message.clone());
    }

    async fn tell_stage(&mut self) -> Result<(), Refusal> {
        self.told = Moment::now();
        self.order(&ImportOrder::Progress(Box::new(self.job.clone()))).await.map(|_| ())
    }

    async fn finish(&mut self, outcome: Result<(), Refusal>, now: Instant) {
        self.job.state = ImportState::Done;
        if let Err(refusal) = outcome {
            let (done, total) = (self.job.done, self.job.total);
            let message = words::stopped(done, total, &refusal.message);
            self.said.refuse(None, Code::from(refusal.code), message);
            self.job.state = ImportState::Failed;
        }
        self.job.finished_at = Some(now);
        self.job.report = report(&self.said);
        if let Err(refusal) = self.tell_stage().await {
            tracing::warn!(import = %self.job.id, %refusal, "the end of an import could not be stored");
        }
    }
}

/// Whether one ticket causes the refusal, and not the importer or the state of the node.
fn is_about_content(refusal: &Refusal) -> bool {
    !refusal.is_passing() && !matches!(refusal.code, RefusalCode::Forbidden | RefusalCode::NotFound)
}

fn report(report: &Report) -> serde_json::Value {
    serde_json::to_value(report.entries()).unwrap_or_default()
}

fn count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
