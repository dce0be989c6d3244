//! Redis is away, restarts, is slow, is cut off, loses its data, and loses, doubles and reorders messages. No edit may
//! be lost or refused, because the bus only speeds up delivery.

use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::cluster::{Cluster, NODES};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::proxy::Mode;

/// Without Redis, an ended session is refused within five seconds at every node; one more second for the test to read
/// it.
const REVOCATION: u64 = 6_000;

/// Pauses the edits, waits until all clients are up to date, and lets the clients edit again. Returns the milliseconds
/// until they were up to date.
async fn pause_and_converge(cluster: &Cluster<'_>) -> Result<u64, Failure> {
    cluster.pause_edits();
    let converged_ms = cluster.ms_until_converged().await?;
    cluster.edit_every_ms(150);
    Ok(converged_ms)
}

/// F-24: no edit is refused, and a member who is removed meanwhile receives nothing more.
pub async fn away(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    cluster.record.fault("Redis is killed");
    cluster.redis.kill().await?;
    let mut late = Vec::new();
    cluster.wait_for_acks(40).await?;
    late.push(pause_and_converge(cluster).await?);
    cluster.remove_member(0, 3).await?;
    cluster.sign_out(1, 2, REVOCATION).await?;
    cluster.record.fault("a member was removed, and another has signed out");
    tokio::time::sleep(Duration::from_secs(cluster.size(3, 60) as u64)).await;
    late.push(pause_and_converge(cluster).await?);
    cluster.redis.up().await?;
    cluster.record.fault("Redis is back, and empty");
    cluster.wait_for_acks(60).await?;
    let after = pause_and_converge(cluster).await?;
    Ok(vec![
        format!("all clients up to date {late:?} ms after the last edit without Redis, {after} ms with Redis back"),
        probe.judge(&cluster.record),
    ])
}

/// F-25: Redis is killed and started again and again.
pub async fn restarts(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let (times, pause) = (cluster.size(3, 24), cluster.size(1_500, 5_000) as u64);
    for _ in 0..times {
        cluster.record.fault("Redis is killed and started");
        cluster.redis.kill().await?;
        cluster.redis.up().await?;
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    cluster.wait_for_acks(20).await?;
    Ok(vec![format!("{times} restarts")])
}

/// F-26: Redis is slow, then paused.
pub async fn slow(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    cluster.record.fault("Redis answers 500 ms late");
    cluster.to_redis.iter().for_each(|proxy| proxy.delay(500));
    cluster.wait_for_acks(60).await?;
    cluster.to_redis.iter().for_each(|proxy| proxy.delay(0));
    cluster.record.fault("Redis is paused");
    cluster.redis.pause()?;
    cluster.wait_for_acks(100).await?;
    let behind = pause_and_converge(cluster).await?;
    cluster.redis.go_on()?;
    cluster.record.fault("Redis continues");
    cluster.wait_for_acks(40).await?;
    Ok(vec![format!("all clients up to date after {behind} ms while Redis was paused"), probe.judge(&cluster.record)])
}

/// F-27: one node is cut off from the bus, another from the database, and neither serves wrong data.
pub async fn partitions(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    cluster.record.fault("node 2 is cut off from Redis");
    cluster.to_redis[2].set(Mode::Hold);
    cluster.wait_for_acks(60).await?;
    cluster.record.fault("node 1 is cut off from PostgreSQL too");
    cluster.to_postgres[1].set(Mode::Hold);
    tokio::time::sleep(Duration::from_secs(2)).await;
    cluster.remove_member(0, 3).await?;
    cluster.record.fault("a member was removed");
    tokio::time::sleep(Duration::from_secs(6)).await;
    cluster.to_postgres[1].set(Mode::Pass);
    cluster.to_redis[2].set(Mode::Pass);
    cluster.record.fault("both connections work again");
    cluster.wait_for_acks(60).await?;
    Ok(Vec::new())
}

/// F-28: Redis cuts a node that does not read when its buffer is full, and the node finds the missed events.
pub async fn overflow(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let node = cluster.random_node();
    let cuts = async |cluster: &Cluster<'_>| cluster.nodes[node].metric("troupe_bus_resubscriptions_total").await;
    let before = cuts(cluster).await?;
    cluster.record.fault(format!("node {node} is paused while much is published"));
    cluster.nodes[node].signal(Signal::STOP)?;
    let other = (node + 1) % NODES;
    let ticket = uuid::Uuid::now_v7();
    for turn in 0..cluster.size(100, 400) {
        let text = "x".repeat(8_000);
        let command = match turn {
            0 => json!({"kind": "ticket.create", "ticketId": ticket, "title": "Long"}),
            _ => {
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": format!("{turn} {text}")}})
            }
        };
        let (id, person) = (uuid::Uuid::now_v7(), cluster.people[0].clone());
        let effect = bench::history::Effect::Other;
        cluster.record.note(|at| bench::history::Entry::Invoked {
            at,
            client: crate::cluster::CALLER,
            command: id,
            effect,
        });
        cluster.command(if turn % 2 == 0 { other } else { (node + 2) % NODES }, &person, id, &command).await?;
    }
    cluster.nodes[node].signal(Signal::CONT)?;
    cluster.record.fault(format!("node {node} continues"));
    cluster.wait_for_acks(40).await?;
    let late = pause_and_converge(cluster).await?;
    let cut = cuts(cluster).await? - before;
    // The fault must have happened.
    cluster.record.count("INV-7", "overflows in which Redis did not cut the node", u64::from(cut < 1.0), 0);
    Ok(vec![format!("{cut} cuts, {late} ms behind")])
}

/// F-29: messages are lost, doubled and late.
pub async fn messages_disturbed(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    cluster.record.fault("10 % of the published messages are lost, 10 % doubled, 10 % late");
    cluster.to_redis.iter().for_each(|proxy| proxy.disturb_messages(10));
    cluster.wait_for_acks_within(cluster.size(150, 2_000), Duration::from_secs(240)).await?;
    let late = pause_and_converge(cluster).await?;
    cluster.to_redis.iter().for_each(|proxy| proxy.disturb_messages(0));
    cluster.record.fault("messages pass again");
    cluster.wait_for_acks(20).await?;
    Ok(vec![format!("all clients up to date {late} ms after the last edit")])
}

/// F-30: the bus stores nothing in Redis that it would miss.
pub async fn flushed(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    for _ in 0..cluster.size(3, 10) {
        cluster.record.fault("FLUSHALL");
        let mut redis = TcpStream::connect(cluster.redis.addr).await?;
        redis.write_all(b"FLUSHALL\r\n").await?;
        cluster.wait_for_acks(30).await?;
    }
    Ok(vec![format!("{} ms behind", pause_and_converge(cluster).await?)])
}
