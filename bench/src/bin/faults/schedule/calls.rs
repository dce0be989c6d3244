//! HTTP calls that are cut at any byte, and calls that compete for tickets.

use std::time::{Duration, Instant};

use bench::history::{Effect, Entry};
use futures_util::StreamExt;
use rand::Rng;
use serde_json::json;
use sqlx::Row;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::cluster::{CALLER, Cluster, NODES};
use crate::edits;
use crate::failure::Failure;
use crate::fault::FaultResult;

/// F-07: the client leaves at a random byte, before or after the node has the whole request, so the handler's future is
/// dropped anywhere. Repeated under their ids, all commands are applied once.
pub async fn cut(cluster: &mut Cluster<'_>) -> FaultResult {
    let count = cluster.size(300, 10_000);
    cut_calls(cluster, count).await
}

/// F-07 on a database that forgets answered commands.
pub async fn cut_forgotten(cluster: &mut Cluster<'_>) -> FaultResult {
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    sqlx::raw_sql(
        "create function forget() returns trigger language plpgsql as 'begin return null; end';
         create trigger forget before insert on commands for each row execute function forget()",
    )
    .execute(&mut database)
    .await?;
    cut_calls(cluster, 60).await
}

async fn cut_calls(cluster: &mut Cluster<'_>, count: usize) -> FaultResult {
    cluster.start_clients(3).await?;
    let (ticket, effect) = (Uuid::now_v7(), Effect::Other);
    let first = Uuid::now_v7();
    cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command: first, effect });
    let person = cluster.people[0].clone();
    cluster.command(0, &person, first, &json!({"kind": "ticket.create", "ticketId": ticket, "title": "T"})).await?;
    let (began, mut calls_to_cut) = (Instant::now(), Vec::new());
    for turn in 0..count {
        let (command, effect) = match turn % 3 {
            0 => edits::create(&format!("Cut {turn}")),
            1 => edits::rename(ticket, &format!("Cut {turn}")),
            _ => {
                let id = Uuid::now_v7();
                let command = json!({"kind": "comment.create", "commentId": id, "ticketId": ticket, "message": "hm"});
                (command, Effect::Comment { ticket })
            }
        };
        let id = Uuid::now_v7();
        cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect });
        // Some calls are cut while they are sent, others while they wait for the answer.
        let cut = Cut {
            part: cluster.rng.random_range(0..=130),
            wait: Duration::from_micros(cluster.rng.random_range(0..15_000)),
        };
        calls_to_cut.push((turn, id, command, cut));
    }
    cluster.record.fault(format!("{count} calls are cut"));
    let path = format!("/api/workspaces/{}/commands", cluster.workspace);
    let calls = calls_to_cut.iter().map(|(turn, id, command, cut)| {
        let node = &cluster.nodes[turn % NODES];
        let body = json!({"id": id, "command": command}).to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            node.addr, person.token, body.len()
        );
        call_and_cut(node.addr, format!("{head}{body}"), *cut)
    });
    let outcomes: Vec<Result<(), Failure>> = futures_util::stream::iter(calls).buffer_unordered(24).collect().await;
    let refused = outcomes.iter().filter(|outcome| outcome.is_err()).count();
    let after = began.elapsed().as_secs();
    cluster.record.fault("all calls are repeated under their ids");
    let again = calls_to_cut.iter().map(|(turn, id, command, _)| cluster.command(turn + 1, &person, *id, command));
    let settled: Vec<Result<(), Failure>> = futures_util::stream::iter(again).buffer_unordered(24).collect().await;
    settled.into_iter().collect::<Result<Vec<()>, Failure>>()?;
    Ok(vec![format!("{count} calls cut ({refused} did not connect), the first repeated {after} s after its cut")])
}

/// Where a call is cut: the percentage of bytes sent (above a hundred: all), and the wait for the answer.
#[derive(Clone, Copy)]
struct Cut {
    part: usize,
    wait: Duration,
}

async fn call_and_cut(addr: std::net::SocketAddr, call: String, cut: Cut) -> Result<(), Failure> {
    let mut stream = TcpStream::connect(addr).await?;
    let end = call.len() * cut.part.min(100) / 100;
    stream.write_all(&call.as_bytes()[..end]).await?;
    let mut answer = [0; 16];
    // An answer within this time is ignored.
    let _ = tokio::time::timeout(cut.wait, stream.read(&mut answer)).await;
    // Closing the socket with unread bytes makes a reset.
    Ok(())
}

/// F-19: two batches over the same tickets in opposite order, from two nodes at once, again and again.
pub async fn opposite(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(6).await?;
    let person = cluster.people[0].clone();
    let mut tickets = Vec::new();
    for turn in 0..6 {
        let (command, effect) = edits::create(&format!("Row {turn}"));
        let id = Uuid::now_v7();
        if let Effect::Create { ticket, .. } = &effect {
            tickets.push(*ticket);
        }
        cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect });
        cluster.command(turn, &person, id, &command).await?;
    }
    cluster.edit_every_ms(300);
    let refused = |entry: &Entry| matches!(entry, Entry::Refused { client: CALLER, .. });
    cluster.record.fault("batches in opposite order");
    for turn in 0..cluster.size(20, 300) {
        let mut pair = Vec::new();
        for (node, reverse) in [(turn, false), (turn + 1, true)] {
            let ids: Vec<Uuid> = if reverse { tickets.iter().rev().copied().collect() } else { tickets.clone() };
            let (id, value) = (Uuid::now_v7(), json!(format!("Pass {turn} {reverse}")));
            let effect = Effect::Set { tickets: ids.clone(), field: "title".into(), value: value.clone() };
            cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect });
            pair.push((node, id, json!({"kind": "tickets.update", "ticketIds": ids, "patch": {"title": value}})));
        }
        let calls = pair.iter().map(|(node, id, command)| cluster.command(*node, &person, *id, command));
        for outcome in futures_util::future::join_all(calls).await {
            outcome?;
        }
    }
    cluster.record.count("INV-3", "batches refused", cluster.record.how_many(refused) as u64, 0);
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let row = sqlx::query("select deadlocks from pg_stat_database where datname = current_database()")
        .fetch_one(&mut database)
        .await?;
    let deadlocks: i64 = row.get(0);
    Ok(vec![format!("deadlocks {deadlocks}")])
}
