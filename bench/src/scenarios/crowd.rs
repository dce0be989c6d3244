//! The largest crowd for one node: 1,000 workspaces of 10 users, and all of them reconnecting at once.

use futures_util::stream::{self, StreamExt, TryStreamExt};

use super::storm;
use crate::client::Socket;
use crate::figures::Report;
use crate::generator::sockets_within;
use crate::node::{Failure, Node};

const SOCKETS: usize = 10_000;
const WORKSPACES: usize = 1_000;
/// Handshakes in progress at the same time.
const AT_ONCE: usize = 64;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let sockets = sockets_within(SOCKETS);
    memory(report, sockets).await?;
    storm::back(report, sockets, 50, "≤ 2 s, no SQL a socket").await
}

async fn memory(report: &mut Report, sockets: usize) -> Result<(), Failure> {
    let node = Node::start().await?;
    let token = node.person(&format!("crowd{}", std::process::id()))?;
    let ids = (0..WORKSPACES).map(|n| node.workspace(&token, &format!("Crowd {n}"))).collect::<Result<Vec<_>, _>>()?;
    let enter = async |n: usize| Socket::open(&node.addr, &token, &ids[n % WORKSPACES]).await;
    let first: Vec<_> = stream::iter(0..WORKSPACES).map(enter).buffered(AT_ONCE).try_collect().await?;
    let before = node.memory();
    let rest: Vec<_> = stream::iter(WORKSPACES..sockets).map(enter).buffered(AT_ONCE).try_collect().await?;
    let after = node.memory();
    let each = after.saturating_sub(before) as f64 / rest.len() as f64 / 1_024.0;
    let all = first.len() + rest.len();
    report.row(
        &format!("memory of a node, {all} sockets in {WORKSPACES} workspaces"),
        format!("{:.0} MiB; {each:.1} KiB an idle socket", after as f64 / 1_048_576.0),
        "≤ 200 MB; ≤ 8 KiB",
    );
    Ok(())
}
