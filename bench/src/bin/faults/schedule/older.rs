//! Two builds of the product on one database and one bus.

use super::upgrade::{crowd, judge, restart};
use crate::failure::NotHere;
use crate::fault::Told;
use crate::house::{House, NODES};
use crate::locks::Locks;

/// F-43, F-44: a cluster of an older build becomes this build node by node under load, and one node goes back and forth
/// once more. Each build reads what the other wrote.
pub async fn upgraded(house: &mut House<'_>) -> Told {
    let Some(older) = house.older.clone() else {
        return Err(NotHere("needs an older build: make faults-older OLDER=COMMIT").into());
    };
    let this = house.troupe.clone();
    for node in 0..NODES {
        house.nodes[node].becomes(&older);
        restart(house, node).await?;
    }
    crowd(house).await?;
    let (probe, locks, since) = (house.probe(), Locks::watch(house).await?, house.record.now());
    for node in 0..NODES {
        house.record.fault(format!("node {node} is upgraded to this build"));
        house.nodes[node].becomes(&this);
        restart(house, node).await?;
        house.acks(60).await?;
    }
    for (build, words) in [(&older, "goes back"), (&this, "comes again")] {
        house.record.fault(format!("node 0 {words}"));
        house.nodes[0].becomes(build);
        restart(house, 0).await?;
        house.acks(60).await?;
    }
    let mut told = vec![format!("{NODES} nodes upgraded, one taken back and upgraded again")];
    told.extend(judge(house, since, &probe, &locks));
    Ok(told)
}
