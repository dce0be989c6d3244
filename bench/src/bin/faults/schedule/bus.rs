//! Redis is away, restarts, is slow, is cut off, loses its data, and loses, doubles and reorders messages. No edit may
//! be lost or refused, because the bus only speeds up delivery.

use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{House, NODES};
use crate::proxy::Mode;

/// Without Redis, an ended session is refused within five seconds at every node; one more second for the test to read
/// it.
const REVOCATION: u64 = 6_000;

async fn crowd(house: &mut House<'_>) -> Result<(), Failure> {
    house.invite(12).await?;
    house.work(150);
    house.acks(40).await
}

/// Stops all work, measures how far clients are behind, and continues the work.
async fn behind(house: &House<'_>) -> Result<u64, Failure> {
    house.rest();
    let behind = house.convergence().await?;
    house.work(150);
    Ok(behind)
}

/// F-24: no edit is refused, and a member who is removed meanwhile receives nothing more.
pub async fn away(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let probe = house.probe();
    house.record.fault("Redis is killed");
    house.redis.kill().await?;
    let mut late = Vec::new();
    house.acks(40).await?;
    late.push(behind(house).await?);
    house.remove(0, 3).await?;
    house.sign_out(1, 2, REVOCATION).await?;
    house.record.fault("a member was removed, and another has signed out");
    tokio::time::sleep(Duration::from_secs(house.size(3, 60) as u64)).await;
    late.push(behind(house).await?);
    house.redis.up().await?;
    house.record.fault("Redis is back, and empty");
    house.acks(60).await?;
    let after = behind(house).await?;
    Ok(vec![
        format!("all clients up to date {late:?} ms after the last edit without Redis, {after} ms with Redis back"),
        probe.told(&house.record),
    ])
}

/// F-25: Redis is killed and started again and again.
pub async fn restarts(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let (times, pause) = (house.size(3, 24), house.size(1_500, 5_000) as u64);
    for _ in 0..times {
        house.record.fault("Redis is killed and started");
        house.redis.kill().await?;
        house.redis.up().await?;
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    house.acks(20).await?;
    Ok(vec![format!("{times} restarts")])
}

/// F-26: Redis is slow, then paused.
pub async fn slow(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let probe = house.probe();
    house.record.fault("Redis answers 500 ms late");
    house.to_redis.iter().for_each(|proxy| proxy.delay(500));
    house.acks(60).await?;
    house.to_redis.iter().for_each(|proxy| proxy.delay(0));
    house.record.fault("Redis is paused");
    house.redis.pause()?;
    house.acks(100).await?;
    let behind = behind(house).await?;
    house.redis.go_on()?;
    house.record.fault("Redis continues");
    house.acks(40).await?;
    Ok(vec![format!("all clients up to date after {behind} ms while Redis was paused"), probe.told(&house.record)])
}

/// F-27: one node is cut off from the bus, another from the database, and neither serves wrong data.
pub async fn partitions(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    house.record.fault("node 2 is cut off from Redis");
    house.to_redis[2].set(Mode::Hold);
    house.acks(60).await?;
    house.record.fault("node 1 is cut off from PostgreSQL too");
    house.to_postgres[1].set(Mode::Hold);
    tokio::time::sleep(Duration::from_secs(2)).await;
    house.remove(0, 3).await?;
    house.record.fault("a member was removed");
    tokio::time::sleep(Duration::from_secs(6)).await;
    house.to_postgres[1].set(Mode::Pass);
    house.to_redis[2].set(Mode::Pass);
    house.record.fault("both connections work again");
    house.acks(60).await?;
    Ok(Vec::new())
}

/// F-28: Redis cuts a node that does not read when its buffer is full, and the node finds the missed events.
pub async fn overflow(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let node = house.any_node();
    let cuts = async |house: &House<'_>| house.nodes[node].figure("troupe_bus_resubscriptions_total").await;
    let before = cuts(house).await?;
    house.record.fault(format!("node {node} is paused while much is published"));
    house.nodes[node].signal(Signal::STOP)?;
    let other = (node + 1) % NODES;
    let ticket = uuid::Uuid::now_v7();
    for turn in 0..house.size(100, 400) {
        let text = "x".repeat(8_000);
        let command = match turn {
            0 => json!({"kind": "ticket.create", "ticketId": ticket, "title": "Long"}),
            _ => {
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": format!("{turn} {text}")}})
            }
        };
        let (id, person) = (uuid::Uuid::now_v7(), house.people[0].clone());
        let effect = bench::history::Effect::Other;
        house.record.note(|at| bench::history::Entry::Invoked {
            at,
            client: crate::house::CALLER,
            command: id,
            effect,
        });
        house.command(if turn % 2 == 0 { other } else { (node + 2) % NODES }, &person, id, &command).await?;
    }
    house.nodes[node].signal(Signal::CONT)?;
    house.record.fault(format!("node {node} continues"));
    house.acks(40).await?;
    let late = behind(house).await?;
    let cut = cuts(house).await? - before;
    // The fault must have happened.
    house.record.count("INV-7", "overflows in which Redis did not cut the node", u64::from(cut < 1.0), 0);
    Ok(vec![format!("{cut} cuts, {late} ms behind")])
}

/// F-29: messages are lost, doubled and late.
pub async fn meddled(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    house.record.fault("10 % of the published messages are lost, 10 % doubled, 10 % late");
    house.to_redis.iter().for_each(|proxy| proxy.meddle(10));
    house.acks_within(house.size(150, 2_000), Duration::from_secs(240)).await?;
    let late = behind(house).await?;
    house.to_redis.iter().for_each(|proxy| proxy.meddle(0));
    house.record.fault("messages pass again");
    house.acks(20).await?;
    Ok(vec![format!("all clients up to date {late} ms after the last edit")])
}

/// F-30: the bus stores nothing in Redis that it would miss.
pub async fn flushed(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    for _ in 0..house.size(3, 10) {
        house.record.fault("FLUSHALL");
        let mut redis = TcpStream::connect(house.redis.addr).await?;
        redis.write_all(b"FLUSHALL\r\n").await?;
        house.acks(30).await?;
    }
    Ok(vec![format!("{} ms behind", behind(house).await?)])
}
