//! Wrong clocks and jumping clocks. The order comes from the database's numbers, and all times from its clock.

use std::time::Duration;

use crate::fault::Told;
use crate::house::{House, NODES};

/// HS4: an ended session ends everywhere within a second.
const REVOCATION: u64 = 1_000;

/// F-37: jumps of less than an hour, the lifetime of the crowd's tokens, so that no token really expires.
pub async fn jump(house: &mut House<'_>) -> Told {
    let node = house.any_node();
    wound(house, &[(node, "+0")]).await?;
    house.invite(12).await?;
    house.work(150);
    house.acks(20).await?;
    let probe = house.probe();
    for to in ["+50m", "-50m", "+5m", "-5m", "+0"] {
        house.nodes[node].wind(to)?;
        house.record.fault(format!("the clock of node {node} jumps to {to}"));
        house.acks(40).await?;
    }
    // A session must end in time, whatever the clock.
    house.sign_out((node + 1) % NODES, 3, REVOCATION).await?;
    house.record.fault("a session has ended");
    tokio::time::sleep(Duration::from_secs(2)).await;
    house.acks(20).await?;
    Ok(vec![probe.told(&house.record)])
}

/// F-38: nodes with clocks ten minutes apart.
pub async fn skew(house: &mut House<'_>) -> Told {
    wound(house, &[(0, "-5m"), (1, "+5m")]).await?;
    house.invite(12).await?;
    house.work(150);
    house.record.fault("one clock is five minutes late, another five early");
    let probe = house.probe();
    house.acks(house.size(100, 400)).await?;
    house.sign_out(1, 3, REVOCATION).await?;
    house.record.fault("a session has ended at the early node");
    tokio::time::sleep(Duration::from_secs(2)).await;
    house.acks(40).await?;
    Ok(vec![probe.told(&house.record)])
}

/// Restarts nodes with their own clocks.
async fn wound(house: &mut House<'_>, clocks: &[(usize, &str)]) -> Result<(), crate::failure::Failure> {
    for (number, to) in clocks {
        let node = &mut house.nodes[*number];
        node.kill().await?;
        node.wear_clock()?;
        node.wind(to)?;
        node.start()?;
        node.ready().await?;
    }
    Ok(())
}
