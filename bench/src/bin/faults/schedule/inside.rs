//! Faults inside a node: panics, and exhausted memory.

use std::time::Duration;

use bench::history::Entry;
use uuid::Uuid;

use super::sockets;
use crate::cgroup::Bound;
use crate::cluster::{CALLER, Cluster, NODES, until};
use crate::edits;
use crate::fault::FaultResult;
use crate::node::FAIL_POINT;

/// Each point panics once in this many passes: in a handler after its commit, in a socket's task, while a command is
/// decided, between a commit and its answers, in a hub, with a lock held, and before the database.
const POINTS: [(&str, u32); 7] =
    [("handler", 7), ("socket", 61), ("decide", 83), ("answer", 97), ("hub", 211), ("lock", 499), ("commit", 103)];
/// The memory limit of the node.
const LITTLE: u64 = 256 << 20;

/// F-08: panics of parts that restart by themselves, then of parts that end the node.
pub async fn panics(cluster: &mut Cluster<'_>) -> FaultResult {
    let points = POINTS.map(|(point, every)| format!("{point}={every}")).join(",");
    for node in &mut cluster.nodes {
        node.kill().await?;
        node.fail_points.clone_from(&points);
        node.start()?;
    }
    for node in &cluster.nodes {
        node.ready().await?;
    }
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    cluster.record.fault("panics everywhere");
    let person = cluster.people[0].clone();
    for turn in 0..cluster.size(10, 60) {
        let (command, effect) = edits::create(&format!("Called {turn}"));
        let id = Uuid::now_v7();
        cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect });
        cluster.command(turn % NODES, &person, id, &command).await?;
        cluster.wait_for_acks(4).await?;
    }
    let requested_panics = cluster.log_count(FAIL_POINT);
    let without_panic =
        POINTS.iter().filter(|(point, _)| cluster.log_count(&format!("{FAIL_POINT} {point}")) == 0).count();
    cluster.record.count("INV-17", "points without a panic", without_panic as u64, 0);
    let mut exited = 0;
    for node in &mut cluster.nodes {
        exited += u64::from(node.has_exited()?);
    }
    cluster.record.count("INV-17", "nodes that a panic has ended", exited, 0);
    cluster.record.count("INV-17", "poisoned locks", cluster.log_count("PoisonError"), 0);

    let node = cluster.random_node();
    cluster.nodes[node].kill().await?;
    cluster.nodes[node].fail_points = "registry=100".into();
    cluster.nodes[node].start()?;
    cluster.nodes[node].ready().await?;
    cluster.record.fault(format!("node {node} panics in an essential part"));
    let mut ends = 0;
    for _ in 0..cluster.size(1, 3) {
        until("the node has exited", Duration::from_secs(60), async || {
            cluster.nodes[node].has_exited().unwrap_or(true)
        })
        .await?;
        ends += 1;
        // Restart the node, as a supervisor would.
        cluster.nodes[node].kill().await?;
        cluster.nodes[node].start()?;
        cluster.nodes[node].ready().await?;
    }
    cluster.record.fault("no more panics");
    for node in &mut cluster.nodes {
        node.kill().await?;
        node.fail_points.clear();
        node.start()?;
    }
    for node in &cluster.nodes {
        node.ready().await?;
    }
    cluster.wait_for_acks(20).await?;
    Ok(vec![format!("{requested_panics} panics in three nodes; one node exited {ends} times and was restarted")])
}

/// F-09: a node has little memory, and waves of clients do not read long texts.
pub async fn out_of_memory(cluster: &mut Cluster<'_>) -> FaultResult {
    let node = cluster.random_node();
    cluster.nodes[node].kill().await?;
    cluster.nodes[node].start()?;
    // Set the limit early: memory that a process already has is not counted.
    let bound = Bound::of(cluster.nodes[node].id()?, LITTLE)?;
    cluster.nodes[node].ready().await?;
    cluster.start_clients(6).await?;
    cluster.edit_every_ms(300);
    cluster.wait_for_acks(10).await?;
    let (stalled, slow, waves) = (cluster.size(8, 100), cluster.size(8, 300), cluster.size(1, 4));
    let mib = LITTLE >> 20;
    cluster
        .record
        .fault(format!("node {node} has {mib} MiB; {stalled} of its sockets read nothing, {slow} read 1 KB/s"));
    let within = Duration::from_secs(cluster.size(60, 120) as u64);
    let (mut written, mut readers_so_far) = (0, 0);
    for _ in 0..waves {
        readers_so_far += stalled + slow;
        let readers = sockets::open_slow_readers(cluster, stalled, slow, |_| node).await?;
        written += sockets::write_until_closed(cluster, readers_so_far, within).await?.bytes;
        readers.iter().for_each(|reader| reader.abort());
    }
    sockets::judge_closed(cluster, readers_so_far);
    let (kills, peak) = (bound.kills()?, bound.peak()?);
    cluster.record.count("INV-12", "kills by the kernel", kills, 0);
    cluster.record.count("INV-17", "nodes that have exited", u64::from(cluster.nodes[node].has_exited()?), 0);
    cluster.record.fault("the clients are gone");
    cluster.wait_for_acks(10).await?;
    Ok(vec![format!(
        "{readers_so_far} readers in {waves} waves, {} MB written; node, sockets and files used at most {} of {mib} MiB; the kernel killed {kills} times",
        written >> 20,
        peak >> 20,
    )])
}
