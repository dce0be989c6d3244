//! Two nodes with Redis between them: latency from an edit at one node to the sockets of the other, with Redis and
//! while Redis is killed; and the edits that both nodes store together.

use std::time::{Duration, Instant};

use super::edits::closed_loop;
use crate::client::Socket;
use crate::figures::{Report, percentiles, spread};
use crate::generator::Busy;
use crate::node::{Failure, Node};
use crate::timetable::{Deliveries, Sample, Writer, play, took};

const WORKSPACES: usize = 100;
const PEOPLE: usize = 10;
const RUN: Duration = Duration::from_secs(8);
const RUNS: usize = 3;
/// Redis is killed this long after the first edit. Edits that were due up to a second earlier count as well.
const HEALTHY: Duration = Duration::from_secs(3);

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let (mut redis, nodes) = Node::start_two().await?;
    let token = nodes[0].person(&format!("nodes{}", std::process::id()))?;
    let ids = (0..WORKSPACES)
        .map(|n| nodes[n % 2].workspace(&token, &format!("Nodes {n}")))
        .collect::<Result<Vec<_>, _>>()?;

    for rate in [250, 1_000] {
        let sockets = Sockets::open(&nodes, &token, &ids).await?;
        let figure = format!("{rate} edits/s over {WORKSPACES} workspaces of {PEOPLE} on two nodes");
        sockets.play(rate, RUN).await?.rows(report, &figure, "p99 ≤ 40 ms", Duration::ZERO);
    }

    let addrs: Vec<_> = nodes.iter().map(|node| node.addr.clone()).collect();
    for (figure, workspaces, sockets) in [("one workspace written at both", 1, 16), ("50 workspaces", 50, 50)] {
        let (mut rates, mut stopped) = (Vec::new(), None);
        for _ in 0..RUNS {
            match closed_loop(&addrs, &token, &ids[..workspaces], sockets).await {
                Ok((rate, _)) => rates.push(rate),
                // A socket closed as too slow is a result, not an error.
                Err(error) => stopped = Some(error),
            }
        }
        let stopped = stopped.map(|error| format!("; stopped in {} runs: {error}", RUNS - rates.len()));
        let measured = format!("{}{}", spread(rates), stopped.unwrap_or_default());
        report.row(&format!("durable edits/s, two nodes, {figure}"), measured, "");
    }

    let sockets = Sockets::open(&nodes, &token, &ids).await?;
    let begun = sockets.origin.elapsed();
    let (outcome, killed) = tokio::join!(sockets.play(1_000, RUN), async {
        tokio::time::sleep(HEALTHY).await;
        redis.kill().await
    });
    killed?;
    let figure = format!("1000 edits/s on two nodes, Redis killed after {} s", HEALTHY.as_secs());
    outcome?.rows(report, &figure, "worst ≤ 1.2 s", begun + HEALTHY - Duration::from_secs(1));
    Ok(())
}

/// All sockets: half of each workspace's sockets at either node.
struct Sockets {
    origin: Instant,
    writers: Vec<Writer>,
    /// Sockets at the node of the edit, and at the other node.
    near: Deliveries,
    far: Deliveries,
    watching: Vec<tokio::task::JoinHandle<()>>,
}

struct Outcome {
    acks: Vec<Sample>,
    near: Vec<Sample>,
    far: Vec<Sample>,
    missing: usize,
    busy: String,
}

impl Sockets {
    async fn open(nodes: &[Node; 2], token: &str, workspaces: &[String]) -> Result<Self, Failure> {
        let origin = Instant::now();
        let (near, far) = (Deliveries::new(origin), Deliveries::new(origin));
        let (mut writers, mut watching) = (Vec::new(), Vec::new());
        for (n, id) in workspaces.iter().enumerate() {
            let [here, there] = [&nodes[n % 2].addr, &nodes[(n + 1) % 2].addr];
            writers.push(Writer::open(here, token, id).await?);
            for _ in 1..PEOPLE / 2 {
                watching.push(near.watch(Socket::open(here, token, id).await?));
            }
            for _ in 0..PEOPLE / 2 {
                watching.push(far.watch(Socket::open(there, token, id).await?));
            }
        }
        Ok(Self { origin, writers, near, far, watching })
    }

    async fn play(self, rate: u32, run: Duration) -> Result<Outcome, Failure> {
        let busy = Busy::start();
        let acks = play(self.writers, self.origin, f64::from(rate), run).await?;
        let busy = busy.to_string();
        let (near, far) = (acks.samples.len() * (PEOPLE / 2 - 1), acks.samples.len() * (PEOPLE / 2));
        let (near_samples, far_samples) = (self.near.all(near).await, self.far.all(far).await);
        self.watching.iter().for_each(tokio::task::JoinHandle::abort);
        let missing = (near + far + acks.missing).saturating_sub(near_samples.len() + far_samples.len());
        Ok(Outcome { acks: acks.samples, near: near_samples, far: far_samples, missing, busy })
    }
}

impl Outcome {
    fn rows(&self, report: &mut Report, figure: &str, goal: &str, from: Duration) {
        let since =
            |samples: &[Sample]| -> Vec<Sample> { samples.iter().filter(|it| it.due >= from).copied().collect() };
        let (far, near, acks) = (since(&self.far), since(&self.near), since(&self.acks));
        report.row(
            &format!("edit → the other node's sockets, {figure}"),
            format!("{} of {} deliveries, {} missing; {}", percentiles(took(&far)), far.len(), self.missing, self.busy),
            goal,
        );
        report.row(
            &format!("… the same node's sockets, and acks, {figure}"),
            format!("{}; acks {}", percentiles(took(&near)), percentiles(took(&acks))),
            "",
        );
    }
}
