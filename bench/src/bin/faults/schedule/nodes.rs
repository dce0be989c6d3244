//! Nodes that are killed, stopped and paused.

use std::time::{Duration, Instant};

use bench::history::Entry;
use futures_util::SinkExt;
use rustix::process::Signal;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::client::open;
use crate::fault::Told;
use crate::house::{House, NODES, until};
use crate::probe::Probe;
use crate::proxy::Mode;

/// DR1: a process ends within ten seconds after the signal; one more second for a busy machine to notice.
const DRAIN_MS: u64 = 11_000;

/// F-01: nodes are killed while clients edit.
pub async fn killed(house: &mut House<'_>) -> Told {
    house.invite(house.size(12, 50)).await?;
    house.work(150);
    let rounds = house.size(5, 20);
    for _ in 0..rounds {
        house.acks(20).await?;
        let node = house.any_node();
        house.record.fault(format!("node {node} is killed"));
        house.nodes[node].kill().await?;
        house.acks(20).await?;
        house.nodes[node].start()?;
        house.nodes[node].ready().await?;
    }
    Ok(vec![format!("{rounds} rounds")])
}

/// F-02: a node commits, cannot send its acks, and is killed.
pub async fn killed_before_acks(house: &mut House<'_>) -> Told {
    house.invite(12).await?;
    house.work(150);
    for _ in 0..house.size(2, 6) {
        house.acks(20).await?;
        let node = house.any_node();
        house.record.fault(format!("node {node} commits, its acks are lost, and the node is killed"));
        house.fronts[node].set(Mode::SwallowAnswers);
        let before = house.heads().await?;
        // Some client's edit is committed, at whichever node.
        until("a commit succeeds", Duration::from_secs(20), async || {
            house.heads().await.is_ok_and(|heads| heads[&house.workspace] >= before[&house.workspace] + 15)
        })
        .await?;
        house.nodes[node].kill().await?;
        house.fronts[node].set(Mode::Pass);
        house.acks(20).await?;
        house.nodes[node].start()?;
        house.nodes[node].ready().await?;
    }
    Ok(Vec::new())
}

/// F-03: a node commits, cannot notify the others, and is killed; the others find the events by the heads of the
/// journal.
pub async fn killed_before_publish(house: &mut House<'_>) -> Told {
    house.invite(9).await?;
    house.work(150);
    let mut found = Vec::new();
    for _ in 0..house.size(2, 6) {
        house.acks(20).await?;
        let node = house.any_node();
        house.record.fault(format!("node {node} commits, its messages are lost, and the node is killed"));
        house.to_redis[node].set(Mode::Swallow);
        house.acks(30).await?;
        house.nodes[node].kill().await?;
        house.rest();
        found.push(house.convergence().await?);
        house.to_redis[node].set(Mode::Pass);
        house.nodes[node].start()?;
        house.nodes[node].ready().await?;
        house.work(150);
    }
    Ok(vec![format!("all clients up to date {found:?} ms after the kill")])
}

/// F-04: nodes are stopped under load, also with a stalled client and with a second signal.
pub async fn drained(house: &mut House<'_>) -> Told {
    house.invite(12).await?;
    house.work(100);
    let (probe, mut told, mut usual) = (house.probe(), Vec::new(), 0);
    for (node, how) in ["", ", with a stalled client", ", with two signals"].iter().enumerate() {
        house.acks(20).await?;
        let stuck = if node == 1 { Some(stuck(house, node).await?) } else { None };
        let code = |entry: &Entry| matches!(entry, Entry::Closed { code: Some(1012), .. });
        let before = house.record.how_many(code);
        house.record.fault(format!("node {node} is stopped{how}"));
        let began = Instant::now();
        house.nodes[node].signal(Signal::TERM)?;
        if node == 2 {
            tokio::time::sleep(Duration::from_millis(30)).await;
            // The process may have exited already.
            let _ = house.nodes[node].signal(Signal::TERM);
        }
        let status = house.nodes[node].ended(Duration::from_secs(30)).await?;
        let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        drop(stuck);
        house.record.count("INV-14", format!("ms until node {node} exited{how}"), took, DRAIN_MS);
        house.record.count("INV-14", format!("unclean exits of node {node}"), u64::from(!status.success()), 0);
        if node == 2 {
            // A second signal must shorten the drain.
            house.record.count("INV-14", "drains that a second signal did not shorten", u64::from(took >= usual), 0);
        }
        usual = took;
        told.push(format!("stopped{how}: {took} ms, {} × 1012", house.record.how_many(code) - before));
        house.nodes[node].start()?;
        house.nodes[node].ready().await?;
    }
    told.push(without_errors(house, &probe));
    Ok(told)
}

