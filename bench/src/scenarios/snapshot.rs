//! Snapshots of 5,000 and 100,000 tickets: bytes on the wire and time. Snapshots a second of a board of 1,000.

use std::time::{Duration, Instant};

use bench::fill;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

use crate::figures::{Report, percentiles};
use crate::node::database;
use crate::node::{Failure, Node};

/// Rounds after the first one.
const ROUNDS: usize = 10;
/// Clients that request the board, one snapshot after the other.
const ASKING: usize = 4;
const ASKED: usize = 250;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let token = node.person(&format!("snapshot{}", std::process::id()))?;
    for tickets in [5_000, 100_000] {
        let id = node.workspace(&token, &format!("Snapshot {tickets}"))?;
        fill::tickets(&pool, Uuid::parse_str(&id)?, tickets).await?;
        let (start, before) = (Instant::now(), node.cpu());
        let bytes = node.snapshot(&token, &id)?;
        let (cold, cold_cpu) = (start.elapsed(), node.cpu() - before);
        let cpu = node.cpu();
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            node.snapshot(&token, &id)?;
            times.push(start.elapsed());
        }
        let each = (node.cpu() - cpu) * 1_000.0 / ROUNDS as f64;
        let goal = if tickets > 10_000 { "≤ 4 MB; ≤ 50 ms of CPU" } else { "" };
        report.row(
            &format!("snapshot of {tickets} tickets"),
            format!(
                "{:.2} MB; {}; {each:.0} ms of CPU; the first time {:.0} ms, {:.0} ms of CPU",
                bytes as f64 / 1e6,
                percentiles(times),
                cold.as_secs_f64() * 1_000.0,
                cold_cpu * 1_000.0
            ),
            goal,
        );
    }
    let id = node.workspace(&token, "Board")?;
    fill::tickets(&pool, Uuid::parse_str(&id)?, 1_000).await?;
    node.snapshot(&token, &id)?;
    let (start, cpu) = (Instant::now(), node.cpu());
    let times = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..ASKING).map(|_| scope.spawn(|| ask(&node, &token, &id))).collect();
        asking.into_iter().map(|it| it.join().map_err(|_| "a panic")?).collect::<Result<Vec<_>, String>>()
    })?;
    let times: Vec<Duration> = times.into_iter().flatten().collect();
    let a_second = times.len() as f64 / start.elapsed().as_secs_f64();
    let each = (node.cpu() - cpu) * 1_000.0 / times.len() as f64;
    let measured = format!("{a_second:.0}/s to {ASKING} at a time; {}; {each:.1} ms of CPU", percentiles(times));
    report.row("a board of 1000 tickets, as a snapshot", measured, "≥ 800/s (100 × Planka); p99 ≤ 20 ms");
    Ok(())
}

fn ask(node: &Node, token: &str, workspace: &str) -> Result<Vec<Duration>, String> {
    let time = |_| {
        let start = Instant::now();
        node.snapshot(token, workspace).map_err(|error| error.to_string())?;
        Ok(start.elapsed())
    };
    (0..ASKED).map(time).collect()
}
