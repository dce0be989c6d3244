//! The restore drill under load: a restore brings back the content of the backup, and no client continues from lost
//! events.

use std::collections::BTreeSet;
use std::time::Instant;

use bench::history::Entry;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::upgrade::crowd;
use crate::failure::Failure;
use crate::fault::Told;
use crate::house::House;

/// User content; each table becomes one checksum.
const TABLES: [&str; 9] =
    ["workspaces", "members", "statuses", "lists", "labels", "tickets", "links", "activities", "reactions"];

/// Rows whose counters are wrong.
const MISCOUNTED: &str = "select (select count(*) from tickets t where comments <> (select count(*) from activities a
        where a.workspace_id = t.workspace_id and a.ticket_id = t.id and a.kind = 'comment'))
    + (select count(*) from streams s where last_number < (select coalesce(max(number), 0) from tickets t
        where t.scope_id = s.id))";

/// F-56: a workspace is emptied, and restored from a backup.
pub async fn drill(house: &mut House<'_>) -> Told {
    crowd(house).await?;
    let file = house.folder.join("drill.backup");
    let file = file.to_str().ok_or("a folder that is not UTF-8")?.to_owned();
    let url = house.postgres.url_of(&house.database);
    house.record.fault("a backup is made");
    let saved_at = Instant::now();
    let backup = timed(house, "backup", &[&file], &url).await?;
    house.acks(80).await?;
    house.rest();
    house.convergence().await?;
    let before = house.journal().await?;
    let mut database = house.postgres.connect(&house.database).await?;
    house.record.fault("truncate tickets, activities cascade");
    let lost_ms = saved_at.elapsed().as_millis();
    sqlx::raw_sql("truncate tickets, activities cascade").execute(&mut database).await?;
    let (began, snapshots) = (Instant::now(), adopted(house));
    let restore = timed(house, "restore", &[&file, "--workspace", &house.workspace.to_string()], &url).await?;
    house.record.fault("the workspace is restored");
    let mut taken_back = 0;
    let mut same_epoch = 0;
    for (scope, (epoch, seq, events)) in house.journal().await? {
        let Some((epoch_before, head, known)) = before.get(&scope) else { continue };
        same_epoch += u64::from(*epoch_before == epoch);
        taken_back += head - seq;
        // The restored journal begins behind the backup.
        house.record.count("INV-20", "events at the start of a restored scope", events.len() as u64, 0);
        house.kept.insert(scope, known.iter().filter(|(place, _)| *place <= seq).copied().collect());
        house.record.note(|at| Entry::Restored { at, scope, seq });
    }
    house.record.count("INV-20", "restored scopes with their old epoch", same_epoch, 0);
    let back = house.convergence().await?;
    let rto = began.elapsed().as_millis();
    let taken = adopted(house) - snapshots;
    let empty = everything(house, &file, &mut database).await?;
    house.work(150);
    house.acks(60).await?;
    Ok(vec![format!(
        "backup {backup} ms under load; {taken_back} events of {lost_ms} ms were lost with the mistake (RPO); one \
         workspace restored in {restore} ms, all clients led to it {rto} ms after the mistake (RTO) and {back} ms after \
         the restore, by {taken} snapshots; everything restored into an empty database in {empty} ms"
    )])
}

/// The number of snapshots that clients have read.
fn adopted(house: &House<'_>) -> u64 {
    house.record.how_many(|entry| matches!(entry, Entry::Adopted { .. })) as u64
}

/// Restores into an empty database, which must equal the restored one; nothing was written there since.
async fn everything(house: &House<'_>, file: &str, restored: &mut PgConnection) -> Result<u128, Failure> {
    let name = format!("{}empty", house.database);
    house.postgres.create(&name).await?;
    let took = timed(house, "restore", &[file], &house.postgres.url_of(&name)).await?;
    let mut empty = house.postgres.connect(&name).await?;
    let (one, all) = (content(house, restored).await?, content(house, &mut empty).await?);
    house.record.count(
        "INV-20",
        "tables that differ between both restores",
        one.symmetric_difference(&all).count() as u64 / 2,
        0,
    );
    for database in [restored, &mut empty] {
        let miscounted: i64 = sqlx::query_scalar(MISCOUNTED).fetch_one(&mut *database).await?;
        house.record.count("INV-20", "counters that are wrong", miscounted.unsigned_abs(), 0);
    }
    let epochs = "select epoch from streams";
    let there: BTreeSet<Uuid> = sqlx::query_scalar(epochs).fetch_all(&mut empty).await?.into_iter().collect();
    let here = house.journal().await?;
    let same = here.values().filter(|(epoch, ..)| there.contains(epoch)).count() as u64;
    house.record.count("INV-20", "epochs shared by two databases", same, 0);
    Ok(took)
}

/// A checksum of each table of the workspace, and of the positions of its streams.
async fn content(house: &House<'_>, database: &mut PgConnection) -> Result<BTreeSet<(String, i64, String)>, Failure> {
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
            house.workspace
        )
    };
    for table in TABLES.into_iter().chain(["streams"]) {
        let (rows, sum) = sqlx::query_as(AssertSqlSafe(of(table))).fetch_one(&mut *database).await?;
        content.insert((table.to_owned(), rows, sum));
    }
    Ok(content)
}

/// The milliseconds of a verb.
async fn timed(house: &House<'_>, verb: &str, words: &[&str], url: &str) -> Result<u128, Failure> {
    let began = Instant::now();
    let (well, said) = house.nodes[0].verb(verb, words, Some(url)).await?;
    if well { Ok(began.elapsed().as_millis()) } else { Err(format!("{verb}: {said}").into()) }
}
