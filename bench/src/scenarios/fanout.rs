//! Latency from an edit to all sockets, at a fixed rate.

use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::generator::Busy;
use crate::node::{Failure, Node};
use crate::team::{HALF, Team};
use crate::timetable::{Deliveries, Writer, play, took};

const RUN: Duration = Duration::from_secs(8);

/// The workspaces, the sockets at each, the edits a second, and the goal for open lists.
const SHAPES: [(&str, usize, usize, u32, &str); 2] = [
    ("1,000 edits/s over 100 workspaces of 10", 100, 10, 1_000, "p50 ≤ 3, p99 ≤ 10 ms"),
    ("50 edits/s, 1,000 watchers", 1, 1_000, 50, "p50 ≤ 6, p99 ≤ 12 ms"),
];

pub async fn latency(report: &mut Report) -> Result<(), Failure> {
    for (figure, workspaces, people, rate, goal) in SHAPES {
        open(report, figure, workspaces, people, rate, goal).await?;
        divided(report, &format!("{figure}, {HALF}"), workspaces, people, rate).await?;
    }
    Ok(())
}

/// All lists are open, and each edit goes to all sockets of its workspace.
async fn open(
    report: &mut Report,
    figure: &str,
    workspaces: usize,
    people: usize,
    rate: u32,
    goal: &str,
) -> Result<(), Failure> {
    let node = Node::start().await?;
    let token = node.person(&format!("fan{}{rate}", std::process::id()))?;
    let mut sockets = Sockets::new();
    for n in 0..workspaces {
        let id = node.workspace(&token, &format!("Fan {n}"))?;
        sockets.writers.push(Writer::open(&node.addr, &token, &id).await?.with_readers(people - 1));
        for _ in 1..people {
            sockets.watch(Socket::open(&node.addr, &token, &id).await?);
        }
    }
    sockets.play(report, figure, rate, [goal, "99.9 % in 100 ms"]).await
}

/// Half of the lists are restricted, and half of the sockets are those of people who share them. Half of the edits are in
/// restricted lists, and go to these sockets only.
async fn divided(
    report: &mut Report,
    figure: &str,
    workspaces: usize,
    people: usize,
    rate: u32,
) -> Result<(), Failure> {
    let node = Node::start().await?;
    let team = Team::sign_up(&node, &format!("fan{rate}"))?;
    let mut sockets = Sockets::new();
    // A single workspace has a writer of either kind.
    let each = 2_usize.div_ceil(workspaces);
    let all = (0..workspaces).map(|n| team.found(&node, &format!("Fan {n}"))).collect::<Result<Vec<_>, _>>()?;
    for (workspace, at) in all.iter().enumerate() {
        for n in 0..people {
            // Odd workspaces begin with a person who does not share the restricted lists.
            let seat = team.seat(at, n + workspace % 2);
            let socket = seat.open(&node.addr).await?;
            if n < each {
                let readers = if seat.restricted { people / 2 - 1 } else { people - each };
                sockets.writers.push(Writer::enter(socket, &[seat.list]).await?.with_readers(readers));
            } else {
                sockets.watch(socket);
            }
        }
    }
    sockets.play(report, figure, rate, ["", ""]).await
}

/// All writers and watching sockets of a node.
struct Sockets {
    origin: Instant,
    deliveries: Deliveries,
    writers: Vec<Writer>,
    watching: Vec<JoinHandle<()>>,
}

impl Sockets {
    fn new() -> Self {
        let origin = Instant::now();
        Self { origin, deliveries: Deliveries::new(origin), writers: Vec::new(), watching: Vec::new() }
    }

    fn watch(&mut self, socket: Socket) {
        self.watching.push(self.deliveries.watch(socket));
    }

    async fn play(self, report: &mut Report, figure: &str, rate: u32, goals: [&str; 2]) -> Result<(), Failure> {
        let busy = Busy::start();
        let acks = play(self.writers, self.origin, f64::from(rate), RUN).await?;
        let busy = busy.to_string();
        let all = self.deliveries.all(acks.deliveries).await;
        self.watching.iter().for_each(JoinHandle::abort);
        report.row(
            &format!("edit → other sockets, {figure}"),
            format!(
                "{} of {} deliveries, {} missing; {busy}",
                percentiles(took(&all)),
                all.len(),
                acks.deliveries.saturating_sub(all.len())
            ),
            goals[0],
        );
        report.row(
            &format!("edit → ack, {figure}"),
            format!("{}; {} not acked", percentiles(took(&acks.samples)), acks.missing),
            goals[1],
        );
        Ok(())
    }
}
