//! Faults inside a node: panics, and exhausted memory.

use std::time::Duration;

use bench::history::Entry;
use uuid::Uuid;

use super::sockets;
use crate::cgroup::Bound;
use crate::fault::Told;
use crate::house::{CALLER, House, NODES, until};
use crate::node::FAIL_POINT;
use crate::work;

/// Each point panics once in this many passes: in a handler after its commit, in a socket's task, while a command is
/// decided, between a commit and its answers, in a hub, with a lock held, and before the database.
const POINTS: [(&str, u32); 7] =
    [("handler", 7), ("socket", 61), ("decide", 83), ("answer", 97), ("hub", 211), ("lock", 499), ("commit", 103)];
/// The memory limit of the node.
const LITTLE: u64 = 256 << 20;

/// F-08: panics of parts that restart by themselves, then of parts that end the node.
pub async fn panics(house: &mut House<'_>) -> Told {
    let points = POINTS.map(|(point, every)| format!("{point}={every}")).join(",");
    for node in &mut house.nodes {
        node.kill().await?;
        node.fail_points.clone_from(&points);
        node.start()?;
    }
    for node in &house.nodes {
        node.ready().await?;
    }
    house.invite(12).await?;
    house.work(150);
    house.record.fault("panics everywhere");
    let person = house.people[0].clone();
    for turn in 0..house.size(10, 60) {
        let (command, effect) = work::create(&format!("Called {turn}"));
        let id = Uuid::now_v7();
        house.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect });
        house.command(turn % NODES, &person, id, &command).await?;
        house.acks(4).await?;
    }
    let asked = house.logged(FAIL_POINT);
    let spared = POINTS.iter().filter(|(point, _)| house.logged(&format!("{FAIL_POINT} {point}")) == 0).count();
    house.record.count("INV-17", "points without a panic", spared as u64, 0);
    let mut fallen = 0;
    for node in &mut house.nodes {
        fallen += u64::from(node.has_fallen()?);
    }
    house.record.count("INV-17", "nodes that a panic has ended", fallen, 0);
    house.record.count("INV-17", "poisoned locks", house.logged("PoisonError"), 0);

    let node = house.any_node();
    house.nodes[node].kill().await?;
    house.nodes[node].fail_points = "registry=100".into();
    house.nodes[node].start()?;
    house.nodes[node].ready().await?;
    house.record.fault(format!("node {node} panics in an essential part"));
    let mut ends = 0;
    for _ in 0..house.size(1, 3) {
        until("the node has exited", Duration::from_secs(60), async || house.nodes[node].has_fallen().unwrap_or(true))
            .await?;
        ends += 1;
        // Restart the node, as a supervisor would.
        house.nodes[node].kill().await?;
        house.nodes[node].start()?;
        house.nodes[node].ready().await?;
    }
    house.record.fault("no more panics");
    for node in &mut house.nodes {
        node.kill().await?;
        node.fail_points.clear();
        node.start()?;
    }
    for node in &house.nodes {
        node.ready().await?;
    }
    house.acks(20).await?;
    Ok(vec![format!("{asked} panics in three nodes; one node exited {ends} times and was restarted")])
}

/// F-09: a node has little memory, and waves of clients do not read long texts.
pub async fn out_of_memory(house: &mut House<'_>) -> Told {
    let node = house.any_node();
    house.nodes[node].kill().await?;
    house.nodes[node].start()?;
    // Set the limit early: memory that a process already has is not counted.
    let bound = Bound::of(house.nodes[node].id()?, LITTLE)?;
    house.nodes[node].ready().await?;
    house.invite(6).await?;
    house.work(300);
    house.acks(10).await?;
    let (still, slow, waves) = (house.size(8, 100), house.size(8, 300), house.size(1, 4));
    let mib = LITTLE >> 20;
    house.record.fault(format!("node {node} has {mib} MiB; {still} of its sockets read nothing, {slow} read 1 KB/s"));
    let within = Duration::from_secs(house.size(60, 120) as u64);
    let (mut written, mut gone) = (0, 0);
    for _ in 0..waves {
        gone += still + slow;
        let readers = sockets::hold(house, still, slow, |_| node).await?;
        written += sockets::write_until_gone(house, gone, within).await?.bytes;
        readers.iter().for_each(|reader| reader.abort());
    }
    sockets::judge_gone(house, gone);
    let (kills, peak) = (bound.kills()?, bound.peak()?);
    house.record.count("INV-12", "kills by the kernel", kills, 0);
    house.record.count("INV-17", "nodes that have exited", u64::from(house.nodes[node].has_fallen()?), 0);
    house.record.fault("the clients are gone");
    house.acks(10).await?;
    Ok(vec![format!(
        "{gone} readers in {waves} waves, {} MB written; node, sockets and files used at most {} of {mib} MiB; the kernel killed {kills} times",
        written >> 20,
        peak >> 20,
    )])
}
