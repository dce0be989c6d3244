//! Events and messages that this version does not know or cannot read.

use std::collections::BTreeMap;
use std::time::Duration;

use actors::words::LOG_EVENT_UNREADABLE;
use bench::history::{Effect, Entry};
use bench::replica::id_of;
use serde_json::{Value, json};
use uuid::Uuid;

use super::upgrade::crowd;
use crate::client::{Casting, Client};
use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{House, until};
use crate::next::{self, Voice};
use crate::record::Record;

/// INV-15: all clients are up to date after this time, and clients of other workspaces never wait longer.
const BACK_MS: u64 = 10_000;

fn closed(entry: &Entry) -> bool {
    matches!(entry, Entry::Closed { .. })
}

/// Changes of a shared ticket by the next version: an unknown field, an unknown entity and an unknown operation, each
/// beside a known change.
fn of_the_next_version(ticket: Uuid, title: &str) -> [Value; 3] {
    let known = json!({"op": "update", "entity": "ticket", "id": ticket, "data": {"title": title}});
    let field =
        json!({"op": "update", "entity": "ticket", "id": ticket, "data": {"title": title, "mood": {"is": "glad"}}});
    let entity =
        json!({"op": "create", "entity": "mood", "id": Uuid::now_v7(), "data": {"name": "glad", "weight": 1.5}});
    let op = json!({"op": "fade", "entity": "ticket", "id": ticket, "half": true});
    [json!([field]), json!([entity, known]), json!([known, op])]
}

/// F-46: half of the events are also announced on the bus; the nodes find the others in the journal.
pub async fn unknown(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let (probe, voice) = (house.probe(), Voice::of(house));
    let before = house.record.how_many(closed);
    let ignored = house.figure("troupe_bus_ignored_total").await?;
    let mut database = house.postgres.connect(&house.database).await?;
    let (mut written, mut unheard) = (0, 0);
    for turn in 0..10 {
        house.acks(5).await?;
        let ticket: Uuid =
            sqlx::query_scalar("select id from tickets where scope_id = $1 order by id desc offset $2 limit 1")
                .bind(house.workspace)
                .bind(turn)
                .fetch_one(&mut database)
                .await?;
        let title = format!("next {turn}");
        for (kind, changes) in of_the_next_version(ticket, &title).into_iter().enumerate() {
            let effect = Effect::Set { tickets: vec![ticket], field: "title".into(), value: json!(title) };
            let row = format!(
                "update tickets set title = '{title}', version = {{seq}} where workspace_id = '{}' and id = '{ticket}'",
                house.workspace
            );
            let event = next::commit(house, house.workspace, effect, &changes.to_string(), &row).await?;
            // Announce every other one only.
            if (turn + kind as i64) % 2 == 0 {
                let says = next::advanced(house.workspace, event, house.people[0].id, &changes).to_string();
                unheard += u64::from(voice.say(house.workspace, &says).await? < house.nodes.len() as u64);
            }
            written += 1;
        }
    }
    house.record.fault(format!("{written} events of the next version"));
    house.acks(40).await?;
    let forged = babble(house, &voice).await?;
    house.record.fault(format!("{forged} unknown or unsealed messages"));
    house.acks(40).await?;
    house.rest();
    let behind = house.convergence().await?;
    house.work(150);
    let ignored = house.figure("troupe_bus_ignored_total").await? - ignored;
    let closed = house.record.how_many(closed) - before;
    house.record.count("INV-7", "ms until all clients were up to date", behind, BACK_MS);
    house.record.count("INV-17", "sockets closed by unknown events", closed as u64, 0);
    house.record.count("INV-17", "messages that a node did not receive", unheard, 0);
    let missed = (forged * house.nodes.len() as u64).saturating_sub(ignored);
    house.record.count("INV-17", "unknown messages that a node did not ignore", missed, 0);
    Ok(vec![
        format!(
            "{written} events of the next version and {forged} unknown messages; all clients up to date after {behind} ms"
        ),
        probe.told(&house.record),
    ])
}

/// Publishes messages of unknown kinds and shapes and with wrong seals. Returns their number.
async fn babble(house: &House<'_>, voice: &Voice) -> Result<u64, Failure> {
    let workspace = house.workspace;
    let messages = [
        json!({"kind": "moodChanged", "workspace": workspace, "mood": "glad"}).to_string(),
        json!({"kind": "advanced", "workspace": workspace, "scope": "soup"}).to_string(),
        json!([1, 2, 3]).to_string(),
        "no JSON at all".to_owned(),
    ];
    for message in &messages {
        voice.say(workspace, message).await?;
    }
    let unsealed = [&b""[..], &[1; 10], &[1; 4_096], &[2; 64], b"{\"kind\":\"goodbye\"}"];
    for bytes in unsealed {
        voice.forge(workspace, bytes).await?;
    }
    Ok((messages.len() + unsealed.len()) as u64)
}

/// Another workspace with its own members, on the same nodes.
struct Neighbours {
    clients: Vec<Client>,
    record: Record,
}

