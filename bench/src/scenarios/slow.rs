//! Slow readers in a crowd: their cost for the other readers and for the node.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinHandle;

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::generator::Busy;
use crate::node::{Failure, Node};
use crate::timetable::{Deliveries, Writer, play, took};

const CROWD: usize = 1_000;
const SLOW: usize = 50;
const EDITS_A_SECOND: f64 = 20.0;
/// Bytes of each edit's text. These fill an outbox of 1 MiB in about 9 s.
const TEXT: usize = 6_000;
/// The receive buffer of a slow reader, in bytes.
const RECEIVE: u32 = 4_096;
const PING: Duration = Duration::from_millis(500);

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start().await?;
    let token = node.person(&format!("slow{}", std::process::id()))?;
    let id = node.workspace(&token, "Slow")?;
    let origin = Instant::now();
    let deliveries = Deliveries::new(origin);
    let mut watching = Vec::new();
    for _ in SLOW..CROWD {
        watching.push(deliveries.watch(Socket::open(&node.addr, &token, &id).await?));
    }
    for (slow, seconds) in [(0, 8), (SLOW, 45)] {
        let sent_away = Arc::new(AtomicUsize::new(0));
        let still: Vec<_> = (0..slow).map(|_| hold(&node.addr, &token, &id, &sent_away)).collect();
        let writer = Writer::open(&node.addr, &token, &id).await?.with_text(TEXT);
        let (busy, before) = (Busy::start(), node.memory());
        let (acks, most) = tokio::join!(
            play(vec![writer], origin, EDITS_A_SECOND, Duration::from_secs(seconds)),
            most_memory(&node, Duration::from_secs(seconds))
        );
        let (acks, busy) = (acks?, busy.to_string());
        still.iter().for_each(JoinHandle::abort);
        let expected = acks.samples.len() * (CROWD - SLOW);
        let all = deliveries.all(expected).await;
        let grown = most.saturating_sub(before) as f64 / 1_048_576.0;
        let sent_away = sent_away.load(Ordering::Relaxed);
        let who = if slow > 0 { format!("{slow} of {CROWD} do not read") } else { "all read".to_owned() };
        report.row(
            &format!("edit → sockets that read, {EDITS_A_SECOND} edits/s of {TEXT} bytes, {who}"),
            format!(
                "{} of {} deliveries, {} missing; {sent_away} sent away; the node grew by {grown:.0} MiB; {busy}",
                percentiles(took(&all)),
                all.len(),
                expected.saturating_sub(all.len())
            ),
            if slow > 0 { "as without them" } else { "" },
        );
    }
    watching.iter().for_each(JoinHandle::abort);
    Ok(())
}

/// A client that joins, reads nothing, and reconnects when its socket is closed.
fn hold(addr: &str, token: &str, workspace: &str, sent_away: &Arc<AtomicUsize>) -> JoinHandle<()> {
    let (addr, token, workspace) = (addr.to_owned(), token.to_owned(), workspace.to_owned());
    let sent_away = sent_away.clone();
    tokio::spawn(async move {
        loop {
            let Ok(mut socket) = Socket::open_narrow(&addr, &token, &workspace, RECEIVE).await else { return };
            while socket.send(json!({"type": "ping", "n": 1})).await.is_ok() {
                tokio::time::sleep(PING).await;
            }
            sent_away.fetch_add(1, Ordering::Relaxed);
        }
    })
}

/// Returns the highest memory of the node during the run.
async fn most_memory(node: &Node, run: Duration) -> u64 {
    let start = Instant::now();
    let mut most = 0;
    while start.elapsed() < run {
        most = most.max(node.memory());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    most
}
