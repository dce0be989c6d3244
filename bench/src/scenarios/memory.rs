//! The node's memory when idle, and for each idle socket.

use crate::client::Socket;
use crate::figures::Report;
use crate::node::{Failure, Node};

const SOCKETS: usize = 5_000;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start().await?;
    let token = node.person(&format!("memory{}", std::process::id()))?;
    let mib = |bytes: u64| bytes as f64 / 1_048_576.0;
    let idle = node.memory();
    report.row("memory of an idle node", format!("{:.0} MiB", mib(idle)), "≤ 60 MB");
    let workspaces = (0..100).map(|n| node.workspace(&token, &format!("Memory {n}"))).collect::<Result<Vec<_>, _>>()?;
    let mut sockets = vec![Socket::open(&node.addr, &token, &workspaces[0]).await?];
    let before = node.memory();
    for n in 0..SOCKETS {
        sockets.push(Socket::open(&node.addr, &token, &workspaces[n % workspaces.len()]).await?);
    }
    let each = (node.memory().saturating_sub(before)) as f64 / SOCKETS as f64 / 1_024.0;
    report.row(
        &format!("memory an idle socket, {SOCKETS} over 100 workspaces"),
        format!("{each:.1} KiB ({:.0} MiB in all)", mib(node.memory())),
        "≤ 14 KB",
    );
    Ok(())
}
