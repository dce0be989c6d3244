//! Clients that read slowly, read nothing, or vanish.

use std::time::{Duration, Instant};

use actors::words::LOG_READER_TOO_SLOW;
use bench::history::{Effect, Entry};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::client::{Front, open};
use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{CALLER, House, NODES, until};
use crate::proxy::Mode;

/// The memory that a node may use for one stalled reader: its outbox, and as much for frames on their way.
const A_READER: u64 = 2 << 20;
/// The allowance for everything else in a run.
const THE_REST: u64 = 160 << 20;

/// F-31: readers of 1 KB/s and readers of nothing among working clients, while long texts are written.
pub async fn slow_readers(house: &mut House<'_>) -> Told {
    house.invite(6).await?;
    house.work(300);
    house.acks(10).await?;
    let (still, slow) = (house.size(8, 50), house.size(8, 500));
    let base: Vec<u64> = house.nodes.iter().map(|node| node.memory()).collect();
    let readers = hold(house, still, slow, |turn| turn % NODES).await?;
    let began = Instant::now();
    house.record.fault(format!("{still} sockets read nothing, {slow} read 1 KB/s"));
    let within = Duration::from_secs(house.size(60, 180) as u64);
    let Written { first, bytes: written } = write_until_gone(house, still + slow, within).await?;
    let (gone, took) = (sent_away(house), began.elapsed().as_millis());
    let grown: Vec<u64> =
        house.nodes.iter().zip(&base).map(|(node, base)| node.memory().saturating_sub(*base)).collect();
    let most = grown.iter().copied().max().unwrap_or(0);
    let allowed = A_READER * ((still + slow) / NODES + 1) as u64 + THE_REST;
    judge_gone(house, still + slow);
    house.record.count("INV-12", "bytes by which a node has grown", most, allowed);
    readers.iter().for_each(|reader| reader.abort());
    house.record.fault("the clients are gone");
    Ok(vec![format!(
        "{gone} of {} sockets closed (4413), the first after {} ms, all within {took} ms; {} MB written, a node grew by {} MB",
        still + slow,
        first.unwrap_or(took),
        written >> 20,
        most >> 20
    )])
}

/// Opens readers of nothing and readers of 1 KB/s, each at a node.
pub(super) async fn hold(
    house: &House<'_>,
    still: usize,
    slow: usize,
    at: impl Fn(usize) -> usize,
) -> Result<Vec<JoinHandle<()>>, Failure> {
    let mut readers = Vec::new();
    for turn in 0..still + slow {
        let front = house.front(at(turn));
        // Connect directly: a proxy's buffers would read for the client.
        let mut stream = open(Front { proxy: front.addr, ..front }, Some(4_096)).await?;
        let token = &house.people[1].token;
        let hello = json!({"type": "hello", "token": token, "workspace": house.workspace, "protocol": 1});
        stream.send(Message::text(hello.to_string())).await?;
        let (mut say, mut hear) = stream.split();
        readers.push(tokio::spawn(async move {
            let reading = async {
                // A reader of nothing holds its socket for this many seconds.
                let held = Duration::from_secs(if turn < still { 600 } else { 0 });
                tokio::time::sleep(held).await;
                while let Some(Ok(frame)) = hear.next().await {
                    tokio::time::sleep(Duration::from_millis(frame.len() as u64)).await;
                }
            };
            let speaking = async {
                // A silent client would be cut for its silence (BP3).
                while say.send(Message::text(r#"{"type":"ping","n":1}"#)).await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(900)).await;
                }
            };
            tokio::join!(reading, speaking);
        }));
    }
    Ok(readers)
}

fn sent_away(house: &House<'_>) -> u64 {
    house.logged(LOG_READER_TOO_SLOW)
}

/// INV-12: stalled readers are closed.
pub(super) fn judge_gone(house: &House<'_>, readers: usize) {
    let kept = (readers as u64).saturating_sub(sent_away(house));
    house.record.count("INV-12", "stalled readers that are not closed", kept, 0);
}

/// The effort until all stalled readers were closed.
pub(super) struct Written {
    /// Milliseconds until the first was closed.
    first: Option<u128>,
    pub bytes: u64,
}

/// Writes long texts until `readers` readers have been closed, or the time is over.
pub(super) async fn write_until_gone(house: &House<'_>, readers: usize, within: Duration) -> Result<Written, Failure> {
    let began = Instant::now();
    let (person, ticket) = (house.people[0].clone(), Uuid::now_v7());
    let (mut turn, mut written) = (0, 0_u64);
    let mut first = None;
    while sent_away(house) < readers as u64 && began.elapsed() < within {
        let command = match turn {
            0 => json!({"kind": "ticket.create", "ticketId": ticket, "title": "Long"}),
            _ => {
                let text = format!("{turn} {}", "long ".repeat(18_000));
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": text}})
            }
        };
        written += 90_000;
        let id = Uuid::now_v7();
        house.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect: Effect::Other });
        house.command(turn, &person, id, &command).await?;
        if first.is_none() && sent_away(house) > 0 {
            first = Some(began.elapsed().as_millis());
        }
        turn += 1;
    }
    Ok(Written { first, bytes: written })
}

/// F-34: clients vanish without a close. The node frees their sockets and removes them from presence.
pub async fn half_open(house: &mut House<'_>) -> Told {
    house.invite(6).await?;
    house.work(300);
    house.acks(10).await?;
    let count = house.size(60, 1_000);
    let front = house.front(0);
    // A separate proxy, so that other clients are not affected.
    let way = crate::proxy::Proxy::start(crate::proxy::Behind::Tcp(front.addr), 1).await?;
    let front = Front { proxy: way.addr, ..front };
    let mut held = Vec::new();
    for _ in 0..count {
        let mut stream = open(front, None).await?;
        let token = &house.people[1].token;
        let hello = json!({"type": "hello", "token": token, "workspace": house.workspace, "protocol": 1});
        stream.send(Message::text(hello.to_string())).await?;
        // Reading answers the pings, until the proxy stops.
        held.push(tokio::spawn(async move { while let Some(Ok(_)) = stream.next().await {} }));
    }
    let before = house.connections(0);
    house.record.fault(format!("{count} sockets go silent"));
    way.set(Mode::Hold);
    let began = Instant::now();
    until("the sockets are freed", Duration::from_secs(40), async || {
        house.connections(0) + count as u64 <= before + count as u64 / 20
    })
    .await?;
    let took = began.elapsed().as_millis();
    held.iter().for_each(JoinHandle::abort);
    Ok(vec![format!("{count} sockets freed after {took} ms (heartbeat 1000 ms)")])
}

/// F-36: every connection is cut again and again, and clients return to any node with their cursors.
pub async fn moved(house: &mut House<'_>) -> Told {
    house.invite(12).await?;
    house.work(150);
    let rounds = house.size(5, 30);
    for _ in 0..rounds {
        house.acks(20).await?;
        house.record.fault("every connection is cut");
        house.fronts.iter().for_each(crate::proxy::Proxy::cut);
    }
    house.acks(20).await?;
    Ok(vec![format!("{rounds} rounds")])
}
