//! Events that exceed the bus's message size: the message names them, and each node reads them from the journal.

use actors::words::LOG_READER_TOO_SLOW;
use bench::history::Entry;
use futures_util::StreamExt;
use sqlx::Row;
use uuid::Uuid;

use crate::cluster::{Cluster, NODES};
use crate::edits::{self, BUS};
use crate::failure::Failure;
use crate::fault::FaultResult;

/// The fault requires at least this percentage of large events.
const SHARE: i64 = 50;

/// F-49: most edits are large, at all nodes, with Redis, without it, and with it again.
pub async fn events(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(cluster.size(6, 9)).await?;
    tickets(cluster, cluster.size(80, 700)).await?;
    let made = cluster.heads().await?.get(&cluster.workspace).copied().unwrap_or(0);
    let pause = cluster.size(400, 1_500) as u64;
    let acks = cluster.size(20, 100);
    cluster.edit_large_every_ms(pause);
    cluster.wait_for_acks(acks).await?;
    let with = pause_and_converge(cluster).await?;
    let without_events = published_without_events(cluster).await?;
    cluster.edit_large_every_ms(pause);
    cluster.record.fault("Redis is killed");
    cluster.redis.kill().await?;
    cluster.wait_for_acks(acks).await?;
    let without = pause_and_converge(cluster).await?;
    cluster.edit_large_every_ms(pause);
    cluster.redis.up().await?;
    cluster.record.fault("Redis is back, and empty");
    cluster.wait_for_acks(acks).await?;
    let again = pause_and_converge(cluster).await?;

    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let row = sqlx::query(
        "select count(*), count(*) filter (where octet_length(changes::text) > $2), max(octet_length(changes::text))
         from events where scope_id = $1 and seq > $3",
    )
    .bind(cluster.workspace)
    .bind(BUS as i64)
    .bind(made)
    .fetch_one(&mut database)
    .await?;
    let (all, large, longest): (i64, i64, i32) = (row.get(0), row.get(1), row.get(2));
    let share = large * 100 / all.max(1);
    // All clients here keep reading.
    let closed_as_slow = cluster.log_count(LOG_READER_TOO_SLOW);
    cluster.record.count(
        "INV-7",
        "percentage of large events below the minimum",
        (SHARE - share).max(0).unsigned_abs(),
        0,
    );
    cluster.record.count(
        "INV-7",
        "nodes that published no message without its events",
        NODES as u64 - without_events.0,
        0,
    );
    cluster.record.count("INV-13", "reading clients closed as too slow", closed_as_slow, 0);
    Ok(vec![
        format!("{large} of {all} events above {BUS} bytes ({share} %), the largest {longest}"),
        format!(
            "{} messages without their events; {} reads of the journal",
            without_events.1,
            cluster.metric(READ).await?
        ),
        format!(
            "all clients up to date {with} ms after the last edit, {without} ms without Redis, {again} ms with Redis back"
        ),
    ])
}

const READ: &str = "troupe_bus_gaps_filled_total";

/// Creates tickets for commands that touch hundreds of them.
async fn tickets(cluster: &Cluster<'_>, count: usize) -> Result<(), Failure> {
    let person = cluster.people[0].clone();
    let made: Vec<_> = (0..count).map(|turn| (turn, Uuid::now_v7(), edits::create(&format!("Row {turn}")))).collect();
    let calls = made.into_iter().map(|(turn, id, (command, effect))| {
        let person = &person;
        async move {
            cluster.record.note(|at| Entry::Invoked { at, client: crate::cluster::CALLER, command: id, effect });
            cluster.command(turn, person, id, &command).await
        }
    });
    let made: Vec<Result<(), Failure>> = futures_util::stream::iter(calls).buffer_unordered(24).collect().await;
    made.into_iter().collect()
}

/// Pauses the edits, waits until each command has an answer and then until all clients are up to date. Returns the
/// milliseconds of the second wait.
async fn pause_and_converge(cluster: &Cluster<'_>) -> Result<u64, Failure> {
    cluster.pause_edits();
    cluster.wait_for_answers().await?;
    cluster.ms_until_converged().await
}

/// The number of nodes that published messages without events, and the number of those messages.
async fn published_without_events(cluster: &Cluster<'_>) -> Result<(u64, u64), Failure> {
    let (mut nodes, mut messages) = (0, 0);
    for node in &cluster.nodes {
        let count = node.metric("troupe_bus_without_events_total").await? as u64;
        nodes += u64::from(count > 0);
        messages += count;
    }
    Ok((nodes, messages))
}
