//! Everybody comes back at once, with what they know: authenticated, and caught up from memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::database;
use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::node::{Failure, Node};
use sqlx::postgres::PgPoolOptions;

const SOCKETS: usize = 5_000;
const WORKSPACES: usize = 50;
/// What they have missed.
const MISSED: usize = 20;
/// Handshakes that the generator has under way.
const AT_ONCE: usize = 500;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let token = node.person(&format!("storm{}", std::process::id()))?;
    let mut rooms = Vec::new();
    for n in 0..WORKSPACES {
        let id = node.workspace(&token, &format!("Storm {n}"))?;
        let (socket, cursors) = Socket::open_at(&node.addr, &token, &id, None).await?;
        rooms.push((id, socket, cursors));
    }
    for (_, socket, _) in &mut rooms {
        for n in 0..MISSED {
            let title = format!("Missed {n}");
            socket.carry_out(json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": title})).await?;
        }
    }
    let statements = statements(&pool).await?;
    let (start, cpu) = (Instant::now(), node.cpu());
    let turn = Arc::new(Semaphore::new(AT_ONCE));
    let comers: Vec<_> = (0..SOCKETS)
        .map(|n| {
            let (id, _, cursors) = &rooms[n % rooms.len()];
            let (addr, token, id, cursors) = (node.addr.clone(), token.clone(), id.clone(), cursors.clone());
            let turn = turn.clone();
            tokio::spawn(async move {
                let _turn = turn.acquire_owned().await.map_err(|error| error.to_string())?;
                let came = async {
                    let (mut socket, _) = Socket::open_at(&addr, &token, &id, Some(cursors)).await?;
                    let mut seen = 0;
                    while seen < MISSED {
                        seen += socket.text().await?.matches(r#""commandId""#).count();
                    }
                    Ok::<_, Failure>(socket)
                };
                came.await.map(|socket| (socket, start.elapsed())).map_err(|error| error.to_string())
            })
        })
        .collect();
    let (mut sockets, mut times) = (Vec::new(), Vec::new());
    for comer in comers {
        let (socket, time) = comer.await??;
        sockets.push(socket);
        times.push(time);
    }
    let all = times.iter().max().copied().unwrap_or_default();
    let after = self::statements(&pool).await?;
    report.row(
        &format!("{SOCKETS} come back, {MISSED} missed events each"),
        format!(
            "all in {:.2} s ({}); {:.2} s of the node's CPU; {:.3} transactions a socket",
            all.as_secs_f64(),
            percentiles(times),
            node.cpu() - cpu,
            (after - statements) as f64 / SOCKETS as f64
        ),
        "≤ 1.5 s, no SQL a socket",
    );
    Ok(())
}

/// Transactions of the database so far, as far as its statistics have come; they lag by up to a second.
async fn statements(pool: &sqlx::PgPool) -> Result<i64, Failure> {
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let sql = "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";
    Ok(sqlx::query_scalar(sql).fetch_one(pool).await?)
}
