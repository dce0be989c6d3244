//! A build that knows one kind of entity more, beside this one.

use serde_json::json;
use uuid::Uuid;

use super::upgrade::{crowd, judge, restart};
use crate::failure::{Failure, NotHere};
use crate::fault::Told;
use crate::house::{House, NODES};
use crate::http;
use crate::locks::Locks;

/// Rows of the new kind.
const HOLIDAYS: usize = 30;

/// F-46, F-43: the last node becomes the build that follows docs/ADDING.md, and rows of its new kind are written while
/// everyone works. The other nodes pass the events on, and leave the kind out of their snapshots. Once they are upgraded
/// too, every node's snapshot has every row.
pub async fn known_later(house: &mut House<'_>) -> Told {
    let Some(newer) = house.newer.clone() else {
        return Err(NotHere("needs a build with one kind more: scripts/build-adding, --newer FILE").into());
    };
    crowd(house).await?;
    let (probe, locks, since) = (house.probe(), Locks::watch(house).await?, house.record.now());
    let last = NODES - 1;
    house.record.fault(format!("node {last} becomes a build that knows one kind more"));
    house.nodes[last].becomes(&newer);
    restart(house, last).await?;
    house.acks(40).await?;
    for n in 0..HOLIDAYS {
        make_holiday(house, last, n).await?;
    }
    house.acks(60).await?;
    let known = holidays(house, last).await?;
    let unknown = holidays(house, 0).await?;
    for node in 0..last {
        house.record.fault(format!("node {node} becomes that build"));
        house.nodes[node].becomes(&newer);
        restart(house, node).await?;
        house.acks(40).await?;
    }
    let mut lacking = 0;
    for node in 0..NODES {
        lacking += HOLIDAYS.abs_diff(holidays(house, node).await?);
    }
    house.record.count("INV-17", "rows that the newer node's snapshot lacked", HOLIDAYS.abs_diff(known) as u64, 0);
    house.record.count("INV-17", "rows that this build showed without knowing them", unknown as u64, 0);
    house.record.count("INV-17", "rows that a snapshot lacked in the end", lacking as u64, 0);
    let mut told = vec![format!("{HOLIDAYS} rows of a kind that {last} of {NODES} nodes learned later")];
    told.extend(judge(house, since, &probe, &locks));
    Ok(told)
}

/// Creates a row of the new kind at a node that knows it.
async fn make_holiday(house: &House<'_>, node: usize, n: usize) -> Result<(), Failure> {
    let command = json!({"kind": "holiday.create", "holidayId": Uuid::now_v7(), "name": format!("Holiday {n}"),
        "day": "2031-01-01"});
    let path = format!("/api/workspaces/{}/commands", house.workspace);
    let body = json!({"id": Uuid::now_v7(), "command": command});
    let (status, answer) = house.nodes[node].post(&path, Some(&house.people[0].token), body).await?;
    if status == 200 { Ok(()) } else { Err(format!("a holiday: {status} {answer}").into()) }
}

/// The rows of the new kind in a node's snapshot.
async fn holidays(house: &House<'_>, node: usize) -> Result<usize, Failure> {
    let path = format!("/api/workspaces/{}/snapshot", house.workspace);
    let (status, text) = http::get(house.nodes[node].addr, &path, Some(&house.people[0].token)).await?;
    if status != 200 {
        return Err(format!("node {node}'s snapshot: {status}").into());
    }
    Ok(text.matches(r#"{"entity":"holiday""#).count())
}
