use std::cell::RefCell;

use actors::domain::{
    kinds::import::{ReportEntry, order::ImportTicket},
    limits,
};

use super::*;
use crate::import::testing::context;
use crate::import::{csv, github};

/// A stage that records its orders, and refuses those that the test names.
#[derive(Default)]
struct Memory {
    tickets: RefCell<HashSet<Uuid>>,
    orders: RefCell<Vec<(CommandId, &'static str)>>,
    jobs: RefCell<Vec<ImportJob>>,
    stop_after: Option<i64>,
}

impl Memory {
    fn carry_out(&self, id: CommandId, order: &ImportOrder) -> Result<Written, Refusal> {
        let mut written = Written::default();
        let kind = match order {
            ImportOrder::Prepare(_) => "prepare",
            ImportOrder::Interrupted(_) => "interrupted",
            ImportOrder::Progress(job) => {
                self.jobs.borrow_mut().push((**job).clone());
                "progress"
            }
            ImportOrder::Tickets(tickets) => {
                tickets.iter().try_for_each(judge)?;
                let fresh = |ticket: &&ImportTicket| self.tickets.borrow_mut().insert(ticket.id.0);
                written.created = tickets.iter().filter(fresh).map(|ticket| ticket.id.0).collect();
                "tickets"
            }
        };
        self.orders.borrow_mut().push((id, kind));
        Ok(written)
    }

    async fn import(&self, plan: Plan) -> ImportJob {
        self.import_through(plan, async |id, order: &ImportOrder| self.carry_out(id, order)).await
    }

    async fn import_through(
        &self,
        plan: Plan,
        submit: impl AsyncFn(CommandId, &ImportOrder) -> Result<Written, Refusal>,
    ) -> ImportJob {
        let now = context().now;
        let job = new("csv", "a.csv", &plan, now);
        let stop = || self.jobs.borrow().iter().any(|job| self.stop_after.is_some_and(|done| job.done >= done));
        run(job, plan, Surroundings { submit, clock: || now, stop, tell: |_: &ImportJob| {} }).await
    }
}

fn judge(ticket: &ImportTicket) -> Result<(), Refusal> {
    if ticket.title == "poison" { limits::line("title", "", 1).map(|_| ()) } else { Ok(()) }
}

fn plan(rows: &str) -> Plan {
    let text = format!("key,title\n{rows}");
    let mapping = csv::inspect(text.as_bytes(), &context()).expect("a table").suggested();
    csv::parse(text.as_bytes(), "a.csv", &mapping, &context()).expect("a plan")
}

fn counts(job: &ImportJob) -> [i64; 6] {
    [job.total, job.done, job.created, job.updated, job.unchanged, job.refused]
}

fn entries(job: &ImportJob) -> Vec<ReportEntry> {
    serde_json::from_value(job.report.clone()).expect("entries")
}

#[actix_web::test]
async fn a_job_begins_prepares_hands_over_and_ends() {
    let stage = Memory::default();
    let rows: String = (1..=120).map(|n| format!("A-{n},T\n")).collect();
    let job = stage.import(plan(&format!("{rows}A-1,again\n"))).await;
    assert_eq!((counts(&job), job.state), ([121, 121, 120, 0, 0, 1], ImportState::Done));
    let orders = stage.orders.borrow();
    let kinds: Vec<_> = orders.iter().map(|(_, kind)| *kind).filter(|kind| *kind != "progress").collect();
    assert_eq!(kinds, ["prepare", "tickets", "tickets", "tickets"]);
    let told: Vec<_> = stage.jobs.borrow().iter().map(|job| (job.state, job.done)).collect();
    assert_eq!(told.first(), Some(&(ImportState::Running, 1)));
    assert_eq!(told.last(), Some(&(ImportState::Done, 121)));
    assert!(job.finished_at.is_some() && entries(&job).iter().any(|entry| entry.code == "already_exists"));
}

#[actix_web::test]
async fn a_second_run_creates_nothing() {
    let stage = Memory::default();
    stage.import(plan("A-1,One\nA-2,Two\n")).await;
    let job = stage.import(plan("A-1,One\nA-2,Two\nA-3,Three\n")).await;
    assert_eq!(counts(&job), [3, 3, 1, 0, 2, 0]);
}

#[actix_web::test]
async fn a_changed_ticket_or_comment_counts_as_updated() {
    let stage = Memory::default();
    let submit = async |_: CommandId, order: &ImportOrder| {
        let comment = order.comments().map(|id| id.0).take(1).collect();
        let ticket: HashSet<Uuid> = order.tickets().map(|id| id.0).take(1).collect();
        Ok(Written { created: HashSet::new(), updated: ticket.union(&comment).copied().collect() })
    };
    let archive = br#"{"repo": "a/b", "issues": [
        {"number": 1, "title": "A", "state": "OPEN", "author": null, "body": "", "createdAt": "2020-01-02T03:04:05Z"},
        {"number": 2, "title": "B", "state": "OPEN", "author": null, "body": "", "createdAt": "2020-01-02T03:04:05Z",
         "comments": [{"author": null, "body": "x", "createdAt": "2020-01-02T03:04:05Z"}]},
        {"number": 3, "title": "C", "state": "OPEN", "author": null, "body": "", "createdAt": "2020-01-02T03:04:05Z"}
    ]}"#;
    let job =
        stage.import_through(github::parse(archive, "archive.json", &context()).expect("an archive"), submit).await;
    assert_eq!(counts(&job), [3, 3, 0, 2, 1, 0]);
}

