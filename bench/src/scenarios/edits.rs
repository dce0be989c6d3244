//! Durable edits a second through real sockets, acknowledged after the commit, in turn with the one-statement baseline.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Percentiles, Report, median, percentiles, spread};
use crate::naive::one_statement;
use crate::node::database;
use crate::node::{Failure, Node};
use crate::team::{HALF, Team};

const RUNS: usize = 3;
const RUN: Duration = Duration::from_secs(4);
/// Commands that one socket has in flight.
const WINDOW: usize = 32;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let url = database()?;
    let node = Node::start().await?;
    let token = node.person(&format!("edits{}", std::process::id()))?;
    let team = Team::sign_up(&node, "edits")?;
    for (figure, workspaces, sockets) in [("one workspace", 1, 16), ("50 workspaces", 50, 50)] {
        let ids =
            (0..workspaces).map(|n| node.workspace(&token, &format!("Bench {n}"))).collect::<Result<Vec<_>, _>>()?;
        let divided =
            (0..workspaces).map(|n| team.found(&node, &format!("Divided {n}"))).collect::<Result<Vec<_>, _>>()?;
        let (mut ours, mut naive, mut acks) = (Vec::new(), Vec::new(), Percentiles::default());
        let (mut restricted, mut acks_of_restricted) = (Vec::new(), Percentiles::default());
        for _ in 0..RUNS {
            naive.push(one_statement(&url, workspaces, Duration::from_secs(2)).await?);
            let (rate, latency) = closed_loop(std::slice::from_ref(&node.addr), &token, &ids, sockets).await?;
            ours.push(rate);
            acks = latency;
            let mut editors = Vec::new();
            for n in 0..sockets {
                let seat = team.seat(&divided[n % workspaces], n);
                editors.push(Editor::enter(seat.open(&node.addr).await?, Some(seat.list)).await?);
            }
            let (rate, latency) = edit_all(editors).await?;
            restricted.push(rate);
            acks_of_restricted = latency;
        }
        let ratio = median(ours.clone()) / median(naive.clone());
        report.row(
            &format!("durable edits/s, {figure}"),
            format!("{}; acks {acks}", spread(ours.clone())),
            if workspaces == 1 { "≥ 8 × one statement" } else { "≥ 4 × one statement" },
        );
        let beside = median(restricted.clone()) / median(ours.clone());
        report.row(
            &format!("durable edits/s, {figure}, {HALF}"),
            format!("{}; {beside:.2} × the row above; acks {acks_of_restricted}", spread(restricted)),
            "",
        );
        report.row(&format!("one statement, {figure}"), format!("{}; ratio {ratio:.1}", spread(naive)), "");
    }
    Ok(())
}

/// Returns edits a second and the times of their acks. Each socket keeps a window of commands in flight; the sockets
/// are spread over `nodes`.
pub async fn closed_loop(
    nodes: &[String],
    token: &str,
    workspaces: &[String],
    sockets: usize,
) -> Result<(f64, Percentiles), Failure> {
    let mut editors = Vec::new();
    for n in 0..sockets {
        let socket = Socket::open(&nodes[n % nodes.len()], token, &workspaces[n % workspaces.len()]).await?;
        editors.push(Editor::enter(socket, None).await?);
    }
    edit_all(editors).await
}

/// The same in one workspace, with a patch of the caller's for each turn.
pub async fn closed_loop_with(
    node: &Node,
    token: &str,
    workspace: &str,
    sockets: usize,
    patch: Patch,
) -> Result<(f64, Percentiles), Failure> {
    let mut editors = Vec::new();
    for _ in 0..sockets {
        editors.push(Editor::enter(Socket::open(&node.addr, token, workspace).await?, None).await?);
    }
    edit_all_with(editors, patch).await
}

/// What an edit changes, by its turn.
pub type Patch = Arc<dyn Fn(u64) -> Value + Send + Sync>;

/// A socket, and the ticket that it edits.
struct Editor {
    socket: Socket,
    ticket: Uuid,
}

impl Editor {
    /// Makes the ticket, in a list if there is one.
    async fn enter(mut socket: Socket, list: Option<Uuid>) -> Result<Self, Failure> {
        let ticket = Uuid::now_v7();
        let mut command = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Edited"});
        if let Some(list) = list {
            command["listIds"] = json!([list]);
        }
        socket.carry_out(command).await?;
        Ok(Self { socket, ticket })
    }
}

async fn edit_all(editors: Vec<Editor>) -> Result<(f64, Percentiles), Failure> {
    edit_all_with(editors, Arc::new(|turn| json!({"title": format!("Edit {turn}")}))).await
}

async fn edit_all_with(editors: Vec<Editor>, patch: Patch) -> Result<(f64, Percentiles), Failure> {
    let start = Instant::now();
    let tasks: Vec<_> = editors
        .into_iter()
        .map(|Editor { socket, ticket }| {
            let patch = patch.clone();
            tokio::spawn(async move { edit(socket, ticket, start, patch).await.map_err(|error| error.to_string()) })
        })
        .collect();
    let mut samples = Vec::new();
    for task in tasks {
        samples.extend(task.await??);
    }
    Ok((samples.len() as f64 / start.elapsed().as_secs_f64(), percentiles(samples)))
}

async fn edit(mut socket: Socket, ticket: Uuid, start: Instant, patch: Patch) -> Result<Vec<Duration>, Failure> {
    let mut under_way: HashMap<String, Instant> = HashMap::new();
    let mut samples = Vec::new();
    let mut turn = 0_u64;
    loop {
        let over = start.elapsed() > RUN;
        while !over && under_way.len() < WINDOW {
            turn += 1;
            let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch(turn)});
            let id = socket.command(command).await?;
            under_way.insert(id.to_string(), Instant::now());
        }
        if under_way.is_empty() {
            return Ok(samples);
        }
        let text = socket.text().await?;
        if let Some(rest) = text.strip_prefix(r#"{"type":"ack","id":""#)
            && let Some(sent) = under_way.remove(&rest[..36])
        {
            samples.push(sent.elapsed());
        }
    }
}
