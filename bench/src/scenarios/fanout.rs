//! From an edit to everybody's socket: latency at a fixed rate,
//! open loop, with the due time in the payload.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::node::{Failure, Node};

const RUN: Duration = Duration::from_secs(8);

pub async fn latency(report: &mut Report) -> Result<(), Failure> {
    for (figure, workspaces, people, rate) in
        [("1,000 edits/s over 100 workspaces of 10", 100, 10, 1_000), ("50 edits/s, 1,000 watchers", 1, 1_000, 50)]
    {
        let node = Node::start().await?;
        let token = node.person(&format!("fan{}{rate}", std::process::id()))?;
        let origin = Instant::now();
        let (found, mut samples) = mpsc::unbounded_channel::<Vec<Duration>>();
        let (acked, mut acks) = mpsc::unbounded_channel::<Vec<Duration>>();
        let mut writers = Vec::new();
        for n in 0..workspaces {
            let id = node.workspace(&token, &format!("Fan {n}"))?;
            let mut writer = Socket::open(&node.addr, &token, &id).await?;
            let ticket = Uuid::now_v7();
            writer.carry_out(json!({"kind": "ticket.create", "ticketId": ticket, "title": "Watched"})).await?;
            writers.push((writer, ticket));
            for _ in 1..people {
                let socket = Socket::open(&node.addr, &token, &id).await?;
                tokio::spawn(watch(socket, origin, found.clone()));
            }
        }
        drop(found);
        let every = Duration::from_secs_f64(workspaces as f64 / f64::from(rate));
        let begin = Instant::now() + Duration::from_millis(300);
        for (n, (writer, ticket)) in writers.into_iter().enumerate() {
            let first = begin + every.mul_f64(n as f64 / workspaces as f64);
            tokio::spawn(write(writer, ticket, origin, first, every, acked.clone()));
        }
        drop(acked);
        let (mut all, mut answered) = (Vec::new(), Vec::new());
        while let Some(some) = acks.recv().await {
            answered.extend(some);
        }
        while let Some(some) = samples.recv().await {
            all.extend(some);
        }
        let busy = all.len();
        report.row(
            &format!("edit → other sockets, {figure}"),
            format!("{} of {busy} deliveries", percentiles(all)),
            "p50 ≤ 8, p99 ≤ 20 ms",
        );
        report.row(&format!("edit → ack, {figure}"), percentiles(answered).to_string(), "99.9 % in 100 ms");
    }
    Ok(())
}

/// Writes on a timetable, whatever the answers do.
async fn write(
    mut socket: Socket,
    ticket: Uuid,
    origin: Instant,
    first: Instant,
    every: Duration,
    found: mpsc::UnboundedSender<Vec<Duration>>,
) {
    let mut samples = Vec::new();
    let mut due = first;
    let end = first + RUN;
    let mut waiting = 0;
    loop {
        let now = Instant::now();
        if due < end && now >= due {
            let title = format!("due {:020}", due.duration_since(origin).as_nanos());
            if socket
                .command(json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}}))
                .await
                .is_err()
            {
                break;
            }
            waiting += 1;
            due += every;
            continue;
        }
        if due >= end && waiting == 0 {
            break;
        }
        let patience = if due < end { due - now } else { Duration::from_secs(2) };
        match tokio::time::timeout(patience, socket.text()).await {
            Ok(Ok(text)) if text.starts_with(r#"{"type":"events""#) => samples.extend(delays(&text, origin)),
            Ok(Ok(text)) if text.starts_with(r#"{"type":"ack""#) => waiting -= 1,
            Ok(Ok(_)) => {}
            Ok(Err(_)) => break,
            Err(_) if due >= end => break,
            Err(_) => {}
        }
    }
    // The writer's own event comes with its ack; watchers are counted by themselves.
    let _ = found.send(samples);
}

async fn watch(mut socket: Socket, origin: Instant, found: mpsc::UnboundedSender<Vec<Duration>>) {
    let mut samples = Vec::new();
    let start = Instant::now();
    while start.elapsed() < RUN * 4 {
        match tokio::time::timeout(Duration::from_secs(6), socket.text()).await {
            Ok(Ok(text)) if text.starts_with(r#"{"type":"events""#) => samples.extend(delays(&text, origin)),
            Ok(Ok(text))
                if text.starts_with(r#"{"type":"heads""#) && !samples.is_empty() && start.elapsed() > RUN * 2 =>
            {
                break;
            }
            Ok(Ok(_)) => {}
            Ok(Err(_)) => break,
            Err(_) => break,
        }
    }
    let _ = found.send(samples);
}

/// The due times are in the titles.
fn delays(text: &str, origin: Instant) -> Vec<Duration> {
    let now = origin.elapsed();
    text.match_indices(r#""title":"due "#)
        .filter_map(|(place, found)| text.get(place + found.len()..place + found.len() + 20)?.parse::<u64>().ok())
        .map(|due| now.saturating_sub(Duration::from_nanos(due)))
        .collect()
}