#[actix_web::test]
async fn a_ticket_that_the_stage_refuses_keeps_no_other_out() {
    let stage = Memory::default();
    let job = stage.import(plan("A-1,One\nA-2,poison\nA-3,Three\n")).await;
    assert_eq!((counts(&job), job.state), ([3, 3, 2, 0, 0, 1], ImportState::Done));
    let entries = entries(&job);
    let refused = entries.iter().find(|entry| entry.row.is_some()).expect("a row");
    assert_eq!((refused.row, refused.code.as_str()), (Some(3), "validation_failed"));
}

#[actix_web::test]
async fn a_passing_refusal_is_waited_out_under_the_same_id() {
    let stage = Memory::default();
    let asked = RefCell::new(Vec::new());
    let submit = async |id: CommandId, order: &ImportOrder| {
        asked.borrow_mut().push(id);
        let first = asked.borrow().iter().filter(|other| **other == id).count() == 1;
        if first { Err(Refusal::unavailable(1)) } else { stage.carry_out(id, order) }
    };
    let job = stage.import_through(plan("A-1,One\n"), submit).await;
    assert_eq!((counts(&job), job.state), ([1, 1, 1, 0, 0, 0], ImportState::Done));
    let asked = asked.borrow();
    assert!(asked.iter().all(|id| asked.iter().filter(|other| *other == id).count() == 2));
}

#[actix_web::test]
async fn an_importer_who_lost_the_right_is_stopped() {
    let stage = Memory::default();
    let submit = async |id, order: &ImportOrder| match order {
        ImportOrder::Tickets(_) => Err(Refusal::forbidden()),
        _ => stage.carry_out(id, order),
    };
    let job = stage.import_through(plan("A-1,One\nA-2,Two\n"), submit).await;
    assert_eq!((counts(&job), job.state), ([2, 0, 0, 0, 0, 0], ImportState::Failed));
    assert!(entries(&job)[0].message.starts_with("The import stopped after 0 of 2 tasks"));
}

#[actix_web::test]
async fn a_job_that_is_told_to_stop_is_interrupted_and_goes_no_further() {
    let stage = Memory { stop_after: Some(0), ..Memory::default() };
    let job = stage.import(plan("A-1,One\nA-2,Two\n")).await;
    assert_eq!((counts(&job), job.state), ([2, 0, 0, 0, 0, 0], ImportState::Failed));
    assert!(entries(&job)[0].message.contains("The server is shutting down. Import the file again to continue"));
    assert_eq!(stage.jobs.borrow().last().map(|job| job.state), Some(ImportState::Failed));
}
