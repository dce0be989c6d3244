//! Presence for everyone in a room: Troupe gathers changes into a few frames a second, Bun publishes each. Both count
//! changes times receivers, independent of frames.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Report, median};
use crate::node::{Failure, Node};
use crate::peer::{Kind, Peer};

const PEOPLE: usize = 100;
/// For each person.
const CHANGES_A_SECOND: u32 = 10;
const RUNS: usize = 3;
const RUN: Duration = Duration::from_secs(3);
/// The size of one person in our frames, which is also the size of Bun's messages.
const BYTES: usize = 220;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start().await?;
    let token = node.person(&format!("presence{}", std::process::id()))?;
    let id = node.workspace(&token, "Presence")?;
    let bun = Peer::start(Kind::Bun).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let mut tasks = Vec::new();
        for _ in 0..PEOPLE {
            tasks.push(tokio::spawn(be_here(Socket::open(&node.addr, &token, &id).await?)));
        }
        ours.push(measure(tasks, || node.cpu()).await?);
        let mut tasks = Vec::new();
        for _ in 0..PEOPLE {
            let mut member = bun.enter(0).await?;
            let message = bun.kind.message(0, BYTES);
            tasks.push(tokio::spawn(async move {
                let mut beat = tokio::time::interval(Duration::from_secs(1) / CHANGES_A_SECOND);
                loop {
                    tokio::select! {
                        _ = beat.tick() => member.send_text(&message).await?,
                        // Only the reading counts here, not the number of messages.
                        received = member.receive(1) => drop(received?),
                    }
                }
            }));
        }
        theirs.push(measure(tasks, || bun.cpu()).await?);
    }
    let ratio = median(ours.clone()) / median(theirs.clone());
    let rate = PEOPLE as u32 * CHANGES_A_SECOND;
    report.row(
        &format!("CPU a million presence deliveries, {PEOPLE} in a room, {rate} changes/s"),
        format!("{}; {ratio:.2} × Bun's, which takes {}", seconds(ours), seconds(theirs)),
        "≤ 1/3 of Bun's",
    );
    Ok(())
}

fn seconds(mut runs: Vec<f64>) -> String {
    runs.sort_by(f64::total_cmp);
    let [least, middle, most] = [0, runs.len() / 2, runs.len() - 1].map(|n| runs[n]);
    format!("{middle:.2} s ({least:.2} to {most:.2} in {} runs)", runs.len())
}

/// Returns the server's CPU seconds for a million deliveries while `people` are present. They leave afterwards.
async fn measure(mut people: Vec<JoinHandle<Result<(), Failure>>>, cpu: impl Fn() -> f64) -> Result<f64, Failure> {
    tokio::time::sleep(Duration::from_millis(500)).await;
    let (start, before) = (Instant::now(), cpu());
    tokio::time::sleep(RUN).await;
    let (used, run) = (cpu() - before, start.elapsed());
    if let Some(gone) = people.iter_mut().find(|it| it.is_finished()) {
        gone.await??;
    }
    people.iter().for_each(JoinHandle::abort);
    let deliveries = (people.len() * people.len()) as f64 * f64::from(CHANGES_A_SECOND) * run.as_secs_f64();
    Ok(used / deliveries * 1e6)
}

/// Moves from ticket to ticket.
async fn be_here(mut socket: Socket) -> Result<(), Failure> {
    let mut beat = tokio::time::interval(Duration::from_secs(1) / CHANGES_A_SECOND);
    loop {
        tokio::select! {
            _ = beat.tick() => {
                let here = json!({"type": "presence", "ticketId": Uuid::now_v7(), "state": "viewing"});
                socket.send(here).await?;
            }
            text = socket.text() => drop(text?),
        }
    }
}
