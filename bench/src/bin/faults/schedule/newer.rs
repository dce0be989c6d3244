//! A build that knows one kind of entity more, on one database with this build.

use serde_json::json;
use uuid::Uuid;

use super::upgrade::{judge, restart};
use crate::cluster::{Cluster, NODES};
use crate::failure::{Failure, Unsupported};
use crate::fault::FaultResult;
use crate::http;
use crate::locks::Locks;

/// Rows of the new kind.
const HOLIDAYS: usize = 30;

/// F-46, F-43: the last node becomes the build that follows docs/ADDING.md, and rows of its new kind are written while
/// everyone works. The other nodes pass the events on, and leave the kind out of their snapshots. Once they are upgraded
/// too, every node's snapshot has every row.
pub async fn known_later(cluster: &mut Cluster<'_>) -> FaultResult {
    let Some(newer) = cluster.newer.clone() else {
        return Err(Unsupported("needs a build with one kind more: scripts/build-adding, --newer FILE").into());
    };
    cluster.start_clients_and_edits().await?;
    let (probe, locks, since) = (cluster.probe(), Locks::watch(cluster).await?, cluster.record.now());
    let last = NODES - 1;
    cluster.record.fault(format!("node {last} becomes a build that knows one kind more"));
    cluster.nodes[last].use_build(&newer);
    restart(cluster, last).await?;
    cluster.wait_for_acks(40).await?;
    for n in 0..HOLIDAYS {
        make_holiday(cluster, last, n).await?;
    }
    cluster.wait_for_acks(60).await?;
    let known = holidays(cluster, last).await?;
    let unknown = holidays(cluster, 0).await?;
    for node in 0..last {
        cluster.record.fault(format!("node {node} becomes that build"));
        cluster.nodes[node].use_build(&newer);
        restart(cluster, node).await?;
        cluster.wait_for_acks(40).await?;
    }
    let mut lacking = 0;
    for node in 0..NODES {
        lacking += HOLIDAYS.abs_diff(holidays(cluster, node).await?);
    }
    cluster.record.count("INV-17", "rows that the newer node's snapshot lacked", HOLIDAYS.abs_diff(known) as u64, 0);
    cluster.record.count("INV-17", "rows that this build showed without knowing them", unknown as u64, 0);
    cluster.record.count("INV-17", "rows that a snapshot lacked in the end", lacking as u64, 0);
    let mut findings = vec![format!("{HOLIDAYS} rows of a kind that {last} of {NODES} nodes learned later")];
    findings.extend(judge(cluster, since, &probe, &locks));
    Ok(findings)
}

/// Creates a row of the new kind at a node that knows it.
async fn make_holiday(cluster: &Cluster<'_>, node: usize, n: usize) -> Result<(), Failure> {
    let command = json!({"kind": "holiday.create", "holidayId": Uuid::now_v7(), "name": format!("Holiday {n}"),
        "day": "2031-01-01"});
    let path = format!("/api/workspaces/{}/commands", cluster.workspace);
    let body = json!({"id": Uuid::now_v7(), "command": command});
    let (status, answer) = cluster.nodes[node].post(&path, Some(&cluster.people[0].token), body).await?;
    if status == 200 { Ok(()) } else { Err(format!("a holiday: {status} {answer}").into()) }
}

/// The rows of the new kind in a node's snapshot.
async fn holidays(cluster: &Cluster<'_>, node: usize) -> Result<usize, Failure> {
    let path = format!("/api/workspaces/{}/snapshot", cluster.workspace);
    let (status, text) = http::get(cluster.nodes[node].addr, &path, Some(&cluster.people[0].token)).await?;
    if status != 200 {
        return Err(format!("node {node}'s snapshot: {status}").into());
    }
    Ok(text.matches(r#"{"entity":"holiday""#).count())
}
