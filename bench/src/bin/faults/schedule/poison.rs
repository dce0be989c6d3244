//! Events and messages that this version does not know or cannot read.

use std::time::Duration;

use actors::words::LOG_EVENT_UNREADABLE;
use bench::history::{Effect, Entry};
use bench::replica::id_of;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{Client, ClientOptions};
use crate::cluster::{Cluster, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::next_version::{self, BusPublisher};
use crate::record::Record;

/// INV-15: all clients are up to date after this time. INV-22: an edit in another workspace is acknowledged within it.
const RECOVERY_LIMIT_MS: u64 = 10_000;

fn closed(entry: &Entry) -> bool {
    matches!(entry, Entry::Closed { .. })
}

/// Changes of a shared ticket by the next version: an unknown field, an unknown entity and an unknown operation, each
/// together with a known change.
fn of_the_next_version(ticket: Uuid, title: &str) -> [Value; 3] {
    let known = json!({"op": "update", "entity": "ticket", "id": ticket, "data": {"title": title}});
    let field =
        json!({"op": "update", "entity": "ticket", "id": ticket, "data": {"title": title, "mood": {"is": "glad"}}});
    let entity =
        json!({"op": "create", "entity": "mood", "id": Uuid::now_v7(), "data": {"name": "glad", "weight": 1.5}});
    let op = json!({"op": "fade", "entity": "ticket", "id": ticket, "half": true});
    [json!([field]), json!([entity, known]), json!([known, op])]
}

/// F-46: the database gets events of the next version. Every other event is also published on the bus; the nodes find
/// the rest in the journal.
pub async fn unknown(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let (probe, bus) = (cluster.probe(), BusPublisher::new(cluster));
    let closed_before = cluster.record.how_many(closed);
    let ignored_before = cluster.metric("troupe_bus_ignored_total").await?;
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let (mut written, mut not_received) = (0, 0);
    for turn in 0..10 {
        cluster.wait_for_acks(5).await?;
        let ticket: Uuid =
            sqlx::query_scalar("select id from tickets where scope_id = $1 order by id desc offset $2 limit 1")
                .bind(cluster.workspace)
                .bind(turn)
                .fetch_one(&mut database)
                .await?;
        let title = format!("next {turn}");
        for (kind, changes) in of_the_next_version(ticket, &title).into_iter().enumerate() {
            let effect = Effect::Set { tickets: vec![ticket], field: "title".into(), value: json!(title) };
            let row = format!(
                "update tickets set title = '{title}', version = {{seq}} where workspace_id = '{}' and id = '{ticket}'",
                cluster.workspace
            );
            let event = next_version::commit(cluster, cluster.workspace, effect, &changes.to_string(), &row).await?;
            if (turn + kind as i64) % 2 == 0 {
                let by = cluster.people[0].id;
                let message = next_version::advanced(cluster.workspace, event, by, &changes).to_string();
                let receivers = bus.publish(cluster.workspace, &message).await?;
                not_received += u64::from(receivers < cluster.nodes.len() as u64);
            }
            written += 1;
        }
    }
    cluster.record.fault(format!("{written} events of the next version"));
    cluster.wait_for_acks(40).await?;
    let unknown_messages = publish_unknown_messages(cluster, &bus).await?;
    cluster.record.fault(format!("{unknown_messages} unknown or unsealed messages"));
    cluster.wait_for_acks(40).await?;
    cluster.pause_edits();
    let converged_ms = cluster.ms_until_converged().await?;
    cluster.edit_every_ms(150);
    let ignored = cluster.metric("troupe_bus_ignored_total").await? - ignored_before;
    let closed = cluster.record.how_many(closed) - closed_before;
    cluster.record.count("INV-7", "ms until all clients were up to date", converged_ms, RECOVERY_LIMIT_MS);
    cluster.record.count("INV-17", "sockets closed by unknown events", closed as u64, 0);
    cluster.record.count("INV-17", "messages that a node did not receive", not_received, 0);
    let missed = (unknown_messages * cluster.nodes.len() as u64).saturating_sub(ignored);
    cluster.record.count("INV-17", "unknown messages that a node did not ignore", missed, 0);
    Ok(vec![
        format!(
            "{written} events of the next version and {unknown_messages} unknown messages; all clients up to date after {converged_ms} ms"
        ),
        probe.judge(&cluster.record),
    ])
}

/// Publishes messages of unknown kinds and shapes and with wrong seals. Returns their number.
async fn publish_unknown_messages(cluster: &Cluster<'_>, bus: &BusPublisher) -> Result<u64, Failure> {
    let workspace = cluster.workspace;
    let messages = [
        json!({"kind": "moodChanged", "workspace": workspace, "mood": "glad"}).to_string(),
        json!({"kind": "advanced", "workspace": workspace, "scope": "soup"}).to_string(),
        json!([1, 2, 3]).to_string(),
        "no JSON at all".to_owned(),
    ];
    for message in &messages {
        bus.publish(workspace, message).await?;
    }
    let unsealed = [&b""[..], &[1; 10], &[1; 4_096], &[2; 64], b"{\"kind\":\"goodbye\"}"];
    for bytes in unsealed {
        bus.publish_unsealed(workspace, bytes).await?;
    }
    Ok((messages.len() + unsealed.len()) as u64)
}

/// Another workspace with its own members, on the same nodes.
struct Neighbours {
    clients: Vec<Client>,
    record: Record,
}

impl Neighbours {
    /// Makes the workspace and starts its clients.
    async fn start(cluster: &Cluster<'_>) -> Result<Self, Failure> {
        let owner = cluster.people[0].token.clone();
        let (_, workspace) =
            cluster.nodes[0].post("/api/workspaces", Some(&owner), json!({"name": "Neighbours"})).await?;
        let workspace = id_of(&workspace["id"]).ok_or("no second workspace")?;
        let record = Record::new();
        // The first user is the only member, and has several sockets.
        let client = |number| {
            let options = cluster.client_options(number);
            Client::start(ClientOptions {
                person: cluster.people[0].clone(),
                workspace,
                record: record.clone(),
                ..options
            })
        };
        let clients: Vec<Client> = (500..506).map(client).collect();
        until("the neighbours are up to date", Duration::from_secs(40), async || clients.iter().all(Client::is_live))
            .await?;
        Ok(Self { clients, record })
    }
}

/// F-48: all nodes and clients read the journal in order, so an unreadable event could stop them all.
pub async fn unreadable(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let (probe, neighbours) = (cluster.probe(), Neighbours::start(cluster).await?);
    let personal_scope = {
        let mut database = cluster.postgres.connect(&cluster.database).await?;
        let sql = sqlx::query_scalar("select id from streams where workspace_id = $1 and user_id = $2");
        sql.bind(cluster.workspace).bind(cluster.people[1].id).fetch_one(&mut database).await?
    };
    let poisons =
        [r#""soup""#, "null", "7", r#"[{"op": 7}]"#, r#"[{"op": "update", "entity": "ticket", "id": "soup"}]"#];
    let mut poison_seqs = Vec::new();
    let mut others_closed = 0;
    for (turn, changes) in poisons.iter().enumerate() {
        let scope = if turn == 0 { personal_scope } else { cluster.workspace };
        let event = next_version::commit(cluster, scope, Effect::Other, changes, "").await?;
        cluster.record.fault(format!("the journal holds {changes}"));
        poison_seqs.push(event.seq);
        if scope == personal_scope {
            // The four users take turns as clients, and the personal scope is that of the second user.
            let of_owner = |entry: &Entry| matches!(entry, Entry::Closed { client, .. } if client % 4 == 1);
            until("the owner's socket is closed", Duration::from_secs(20), async || {
                cluster.record.how_many(of_owner) > 0
            })
            .await?;
            others_closed = cluster.record.how_many(|entry| closed(entry) && !of_owner(entry));
        }
        cluster.wait_for_acks(30).await?;
    }
    cluster.pause_edits();
    let converged_ms = cluster.ms_until_converged().await?;
    let cpu_before: u64 = cluster.nodes.iter().map(|node| node.cpu_ms()).sum();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let cpu_ms = cluster.nodes.iter().map(|node| node.cpu_ms()).sum::<u64>() - cpu_before;
    cluster.edit_every_ms(150);
    let longest_ack = neighbours.record.longest_ack(0);
    // A client connects to a node without these events in memory, with an older cursor or none.
    cluster.nodes[0].kill().await?;
    cluster.nodes[0].start()?;
    cluster.nodes[0].ready().await?;
    cluster.record.fault("a node has loaded the workspace");
    cluster.wait_for_acks(40).await?;
    let reads = cluster.log_count(LOG_EVENT_UNREADABLE);
    let is_logged = |seq: &i64| cluster.log_count(&format!("seq={seq} command=")) > 0;
    let not_logged = poison_seqs.iter().filter(|seq| !is_logged(seq)).count() as u64;
    let counted = cluster.metric("troupe_journal_unreadable_total").await?;
    cluster.record.count("INV-15", "ms until all clients were up to date", converged_ms, RECOVERY_LIMIT_MS);
    cluster.record.count("INV-17", "unreadable events without a log line", not_logged, 0);
    cluster.record.count("INV-17", "nodes whose figures do not count the event", u64::from(counted == 0), 0);
    // A node logs each read of an unreadable event. A client that lacks the event causes a read when it resumes, and then
    // takes the snapshot. The bound allows each client and each node three reads of each event; a node that reads in a loop would exceed it.
    let most_reads = poisons.len() * (cluster.clients.len() + cluster.nodes.len()) * 3;
    cluster.record.count("INV-17", "reads of unreadable events", reads, most_reads as u64);
    cluster.record.count("INV-17", "ms of CPU of all nodes in 3 s of rest", cpu_ms, 1_500);
    cluster.record.count(
        "INV-17",
        "users closed for an event in another user's personal scope",
        others_closed as u64,
        0,
    );
    let neighbours_closed = neighbours.record.how_many(closed_by_node);
    cluster.record.count("INV-17", "neighbours that were closed", neighbours_closed as u64, 0);
    cluster.record.count("INV-22", "ms until a neighbour's edit was acknowledged", longest_ack, RECOVERY_LIMIT_MS);
    let acked = |neighbours: &Neighbours| neighbours.record.how_many(|entry| matches!(entry, Entry::Acked { .. }));
    let acked_before = acked(&neighbours);
    let served = until("the neighbours are served", Duration::from_secs(20), async || {
        acked(&neighbours) >= acked_before + neighbours.clients.len()
    });
    cluster.record.count("INV-22", "neighbours that are no longer served", u64::from(served.await.is_err()), 0);
    let acked = acked(&neighbours);
    Ok(vec![
        format!(
            "{} events, read {reads} times; all clients up to date after {converged_ms} ms, then {cpu_ms} ms of CPU in 3 s; \
             another workspace: {acked} acked, the longest after {longest_ack} ms",
            poisons.len()
        ),
        probe.judge(&cluster.record),
    ])
}

/// True if a running node closed the socket. A killed node sends no code.
fn closed_by_node(entry: &Entry) -> bool {
    matches!(entry, Entry::Closed { code: Some(_), .. })
}
