//! More workspaces than the first one, with their tickets and heads.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bench::replica::id_of;
use serde_json::json;
use sqlx::Row;
use uuid::Uuid;

use crate::client::Person;
use crate::cluster::{Cluster, NODES};
use crate::failure::Failure;

/// How long a call that no node serves is repeated.
const PATIENCE: Duration = Duration::from_secs(30);

/// Creates a workspace.
pub async fn create(cluster: &Cluster<'_>, person: &Person, name: &str) -> Result<Uuid, Failure> {
    let (status, workspace) =
        cluster.nodes[0].post("/api/workspaces", Some(&person.token), json!({"name": name})).await?;
    id_of(&workspace["id"]).ok_or_else(|| format!("no workspace: {status} {workspace}").into())
}

/// Creates one ticket in a workspace, at any running node.
pub async fn create_ticket(
    cluster: &Cluster<'_>,
    person: &Person,
    workspace: Uuid,
    title: &str,
) -> Result<Uuid, Failure> {
    let (ticket, deadline) = (Uuid::now_v7(), Instant::now() + PATIENCE);
    let path = format!("/api/workspaces/{workspace}/commands");
    let body = json!({"id": Uuid::now_v7(), "command": {"kind": "ticket.create", "ticketId": ticket, "title": title}});
    for turn in ticket.as_u128() as usize % NODES.. {
        let node = &cluster.nodes[turn % NODES];
        if node.is_running() {
            match node.post(&path, Some(&person.token), body.clone()).await {
                Ok((200, _)) => return Ok(ticket),
                Ok((status, words)) if status < 500 => return Err(format!("no ticket: {status} {words}").into()),
                _ => {}
            }
        }
        if Instant::now() > deadline {
            break;
        }
    }
    Err("no ticket: no node answers".into())
}

/// The heads of the workspaces' own scopes, from the database.
pub async fn heads(cluster: &Cluster<'_>) -> Result<BTreeMap<Uuid, i64>, Failure> {
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let rows = sqlx::query("select id, seq from streams where kind = 'workspace'").fetch_all(&mut database).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Takes sorted times. Returns 0 for an empty slice.
pub fn p99(times: &[u64]) -> u64 {
    times.get((times.len() * 99).div_ceil(100).saturating_sub(1)).copied().unwrap_or(0)
}

/// Reads `retryAfterMs` from the text of a refusal.
pub fn retry_after(answer: &[u8]) -> u64 {
    const DEFAULT_MS: u64 = 500;
    let text = String::from_utf8_lossy(answer);
    let digits = text.split_once("\"retryAfterMs\":").map_or("", |(_, rest)| rest);
    let end = digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(DEFAULT_MS)
}
