//! Restricted lists under load: shares are removed and given, and a member becomes a guest and a member again, while a
//! part is away. Clients gain and lose scopes on their open sockets. Nobody may receive an event after the loss, and in the
//! end each client follows exactly the scopes of its user.

use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use uuid::Uuid;

use crate::failure::Failure;
use crate::fault::Told;
use crate::house::House;
use crate::proxy::Mode;

/// The users whose rights change: one loses a list and gains another, one becomes a guest.
const SHARER: usize = 3;
const GUEST: usize = 2;

/// Two restricted lists, and everybody at work in all lists that they see.
struct Lists {
    lost: Uuid,
    gained: Uuid,
}

async fn crowd(house: &mut House<'_>) -> Result<Lists, Failure> {
    house.rights = Some(house.people.iter().map(|person| (person.id, vec![(0, None)])).collect());
    let lists = Lists { lost: Uuid::now_v7(), gained: Uuid::now_v7() };
    for (list, name) in [(lists.lost, "Shared with all"), (lists.gained, "Shared with some")] {
        house.order(0, &json!({"kind": "list.create", "listId": list, "name": name, "restricted": true})).await?;
    }
    house.invite(12).await?;
    for person in 1..house.people.len() {
        share(house, person % 3, lists.lost, person, true).await?;
    }
    house.work_in_lists(150);
    house.acks(60).await?;
    Ok(lists)
}

/// Shares a list with a person, or takes the share away.
async fn share(house: &House<'_>, node: usize, list: Uuid, person: usize, shared: bool) -> Result<(), Failure> {
    let user = house.people[person].id;
    let command = if shared {
        json!({"kind": "share.set", "listId": list, "userId": user, "level": "edit"})
    } else {
        json!({"kind": "share.remove", "listId": list, "userId": user})
    };
    house.order(node, &command).await
}

/// Gives a person a role. Notes how far the person may follow the workspace scope, or from where on.
async fn give_role(house: &mut House<'_>, node: usize, person: usize, role: &str) -> Result<(), Failure> {
    let user = house.people[person].id;
    let head = async |house: &House<'_>| Ok::<_, Failure>(house.heads().await?[&house.workspace]);
    let before = head(house).await?;
    house.order(node, &json!({"kind": "member.setRole", "userId": user, "role": role})).await?;
    let after = head(house).await?;
    let spans = house.rights.as_mut().and_then(|all| all.get_mut(&user)).ok_or("the rights are not known")?;
    match spans.last_mut() {
        Some((_, to)) if role == "guest" => *to = Some(after),
        _ => spans.push((before, None)),
    }
    Ok(())
}

/// One user loses a list and gains another, and one becomes a guest.
async fn take(house: &mut House<'_>, lists: &Lists, nodes: [usize; 2]) -> Result<(), Failure> {
    house.record.fault("a share is removed, a member becomes a guest, and another list is shared");
    share(house, nodes[0], lists.lost, SHARER, false).await?;
    give_role(house, nodes[1], GUEST, "guest").await?;
    share(house, nodes[0], lists.gained, SHARER, true).await
}

/// The losses are undone.
async fn give_back(house: &mut House<'_>, lists: &Lists, node: usize) -> Result<(), Failure> {
    house.record.fault("the share is given again, and the guest becomes a member");
    share(house, node, lists.lost, SHARER, true).await?;
    give_role(house, node, GUEST, "member").await
}

/// F-61: Redis is away while rights change.
pub async fn bus_away(house: &mut House<'_>) -> Told {
    let lists = crowd(house).await?;
    house.record.fault("Redis is killed");
    house.redis.kill().await?;
    house.acks(20).await?;
    take(house, &lists, [0, 1]).await?;
    house.acks(house.size(60, 300)).await?;
    give_back(house, &lists, 2).await?;
    house.acks(20).await?;
    take(house, &lists, [1, 2]).await?;
    house.redis.up().await?;
    house.record.fault("Redis is back, and empty");
    house.acks(40).await?;
    Ok(Vec::new())
}

/// F-62: a node stands still while rights change at the others.
pub async fn paused(house: &mut House<'_>) -> Told {
    let lists = crowd(house).await?;
    house.record.fault("node 2 is paused");
    house.nodes[2].signal(Signal::STOP)?;
    take(house, &lists, [0, 1]).await?;
    tokio::time::sleep(Duration::from_secs(house.size(2, 8) as u64)).await;
    house.nodes[2].signal(Signal::CONT)?;
    house.record.fault("node 2 continues");
    house.acks(40).await?;
    house.nodes[2].signal(Signal::STOP)?;
    house.record.fault("node 2 is paused");
    give_back(house, &lists, 0).await?;
    house.nodes[2].signal(Signal::CONT)?;
    house.record.fault("node 2 continues");
    house.acks(40).await?;
    Ok(Vec::new())
}

/// F-63: a node that has changed rights cannot tell the others, and is killed.
pub async fn killed(house: &mut House<'_>) -> Told {
    let lists = crowd(house).await?;
    for turn in 0..house.size(2, 6) {
        let (node, other) = (turn % 3, (turn + 1) % 3);
        house.record.fault(format!("node {node} commits, its messages are lost, and the node is killed"));
        house.to_redis[node].set(Mode::Swallow);
        take(house, &lists, [node, node]).await?;
        house.nodes[node].kill().await?;
        house.to_redis[node].set(Mode::Pass);
        house.acks(30).await?;
        give_back(house, &lists, other).await?;
        share(house, other, lists.gained, SHARER, false).await?;
        house.nodes[node].start()?;
        house.nodes[node].ready().await?;
        house.acks(30).await?;
    }
    Ok(Vec::new())
}
