//! A comment on a ticket with 10,000 subscribers (`BENCH_SUBSCRIBERS`), beside a comment on a ticket with one, in one
//! workspace: the time to its ack, the rows and bytes that it causes, the time until the subscribers are found, and their
//! mails.

mod author;
mod notified;
mod setup;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use sqlx::{PgPool, postgres::PgPoolOptions};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::node::{Failure, Node, database};
use crate::settings::setting;
use crate::statistics::written_rows;
use author::{Door, LOOK, PATIENCE, comment};
use notified::{mails, wait_until_sorted, watched};
use setup::{Followed, SECRET, set_up};

/// Comments on each ticket for the acks; the tickets take turns.
const ACKS: usize = 200;
/// Comments on each ticket of which the rows and bytes are counted.
const COUNTED: usize = 20;
/// These tables are written at rest too: heartbeats, leases and periodic jobs.
const AT_REST: [&str; 4] = ["nodes", "followers", "follower_cursors", "jobs"];
/// A node without a mail server stores no notifications.
const WITHOUT_MAILS: (&str, &str) = ("TROUPE_DEV_MAILBOX", "0");

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let people = setting("BENCH_SUBSCRIBERS", 10_000)?;
    let pool = PgPoolOptions::new().max_connections(2).connect(&database()?).await?;
    let Followed { name, workspace, tickets } = set_up(&pool, people).await?;

    // Each figure has a node that starts with the people as they are.
    end_leases(&pool).await?;
    let node = Node::start_with(&[SECRET, WITHOUT_MAILS]).await?;
    let door = Door { addr: node.addr.clone(), token: node.sign_in(&name)?, workspace };
    let before = node.memory();
    acks(report, &door, &tickets).await?;
    counted(report, &pool, &door, &tickets).await?;
    let mib = |bytes: u64| bytes as f64 / 1_048_576.0;
    report.row(
        "memory of the node over these comments",
        format!("{:.0} MiB before, {:.0} at most", mib(before), mib(node.most_memory())),
        "",
    );
    if !sqlx::query_scalar("select to_regclass('follower_notes') is not null").fetch_one(&pool).await? {
        report.row("notifications of a comment", "left out: the build does not notify", "");
        return Ok(());
    }
    watched(report, &pool, &door, &tickets).await?;
    drop(node);
    end_leases(&pool).await?;
    let node = Node::start_with(&[SECRET]).await?;
    let door = Door { addr: node.addr.clone(), token: node.sign_in(&name)?, workspace: door.workspace };
    mails(report, &pool, &node, &door, &tickets).await
}

/// Ends the leases of a node that is gone, on followers and on jobs. The next node would wait a minute for them.
async fn end_leases(pool: &PgPool) -> Result<(), Failure> {
    sqlx::query("update followers set taken_until = now()").execute(pool).await?;
    sqlx::query("update jobs set due_at = now() where state = 'running'").execute(pool).await?;
    Ok(())
}

/// What a socket receives of comments.
#[derive(Default)]
struct Received {
    events: AtomicUsize,
    bytes: AtomicUsize,
}

/// Reads a socket from now on.
fn read(mut socket: Socket) -> (Arc<Received>, JoinHandle<()>) {
    let received = Arc::new(Received::default());
    let counts = received.clone();
    let reading = tokio::spawn(async move {
        while let Ok(text) = socket.text().await {
            if text.starts_with(r#"{"type":"events""#) {
                counts.bytes.fetch_add(text.len(), Ordering::Relaxed);
                counts.events.fetch_add(text.matches(r#""commandId""#).count(), Ordering::Relaxed);
            }
        }
    });
    (received, reading)
}

async fn acks(report: &mut Report, door: &Door, tickets: &[(Uuid, String)]) -> Result<(), Failure> {
    let mut author = door.open().await?;
    let mut times = vec![Vec::new(); tickets.len()];
    for (ticket, _) in tickets {
        // The first comment loads the ticket.
        comment(&mut author, *ticket).await?;
    }
    for _ in 0..ACKS {
        for ((ticket, _), times) in tickets.iter().zip(&mut times) {
            times.push(comment(&mut author, *ticket).await?.1);
        }
    }
    for ((_, subscribers), times) in tickets.iter().zip(times) {
        report.row(&format!("comment → ack, {subscribers}"), percentiles(times).to_string(), goal(subscribers));
    }
    Ok(())
}

/// Counts the rows of comments, and the bytes that another open socket receives.
async fn counted(report: &mut Report, pool: &PgPool, door: &Door, tickets: &[(Uuid, String)]) -> Result<(), Failure> {
    for (ticket, subscribers) in tickets {
        wait_until_sorted(pool).await?;
        let before = written_rows(pool).await?;
        let (received, reading) = read(door.open().await?);
        let mut author = door.open().await?;
        for _ in 0..COUNTED {
            comment(&mut author, *ticket).await?;
        }
        let start = Instant::now();
        while received.events.load(Ordering::Relaxed) < COUNTED {
            if start.elapsed() > PATIENCE {
                return Err("the reader did not receive the comments".into());
            }
            tokio::time::sleep(LOOK).await;
        }
        reading.abort();
        wait_until_sorted(pool).await?;
        let after = written_rows(pool).await?;
        let each = |table: &str| {
            let of = |rows: &BTreeMap<String, i64>| rows.get(table).copied().unwrap_or_default();
            (of(&after) - of(&before)) as f64 / COUNTED as f64
        };
        let tables = after.keys().map(String::as_str).filter(|table| !AT_REST.contains(table));
        let mut written: Vec<_> = tables.map(|table| (each(table), table)).filter(|(rows, _)| *rows > 0.0).collect();
        written.sort_by(|one, other| other.0.total_cmp(&one.0));
        let all: f64 = written.iter().map(|(rows, _)| rows).sum();
        let tables: Vec<String> = written.iter().map(|(rows, table)| format!("{table} {rows:.1}")).collect();
        report.row(
            &format!("rows written by a comment, {subscribers}"),
            format!("{all:.1} ({}); subscriptions {:.1}", tables.join(", "), each("ticket_subscriptions")),
            goal(subscribers),
        );
        report.row(
            &format!("bytes of a comment to each open socket, {subscribers}"),
            format!("{:.0}", received.bytes.load(Ordering::Relaxed) as f64 / COUNTED as f64),
            goal(subscribers),
        );
    }
    Ok(())
}

fn goal(subscribers: &str) -> &'static str {
    if subscribers.starts_with("1 ") { "" } else { "as with one" }
}
