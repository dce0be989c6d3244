//! Wrong clocks and jumping clocks. The order comes from the database's numbers, and all times from its clock.

use std::time::Duration;

use crate::cluster::{Cluster, NODES};
use crate::fault::FaultResult;

/// HS4: an ended session ends everywhere within a second.
const REVOCATION: u64 = 1_000;

/// F-37: jumps of less than an hour, the lifetime of the clients' tokens, so that no token really expires.
pub async fn jump(cluster: &mut Cluster<'_>) -> FaultResult {
    let node = cluster.random_node();
    set_clocks(cluster, &[(node, "+0")]).await?;
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(20).await?;
    let probe = cluster.probe();
    for to in ["+50m", "-50m", "+5m", "-5m", "+0"] {
        cluster.nodes[node].set_clock(to)?;
        cluster.record.fault(format!("the clock of node {node} jumps to {to}"));
        cluster.wait_for_acks(40).await?;
    }
    // A session must end in time, whatever the clock.
    cluster.sign_out((node + 1) % NODES, 3, REVOCATION).await?;
    cluster.record.fault("a session has ended");
    tokio::time::sleep(Duration::from_secs(2)).await;
    cluster.wait_for_acks(20).await?;
    Ok(vec![probe.judge(&cluster.record)])
}

/// F-38: nodes with clocks ten minutes apart.
pub async fn skew(cluster: &mut Cluster<'_>) -> FaultResult {
    set_clocks(cluster, &[(0, "-5m"), (1, "+5m")]).await?;
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    cluster.record.fault("one clock is five minutes late, another five early");
    let probe = cluster.probe();
    cluster.wait_for_acks(cluster.size(100, 400)).await?;
    cluster.sign_out(1, 3, REVOCATION).await?;
    cluster.record.fault("a session has ended at the early node");
    tokio::time::sleep(Duration::from_secs(2)).await;
    cluster.wait_for_acks(40).await?;
    Ok(vec![probe.judge(&cluster.record)])
}

/// Restarts nodes with their own clocks.
async fn set_clocks(cluster: &mut Cluster<'_>, clocks: &[(usize, &str)]) -> Result<(), crate::failure::Failure> {
    for (number, to) in clocks {
        let node = &mut cluster.nodes[*number];
        node.kill().await?;
        node.use_own_clock()?;
        node.set_clock(to)?;
        node.start()?;
        node.ready().await?;
    }
    Ok(())
}
