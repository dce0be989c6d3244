//! Nodes that are killed, stopped and paused.

use std::time::{Duration, Instant};

use bench::history::Entry;
use futures_util::SinkExt;
use rustix::process::Signal;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::client::open;
use crate::cluster::{Cluster, NODES, until};
use crate::fault::FaultResult;
use crate::probe::Probe;
use crate::proxy::Mode;

/// DR1: a process ends within ten seconds after the signal; one more second for a busy machine to notice.
const DRAIN_MS: u64 = 11_000;

/// F-01: nodes are killed while clients edit.
pub async fn killed(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(cluster.size(12, 50)).await?;
    cluster.edit_every_ms(150);
    let rounds = cluster.size(5, 20);
    for _ in 0..rounds {
        cluster.wait_for_acks(20).await?;
        let node = cluster.random_node();
        cluster.record.fault(format!("node {node} is killed"));
        cluster.nodes[node].kill().await?;
        cluster.wait_for_acks(20).await?;
        cluster.nodes[node].start()?;
        cluster.nodes[node].ready().await?;
    }
    Ok(vec![format!("{rounds} rounds")])
}

/// F-02: a node commits, cannot send its acks, and is killed.
pub async fn killed_before_acks(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    for _ in 0..cluster.size(2, 6) {
        cluster.wait_for_acks(20).await?;
        let node = cluster.random_node();
        cluster.record.fault(format!("node {node} commits, its acks are lost, and the node is killed"));
        cluster.client_proxies[node].set(Mode::SwallowAnswers);
        let before = cluster.heads().await?;
        // Some client's edit is committed, at whichever node.
        until("a commit succeeds", Duration::from_secs(20), async || {
            cluster.heads().await.is_ok_and(|heads| heads[&cluster.workspace] >= before[&cluster.workspace] + 15)
        })
        .await?;
        cluster.nodes[node].kill().await?;
        cluster.client_proxies[node].set(Mode::Pass);
        cluster.wait_for_acks(20).await?;
        cluster.nodes[node].start()?;
        cluster.nodes[node].ready().await?;
    }
    Ok(Vec::new())
}

/// F-03: a node commits, cannot notify the others, and is killed; the others find the events by the heads of the
/// journal.
pub async fn killed_before_publish(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(9).await?;
    cluster.edit_every_ms(150);
    let mut found = Vec::new();
    for _ in 0..cluster.size(2, 6) {
        cluster.wait_for_acks(20).await?;
        let node = cluster.random_node();
        cluster.record.fault(format!("node {node} commits, its messages are lost, and the node is killed"));
        cluster.to_redis[node].set(Mode::Swallow);
        cluster.wait_for_acks(30).await?;
        cluster.nodes[node].kill().await?;
        cluster.pause_edits();
        found.push(cluster.ms_until_converged().await?);
        cluster.to_redis[node].set(Mode::Pass);
        cluster.nodes[node].start()?;
        cluster.nodes[node].ready().await?;
        cluster.edit_every_ms(150);
    }
    Ok(vec![format!("all clients up to date {found:?} ms after the kill")])
}

/// F-04: nodes are stopped under load, also with a stalled client and with a second signal.
pub async fn drained(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(100);
    let (probe, mut findings, mut usual) = (cluster.probe(), Vec::new(), 0);
    for (node, how) in ["", ", with a stalled client", ", with two signals"].iter().enumerate() {
        cluster.wait_for_acks(20).await?;
        let stalled = if node == 1 { Some(stalled_client(cluster, node).await?) } else { None };
        let code = |entry: &Entry| matches!(entry, Entry::Closed { code: Some(1012), .. });
        let before = cluster.record.how_many(code);
        cluster.record.fault(format!("node {node} is stopped{how}"));
        let began = Instant::now();
        cluster.nodes[node].signal(Signal::TERM)?;
        if node == 2 {
            tokio::time::sleep(Duration::from_millis(30)).await;
            // The process may have exited already.
            let _ = cluster.nodes[node].signal(Signal::TERM);
        }
        let status = cluster.nodes[node].wait_for_exit(Duration::from_secs(30)).await?;
        let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        drop(stalled);
        cluster.record.count("INV-14", format!("ms until node {node} exited{how}"), took, DRAIN_MS);
        cluster.record.count("INV-14", format!("unclean exits of node {node}"), u64::from(!status.success()), 0);
        if node == 2 {
            // A second signal must shorten the drain.
            cluster.record.count("INV-14", "drains that a second signal did not shorten", u64::from(took >= usual), 0);
        }
        usual = took;
        findings.push(format!("stopped{how}: {took} ms, {} × 1012", cluster.record.how_many(code) - before));
        cluster.nodes[node].start()?;
        cluster.nodes[node].ready().await?;
    }
    findings.push(judge_no_errors(cluster, &probe));
    Ok(findings)
}

