//! Proxies between clients and nodes: some cut idle connections, some hold bytes back, some know no WebSockets.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::client::Front;
use crate::estate;
use crate::fault::Told;
use crate::house::{House, NODES, until};
use crate::listeners::{Listeners, Seat};
use crate::proxy::{Behind, Gather, Proxy, Upgrade};

/// Heartbeats here are one second. Real proxies cut after thirty and sixty seconds, and real heartbeats come every ten.
const BEATS: u64 = 3;
/// Less than a heartbeat.
const TOO_SHORT: u64 = 400;
const GATHER: Gather = Gather { bytes: 32 * 1024, millis: 250 };
/// In this time, a proxy that cuts too early cuts each socket at least once.
const LOOK: Duration = Duration::from_secs(6);

/// F-35: idle cuts, gathered bytes, and refused upgrades.
pub async fn in_between(house: &mut House<'_>) -> Told {
    house.invite(6).await?;
    house.work(300);
    house.acks(20).await?;
    let mut told = idle(house).await?;

    house.record.fault(format!("every proxy holds {} bytes, or for {} ms", GATHER.bytes, GATHER.millis));
    house.fronts.iter().for_each(|proxy| proxy.gather(Some(GATHER)));
    house.acks(house.size(40, 200)).await?;
    house.rest();
    house.answered().await?;
    let late = house.convergence().await?;
    house.fronts.iter().for_each(|proxy| proxy.gather(None));
    house.work(300);
    told.push(format!("gathered: all clients up to date {late} ms after the last answer"));

    for (how, expected) in [(Upgrade::Strip, "426"), (Upgrade::Refuse, "400")] {
        let node = house.any_node();
        house.record.fault(format!("the proxy of node {node} knows no WebSockets: {how:?}"));
        house.fronts[node].upgrade(how);
        house.fronts[node].cut();
        let (status, took) = knock(house.front(node)).await;
        let odd = u64::from(!status.starts_with(&format!("HTTP/1.1 {expected} ")));
        house.record.count("INV-13", format!("handshakes not answered with {expected}: {status}"), odd, 0);
        house.acks(30).await?;
        house.fronts[node].upgrade(Upgrade::Pass);
        told.push(format!("{how:?}: {status} after {} ms", took.as_millis()));
    }
    house.acks(20).await?;
    Ok(told)
}

/// Idle sockets stay open if the proxy allows more than one heartbeat. Otherwise they are cut, reconnect, and miss
/// nothing.
async fn idle(house: &House<'_>) -> Told {
    let person = &house.people[0];
    let quiet = estate::found(house, person, "Quiet").await?;
    let mut ways = Vec::new();
    let mut listeners = Listeners::default();
    let count = house.size(12, 60);
    for number in 0..NODES {
        let front = house.front(number);
        let way = Proxy::start(Behind::Tcp(front.addr), house.seed).await?;
        way.cut_idle(BEATS * 1_000);
        for _ in 0..count / NODES {
            let fronts = vec![Front { proxy: way.addr, ..front }];
            listeners.add(Seat { token: person.token.clone(), workspace: quiet, fronts }, None);
        }
        ways.push(way);
    }
    let all = listeners.count();
    until("all sockets are welcomed", Duration::from_secs(30), async || listeners.live() == all).await?;
    house.record.fault(format!("{all} idle sockets, cut after {BEATS} heartbeats without a byte"));
    tokio::time::sleep(Duration::from_secs(house.size(8, 30) as u64)).await;
    let stayed = listeners.tally().cut;
    house.record.count("INV-7", "idle sockets cut although a heartbeat is shorter than the limit", stayed, 0);

    house.record.fault(format!("the same, cut after {TOO_SHORT} ms, which is less than a heartbeat"));
    ways.iter().for_each(|way| way.cut_idle(TOO_SHORT));
    let began = Instant::now();
    let mut written = 0;
    while began.elapsed() < LOOK {
        estate::ticket(house, person, quiet, &format!("Meanwhile {written}")).await?;
        written += 1;
        tokio::time::sleep(LOOK / 8).await;
    }
    let cut = listeners.tally().cut - stayed;
    ways.iter().for_each(|way| way.cut_idle(BEATS * 1_000));
    house.record.fault("three heartbeats again");
    until("all listeners are back", Duration::from_secs(30), async || listeners.live() == all).await?;
    let head: Option<i64> = estate::heads(house).await?.get(&quiet).copied();
    let behind = |id: Uuid| if id == quiet { head } else { None };
    // Missing listeners are counted below.
    let _ =
        until("all listeners are up to date", Duration::from_secs(20), async || listeners.behind(behind) == 0).await;
    let tally = listeners.tally();
    let too_few = (all as u64).saturating_sub(cut);
    house.record.count("INV-7", "sockets that a limit below a heartbeat did not cut", too_few, 0);
    house.record.count("INV-7", "frames that did not continue a listener's cursor", tally.holes, 0);
    house.record.count("INV-7", "listeners sent to the snapshot", tally.sent_to_snapshot, 0);
    house.record.count("INV-6", "listeners that lack events at the end", listeners.behind(behind) as u64, 0);
    house.record.count("INV-13", "handshakes without an answer in 30 s", tally.unanswered, 0);
    Ok(vec![format!(
        "{all} idle sockets: {stayed} cuts at a limit of {BEATS} heartbeats, {cut} at {TOO_SHORT} ms, with {written} events and none missed"
    )])
}

/// Requests a socket like a browser. Returns the first line of the answer.
async fn knock(front: Front) -> (String, Duration) {
    let began = Instant::now();
    let asked = async {
        let mut stream = TcpStream::connect(front.proxy).await?;
        let head = format!(
            "GET /api/socket HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            front.addr
        );
        stream.write_all(head.as_bytes()).await?;
        let mut answer = vec![0; 4_096];
        let read = stream.read(&mut answer).await?;
        let text = String::from_utf8_lossy(&answer[..read]).into_owned();
        Ok::<_, std::io::Error>(text.lines().next().unwrap_or_default().to_owned())
    };
    let answer = tokio::time::timeout(Duration::from_secs(30), asked).await;
    (answer.ok().and_then(Result::ok).unwrap_or_else(|| "no answer".to_owned()), began.elapsed())
}
