//! Back to this version after the next version has written.

use bench::history::{Effect, Entry};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::upgrade::{crowd, judge, restart, they_say_so};
use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{CALLER, House, NODES};
use crate::locks::Locks;
use crate::next;

const MOODS: &[(&str, &str)] = &[(
    "moods",
    "set lock_timeout = '2s'; alter table tickets add column mood text not null default 'calm';
     alter table labels add column mood text not null default 'calm'",
)];
/// Rows of each kind.
const ROWS: usize = 20;

/// F-44: the next version writes rows into a table that nodes hold in memory and into one that they do not. Then nodes
/// of this version restart, and clients use all rows.
pub async fn rolled_back(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let (probe, locks, since) = (house.probe(), Locks::watch(house).await?, house.record.now());
    next::migrate(house.postgres.url_of(&house.database), MOODS).await?;
    house.record.fault("the next version has added columns");
    let mut database = house.postgres.connect(&house.database).await?;
    let tickets: Vec<Uuid> = sqlx::query_scalar("select id from tickets where scope_id = $1 order by id limit $2")
        .bind(house.workspace)
        .bind(ROWS as i64)
        .fetch_all(&mut database)
        .await?;
    for (place, ticket) in tickets.iter().enumerate() {
        edited(house, *ticket, &format!("next {place}")).await?;
    }
    let mut labels = Vec::new();
    for place in 0..ROWS {
        labels.push(labelled(house, &format!("next {place}")).await?);
    }
    house.record.fault("the next version has written into them");
    house.acks(20).await?;
    for node in 0..NODES {
        restart(house, node).await?;
    }
    house.record.fault("the nodes of this version have restarted");
    they_say_so(house, next::newest() + 1).await?;
    let refused = |entry: &Entry| matches!(entry, Entry::Refused { .. });
    let before = house.record.how_many(refused);
    for (place, ticket) in tickets.iter().enumerate() {
        let title = format!("back {place}");
        let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}});
        let effect = Effect::Set { tickets: vec![*ticket], field: "title".into(), value: json!(title) };
        ask(house, place, &command, effect).await?;
    }
    for (place, label) in labels.iter().enumerate() {
        let command = json!({"kind": "label.update", "labelId": label, "patch": {"name": format!("back {place}")}});
        ask(house, place, &command, Effect::Other).await?;
    }
    house.acks(60).await?;
    let refused = house.record.how_many(refused) - before;
    house.record.count("INV-19", "commands on rows of the next version that were refused", refused as u64, 0);
    let written = "select count(*) from (select id, mood from tickets union all select id, mood from labels) it
        where id = any ($1) and mood = 'glad'";
    let all: Vec<Uuid> = tickets.iter().chain(&labels).copied().collect();
    let kept = count(&mut database, written, &all).await?;
    let named = "select count(*) from (select id, title as name from tickets union all select id, name from labels) it
        where id = any ($1) and name like 'next %'";
    house.record.count("INV-1", "lost values of the next version", all.len() as u64 - kept, 0);
    let unedited = count(&mut database, named, &labels).await?;
    house.record.count("INV-1", "labels that this version could not rename", unedited, 0);
    let mut told = vec![format!("{} rows of the next version read and written by this version", all.len())];
    told.extend(judge(house, since, &probe, &locks));
    Ok(told)
}

async fn count(database: &mut PgConnection, sql: &'static str, ids: &[Uuid]) -> Result<u64, Failure> {
    Ok(sqlx::query_scalar::<_, i64>(sql).bind(ids).fetch_one(database).await?.unsigned_abs())
}

async fn ask(house: &House<'_>, node: usize, command: &Value, effect: Effect) -> Result<(), Failure> {
    let id = Uuid::now_v7();
    house.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect });
    house.command(node % NODES, &house.people[0], id, command).await
}

async fn edited(house: &House<'_>, ticket: Uuid, title: &str) -> Result<(), Failure> {
    let data = json!({"title": title, "mood": "glad"});
    let changes = json!([{"op": "update", "entity": "ticket", "id": ticket, "data": data}]).to_string();
    let effect = Effect::Set { tickets: vec![ticket], field: "title".into(), value: json!(title) };
    let row = format!(
        "update tickets set title = '{title}', mood = 'glad', version = {{seq}}, updated_at = clock_timestamp()
         where workspace_id = '{}' and id = '{ticket}'",
        house.workspace
    );
    next::commit(house, house.workspace, effect, &changes, &row).await.map(drop)
}

async fn labelled(house: &House<'_>, name: &str) -> Result<Uuid, Failure> {
    let id = Uuid::now_v7();
    let data = json!({"id": id, "name": name, "color": "red", "createdAt": "2030-05-01T12:00:00Z", "mood": "glad"});
    let changes = json!([{"op": "create", "entity": "label", "id": id, "data": data}]).to_string();
    let row = format!(
        "insert into labels (workspace_id, id, name, color, created_at, mood)
         values ('{workspace}', '{id}', '{name}', 'red', '2030-05-01T12:00:00Z', 'glad');
         update streams set config_seq = {{seq}} where id = '{workspace}'",
        workspace = house.workspace
    );
    next::commit(house, house.workspace, Effect::Other, &changes, &row).await?;
    Ok(id)
}
