//! The restore drill under load: a restore brings back the content of the backup, and no client continues from lost
//! events.

use std::collections::BTreeSet;
use std::time::Instant;

use bench::history::Entry;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use crate::cluster::Cluster;
use crate::failure::Failure;
use crate::fault::FaultResult;

/// User content; each table becomes one checksum.
const TABLES: [&str; 9] =
    ["workspaces", "members", "statuses", "lists", "labels", "tickets", "links", "activities", "reactions"];

/// Rows whose counters are wrong.
const MISCOUNTED: &str = "select (select count(*) from tickets t where comments <> (select count(*) from activities a
        where a.workspace_id = t.workspace_id and a.ticket_id = t.id and a.kind = 'comment'))
    + (select count(*) from streams s where last_number < (select coalesce(max(number), 0) from tickets t
        where t.scope_id = s.id))";

/// F-56: a workspace is emptied, and restored from a backup.
pub async fn drill(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let file = cluster.folder.join("drill.backup");
    let file = file.to_str().ok_or("a folder that is not UTF-8")?.to_owned();
    let url = cluster.postgres.url_of(&cluster.database);
    cluster.record.fault("a backup is made");
    let saved_at = Instant::now();
    let backup = timed(cluster, "backup", &[&file], &url).await?;
    cluster.wait_for_acks(80).await?;
    cluster.pause_edits();
    cluster.ms_until_converged().await?;
    let before = cluster.journal().await?;
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    cluster.record.fault("truncate tickets, activities cascade");
    let lost_ms = saved_at.elapsed().as_millis();
    sqlx::raw_sql("truncate tickets, activities cascade").execute(&mut database).await?;
    let (began, snapshots) = (Instant::now(), adopted(cluster));
    let restore = timed(cluster, "restore", &[&file, "--workspace", &cluster.workspace.to_string()], &url).await?;
    cluster.record.fault("the workspace is restored");
    let mut taken_back = 0;
    let mut same_epoch = 0;
    for (scope, (epoch, seq, events)) in cluster.journal().await? {
        let Some((epoch_before, head, known)) = before.get(&scope) else { continue };
        same_epoch += u64::from(*epoch_before == epoch);
        taken_back += head - seq;
        // The restored journal begins behind the backup.
        cluster.record.count("INV-20", "events at the start of a restored scope", events.len() as u64, 0);
        cluster.events_before_restore.insert(scope, known.iter().filter(|(known, _)| *known <= seq).copied().collect());
        cluster.record.note(|at| Entry::Restored { at, scope, seq });
    }
    cluster.record.count("INV-20", "restored scopes with their old epoch", same_epoch, 0);
    let back = cluster.ms_until_converged().await?;
    let rto = began.elapsed().as_millis();
    let taken = adopted(cluster) - snapshots;
    let empty = everything(cluster, &file, &mut database).await?;
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(60).await?;
    Ok(vec![format!(
        "backup {backup} ms under load; {taken_back} events of {lost_ms} ms were lost with the mistake (RPO); one \
         workspace restored in {restore} ms, all clients led to it {rto} ms after the mistake (RTO) and {back} ms after \
         the restore, by {taken} snapshots; everything restored into an empty database in {empty} ms"
    )])
}

/// The number of snapshots that clients have read.
fn adopted(cluster: &Cluster<'_>) -> u64 {
    cluster.record.how_many(|entry| matches!(entry, Entry::Adopted { .. })) as u64
}

/// Restores into an empty database, which must equal the restored one; nothing was written there since.
async fn everything(cluster: &Cluster<'_>, file: &str, restored: &mut PgConnection) -> Result<u128, Failure> {
    let name = format!("{}empty", cluster.database);
    cluster.postgres.create(&name).await?;
    let took = timed(cluster, "restore", &[file], &cluster.postgres.url_of(&name)).await?;
    let mut empty = cluster.postgres.connect(&name).await?;
    let (one, all) = (content(cluster, restored).await?, content(cluster, &mut empty).await?);
    cluster.record.count(
        "INV-20",
        "tables that differ between both restores",
        one.symmetric_difference(&all).count() as u64 / 2,
        0,
    );
    for database in [restored, &mut empty] {
        let miscounted: i64 = sqlx::query_scalar(MISCOUNTED).fetch_one(&mut *database).await?;
        cluster.record.count("INV-20", "counters that are wrong", miscounted.unsigned_abs(), 0);
    }
    let epochs = "select epoch from streams";
    let there: BTreeSet<Uuid> = sqlx::query_scalar(epochs).fetch_all(&mut empty).await?.into_iter().collect();
    let here = cluster.journal().await?;
    let same = here.values().filter(|(epoch, ..)| there.contains(epoch)).count() as u64;
    cluster.record.count("INV-20", "epochs shared by two databases", same, 0);
    Ok(took)
}

/// A checksum of each table of the workspace, and of the positions of its streams.
async fn content(
    cluster: &Cluster<'_>,
    database: &mut PgConnection,
) -> Result<BTreeSet<(String, i64, String)>, Failure> {
    let mut content = BTreeSet::new();
    let of = |table: &str| {
        let (column, row) = match table {
            "workspaces" => ("id", "t"),
            "streams" => ("workspace_id", "(t.id, t.seq, t.config_seq, t.last_number)"),
            _ => ("workspace_id", "t"),
        };
        format!(
            "select count(*), coalesce(md5(string_agg({row}::text, '|' order by {row}::text)), '') from {table} t
             where {column} = '{}'",
            cluster.workspace
        )
    };
    for table in TABLES.into_iter().chain(["streams"]) {
        let (rows, sum) = sqlx::query_as(AssertSqlSafe(of(table))).fetch_one(&mut *database).await?;
        content.insert((table.to_owned(), rows, sum));
    }
    Ok(content)
}

/// Runs a verb of the binary, and returns the milliseconds.
async fn timed(cluster: &Cluster<'_>, verb: &str, words: &[&str], url: &str) -> Result<u128, Failure> {
    let began = Instant::now();
    let (succeeded, output) = cluster.nodes[0].run_verb(verb, words, Some(url)).await?;
    if succeeded { Ok(began.elapsed().as_millis()) } else { Err(format!("{verb}: {output}").into()) }
}
