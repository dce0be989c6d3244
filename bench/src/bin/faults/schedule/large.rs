//! Events that exceed the bus's message size: the message names them, and each node reads them from the journal.

use actors::words::LOG_READER_TOO_SLOW;
use bench::history::Entry;
use futures_util::StreamExt;
use sqlx::Row;
use uuid::Uuid;

use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{House, NODES};
use crate::work::{self, BUS};

/// The fault requires at least this percentage of large events.
const SHARE: i64 = 50;

/// F-49: most edits are large, at all nodes, with Redis, without it, and with it again.
pub async fn events(house: &mut House<'_>) -> Told {
    house.invite(house.size(6, 9)).await?;
    tickets(house, house.size(80, 700)).await?;
    let made = house.heads().await?.get(&house.workspace).copied().unwrap_or(0);
    let pause = house.size(400, 1_500) as u64;
    let acks = house.size(20, 100);
    house.work_large(pause);
    house.acks(acks).await?;
    let with = behind(house).await?;
    let named = bare(house).await?;
    house.work_large(pause);
    house.record.fault("Redis is killed");
    house.redis.kill().await?;
    house.acks(acks).await?;
    let without = behind(house).await?;
    house.work_large(pause);
    house.redis.up().await?;
    house.record.fault("Redis is back, and empty");
    house.acks(acks).await?;
    let again = behind(house).await?;

    let mut database = house.postgres.connect(&house.database).await?;
    let row = sqlx::query(
        "select count(*), count(*) filter (where octet_length(changes::text) > $2), max(octet_length(changes::text))
         from events where scope_id = $1 and seq > $3",
    )
    .bind(house.workspace)
    .bind(BUS as i64)
    .bind(made)
    .fetch_one(&mut database)
    .await?;
    let (all, large, longest): (i64, i64, i32) = (row.get(0), row.get(1), row.get(2));
    let share = large * 100 / all.max(1);
    // All clients here keep reading.
    let sent_away = house.logged(LOG_READER_TOO_SLOW);
    house.record.count(
        "INV-7",
        "percentage of large events below the minimum",
        (SHARE - share).max(0).unsigned_abs(),
        0,
    );
    house.record.count("INV-7", "nodes that published no message without its events", NODES as u64 - named.0, 0);
    house.record.count("INV-13", "reading clients closed as too slow", sent_away, 0);
    Ok(vec![
        format!("{large} of {all} events above {BUS} bytes ({share} %), the largest {longest}"),
        format!("{} messages without their events; {} reads of the journal", named.1, house.figure(READ).await?),
        format!(
            "all clients up to date {with} ms after the last edit, {without} ms without Redis, {again} ms with Redis back"
        ),
    ])
}

const READ: &str = "troupe_bus_gaps_filled_total";

/// Creates tickets for commands that touch hundreds of them.
async fn tickets(house: &House<'_>, count: usize) -> Result<(), Failure> {
    let person = house.people[0].clone();
    let made: Vec<_> = (0..count).map(|turn| (turn, Uuid::now_v7(), work::create(&format!("Row {turn}")))).collect();
    let calls = made.into_iter().map(|(turn, id, (command, effect))| {
        let person = &person;
        async move {
            house.record.note(|at| Entry::Invoked { at, client: crate::house::CALLER, command: id, effect });
            house.command(turn, person, id, &command).await
        }
    });
    let made: Vec<Result<(), Failure>> = futures_util::stream::iter(calls).buffer_unordered(24).collect().await;
    made.into_iter().collect()
}

/// Stops all work until each command has an answer, and measures how far clients are behind.
async fn behind(house: &House<'_>) -> Result<u64, Failure> {
    house.rest();
    house.answered().await?;
    house.convergence().await
}

/// The number of nodes that published messages without events, and the number of those messages.
async fn bare(house: &House<'_>) -> Result<(u64, u64), Failure> {
    let (mut nodes, mut messages) = (0, 0);
    for node in &house.nodes {
        let count = node.figure("troupe_bus_without_events_total").await? as u64;
        nodes += u64::from(count > 0);
        messages += count;
    }
    Ok((nodes, messages))
}
