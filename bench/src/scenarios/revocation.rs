//! How soon a right ends: a person loses a shared list, their membership or their session, while both nodes send them
//! edits. Measures the time from the call that removes the right until the last edit that a socket of the person receives,
//! with Redis and without it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::Socket;
use crate::figures::{Percentiles, Report, percentiles};
use crate::node::{Failure, Node};

const ROUNDS: usize = 20;
const EVERY: Duration = Duration::from_millis(5);
/// A round ends when a socket has received no edit for this long, which is longer than the goal.
const AFTER: Duration = Duration::from_millis(1_500);
const GOAL: &str = "≤ 1 s";

#[derive(Clone, Copy)]
enum Right {
    Share,
    Membership,
    Session,
}

const RIGHTS: [(Right, &str); 3] = [
    (Right::Share, "a shared list"),
    (Right::Membership, "a member who is removed"),
    (Right::Session, "a session that ends"),
];

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let (mut redis, nodes) = Node::start_two().await?;
    let stage = Stage::prepare(&nodes)?;
    for (right, figure) in RIGHTS {
        stage.rows(report, right, figure, "two nodes").await?;
    }
    redis.kill().await?;
    for node in &nodes {
        node.says("degraded").await?;
    }
    for (right, figure) in RIGHTS {
        stage.rows(report, right, figure, "two nodes without Redis").await?;
    }
    Ok(())
}

struct Stage<'a> {
    nodes: &'a [Node; 2],
    owner: String,
    name: String,
    user: Value,
}

/// What a socket of the person saw.
struct Seen {
    last_edit: Instant,
    /// True if the node told the socket that the right is gone.
    told: bool,
}

impl<'a> Stage<'a> {
    fn prepare(nodes: &'a [Node; 2]) -> Result<Self, Failure> {
        let process = std::process::id();
        let owner = nodes[0].person(&format!("owner{process}"))?;
        let name = format!("guest{process}");
        let token = nodes[0].person(&name)?;
        let user = nodes[0].get("/api/me", &token)?["user"]["id"].take();
        Ok(Self { nodes, owner, name, user })
    }

    async fn rows(&self, report: &mut Report, right: Right, figure: &str, setting: &str) -> Result<(), Failure> {
        let [mut near, mut far] = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            let [here, there] = self.round(right).await?;
            near.push(here);
            far.push(there);
        }
        let [near, far]: [Percentiles; 2] = [near, far].map(percentiles);
        report.row(
            &format!("from the call to the last edit received, {figure}, {setting}"),
            format!("{near} at the node of the call; {far} at the other; {ROUNDS} times"),
            GOAL,
        );
        Ok(())
    }

    /// Removes the right once. Returns two times until the last edit: at the node that got the call, and at the other node.
    async fn round(&self, right: Right) -> Result<[Duration; 2], Failure> {
        let node = &self.nodes[0];
        let id = node.workspace(&self.owner, "Revocation")?;
        let token = node.sign_in(&self.name)?;
        node.join(&id, &self.owner, &[&token])?;
        let [list, ticket] = [Uuid::now_v7(), Uuid::now_v7()];
        self.command(&id, json!({"kind": "list.create", "listId": list, "name": "Shared", "restricted": true}))?;
        self.command(&id, json!({"kind": "share.set", "listId": list, "userId": self.user, "level": "edit"}))?;
        let create = json!({"kind": "ticket.create", "ticketId": ticket, "listIds": [list], "title": "Edit 0"});
        self.command(&id, create)?;

        let mut watching = Vec::new();
        for node in self.nodes {
            let socket = Socket::open(&node.addr, &token, &id).await?;
            watching.push(watched(socket, ticket.to_string()));
        }
        let writer = tokio::spawn(write(Socket::open(&node.addr, &self.owner, &id).await?, ticket));
        for (receives, _) in &mut watching {
            // If no first edit came, the reader has failed. Its error is returned below.
            let _ = receives.wait_for(|it| *it).await;
        }
        let called = Instant::now();
        match right {
            Right::Share => self.command(&id, json!({"kind": "share.remove", "listId": list, "userId": self.user}))?,
            Right::Membership => self.command(&id, json!({"kind": "member.remove", "userId": self.user}))?,
            Right::Session => drop(node.post("/api/auth/sign-out", Some(&token), &json!({"everywhere": true}))?),
        }
        let mut times = Vec::new();
        for (_, seen) in watching {
            let seen = seen.await??;
            if !seen.told {
                return Err("a socket was not told that the right is gone".into());
            }
            times.push(seen.last_edit.saturating_duration_since(called));
        }
        writer.abort();
        <[Duration; 2]>::try_from(times).map_err(|_| "expected the times of two sockets".into())
    }

    fn command(&self, workspace: &str, command: Value) -> Result<(), Failure> {
        let body = json!({"id": Uuid::now_v7(), "command": command});
        self.nodes[0].post(&format!("/api/workspaces/{workspace}/commands"), Some(&self.owner), &body).map(drop)
    }
}

/// Edits a ticket again and again.
async fn write(mut socket: Socket, ticket: Uuid) -> Result<(), Failure> {
    let mut beat = tokio::time::interval(EVERY);
    for n in 1.. {
        beat.tick().await;
        let patch = json!({"title": format!("Edit {n}")});
        socket.carry_out(json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch})).await?;
    }
    Ok(())
}

type Watched = (watch::Receiver<bool>, JoinHandle<Result<Seen, Failure>>);

/// Reads a socket until no edit of the ticket has come for a while, or the node has closed it. The receiver turns true with
/// the first edit.
fn watched(mut socket: Socket, ticket: String) -> Watched {
    let (first, receives) = watch::channel(false);
    let watching = tokio::spawn(async move {
        let mut seen = Seen { last_edit: Instant::now(), told: false };
        loop {
            let quiet = AFTER.saturating_sub(seen.last_edit.elapsed());
            let Ok(text) = tokio::time::timeout(quiet, socket.text()).await else { return Ok(seen) };
            let text = match text {
                Ok(text) => text,
                // The node has closed the socket. Before the first edit, that is an error; after it, the right has ended.
                Err(closed) if *first.borrow() => {
                    seen.told = closed.to_string().starts_with("closed");
                    return Ok(seen);
                }
                Err(error) => return Err(error),
            };
            let frame: Value = serde_json::from_str(&text)?;
            match frame["type"].as_str() {
                Some("events") if text.contains(&ticket) => {
                    seen.last_edit = Instant::now();
                    let _ = first.send(true);
                }
                Some("unfollow") => seen.told = true,
                _ => {}
            }
        }
    });
    (receives, watching)
}
