//! Two builds of the product on one database and one bus.

use std::time::{Duration, Instant};

use bench::replica::id_of;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::upgrade::{crowd, judge, restart};
use crate::failure::{Failure, NotHere};
use crate::fault::Told;
use crate::house::{House, NODES, until};
use crate::http;
use crate::locks::Locks;

/// A node counts as live for a minute after its last figures; the job that switches runs every few seconds.
const SWITCHED: Duration = Duration::from_secs(120);

/// F-43, F-44: a cluster of an older build becomes this build node by node under load. Each build reads what the other
/// wrote. If the older build does not know commons, no workspace gets them while one of its nodes is live, and all get them
/// soon after. Then one node goes back and comes again: a build that knows commons serves the workspace, an earlier one
/// refuses it.
pub async fn upgraded(house: &mut House<'_>) -> Told {
    let Some(older) = house.older.clone() else {
        return Err(NotHere("needs an older build: make faults-older OLDER=COMMIT").into());
    };
    let this = house.troupe.clone();
    for node in 0..NODES {
        house.nodes[node].becomes(&older);
        restart(house, node).await?;
    }
    move_in(house).await?;
    let knows_commons = schema(house, 0).await? >= 1;
    crowd(house).await?;
    let (probe, locks, since) = (house.probe(), Locks::watch(house).await?, house.record.now());
    let mut database = house.postgres.connect(&house.database).await?;
    let mut early = 0;
    for node in 0..NODES {
        early += commons(house, &mut database).await?;
        house.record.fault(format!("node {node} is upgraded to this build"));
        house.nodes[node].becomes(&this);
        restart(house, node).await?;
        house.acks(60).await?;
    }
    if !knows_commons {
        house.record.count("INV-19", "workspaces switched while an older node was live", early, 0);
    }
    let began = Instant::now();
    until("every workspace has commons", SWITCHED, async || {
        commons(house, &mut database).await.is_ok_and(|commons| commons == 1) && lacking(&mut database).await == Some(0)
    })
    .await?;
    let took = began.elapsed().as_secs();
    house.record.fault("the workspaces have commons");
    house.acks(60).await?;
    let mut told =
        vec![format!("{NODES} nodes upgraded, commons {took} s after the last, one taken back and upgraded again")];
    if !knows_commons {
        // Commands wait at a node that refuses the workspace.
        told.extend(judge(house, since, &probe, &locks));
    }
    house.record.fault("node 0 goes back");
    house.nodes[0].becomes(&older);
    restart(house, 0).await?;
    house.acks(60).await?;
    if knows_commons {
        told.extend(judge(house, since, &probe, &locks));
    }
    let served = status(house, 0).await?.0 == 200;
    house.record.count("INV-17", "older nodes that serve the workspace wrongly", u64::from(served != knows_commons), 0);
    house.record.fault("node 0 comes again");
    house.nodes[0].becomes(&this);
    restart(house, 0).await?;
    house.acks(60).await?;
    if !knows_commons {
        told.push("the older build does not know commons and refuses the workspace".to_owned());
    }
    Ok(told)
}

/// All people go into a workspace that a node of the older build makes.
async fn move_in(house: &mut House<'_>) -> Result<(), Failure> {
    let owner = house.people[0].token.clone();
    let (status, made) = house.nodes[0].post("/api/workspaces", Some(&owner), json!({"name": "Older"})).await?;
    house.workspace = id_of(&made["id"]).ok_or_else(|| format!("no workspace: {status} {made}"))?;
    for person in &house.people[1..] {
        house.bring_in(house.workspace, person).await?;
    }
    Ok(())
}

/// The status and the text of a node's snapshot.
async fn status(house: &House<'_>, node: usize) -> Result<(u16, String), Failure> {
    let path = format!("/api/workspaces/{}/snapshot", house.workspace);
    http::get(house.nodes[node].addr, &path, Some(&house.people[0].token)).await
}

/// The schema number of a node's build, 0 if it names none.
async fn schema(house: &House<'_>, node: usize) -> Result<u64, Failure> {
    let (status, text) = status(house, node).await?;
    let head: Value = serde_json::from_str(text.lines().next().unwrap_or_default())?;
    if status == 200 { Ok(head["schema"].as_u64().unwrap_or(0)) } else { Err(format!("the snapshot: {status}").into()) }
}

/// The number of commons of the workspace.
async fn commons(house: &House<'_>, database: &mut PgConnection) -> Result<u64, Failure> {
    let sql = "select count(*) from streams where workspace_id = $1 and kind = 'commons'";
    Ok(sqlx::query_scalar::<_, i64>(sql).bind(house.workspace).fetch_one(database).await?.unsigned_abs())
}

/// The number of workspaces without commons.
async fn lacking(database: &mut PgConnection) -> Option<i64> {
    let sql = "select count(*) from workspaces w
        where not exists (select from streams s where s.workspace_id = w.id and s.kind = 'commons')";
    sqlx::query_scalar(sql).fetch_one(database).await.ok()
}
