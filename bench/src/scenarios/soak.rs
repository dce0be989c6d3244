//! A steady load for a long time: edits, clients that join and leave. Memory must reach a level and stay there.
//! `SOAK_SECONDS` sets the duration (7200 for the long form), `SOAK_EDITS` the edits a second in each workspace, and
//! `SOAK_VISIT` the longest visit in milliseconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::Report;
use crate::node::{Failure, Node};
use crate::settings::setting;
use crate::slope::Slope;

const SECONDS: u64 = 180;
/// By then, the bounded stores (the newest events, stored answers) are full: half of a short run.
const LONGEST_WARM_UP: Duration = Duration::from_secs(900);
/// Few, so that the stores of each fill soon.
const WORKSPACES: usize = 5;
const PEOPLE: usize = 40;
const EDITS_A_SECOND: u64 = 120;
/// Clients that join and leave, each for some seconds.
const GUESTS: usize = 40;
const LONGEST_VISIT: u64 = 5_000;
const SEED: u64 = 20_261_121;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let seconds = setting("SOAK_SECONDS", SECONDS)?;
    let edits_a_second = setting("SOAK_EDITS", EDITS_A_SECOND)?;
    let longest_visit = setting("SOAK_VISIT", LONGEST_VISIT)?.max(2);
    let (run, start) = (Duration::from_secs(seconds), Instant::now());
    let node = Node::start().await?;
    let token = node.person(&format!("soak{}", std::process::id()))?;
    let counts = Arc::new(Counts::default());
    let mut tasks: Vec<JoinHandle<Result<(), Failure>>> = Vec::new();
    let mut ids = Vec::new();
    for n in 0..WORKSPACES {
        let id = node.workspace(&token, &format!("Soak {n}"))?;
        for _ in 0..PEOPLE {
            tasks.push(tokio::spawn(stay(Socket::open(&node.addr, &token, &id).await?, counts.clone())));
        }
        tasks.push(tokio::spawn(edit(Socket::open(&node.addr, &token, &id).await?, edits_a_second, counts.clone())));
        ids.push(id);
    }
    for guest in 0..GUESTS {
        let (addr, token, workspace) = (node.addr.clone(), token.clone(), ids[guest % WORKSPACES].clone());
        let dice = StdRng::seed_from_u64(SEED + guest as u64);
        tasks.push(tokio::spawn(visit(addr, token, workspace, longest_visit, dice, counts.clone())));
    }
    let warm_up = (run / 2).min(LONGEST_WARM_UP);
    let every = Duration::from_secs(1).max(run / 2_000);
    let mut samples = Vec::new();
    while start.elapsed() < run {
        tokio::time::sleep(every).await;
        if let Some(task) = tasks.iter_mut().find(|task| task.is_finished()) {
            task.await??;
            return Err("a client left the soak before its end".into());
        }
        if start.elapsed() > warm_up {
            samples.push((start.elapsed().as_secs_f64() / 3_600.0, node.memory() as f64 / 1_048_576.0));
        }
    }
    counts.over.store(true, Ordering::Relaxed);
    tasks.iter().for_each(JoinHandle::abort);
    let slope = Slope::of(&samples).ok_or("the soak is too short for a slope")?;
    let mean = |samples: &[(f64, f64)]| samples.iter().map(|sample| sample.1).sum::<f64>() / samples.len() as f64;
    let level = mean(&samples);
    // A store that fills rises less and less; a leak rises to the end.
    let quarters: Vec<String> =
        samples.chunks(samples.len().div_ceil(4)).map(|quarter| format!("{:.0}", mean(quarter))).collect();
    report.row(
        &format!("memory of a node in a soak of {seconds} s"),
        format!(
            "{:+.1} ± {:.1} MiB/hour at {level:.0} MiB ({} in its quarters), after {} s of warm-up: {}; {} edits, {} deliveries, {} visits",
            slope.slope,
            slope.spread,
            quarters.join(", "),
            warm_up.as_secs(),
            if slope.rises() { "rises" } else { "no slope beyond its spread" },
            counts.edits.load(Ordering::Relaxed),
            counts.deliveries.load(Ordering::Relaxed),
            counts.visits.load(Ordering::Relaxed),
        ),
        "no slope",
    );
    Ok(())
}

#[derive(Default)]
struct Counts {
    over: AtomicBool,
    edits: AtomicU64,
    deliveries: AtomicU64,
    visits: AtomicU64,
}

async fn stay(mut socket: Socket, counts: Arc<Counts>) -> Result<(), Failure> {
    while !counts.over.load(Ordering::Relaxed) {
        let events = socket.text().await?.matches(r#""commandId""#).count();
        counts.deliveries.fetch_add(events as u64, Ordering::Relaxed);
    }
    Ok(())
}

/// Edits a few tickets in turn at a steady rate.
async fn edit(mut socket: Socket, a_second: u64, counts: Arc<Counts>) -> Result<(), Failure> {
    let tickets: Vec<Uuid> = (0..50).map(|_| Uuid::now_v7()).collect();
    for ticket in &tickets {
        socket.carry_out(json!({"kind": "ticket.create", "ticketId": ticket, "title": "Soaked"})).await?;
    }
    let mut beat = tokio::time::interval(Duration::from_secs(1).div_f64(a_second.max(1) as f64));
    for turn in 0_usize.. {
        beat.tick().await;
        if counts.over.load(Ordering::Relaxed) {
            break;
        }
        let patch = json!({"title": format!("Edit {turn}"), "description": format!("{turn} {}", "text ".repeat(40))});
        let ticket = tickets[turn % tickets.len()];
        socket.carry_out(json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch})).await?;
        counts.edits.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Joins, opens something, and leaves.
async fn visit(
    addr: String,
    token: String,
    workspace: String,
    longest: u64,
    mut dice: StdRng,
    counts: Arc<Counts>,
) -> Result<(), Failure> {
    while !counts.over.load(Ordering::Relaxed) {
        let mut socket = Socket::open(&addr, &token, &workspace).await?;
        socket.send(json!({"type": "presence", "state": "viewing", "field": "title"})).await?;
        let until = tokio::time::sleep(Duration::from_millis(dice.random_range(longest / 10..longest)));
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => break,
                text = socket.text() => drop(text?),
            }
        }
        counts.visits.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
