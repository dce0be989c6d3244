//! Two builds of the product on one database and one bus.

use std::time::{Duration, Instant};

use bench::replica::id_of;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::upgrade::{judge, restart};
use crate::cluster::{Cluster, NODES, until};
use crate::failure::{Failure, Unsupported};
use crate::fault::FaultResult;
use crate::http;
use crate::locks::Locks;

/// A node counts as live for a minute after its last figures; the job that switches runs every few seconds.
const SWITCHED: Duration = Duration::from_secs(120);

/// F-43, F-44: a cluster of an older build becomes this build node by node under load. Each build reads what the other
/// wrote. If the older build does not know commons, no workspace gets them while one of its nodes is live, and all get them
/// soon after. Then one node goes back to the older build, and is upgraded again. Meanwhile the older build serves the
/// workspace if it knows commons, and refuses it otherwise.
pub async fn upgraded(cluster: &mut Cluster<'_>) -> FaultResult {
    let Some(older) = cluster.older.clone() else {
        return Err(Unsupported("needs an older build: make faults-older OLDER=COMMIT").into());
    };
    let this = cluster.troupe.clone();
    for node in 0..NODES {
        cluster.nodes[node].use_build(&older);
        restart(cluster, node).await?;
    }
    move_to_new_workspace(cluster).await?;
    let knows_commons = schema(cluster, 0).await? >= 1;
    cluster.start_clients_and_edits().await?;
    let (probe, locks, since) = (cluster.probe(), Locks::watch(cluster).await?, cluster.record.now());
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let mut early = 0;
    for node in 0..NODES {
        early += commons(cluster, &mut database).await?;
        cluster.record.fault(format!("node {node} is upgraded to this build"));
        cluster.nodes[node].use_build(&this);
        restart(cluster, node).await?;
        cluster.wait_for_acks(60).await?;
    }
    if !knows_commons {
        cluster.record.count("INV-19", "workspaces switched while an older node was live", early, 0);
    }
    let began = Instant::now();
    until("every workspace has commons", SWITCHED, async || {
        commons(cluster, &mut database).await.is_ok_and(|commons| commons == 1)
            && lacking(&mut database).await == Some(0)
    })
    .await?;
    let took = began.elapsed().as_secs();
    cluster.record.fault("the workspaces have commons");
    cluster.wait_for_acks(60).await?;
    let mut findings =
        vec![format!("{NODES} nodes upgraded, commons {took} s after the last, one taken back and upgraded again")];
    if !knows_commons {
        // Commands wait at a node that refuses the workspace.
        findings.extend(judge(cluster, since, &probe, &locks));
    }
    cluster.record.fault("node 0 goes back");
    cluster.nodes[0].use_build(&older);
    restart(cluster, 0).await?;
    cluster.wait_for_acks(60).await?;
    if knows_commons {
        findings.extend(judge(cluster, since, &probe, &locks));
    }
    let served = status(cluster, 0).await?.0 == 200;
    cluster.record.count(
        "INV-17",
        "older nodes that serve the workspace wrongly",
        u64::from(served != knows_commons),
        0,
    );
    cluster.record.fault("node 0 is upgraded again");
    cluster.nodes[0].use_build(&this);
    restart(cluster, 0).await?;
    cluster.wait_for_acks(60).await?;
    if !knows_commons {
        findings.push("the older build does not know commons and refuses the workspace".to_owned());
    }
    Ok(findings)
}

/// Makes a workspace at a node of the older build, adds all users, and uses it as the workspace of the run.
async fn move_to_new_workspace(cluster: &mut Cluster<'_>) -> Result<(), Failure> {
    let owner = cluster.people[0].token.clone();
    let (status, made) = cluster.nodes[0].post("/api/workspaces", Some(&owner), json!({"name": "Older"})).await?;
    cluster.workspace = id_of(&made["id"]).ok_or_else(|| format!("no workspace: {status} {made}"))?;
    for person in &cluster.people[1..] {
        cluster.add_member(cluster.workspace, person).await?;
    }
    Ok(())
}

/// The status and the text of a node's snapshot.
async fn status(cluster: &Cluster<'_>, node: usize) -> Result<(u16, String), Failure> {
    let path = format!("/api/workspaces/{}/snapshot", cluster.workspace);
    http::get(cluster.nodes[node].addr, &path, Some(&cluster.people[0].token)).await
}

/// The schema number of a node's build, 0 if it names none.
async fn schema(cluster: &Cluster<'_>, node: usize) -> Result<u64, Failure> {
    let (status, text) = status(cluster, node).await?;
    let head: Value = serde_json::from_str(text.lines().next().unwrap_or_default())?;
    if status == 200 { Ok(head["schema"].as_u64().unwrap_or(0)) } else { Err(format!("the snapshot: {status}").into()) }
}

/// The number of commons of the workspace.
async fn commons(cluster: &Cluster<'_>, database: &mut PgConnection) -> Result<u64, Failure> {
    let sql = "select count(*) from streams where workspace_id = $1 and kind = 'commons'";
    Ok(sqlx::query_scalar::<_, i64>(sql).bind(cluster.workspace).fetch_one(database).await?.unsigned_abs())
}

/// The number of workspaces without commons.
async fn lacking(database: &mut PgConnection) -> Option<i64> {
    let sql = "select count(*) from workspaces w
        where not exists (select from streams s where s.workspace_id = w.id and s.kind = 'commons')";
    sqlx::query_scalar(sql).fetch_one(database).await.ok()
}
