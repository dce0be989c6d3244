//! People write one description while everything around them fails.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use bench::history::Entry;
use serde_json::{Value, json};
use tokio::sync::watch;
use uuid::Uuid;

use crate::cluster::{Cluster, NODES, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::proxy::Mode;
use crate::writers::{Typing, Writer, texts_of};

/// The longest wait until nodes have acknowledged more text.
const PATIENCE: Duration = Duration::from_secs(60);
/// Writers have other numbers than clients.
const FIRST_WRITER: u32 = 500;

/// Waits until nodes have acknowledged this many more pieces of text.
async fn more_kept(cluster: &Cluster<'_>, more: usize) -> Result<(), Failure> {
    let kept = |entry: &Entry| matches!(entry, Entry::Kept { .. });
    let goal = cluster.record.how_many(kept) + more;
    until("more text is acknowledged", PATIENCE, async || cluster.record.how_many(kept) >= goal).await
}

/// F-64: nodes are killed, sockets are slow, cut and held, and the database and Redis are paused.
pub async fn together(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients(4).await?;
    let ticket = Uuid::now_v7();
    let new =
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "Written together", "description": "Begin:"});
    cluster.command_as_owner(0, &new).await?;
    let typing = watch::Sender::new(Typing::Every(120));
    let writer = |cluster: &Cluster<'_>, place: usize| {
        Writer::start(cluster.client_options(FIRST_WRITER + place as u32), ticket, typing.subscribe())
    };
    let writers: Vec<Writer> = (0..cluster.size(4, 8)).map(|place| writer(cluster, place)).collect();
    more_kept(cluster, 30).await?;
    let rounds = cluster.size(1, 5);
    for _ in 0..rounds {
        nodes_and_sockets(cluster).await?;
        database_and_redis(cluster).await?;
    }
    typing.send_replace(Typing::Paused);
    let began = Instant::now();
    let same = || texts_of(&writers).into_values().collect::<BTreeSet<_>>().len() == 1;
    until("all writers have the same text", PATIENCE, async || writers.iter().all(Writer::is_settled) && same())
        .await?;
    let settled = began.elapsed().as_millis();
    // A person who comes now, at whichever node, reads the same.
    let late: Vec<Writer> = (0..NODES).map(|place| writer(cluster, 100 + place)).collect();
    until("new people have joined", PATIENCE, async || late.iter().all(Writer::is_settled)).await?;
    let written = described(cluster, ticket, writers.first().map(Writer::text).unwrap_or_default()).await?;
    let mut ends = texts_of(&writers);
    ends.extend(texts_of(&late));
    ends.extend(written);
    for (of, text) in ends {
        cluster.record.note(|at| Entry::Ended { at, of, text });
    }
    typing.send_replace(Typing::Stop);
    Ok(vec![format!("{rounds} rounds, {} people; the same text everywhere after {settled} ms", writers.len())])
}

async fn nodes_and_sockets(cluster: &mut Cluster<'_>) -> Result<(), Failure> {
    let node = cluster.random_node();
    cluster.record.fault(format!("node {node} is killed while people write"));
    cluster.nodes[node].kill().await?;
    more_kept(cluster, 15).await?;
    cluster.nodes[node].start()?;
    cluster.nodes[node].ready().await?;
    cluster.record.fault("sockets are slow");
    cluster.client_proxies.iter().for_each(|proxy| proxy.delay(300));
    more_kept(cluster, 15).await?;
    cluster.client_proxies.iter().for_each(|proxy| proxy.delay(0));
    cluster.record.fault("sockets are cut");
    for _ in 0..cluster.size(2, 5) {
        cluster.client_proxies.iter().for_each(crate::proxy::Proxy::cut);
        more_kept(cluster, 5).await?;
    }
    let held = cluster.random_node();
    cluster.record.fault(format!("answers of node {held} are lost, and its sockets are cut"));
    cluster.client_proxies[held].set(Mode::SwallowAnswers);
    more_kept(cluster, 10).await?;
    cluster.client_proxies[held].set(Mode::Pass);
    cluster.client_proxies[held].cut();
    Ok(())
}

async fn database_and_redis(cluster: &mut Cluster<'_>) -> Result<(), Failure> {
    cluster.record.fault("Redis is paused");
    cluster.redis.pause()?;
    more_kept(cluster, 20).await?;
    cluster.redis.go_on()?;
    cluster.record.fault("the connections to the database are paused");
    cluster.to_postgres.iter().for_each(|proxy| proxy.set(Mode::Hold));
    tokio::time::sleep(Duration::from_secs(cluster.size(3, 8) as u64)).await;
    cluster.to_postgres.iter().for_each(|proxy| proxy.set(Mode::Pass));
    cluster.record.fault("the connections continue");
    more_kept(cluster, 20).await
}

/// The description of the ticket at each node, once it says this or the time is over.
async fn described(cluster: &Cluster<'_>, ticket: Uuid, text: String) -> Result<Vec<(String, String)>, Failure> {
    let path = format!("/api/workspaces/{}/tickets/{ticket}", cluster.workspace);
    let read = async |node: usize| -> Result<String, Failure> {
        let node = &cluster.nodes[node];
        let (status, body) = crate::http::get(node.addr, &path, Some(&cluster.people[0].token)).await?;
        if status != 200 {
            return Err(format!("node {}: {status}", node.number).into());
        }
        let ticket: Value = serde_json::from_str(&body)?;
        Ok(ticket["ticket"]["description"].as_str().unwrap_or_default().to_owned())
    };
    // The checker reports a description that says something else.
    let _ = until("the ticket has the text", PATIENCE, async || read(0).await.is_ok_and(|it| it == text)).await;
    let mut written = Vec::new();
    for node in 0..NODES {
        written.push((format!("the ticket at node {node}"), read(node).await?));
    }
    Ok(written)
}
