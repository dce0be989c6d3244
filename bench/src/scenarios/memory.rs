//! The node's memory when idle, for each idle socket, and for each ticket on stage.

use std::time::{Duration, Instant};

use bench::fill;
use futures_util::future::try_join_all;
use serde_json::json;
use sqlx::{PgPool, postgres::PgPoolOptions};
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::Report;
use crate::node::{Failure, Node, database};

const SOCKETS: usize = 5_000;
/// The tickets of the workspaces on stage.
const STAGE: [i32; 8] = [100_000, 5_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000];
/// People in each of these workspaces.
const PEOPLE: usize = 3;
/// Commands that a socket has in flight.
const WINDOW: usize = 32;
/// Commands that a socket sends in a second: a node closes a socket that sends more than 1000 frames.
const A_SECOND: f64 = 900.0;
/// After this time, the allocator has given back what it gives back.
const SETTLED: Duration = Duration::from_secs(5);

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    sockets(report).await?;
    tickets(report).await
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1_048_576.0
}

async fn sockets(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start().await?;
    let token = node.person(&format!("memory{}", std::process::id()))?;
    let idle = node.memory();
    report.row("memory of an idle node", format!("{:.0} MiB", mib(idle)), "≤ 60 MB");
    let workspaces = (0..100).map(|n| node.workspace(&token, &format!("Memory {n}"))).collect::<Result<Vec<_>, _>>()?;
    let mut sockets = vec![Socket::open(&node.addr, &token, &workspaces[0]).await?];
    let before = node.memory();
    for n in 0..SOCKETS {
        sockets.push(Socket::open(&node.addr, &token, &workspaces[n % workspaces.len()]).await?);
    }
    let each = (node.memory().saturating_sub(before)) as f64 / SOCKETS as f64 / 1_024.0;
    report.row(
        &format!("memory an idle socket, {SOCKETS} over 100 workspaces"),
        format!("{each:.1} KiB ({:.0} MiB in all)", mib(node.memory())),
        "≤ 14 KB",
    );
    Ok(())
}

/// Large workspaces come on stage: people download their snapshots and open sockets.
async fn tickets(report: &mut Report) -> Result<(), Failure> {
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let name = format!("stage{}", std::process::id());
    let token = node.person(&name)?;
    let ids = STAGE.iter().map(|n| node.workspace(&token, &format!("Stage {n}"))).collect::<Result<Vec<_>, _>>()?;
    for (id, tickets) in ids.iter().zip(STAGE) {
        fill::tickets(&pool, Uuid::parse_str(id)?, tickets).await?;
    }
    // The node of the figure starts with the workspaces as they are.
    drop(node);
    let node = Node::start().await?;
    let token = node.sign_in(&name)?;
    let idle = node.memory();
    let mut sockets = Vec::new();
    for id in &ids {
        for _ in 0..PEOPLE {
            node.snapshot(&token, id)?;
            sockets.push(Socket::open(&node.addr, &token, id).await?);
        }
    }
    let loaded = node.memory();
    tokio::time::sleep(SETTLED).await;
    let settled = node.memory();
    let all: i32 = STAGE.iter().sum();
    let each = |bytes: u64| bytes.saturating_sub(idle) as f64 / f64::from(all) / 1_024.0;
    report.row(
        &format!("memory a ticket on stage, {all} in {} workspaces", STAGE.len()),
        format!(
            "{:.2} KiB ({:.0} MiB in all, {:.0} idle); {:.2} KiB right after loading; {:.0} MiB at most",
            each(settled),
            mib(settled),
            mib(idle),
            each(loaded),
            mib(node.most_memory())
        ),
        "≤ 1 KB",
    );
    let start = Instant::now();
    let edits = ids.iter().zip(sockets.chunks_mut(PEOPLE)).map(|(id, people)| edit_all(&pool, id, people));
    try_join_all(edits).await?;
    let edited = start.elapsed().as_secs();
    tokio::time::sleep(SETTLED).await;
    let settled = node.memory();
    report.row(
        "… after an edit of each",
        format!(
            "{:.2} KiB ({:.0} MiB in all); {:.0} MiB at most; edited within {edited} s",
            each(settled),
            mib(settled),
            mib(node.most_memory())
        ),
        "≤ 1 KB",
    );
    Ok(())
}

/// Each ticket of a workspace gets a new title. The people share the tickets. A ticket stays on stage for two minutes
/// after its last edit.
async fn edit_all(pool: &PgPool, workspace: &str, people: &mut [Socket]) -> Result<(), Failure> {
    let ids: Vec<Uuid> = sqlx::query_scalar("select id from tickets where workspace_id = $1 order by number")
        .bind(Uuid::parse_str(workspace)?)
        .fetch_all(pool)
        .await?;
    let shares = ids.chunks(ids.len().div_ceil(people.len()));
    try_join_all(people.iter_mut().zip(shares).map(|(person, share)| edit(person, share))).await?;
    Ok(())
}

async fn edit(person: &mut Socket, tickets: &[Uuid]) -> Result<(), Failure> {
    let mut beat = tokio::time::interval(Duration::from_secs_f64(WINDOW as f64 / A_SECOND));
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for some in tickets.chunks(WINDOW) {
        beat.tick().await;
        let mut last = Uuid::nil();
        for id in some {
            let patch = json!({"title": format!("Edited {id}")});
            last = person.command(json!({"kind": "ticket.update", "ticketId": id, "patch": patch})).await?;
        }
        let answer = format!(r#"{{"type":"ack","id":"{last}""#);
        loop {
            let text = person.text().await?;
            if text.starts_with(r#"{"type":"refused""#) {
                return Err(text.into());
            }
            if text.starts_with(&answer) {
                break;
            }
        }
    }
    Ok(())
}
