//! Restricted lists under load: shares are removed and given, and a member becomes a guest and a member again, while a
//! part of the cluster is away. Clients gain and lose scopes on their open sockets. Nobody may receive an event after the loss, and in the
//! end each client follows exactly the scopes of its user.

use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use uuid::Uuid;

use crate::cluster::Cluster;
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::proxy::Mode;

/// The users whose rights change: one loses a list and gains another, one becomes a guest.
const SHARER: usize = 3;
const GUEST: usize = 2;

/// The two restricted lists of a run.
struct Lists {
    lost: Uuid,
    gained: Uuid,
}

/// Makes the lists, starts the clients, and lets them edit in all lists.
async fn start_with_lists(cluster: &mut Cluster<'_>) -> Result<Lists, Failure> {
    cluster.rights = Some(cluster.people.iter().map(|person| (person.id, vec![(0, None)])).collect());
    let lists = Lists { lost: Uuid::now_v7(), gained: Uuid::now_v7() };
    for (list, name) in [(lists.lost, "Shared with all"), (lists.gained, "Shared with some")] {
        cluster
            .command_as_owner(0, &json!({"kind": "list.create", "listId": list, "name": name, "restricted": true}))
            .await?;
    }
    cluster.start_clients(12).await?;
    for person in 1..cluster.people.len() {
        share(cluster, person % 3, lists.lost, person, true).await?;
    }
    cluster.edit_in_lists_every_ms(150);
    cluster.wait_for_acks(60).await?;
    Ok(lists)
}

/// Shares a list with a person, or takes the share away.
async fn share(cluster: &Cluster<'_>, node: usize, list: Uuid, person: usize, shared: bool) -> Result<(), Failure> {
    let user = cluster.people[person].id;
    let command = if shared {
        json!({"kind": "share.set", "listId": list, "userId": user, "level": "edit"})
    } else {
        json!({"kind": "share.remove", "listId": list, "userId": user})
    };
    cluster.command_as_owner(node, &command).await
}

/// Gives a person a role. Records from which seq on, or up to which seq, the person may follow the workspace scope.
async fn give_role(cluster: &mut Cluster<'_>, node: usize, person: usize, role: &str) -> Result<(), Failure> {
    let user = cluster.people[person].id;
    let head = async |cluster: &Cluster<'_>| Ok::<_, Failure>(cluster.heads().await?[&cluster.workspace]);
    let before = head(cluster).await?;
    cluster.command_as_owner(node, &json!({"kind": "member.setRole", "userId": user, "role": role})).await?;
    let after = head(cluster).await?;
    let spans = cluster.rights.as_mut().and_then(|all| all.get_mut(&user)).ok_or("the rights are not known")?;
    match spans.last_mut() {
        Some((_, to)) if role == "guest" => *to = Some(after),
        _ => spans.push((before, None)),
    }
    Ok(())
}

/// One user loses a list and gains another, and one becomes a guest.
async fn take_rights(cluster: &mut Cluster<'_>, lists: &Lists, nodes: [usize; 2]) -> Result<(), Failure> {
    cluster.record.fault("a share is removed, a member becomes a guest, and another list is shared");
    share(cluster, nodes[0], lists.lost, SHARER, false).await?;
    give_role(cluster, nodes[1], GUEST, "guest").await?;
    share(cluster, nodes[0], lists.gained, SHARER, true).await
}

/// Gives the user the list back, and makes the guest a member again.
async fn give_rights_back(cluster: &mut Cluster<'_>, lists: &Lists, node: usize) -> Result<(), Failure> {
    cluster.record.fault("the share is given again, and the guest becomes a member");
    share(cluster, node, lists.lost, SHARER, true).await?;
    give_role(cluster, node, GUEST, "member").await
}

/// F-61: Redis is away while rights change.
pub async fn bus_away(cluster: &mut Cluster<'_>) -> FaultResult {
    let lists = start_with_lists(cluster).await?;
    cluster.record.fault("Redis is killed");
    cluster.redis.kill().await?;
    cluster.wait_for_acks(20).await?;
    take_rights(cluster, &lists, [0, 1]).await?;
    cluster.wait_for_acks(cluster.size(60, 300)).await?;
    give_rights_back(cluster, &lists, 2).await?;
    cluster.wait_for_acks(20).await?;
    take_rights(cluster, &lists, [1, 2]).await?;
    cluster.redis.up().await?;
    cluster.record.fault("Redis is back, and empty");
    cluster.wait_for_acks(40).await?;
    Ok(Vec::new())
}

/// F-62: a node is paused while rights change at the others.
pub async fn paused(cluster: &mut Cluster<'_>) -> FaultResult {
    let lists = start_with_lists(cluster).await?;
    cluster.record.fault("node 2 is paused");
    cluster.nodes[2].signal(Signal::STOP)?;
    take_rights(cluster, &lists, [0, 1]).await?;
    tokio::time::sleep(Duration::from_secs(cluster.size(2, 8) as u64)).await;
    cluster.nodes[2].signal(Signal::CONT)?;
    cluster.record.fault("node 2 continues");
    cluster.wait_for_acks(40).await?;
    cluster.nodes[2].signal(Signal::STOP)?;
    cluster.record.fault("node 2 is paused");
    give_rights_back(cluster, &lists, 0).await?;
    cluster.nodes[2].signal(Signal::CONT)?;
    cluster.record.fault("node 2 continues");
    cluster.wait_for_acks(40).await?;
    Ok(Vec::new())
}

/// F-63: a node that has changed rights cannot tell the others, and is killed.
pub async fn killed(cluster: &mut Cluster<'_>) -> FaultResult {
    let lists = start_with_lists(cluster).await?;
    for turn in 0..cluster.size(2, 6) {
        let (node, other) = (turn % 3, (turn + 1) % 3);
        cluster.record.fault(format!("node {node} commits, its messages are lost, and the node is killed"));
        cluster.to_redis[node].set(Mode::Swallow);
        take_rights(cluster, &lists, [node, node]).await?;
        cluster.nodes[node].kill().await?;
        cluster.to_redis[node].set(Mode::Pass);
        cluster.wait_for_acks(30).await?;
        give_rights_back(cluster, &lists, other).await?;
        share(cluster, other, lists.gained, SHARER, false).await?;
        cluster.nodes[node].start()?;
        cluster.nodes[node].ready().await?;
        cluster.wait_for_acks(30).await?;
    }
    Ok(Vec::new())
}
