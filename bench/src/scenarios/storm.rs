//! All clients return at once with their cursors: the node authenticates them and catches them up from memory.

use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::node::database;
use crate::node::{Failure, Node};
use crate::statistics::{REPORTED, transactions};
use sqlx::postgres::PgPoolOptions;

/// The missed events.
const MISSED: usize = 20;
/// Handshakes of the generator in progress at the same time.
const AT_ONCE: usize = 500;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    back(report, 5_000, 50, "≤ 1.5 s, no SQL a socket").await
}

/// `sockets` sockets return to `workspaces` workspaces.
pub async fn back(report: &mut Report, sockets: usize, workspaces: usize, goal: &str) -> Result<(), Failure> {
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let token = node.person(&format!("storm{sockets}x{}", std::process::id()))?;
    let mut rooms = Vec::new();
    for n in 0..workspaces {
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
    let at_rest = transactions(&pool).await?;
    let before = transactions(&pool).await?;
    let a_second = (before - at_rest) as f64 / REPORTED.as_secs_f64();
    let (start, cpu) = (Instant::now(), node.cpu());
    let turn = Arc::new(Semaphore::new(AT_ONCE));
    let comers: Vec<_> = (0..sockets)
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
    let (mut came, mut times) = (Vec::new(), Vec::new());
    for comer in comers {
        let (socket, time) = comer.await??;
        came.push(socket);
        times.push(time);
    }
    let all = times.iter().max().copied().unwrap_or_default();
    let used = node.cpu() - cpu;
    let done = (transactions(&pool).await? - before) as f64 - a_second * start.elapsed().as_secs_f64();
    report.row(
        &format!("{sockets} come back, {MISSED} missed events each"),
        format!(
            "all in {:.2} s ({}); {used:.2} s of the node's CPU; {:.4} transactions a socket more than at rest",
            all.as_secs_f64(),
            percentiles(times),
            done.max(0.0) / sockets as f64
        ),
        goal,
    );
    Ok(())
}