/// A stopping node answers calls or refuses connections, and never answers with an error: a load balancer
/// knows only these two states.
fn judge_no_errors(cluster: &Cluster<'_>, probe: &Probe) -> String {
    cluster.record.count("INV-14", "calls answered with 5xx", probe.errors(), 0);
    probe.judge(&cluster.record)
}

/// A socket that sends hello and reads nothing.
async fn stalled_client(cluster: &Cluster<'_>, node: usize) -> Result<impl Sized + use<>, crate::failure::Failure> {
    let mut stream = open(cluster.address_of(node), Some(4_096)).await?;
    let hello =
        json!({"type": "hello", "token": cluster.people[1].token, "workspace": cluster.workspace, "protocol": 1});
    stream.send(Message::text(hello.to_string())).await?;
    Ok(stream)
}

/// F-05: all nodes are restarted in turn, under load.
pub async fn rolling_restart(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    let (probe, rounds) = (cluster.probe(), cluster.size(1, 3));
    for node in (0..rounds * NODES).map(|turn| turn % NODES) {
        cluster.wait_for_acks(20).await?;
        cluster.record.fault(format!("node {node} is restarted"));
        cluster.nodes[node].signal(Signal::TERM)?;
        let status = cluster.nodes[node].wait_for_exit(Duration::from_secs(30)).await?;
        cluster.record.count("INV-14", "unclean exits", u64::from(!status.success()), 0);
        cluster.nodes[node].start()?;
        cluster.nodes[node].ready().await?;
    }
    Ok(vec![format!("{rounds} rounds of {NODES} nodes"), judge_no_errors(cluster, &probe)])
}

/// F-10: without free file descriptors, new connections wait or are refused. With free ones, the node accepts again by
/// itself.
pub async fn out_of_files(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(9).await?;
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(20).await?;
    let address = cluster.address_of(0);
    let before = cluster.connections(0);
    cluster.nodes[0].limit_open_files(before + 60)?;
    cluster.record.fault("node 0 may open 60 more files, and 200 connections arrive");
    let mut many = Vec::new();
    for _ in 0..200 {
        // The kernel accepts them before the node does.
        many.push(tokio::net::TcpStream::connect(address.direct).await?);
    }
    cluster.wait_for_acks(60).await?;
    let most = cluster.connections(0);
    drop(many);
    cluster.record.fault("the connections close");
    let began = Instant::now();
    until("node 0 serves again", Duration::from_secs(30), async || {
        crate::http::get(address.direct, "/readyz", None).await.is_ok_and(|(status, _)| status == 200)
    })
    .await?;
    let took = began.elapsed().as_millis();
    cluster.wait_for_acks(40).await?;
    Ok(vec![format!("{before} sockets before, at most {most}; served again after {took} ms")])
}

/// F-06: frames of a node that wakes up must not reach a removed member.
pub async fn paused(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(40).await?;
    let node = cluster.random_node();
    cluster.record.fault(format!("node {node} is paused"));
    cluster.nodes[node].signal(Signal::STOP)?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    cluster.remove_member((node + 1) % NODES, 3).await?;
    cluster.record.fault("a member was removed");
    tokio::time::sleep(Duration::from_secs(cluster.size(2, 8) as u64)).await;
    cluster.nodes[node].signal(Signal::CONT)?;
    cluster.record.fault(format!("node {node} continues"));
    cluster.wait_for_acks(60).await?;
    Ok(Vec::new())
}
