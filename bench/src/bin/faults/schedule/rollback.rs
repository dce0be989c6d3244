//! Back to this version after the next version has written.

use bench::history::{Effect, Entry};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::upgrade::{check_doctor_reports, judge, restart};
use crate::cluster::{CALLER, Cluster, NODES};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::locks::Locks;
use crate::next_version;

const MOODS: &[(&str, &str)] = &[(
    "moods",
    "set lock_timeout = '2s'; alter table tickets add column mood text not null default 'calm';
     alter table labels add column mood text not null default 'calm'",
)];
/// Rows of each kind.
const ROWS: usize = 20;

/// F-44: the next version writes rows into a table that nodes hold in memory and into one that they do not. Then nodes
/// of this version restart, and clients use all rows.
pub async fn rolled_back(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let (probe, locks, since) = (cluster.probe(), Locks::watch(cluster).await?, cluster.record.now());
    next_version::migrate(cluster.postgres.url_of(&cluster.database), MOODS).await?;
    cluster.record.fault("the next version has added columns");
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let tickets: Vec<Uuid> = sqlx::query_scalar("select id from tickets where scope_id = $1 order by id limit $2")
        .bind(cluster.workspace)
        .bind(ROWS as i64)
        .fetch_all(&mut database)
        .await?;
    for (index, ticket) in tickets.iter().enumerate() {
        write_title(cluster, *ticket, &format!("next {index}")).await?;
    }
    let mut labels = Vec::new();
    for index in 0..ROWS {
        labels.push(write_label(cluster, &format!("next {index}")).await?);
    }
    cluster.record.fault("the next version has written into them");
    cluster.wait_for_acks(20).await?;
    for node in 0..NODES {
        restart(cluster, node).await?;
    }
    cluster.record.fault("the nodes of this version have restarted");
    check_doctor_reports(cluster, next_version::newest() + 1).await?;
    let refused = |entry: &Entry| matches!(entry, Entry::Refused { .. });
    let before = cluster.record.how_many(refused);
    for (index, ticket) in tickets.iter().enumerate() {
        let title = format!("back {index}");
        let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}});
        let effect = Effect::Set { tickets: vec![*ticket], field: "title".into(), value: json!(title) };
        execute(cluster, index, &command, effect).await?;
    }
    for (index, label) in labels.iter().enumerate() {
        let command = json!({"kind": "label.update", "labelId": label, "patch": {"name": format!("back {index}")}});
        execute(cluster, index, &command, Effect::Other).await?;
    }
    cluster.wait_for_acks(60).await?;
    let refused = cluster.record.how_many(refused) - before;
    cluster.record.count("INV-19", "commands on rows of the next version that were refused", refused as u64, 0);
    let written = "select count(*) from (select id, mood from tickets union all select id, mood from labels) it
        where id = any ($1) and mood = 'glad'";
    let all: Vec<Uuid> = tickets.iter().chain(&labels).copied().collect();
    let kept = count(&mut database, written, &all).await?;
    let named = "select count(*) from (select id, title as name from tickets union all select id, name from labels) it
        where id = any ($1) and name like 'next %'";
    cluster.record.count("INV-1", "lost values of the next version", all.len() as u64 - kept, 0);
    let unedited = count(&mut database, named, &labels).await?;
    cluster.record.count("INV-1", "labels that this version could not rename", unedited, 0);
    let mut findings = vec![format!("{} rows of the next version read and written by this version", all.len())];
    findings.extend(judge(cluster, since, &probe, &locks));
    Ok(findings)
}

async fn count(database: &mut PgConnection, sql: &'static str, ids: &[Uuid]) -> Result<u64, Failure> {
    Ok(sqlx::query_scalar::<_, i64>(sql).bind(ids).fetch_one(database).await?.unsigned_abs())
}

/// Executes a command at a node of this version.
async fn execute(cluster: &Cluster<'_>, node: usize, command: &Value, effect: Effect) -> Result<(), Failure> {
    let id = Uuid::now_v7();
    cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect });
    cluster.command(node % NODES, &cluster.people[0], id, command).await
}

/// Changes a title like the next version, with the new column.
async fn write_title(cluster: &Cluster<'_>, ticket: Uuid, title: &str) -> Result<(), Failure> {
    let data = json!({"title": title, "mood": "glad"});
    let changes = json!([{"op": "update", "entity": "ticket", "id": ticket, "data": data}]).to_string();
    let effect = Effect::Set { tickets: vec![ticket], field: "title".into(), value: json!(title) };
    let row = format!(
        "update tickets set title = '{title}', mood = 'glad', version = {{seq}}, updated_at = clock_timestamp()
         where workspace_id = '{}' and id = '{ticket}'",
        cluster.workspace
    );
    next_version::commit(cluster, cluster.workspace, effect, &changes, &row).await.map(drop)
}

/// Creates a label like the next version, with the new column.
async fn write_label(cluster: &Cluster<'_>, name: &str) -> Result<Uuid, Failure> {
    let id = Uuid::now_v7();
    let data = json!({"id": id, "name": name, "color": "red", "createdAt": "2030-05-01T12:00:00Z", "mood": "glad"});
    let changes = json!([{"op": "create", "entity": "label", "id": id, "data": data}]).to_string();
    let row = format!(
        "insert into labels (workspace_id, id, name, color, created_at, mood)
         values ('{workspace}', '{id}', '{name}', 'red', '2030-05-01T12:00:00Z', 'glad');
         update streams set config_seq = {{seq}} where id = '{workspace}'",
        workspace = cluster.workspace
    );
    next_version::commit(cluster, cluster.workspace, Effect::Other, &changes, &row).await?;
    Ok(id)
}