impl Neighbours {
    async fn move_in(house: &House<'_>) -> Result<Self, Failure> {
        let owner = house.people[0].token.clone();
        let (_, workspace) = house.nodes[0].post("/api/workspaces", Some(&owner), json!({"name": "Next door"})).await?;
        let workspace = id_of(&workspace["id"]).ok_or("no second workspace")?;
        let record = Record::new();
        // One user with several sockets: the first user is in it alone.
        let client = |number| {
            let casting = house.casting(number);
            Client::start(Casting { person: house.people[0].clone(), workspace, record: record.clone(), ..casting })
        };
        let clients: Vec<Client> = (500..506).map(client).collect();
        until("the neighbours are up to date", Duration::from_secs(40), async || clients.iter().all(Client::is_live))
            .await?;
        Ok(Self { clients, record })
    }
}

/// F-48: the journal is the product's only queue, so an unreadable event is its poison item.
pub async fn unreadable(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let (probe, neighbours) = (house.probe(), Neighbours::move_in(house).await?);
    let own = {
        let mut database = house.postgres.connect(&house.database).await?;
        let own = sqlx::query_scalar("select id from streams where workspace_id = $1 and user_id = $2");
        own.bind(house.workspace).bind(house.people[1].id).fetch_one(&mut database).await?
    };
    let poisons =
        [r#""soup""#, "null", "7", r#"[{"op": 7}]"#, r#"[{"op": "update", "entity": "ticket", "id": "soup"}]"#];
    let mut places = BTreeMap::new();
    let mut beside = 0;
    for (turn, changes) in poisons.iter().enumerate() {
        let scope = if turn == 0 { own } else { house.workspace };
        let event = next::commit(house, scope, Effect::Other, changes, "").await?;
        house.record.fault(format!("the journal holds {changes}"));
        places.insert(event.seq, scope);
        if scope == own {
            // The second of four users, client after client.
            let of_theirs = |entry: &Entry| matches!(entry, Entry::Closed { client, .. } if client % 4 == 1);
            until("the owner's socket is closed", Duration::from_secs(20), async || {
                house.record.how_many(of_theirs) > 0
            })
            .await?;
            beside = house.record.how_many(|entry| closed(entry) && !of_theirs(entry));
        }
        house.acks(30).await?;
    }
    house.rest();
    let behind = house.convergence().await?;
    let before: u64 = house.nodes.iter().map(|node| node.worked()).sum();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let worked = house.nodes.iter().map(|node| node.worked()).sum::<u64>() - before;
    house.work(150);
    let ack = neighbours.record.longest_ack(0);
    // A client connects to a node without these events in memory, with an older cursor or none.
    house.nodes[0].kill().await?;
    house.nodes[0].start()?;
    house.nodes[0].ready().await?;
    house.record.fault("a node has loaded the workspace");
    house.acks(40).await?;
    let said = house.logged(LOG_EVENT_UNREADABLE);
    let named = |seq: &i64| house.logged(&format!("seq={seq} command=")) > 0;
    let unnamed = places.keys().filter(|seq| !named(seq)).count() as u64;
    let counted = house.figure("troupe_journal_unreadable_total").await?;
    house.record.count("INV-15", "ms until all clients were up to date", behind, BACK_MS);
    house.record.count("INV-17", "unreadable events without a log line", unnamed, 0);
    house.record.count("INV-17", "nodes whose figures do not count the event", u64::from(counted == 0), 0);
    // A client without the event asks once and takes the snapshot.
    let looks = poisons.len() * (house.clients.len() + house.nodes.len()) * 3;
    house.record.count("INV-17", "reads of unreadable events", said, looks as u64);
    house.record.count("INV-17", "ms of CPU of all nodes in 3 s of rest", worked, 1_500);
    house.record.count("INV-17", "users closed for an event in another user's personal scope", beside as u64, 0);
    let sent_away = neighbours.record.how_many(is_sent_away);
    house.record.count("INV-17", "neighbours that were closed", sent_away as u64, 0);
    house.record.count("INV-22", "ms until a neighbour's edit was acknowledged", ack, BACK_MS);
    let acked = |neighbours: &Neighbours| neighbours.record.how_many(|entry| matches!(entry, Entry::Acked { .. }));
    let before = acked(&neighbours);
    let served = until("the neighbours are served", Duration::from_secs(20), async || {
        acked(&neighbours) >= before + neighbours.clients.len()
    });
    house.record.count("INV-22", "neighbours that are no longer served", u64::from(served.await.is_err()), 0);
    let acked = acked(&neighbours);
    Ok(vec![
        format!(
            "{} events, met {said} times; all clients up to date after {behind} ms, then {worked} ms of CPU in 3 s; \
             another workspace: {acked} acked, the longest after {ack} ms",
            poisons.len()
        ),
        probe.told(&house.record),
    ])
}

/// Closed by a running node; a killed node sends no code.
fn is_sent_away(entry: &Entry) -> bool {
    matches!(entry, Entry::Closed { code: Some(_), .. })
}
