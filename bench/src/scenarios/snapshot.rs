//! Snapshots of 5,000 and 100,000 tickets (`BENCH_TICKETS`): bytes on the wire and time. Snapshots a second of a board of 1,000.

use std::time::{Duration, Instant};

use bench::fill;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

use crate::figures::{Report, percentiles};
use crate::node::database;
use crate::node::{Failure, Node};
use crate::settings;
use crate::team::{HALF, Team};

/// Rounds after the first one.
const ROUNDS: usize = 10;
/// Clients that request the board, one snapshot after the other.
const ASKING: usize = 4;
const ASKED: usize = 250;
/// The tickets of the board.
const BOARD: i32 = 1_000;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let token = node.person(&format!("snapshot{}", std::process::id()))?;
    let team = Team::sign_up(&node, "snapshot")?;
    for tickets in [5_000, settings::tickets()?] {
        let figure = format!("snapshot of {tickets} tickets");
        let id = node.workspace(&token, &figure)?;
        fill::tickets(&pool, Uuid::parse_str(&id)?, tickets).await?;
        let goal = if tickets > 10_000 { "≤ 4 MB; ≤ 50 ms of CPU" } else { "" };
        report.row(&figure, read(&node, &token, &id)?, goal);
        let divided = team.found(&node, &figure)?;
        fill::spread(&pool, Uuid::parse_str(&divided.id)?, tickets).await?;
        // The first reader finds nothing encoded; the second finds the open half.
        for (n, who) in [(1, "for a person who shares none"), (0, "for a person who shares them")] {
            let measured = read(&node, team.token(n), &divided.id)?;
            report.row(&format!("{figure}, {HALF}, {who}"), measured, "");
        }
    }
    let id = node.workspace(&token, "Board")?;
    fill::tickets(&pool, Uuid::parse_str(&id)?, BOARD).await?;
    let figure = format!("a board of {BOARD} tickets, as a snapshot");
    report.row(&figure, board(&node, &[&token], &id)?, "≥ 800/s (100 × Planka); p99 ≤ 20 ms");
    let divided = team.found(&node, "Board")?;
    fill::spread(&pool, Uuid::parse_str(&divided.id)?, BOARD).await?;
    let measured = board(&node, &[team.token(0), team.token(1)], &divided.id)?;
    report.row(&format!("{figure}, {HALF}, half of the readers share them"), measured, "");
    Ok(())
}

/// Reads a snapshot again and again: its size and times.
pub fn read(node: &Node, token: &str, workspace: &str) -> Result<String, Failure> {
    let (start, before) = (Instant::now(), node.cpu());
    let bytes = node.snapshot(token, workspace)?;
    let (cold, cold_cpu) = (start.elapsed(), node.cpu() - before);
    let cpu = node.cpu();
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        node.snapshot(token, workspace)?;
        times.push(start.elapsed());
    }
    let each = (node.cpu() - cpu) * 1_000.0 / ROUNDS as f64;
    Ok(format!(
        "{:.2} MB; {}; {each:.0} ms of CPU; the first time {:.0} ms, {:.0} ms of CPU",
        bytes as f64 / 1e6,
        percentiles(times),
        cold.as_secs_f64() * 1_000.0,
        cold_cpu * 1_000.0
    ))
}

/// Several clients read the snapshot of a board; the people take turns.
pub fn board(node: &Node, people: &[&str], workspace: &str) -> Result<String, Failure> {
    for token in people {
        node.snapshot(token, workspace)?;
    }
    let (start, cpu) = (Instant::now(), node.cpu());
    let times = std::thread::scope(|scope| {
        let asking: Vec<_> =
            (0..ASKING).map(|n| scope.spawn(move || ask(node, people[n % people.len()], workspace))).collect();
        asking.into_iter().map(|it| it.join().map_err(|_| "a panic")?).collect::<Result<Vec<_>, String>>()
    })?;
    let times: Vec<Duration> = times.into_iter().flatten().collect();
    let a_second = times.len() as f64 / start.elapsed().as_secs_f64();
    let each = (node.cpu() - cpu) * 1_000.0 / times.len() as f64;
    Ok(format!("{a_second:.0}/s to {ASKING} at a time; {}; {each:.1} ms of CPU", percentiles(times)))
}

fn ask(node: &Node, token: &str, workspace: &str) -> Result<Vec<Duration>, String> {
    let time = |_| {
        let start = Instant::now();
        node.snapshot(token, workspace).map_err(|error| error.to_string())?;
        Ok(start.elapsed())
    };
    (0..ASKED).map(time).collect()
}
