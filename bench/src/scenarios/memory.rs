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
use crate::team::{self, HALF, Team};

const SOCKETS: usize = 5_000;
const WORKSPACES: usize = 100;
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
    divided_sockets(report).await?;
    tickets(report).await?;
    divided_tickets(report).await
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1_048_576.0
}

async fn sockets(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start().await?;
    let token = node.person(&format!("memory{}", std::process::id()))?;
    let idle = node.memory();
    report.row("memory of an idle node", format!("{:.0} MiB", mib(idle)), "≤ 60 MB");
    let workspaces =
        (0..WORKSPACES).map(|n| node.workspace(&token, &format!("Memory {n}"))).collect::<Result<Vec<_>, _>>()?;
    let mut sockets = vec![Socket::open(&node.addr, &token, &workspaces[0]).await?];
    let before = node.memory();
    for n in 0..SOCKETS {
        sockets.push(Socket::open(&node.addr, &token, &workspaces[n % WORKSPACES]).await?);
    }
    let figure = format!("memory an idle socket, {SOCKETS} over {WORKSPACES} workspaces");
    report.row(&figure, a_socket(&node, before), "≤ 8 KiB");
    Ok(())
}

/// Half of the lists are restricted, and half of the sockets are those of people who share them.
async fn divided_sockets(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start().await?;
    let team = Team::sign_up(&node, "memory")?;
    let workspaces =
        (0..WORKSPACES).map(|n| team.found(&node, &format!("Memory {n}"))).collect::<Result<Vec<_>, _>>()?;
    // Sockets could take the memory that all these calls needed: the figure is of a node of its own.
    drop(node);
    let node = Node::start().await?;
    let team = Team::sign_in(&node, "memory")?;
    let mut sockets = vec![team.seat(&workspaces[0], 0).open(&node.addr).await?];
    let before = node.memory();
    for n in 0..SOCKETS {
        sockets.push(team.seat(&workspaces[n % WORKSPACES], n / WORKSPACES).open(&node.addr).await?);
    }
    let figure = format!("memory an idle socket, {SOCKETS} over {WORKSPACES} workspaces, {HALF}");
    report.row(&figure, a_socket(&node, before), "");
    Ok(())
}

fn a_socket(node: &Node, before: u64) -> String {
    let each = (node.memory().saturating_sub(before)) as f64 / SOCKETS as f64 / 1_024.0;
    format!("{each:.1} KiB ({:.0} MiB in all)", mib(node.memory()))
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
    let seats = ids.iter().flat_map(|id| (0..PEOPLE).map(|_| (token.as_str(), id.as_str()))).collect();
    let mut stage = Stage::enter(node, seats).await?;
    stage.row_of_load(report, "", "≤ 1 KB").await;
    let mut parts = Vec::new();
    for id in &ids {
        parts.extend(in_parts(tickets_of(&pool, id, Tickets::All).await?, PEOPLE));
    }
    stage.row_of_edits(report, "… after an edit of each", &parts, "≤ 1 KB").await
}

/// The same workspaces with half of their lists restricted, and half of the tickets in these. Half of the people share
/// them.
async fn divided_tickets(report: &mut Report) -> Result<(), Failure> {
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let team = Team::sign_up(&node, "stage")?;
    let workspaces = STAGE.iter().map(|n| team.found(&node, &format!("Stage {n}"))).collect::<Result<Vec<_>, _>>()?;
    for (workspace, tickets) in workspaces.iter().zip(STAGE) {
        fill::spread(&pool, Uuid::parse_str(&workspace.id)?, tickets).await?;
    }
    drop(node);
    let node = Node::start().await?;
    let team = Team::sign_in(&node, "stage")?;
    let seats = workspaces.iter().flat_map(|at| (0..team::PEOPLE).map(|n| (team.token(n), at.id.as_str()))).collect();
    let mut stage = Stage::enter(node, seats).await?;
    stage.row_of_load(report, &format!(", {HALF}"), "").await;
    let mut parts = Vec::new();
    for at in &workspaces {
        // The people with and without the restricted lists take turns.
        let restricted = in_parts(tickets_of(&pool, &at.id, Tickets::Restricted).await?, team::PEOPLE / 2);
        let open = in_parts(tickets_of(&pool, &at.id, Tickets::Open).await?, team::PEOPLE / 2);
        parts.extend(restricted.into_iter().zip(open).flat_map(|(restricted, open)| [restricted, open]));
    }
    stage.row_of_edits(report, &format!("… after an edit of each, {HALF}"), &parts, "").await
}

/// A node with large workspaces on stage.
struct Stage {
    node: Node,
    /// The memory before anybody came.
    idle: u64,
    sockets: Vec<Socket>,
}

impl Stage {
    /// Each person downloads the snapshot of their workspace and opens a socket.
    async fn enter(node: Node, seats: Vec<(&str, &str)>) -> Result<Self, Failure> {
        let idle = node.memory();
        let mut sockets = Vec::new();
        for (token, workspace) in seats {
            node.snapshot(token, workspace)?;
            sockets.push(Socket::open(&node.addr, token, workspace).await?);
        }
        Ok(Self { node, idle, sockets })
    }

    fn a_ticket(&self, bytes: u64) -> f64 {
        bytes.saturating_sub(self.idle) as f64 / f64::from(STAGE.iter().sum::<i32>()) / 1_024.0
    }

    async fn row_of_load(&self, report: &mut Report, form: &str, goal: &str) {
        let loaded = self.node.memory();
        tokio::time::sleep(SETTLED).await;
        let settled = self.node.memory();
        let all: i32 = STAGE.iter().sum();
        report.row(
            &format!("memory a ticket on stage, {all} in {} workspaces{form}", STAGE.len()),
            format!(
                "{:.2} KiB ({:.0} MiB in all, {:.0} idle); {:.2} KiB right after loading; {:.0} MiB at most",
                self.a_ticket(settled),
                mib(settled),
                mib(self.idle),
                self.a_ticket(loaded),
                mib(self.node.most_memory())
            ),
            goal,
        );
    }

    /// Each ticket gets a new title: each person edits one part. A ticket stays on stage for two minutes after its last
    /// edit.
    async fn row_of_edits(
        &mut self,
        report: &mut Report,
        figure: &str,
        parts: &[Vec<Uuid>],
        goal: &str,
    ) -> Result<(), Failure> {
        let start = Instant::now();
        try_join_all(self.sockets.iter_mut().zip(parts).map(|(person, part)| edit(person, part))).await?;
        let edited = start.elapsed().as_secs();
        tokio::time::sleep(SETTLED).await;
        let settled = self.node.memory();
        report.row(
            figure,
            format!(
                "{:.2} KiB ({:.0} MiB in all); {:.0} MiB at most; edited within {edited} s",
                self.a_ticket(settled),
                mib(settled),
                mib(self.node.most_memory())
            ),
            goal,
        );
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tickets {
    All,
    Open,
    Restricted,
}

async fn tickets_of(pool: &PgPool, workspace: &str, which: Tickets) -> Result<Vec<Uuid>, Failure> {
    Ok(sqlx::query_scalar(
        "select id from tickets where workspace_id = $1 and ($2 or (scope_id <> $1) = $3) order by number",
    )
    .bind(Uuid::parse_str(workspace)?)
    .bind(which == Tickets::All)
    .bind(which == Tickets::Restricted)
    .fetch_all(pool)
    .await?)
}

/// As many parts as people, all of about one size.
fn in_parts(ids: Vec<Uuid>, people: usize) -> Vec<Vec<Uuid>> {
    ids.chunks(ids.len().div_ceil(people)).map(<[Uuid]>::to_vec).collect()
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
