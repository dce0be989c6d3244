//! Deliveries a CPU second: one message to everybody in a room, ours with a durable edit behind each, Bun's bare
//! publish beside it. Interleaved, so that the ratio is of one run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Report, median, spread};
use crate::node::{Failure, Node};
use crate::peer::Bun;

const RUNS: usize = 3;
const RUN: Duration = Duration::from_secs(3);

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    for (watchers, bursts) in [(1_000, &[1, 16][..]), (5_000, &[1][..])] {
        let node = Node::start().await?;
        let token = node.person(&format!("rooms{watchers}x{}", std::process::id()))?;
        let mut ours = Room::of_ours(&node, &token, watchers).await?;
        // As long as the frame that carries one of our events.
        let bun = Bun::start()?;
        let mut theirs = Room::of_bun(&bun, watchers, 640).await?;
        for burst in bursts {
            let (mut a, mut b, mut rate) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..RUNS {
                let (each, second) = ours.measure(*burst, || node.cpu()).await?;
                a.push(each);
                rate.push(second);
                b.push(theirs.measure(*burst, || bun.cpu()).await?.0);
            }
            let goal = if *burst == 1 { "≥ 0.75 × Bun" } else { "≥ 0.7 × Bun" };
            let ratio = median(a.clone()) / median(b.clone());
            report.row(
                &format!("deliveries a CPU second, {watchers} in a room, {burst} under way"),
                format!("{}; ratio {ratio:.2}; {:.0}/s in all", spread(a), median(rate)),
                goal,
            );
            report.row("… of Bun", spread(b), "");
        }
        let length = ours.length.load(Ordering::Relaxed);
        report.row(&format!("bytes of a frame to {watchers}, ours and Bun's"), format!("{length} and 640"), "");
    }
    Ok(())
}

/// Everybody in a room, and the one who writes.
struct Room {
    writer: Writer,
    delivered: Arc<AtomicU64>,
    /// Of the longest frame that came.
    length: Arc<AtomicUsize>,
}

enum Writer {
    Ours { socket: Box<Socket>, ticket: Uuid, turn: u64 },
    Bun { socket: Box<Socket>, message: String },
}

impl Room {
    async fn of_ours(node: &Node, token: &str, watchers: usize) -> Result<Self, Failure> {
        let workspace = node.workspace(token, "Room")?;
        let (delivered, length) = (Arc::default(), Arc::default());
        for _ in 0..watchers {
            watch(Socket::open(&node.addr, token, &workspace).await?, &delivered, &length);
        }
        let mut socket = Box::new(Socket::open(&node.addr, token, &workspace).await?);
        let ticket = Uuid::now_v7();
        socket.carry_out(json!({"kind": "ticket.create", "ticketId": ticket, "title": "Room"})).await?;
        Ok(Self { writer: Writer::Ours { socket, ticket, turn: 0 }, delivered, length })
    }

    async fn of_bun(bun: &Bun, watchers: usize, bytes: usize) -> Result<Self, Failure> {
        let (delivered, length) = (Arc::default(), Arc::default());
        for _ in 0..watchers {
            watch(Socket::plain(&bun.addr).await?, &delivered, &length);
        }
        let socket = Box::new(Socket::plain(&bun.addr).await?);
        let message = format!("\"commandId\"{}", "x".repeat(bytes.saturating_sub(11)));
        Ok(Self { writer: Writer::Bun { socket, message }, delivered, length })
    }

    /// Deliveries a CPU second of the server, and a second of time, with so many messages under way.
    async fn measure(&mut self, burst: usize, cpu: impl Fn() -> f64) -> Result<(f64, f64), Failure> {
        let (start, used, before) = (Instant::now(), cpu(), self.delivered.load(Ordering::Relaxed));
        while start.elapsed() < RUN {
            self.writer.round(burst).await?;
        }
        let delivered = (self.delivered.load(Ordering::Relaxed) - before) as f64;
        Ok((delivered / (cpu() - used).max(0.01), delivered / start.elapsed().as_secs_f64()))
    }
}

impl Writer {
    /// Writes so many messages and waits until the server has dealt with them.
    async fn round(&mut self, burst: usize) -> Result<(), Failure> {
        match self {
            Self::Ours { socket, ticket, turn } => {
                for _ in 0..burst {
                    *turn += 1;
                    let title = format!("Edit {turn}");
                    socket
                        .command(json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}}))
                        .await?;
                }
                let mut acks = 0;
                while acks < burst {
                    acks += usize::from(socket.text().await?.starts_with(r#"{"type":"ack""#));
                }
            }
            Self::Bun { socket, message } => {
                for _ in 0..burst {
                    socket.say(message).await?;
                }
                // It is in the room as well: its own message comes back.
                for _ in 0..burst {
                    socket.text().await?;
                }
            }
        }
        Ok(())
    }
}

fn watch(mut socket: Socket, delivered: &Arc<AtomicU64>, length: &Arc<AtomicUsize>) {
    let (delivered, length) = (delivered.clone(), length.clone());
    tokio::spawn(async move {
        while let Ok(text) = socket.text().await {
            let events = text.matches(r#""commandId""#).count();
            if events == 1 {
                length.fetch_max(text.len(), Ordering::Relaxed);
            }
            delivered.fetch_add(events as u64, Ordering::Relaxed);
        }
    });
}
