//! Clients that read slowly, read nothing, or vanish.

use std::time::{Duration, Instant};

use actors::words::LOG_READER_TOO_SLOW;
use bench::history::{Effect, Entry};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::client::{NodeAddress, open};
use crate::cluster::{CALLER, Cluster, NODES, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::proxy::Mode;

/// The memory that a node may use for one stalled reader: its outbox, and as much for frames on their proxy.
const A_READER: u64 = 2 << 20;
/// The allowance for everything else in a run.
const THE_REST: u64 = 160 << 20;

/// F-31: readers of 1 KB/s and readers of nothing among working clients, while long texts are written.
pub async fn slow_readers(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(6).await?;
    cluster.edit_every_ms(300);
    cluster.wait_for_acks(10).await?;
    let (stalled, slow) = (cluster.size(8, 50), cluster.size(8, 500));
    let base: Vec<u64> = cluster.nodes.iter().map(|node| node.memory()).collect();
    let readers = open_slow_readers(cluster, stalled, slow, |turn| turn % NODES).await?;
    let began = Instant::now();
    cluster.record.fault(format!("{stalled} sockets read nothing, {slow} read 1 KB/s"));
    let within = Duration::from_secs(cluster.size(60, 180) as u64);
    let Written { first, bytes: written } = write_until_closed(cluster, stalled + slow, within).await?;
    let (closed, took) = (closed_readers(cluster), began.elapsed().as_millis());
    let grown: Vec<u64> =
        cluster.nodes.iter().zip(&base).map(|(node, base)| node.memory().saturating_sub(*base)).collect();
    let most = grown.iter().copied().max().unwrap_or(0);
    let allowed = A_READER * ((stalled + slow) / NODES + 1) as u64 + THE_REST;
    judge_closed(cluster, stalled + slow);
    cluster.record.count("INV-12", "bytes by which a node has grown", most, allowed);
    readers.iter().for_each(|reader| reader.abort());
    cluster.record.fault("the clients are gone");
    Ok(vec![format!(
        "{closed} of {} sockets closed (4413), the first after {} ms, all within {took} ms; {} MB written, a node grew by {} MB",
        stalled + slow,
        first.unwrap_or(took),
        written >> 20,
        most >> 20
    )])
}

/// Opens readers of nothing and readers of 1 KB/s, each at a node.
pub(super) async fn open_slow_readers(
    cluster: &Cluster<'_>,
    stalled: usize,
    slow: usize,
    at: impl Fn(usize) -> usize,
) -> Result<Vec<JoinHandle<()>>, Failure> {
    let mut readers = Vec::new();
    for turn in 0..stalled + slow {
        let address = cluster.address_of(at(turn));
        // Connect directly: a proxy's buffers would read for the client.
        let mut stream = open(NodeAddress { proxy: address.direct, ..address }, Some(4_096)).await?;
        let token = &cluster.people[1].token;
        let hello = json!({"type": "hello", "token": token, "workspace": cluster.workspace, "protocol": 1});
        stream.send(Message::text(hello.to_string())).await?;
        let (mut sender, mut receiver) = stream.split();
        readers.push(tokio::spawn(async move {
            let reading = async {
                // A reader of nothing holds its socket for this many seconds.
                let held = Duration::from_secs(if turn < stalled { 600 } else { 0 });
                tokio::time::sleep(held).await;
                while let Some(Ok(frame)) = receiver.next().await {
                    tokio::time::sleep(Duration::from_millis(frame.len() as u64)).await;
                }
            };
            let pinging = async {
                // A silent client would be cut for its silence (BP3).
                while sender.send(Message::text(r#"{"type":"ping","n":1}"#)).await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(900)).await;
                }
            };
            tokio::join!(reading, pinging);
        }));
    }
    Ok(readers)
}

/// The number of readers that the nodes have closed as too slow.
fn closed_readers(cluster: &Cluster<'_>) -> u64 {
    cluster.log_count(LOG_READER_TOO_SLOW)
}

/// INV-12: stalled readers are closed.
pub(super) fn judge_closed(cluster: &Cluster<'_>, readers: usize) {
    let kept = (readers as u64).saturating_sub(closed_readers(cluster));
    cluster.record.count("INV-12", "stalled readers that are not closed", kept, 0);
}

/// The effort until all stalled readers were closed.
pub(super) struct Written {
    /// Milliseconds until the first was closed.
    first: Option<u128>,
    pub bytes: u64,
}

/// Writes long texts until `readers` readers have been closed, or the time is over.
pub(super) async fn write_until_closed(
    cluster: &Cluster<'_>,
    readers: usize,
    within: Duration,
) -> Result<Written, Failure> {
    let began = Instant::now();
    let (person, ticket) = (cluster.people[0].clone(), Uuid::now_v7());
    let (mut turn, mut written) = (0, 0_u64);
    let mut first = None;
    while closed_readers(cluster) < readers as u64 && began.elapsed() < within {
        let command = match turn {
            0 => json!({"kind": "ticket.create", "ticketId": ticket, "title": "Long"}),
            _ => {
                let text = format!("{turn} {}", "long ".repeat(18_000));
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": text}})
            }
        };
        written += 90_000;
        let id = Uuid::now_v7();
        cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect: Effect::Other });
        cluster.command(turn, &person, id, &command).await?;
        if first.is_none() && closed_readers(cluster) > 0 {
            first = Some(began.elapsed().as_millis());
        }
        turn += 1;
    }
    Ok(Written { first, bytes: written })
}

/// F-34: clients vanish without a close. The node frees their sockets and removes them from presence.
pub async fn half_open(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(6).await?;
    cluster.edit_every_ms(300);
    cluster.wait_for_acks(10).await?;
    let count = cluster.size(60, 1_000);
    let address = cluster.address_of(0);
    // A separate proxy, so that other clients are not affected.
    let proxy = crate::proxy::Proxy::start(crate::proxy::Upstream::Tcp(address.direct), 1).await?;
    let address = NodeAddress { proxy: proxy.addr, ..address };
    let mut readers = Vec::new();
    for _ in 0..count {
        let mut stream = open(address, None).await?;
        let token = &cluster.people[1].token;
        let hello = json!({"type": "hello", "token": token, "workspace": cluster.workspace, "protocol": 1});
        stream.send(Message::text(hello.to_string())).await?;
        // Reading answers the pings, until the proxy stops.
        readers.push(tokio::spawn(async move { while let Some(Ok(_)) = stream.next().await {} }));
    }
    let before = cluster.connections(0);
    cluster.record.fault(format!("{count} sockets go silent"));
    proxy.set(Mode::Hold);
    let began = Instant::now();
    until("the sockets are freed", Duration::from_secs(40), async || {
        cluster.connections(0) + count as u64 <= before + count as u64 / 20
    })
    .await?;
    let took = began.elapsed().as_millis();
    readers.iter().for_each(JoinHandle::abort);
    Ok(vec![format!("{count} sockets freed after {took} ms (heartbeat 1000 ms)")])
}

/// F-36: every connection is cut again and again, and clients return to any node with their cursors.
pub async fn moved(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    let rounds = cluster.size(5, 30);
    for _ in 0..rounds {
        cluster.wait_for_acks(20).await?;
        cluster.record.fault("every connection is cut");
        cluster.client_proxies.iter().for_each(crate::proxy::Proxy::cut);
    }
    cluster.wait_for_acks(20).await?;
    Ok(vec![format!("{rounds} rounds")])
}
