//! Latency from an edit to all sockets, at a fixed rate.

use std::time::{Duration, Instant};

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::generator::Busy;
use crate::node::{Failure, Node};
use crate::timetable::{Heard, Writer, play, took};

const RUN: Duration = Duration::from_secs(8);

pub async fn latency(report: &mut Report) -> Result<(), Failure> {
    for (figure, workspaces, people, rate) in
        [("1,000 edits/s over 100 workspaces of 10", 100, 10, 1_000), ("50 edits/s, 1,000 watchers", 1, 1_000, 50)]
    {
        let node = Node::start().await?;
        let token = node.person(&format!("fan{}{rate}", std::process::id()))?;
        let origin = Instant::now();
        let heard = Heard::new(origin);
        let (mut writers, mut watching) = (Vec::new(), Vec::new());
        for n in 0..workspaces {
            let id = node.workspace(&token, &format!("Fan {n}"))?;
            writers.push(Writer::open(&node.addr, &token, &id).await?);
            for _ in 1..people {
                watching.push(heard.watch(Socket::open(&node.addr, &token, &id).await?));
            }
        }
        let busy = Busy::start();
        let acks = play(writers, origin, f64::from(rate), RUN).await?;
        let busy = busy.to_string();
        let expected = acks.samples.len() * (people - 1);
        let all = heard.all(expected).await;
        watching.iter().for_each(tokio::task::JoinHandle::abort);
        report.row(
            &format!("edit → other sockets, {figure}"),
            format!(
                "{} of {} deliveries, {} missing; {busy}",
                percentiles(took(&all)),
                all.len(),
                expected - all.len()
            ),
            "p50 ≤ 8, p99 ≤ 20 ms",
        );
        report.row(
            &format!("edit → ack, {figure}"),
            format!("{}; {} not acked", percentiles(took(&acks.samples)), acks.missing),
            "99.9 % in 100 ms",
        );
    }
    Ok(())
}
