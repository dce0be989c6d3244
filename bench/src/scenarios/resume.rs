//! A client returns to a thousand missed events, at the node that sent them, and at one that must first read the
//! workspace and its journal.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::node::{Failure, Node};

const MISSED: usize = 1_000;
const ROUNDS: usize = 30;
/// Nodes that have not loaded the workspace.
const STRANGERS: usize = 3;
/// The nodes accept each other's tokens.
const SETTINGS: [(&str, &str); 1] = [("TROUPE_SECRET", "5f3d8e61c29a4b7e0d12f6a8b4c7935e81d0a6f24b9c37e5")];

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start_with(&SETTINGS).await?;
    let token = node.person(&format!("resume{}", std::process::id()))?;
    let id = node.workspace(&token, "Resume")?;
    let (mut socket, cursors) = Socket::open_at(&node.addr, &token, &id, None).await?;
    for n in 0..MISSED {
        let title = format!("Missed {n}");
        socket.carry_out(json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": title})).await?;
    }
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(come_back(&node, &token, &id, &cursors).await?);
    }
    let mut cold = Vec::new();
    for _ in 0..STRANGERS {
        let stranger = Node::start_with(&SETTINGS).await?;
        stranger.says("ready").await?;
        cold.push(come_back(&stranger, &token, &id, &cursors).await?);
    }
    let figure = format!("one comes back, {MISSED} missed events");
    report.row(&figure, format!("{} in {ROUNDS} rounds", percentiles(times)), "≤ 10 ms");
    report.row("… to a node that has yet to read them", format!("{} of {STRANGERS} nodes", percentiles(cold)), "");
    Ok(())
}

/// Returns the time from the handshake to the last missed event.
async fn come_back(node: &Node, token: &str, workspace: &str, cursors: &Value) -> Result<Duration, Failure> {
    let start = Instant::now();
    let (mut socket, _) = Socket::open_at(&node.addr, token, workspace, Some(cursors.clone())).await?;
    let mut seen = 0;
    while seen < MISSED {
        seen += socket.text().await?.matches(r#""commandId""#).count();
    }
    Ok(start.elapsed())
}
