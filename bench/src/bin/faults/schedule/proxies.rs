//! Proxies between clients and nodes: some cut idle connections, some hold bytes back, some know no WebSockets.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::client::NodeAddress;
use crate::cluster::{Cluster, NODES, until};
use crate::fault::FaultResult;
use crate::listeners::{ListenerOptions, Listeners};
use crate::proxy::{Gather, Proxy, Upgrade, Upstream};
use crate::workspaces;

/// Heartbeats here are one second. Real proxies cut after thirty and sixty seconds, and real heartbeats come every ten.
const BEATS: u64 = 3;
/// Less than a heartbeat.
const TOO_SHORT: u64 = 400;
const GATHER: Gather = Gather { bytes: 32 * 1024, millis: 250 };
/// In this time, a proxy that cuts too early cuts each socket at least once.
const LOOK: Duration = Duration::from_secs(6);

/// F-35: idle cuts, gathered bytes, and refused upgrades.
pub async fn in_between(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(6).await?;
    cluster.edit_every_ms(300);
    cluster.wait_for_acks(20).await?;
    let mut findings = idle(cluster).await?;

    cluster.record.fault(format!("every proxy holds {} bytes, or for {} ms", GATHER.bytes, GATHER.millis));
    cluster.client_proxies.iter().for_each(|proxy| proxy.gather(Some(GATHER)));
    cluster.wait_for_acks(cluster.size(40, 200)).await?;
    cluster.pause_edits();
    cluster.wait_for_answers().await?;
    let late = cluster.ms_until_converged().await?;
    cluster.client_proxies.iter().for_each(|proxy| proxy.gather(None));
    cluster.edit_every_ms(300);
    findings.push(format!("gathered: all clients up to date {late} ms after the last answer"));

    for (how, expected) in [(Upgrade::Strip, "426"), (Upgrade::Refuse, "400")] {
        let node = cluster.random_node();
        cluster.record.fault(format!("the proxy of node {node} knows no WebSockets: {how:?}"));
        cluster.client_proxies[node].upgrade(how);
        cluster.client_proxies[node].cut();
        let (status, took) = request_upgrade(cluster.address_of(node)).await;
        let odd = u64::from(!status.starts_with(&format!("HTTP/1.1 {expected} ")));
        cluster.record.count("INV-13", format!("handshakes not answered with {expected}: {status}"), odd, 0);
        cluster.wait_for_acks(30).await?;
        cluster.client_proxies[node].upgrade(Upgrade::Pass);
        findings.push(format!("{how:?}: {status} after {} ms", took.as_millis()));
    }
    cluster.wait_for_acks(20).await?;
    Ok(findings)
}

/// Idle sockets stay open if the proxy allows more than one heartbeat. Otherwise they are cut, reconnect, and miss
/// nothing.
async fn idle(cluster: &Cluster<'_>) -> FaultResult {
    let person = &cluster.people[0];
    let quiet = workspaces::create(cluster, person, "Quiet").await?;
    let mut idle_proxies = Vec::new();
    let mut listeners = Listeners::default();
    let count = cluster.size(12, 60);
    for number in 0..NODES {
        let address = cluster.address_of(number);
        let proxy = Proxy::start(Upstream::Tcp(address.direct), cluster.seed).await?;
        proxy.cut_idle(BEATS * 1_000);
        for _ in 0..count / NODES {
            let addresses = vec![NodeAddress { proxy: proxy.addr, ..address }];
            listeners.add(ListenerOptions { token: person.token.clone(), workspace: quiet, addresses }, None);
        }
        idle_proxies.push(proxy);
    }
    let all = listeners.count();
    until("all sockets are welcomed", Duration::from_secs(30), async || listeners.live() == all).await?;
    cluster.record.fault(format!("{all} idle sockets, cut after {BEATS} heartbeats without a byte"));
    tokio::time::sleep(Duration::from_secs(cluster.size(8, 30) as u64)).await;
    let stayed = listeners.tally().cut;
    cluster.record.count("INV-7", "idle sockets cut although a heartbeat is shorter than the limit", stayed, 0);

    cluster.record.fault(format!("the same, cut after {TOO_SHORT} ms, which is less than a heartbeat"));
    idle_proxies.iter().for_each(|proxy| proxy.cut_idle(TOO_SHORT));
    let began = Instant::now();
    let mut written = 0;
    while began.elapsed() < LOOK {
        workspaces::create_ticket(cluster, person, quiet, &format!("Meanwhile {written}")).await?;
        written += 1;
        tokio::time::sleep(LOOK / 8).await;
    }
    let cut = listeners.tally().cut - stayed;
    idle_proxies.iter().for_each(|proxy| proxy.cut_idle(BEATS * 1_000));
    cluster.record.fault("three heartbeats again");
    until("all listeners are back", Duration::from_secs(30), async || listeners.live() == all).await?;
    let head: Option<i64> = workspaces::heads(cluster).await?.get(&quiet).copied();
    let behind = |id: Uuid| if id == quiet { head } else { None };
    // Missing listeners are counted below.
    let _ =
        until("all listeners are up to date", Duration::from_secs(20), async || listeners.behind(behind) == 0).await;
    let tally = listeners.tally();
    let too_few = (all as u64).saturating_sub(cut);
    cluster.record.count("INV-7", "sockets that a limit below a heartbeat did not cut", too_few, 0);
    cluster.record.count("INV-7", "frames that did not continue a listener's cursor", tally.gaps, 0);
    cluster.record.count("INV-7", "listeners sent to the snapshot", tally.sent_to_snapshot, 0);
    cluster.record.count("INV-6", "listeners that lack events at the end", listeners.behind(behind) as u64, 0);
    cluster.record.count("INV-13", "handshakes without an answer in 30 s", tally.unanswered, 0);
    Ok(vec![format!(
        "{all} idle sockets: {stayed} cuts at a limit of {BEATS} heartbeats, {cut} at {TOO_SHORT} ms, with {written} events and none missed"
    )])
}

/// Requests a socket like a browser. Returns the first line of the answer.
async fn request_upgrade(address: NodeAddress) -> (String, Duration) {
    let began = Instant::now();
    let asked = async {
        let mut stream = TcpStream::connect(address.proxy).await?;
        let head = format!(
            "GET /api/socket HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            address.direct
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