/// A stopping node answers calls or refuses connections, and never answers with an error: a load balancer knows no
/// third state.
fn without_errors(house: &House<'_>, probe: &Probe) -> String {
    house.record.count("INV-14", "calls answered with 5xx", probe.errors(), 0);
    probe.told(&house.record)
}

/// A socket that sends hello and reads nothing.
async fn stuck(house: &House<'_>, node: usize) -> Result<impl Sized + use<>, crate::failure::Failure> {
    let mut stream = open(house.front(node), Some(4_096)).await?;
    let hello = json!({"type": "hello", "token": house.people[1].token, "workspace": house.workspace, "protocol": 1});
    stream.send(Message::text(hello.to_string())).await?;
    Ok(stream)
}

/// F-05: all nodes are restarted in turn, under load.
pub async fn rolling_restart(house: &mut House<'_>) -> Told {
    house.invite(12).await?;
    house.work(150);
    let (probe, rounds) = (house.probe(), house.size(1, 3));
    for node in (0..rounds * NODES).map(|turn| turn % NODES) {
        house.acks(20).await?;
        house.record.fault(format!("node {node} is restarted"));
        house.nodes[node].signal(Signal::TERM)?;
        let status = house.nodes[node].ended(Duration::from_secs(30)).await?;
        house.record.count("INV-14", "unclean exits", u64::from(!status.success()), 0);
        house.nodes[node].start()?;
        house.nodes[node].ready().await?;
    }
    Ok(vec![format!("{rounds} rounds of {NODES} nodes"), without_errors(house, &probe)])
}

/// F-10: without free file descriptors, new connections wait or are refused. With free ones, the node accepts again by
/// itself.
pub async fn out_of_files(house: &mut House<'_>) -> Told {
    house.invite(9).await?;
    house.work(150);
    house.acks(20).await?;
    let front = house.front(0);
    let before = house.connections(0);
    house.nodes[0].allow_files(before + 60)?;
    house.record.fault("node 0 may open 60 more files, and 200 connections arrive");
    let mut many = Vec::new();
    for _ in 0..200 {
        // The kernel accepts them before the node does.
        many.push(tokio::net::TcpStream::connect(front.addr).await?);
    }
    house.acks(60).await?;
    let most = house.connections(0);
    drop(many);
    house.record.fault("the connections close");
    let began = Instant::now();
    until("node 0 serves again", Duration::from_secs(30), async || {
        crate::http::get(front.addr, "/readyz", None).await.is_ok_and(|(status, _)| status == 200)
    })
    .await?;
    let took = began.elapsed().as_millis();
    house.acks(40).await?;
    Ok(vec![format!("{before} sockets before, at most {most}; served again after {took} ms")])
}

/// F-06: frames of a node that wakes up must not reach a removed member.
pub async fn paused(house: &mut House<'_>) -> Told {
    house.invite(12).await?;
    house.work(150);
    house.acks(40).await?;
    let node = house.any_node();
    house.record.fault(format!("node {node} is paused"));
    house.nodes[node].signal(Signal::STOP)?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    house.remove((node + 1) % NODES, 3).await?;
    house.record.fault("a member was removed");
    tokio::time::sleep(Duration::from_secs(house.size(2, 8) as u64)).await;
    house.nodes[node].signal(Signal::CONT)?;
    house.record.fault(format!("node {node} continues"));
    house.acks(60).await?;
    Ok(Vec::new())
}
