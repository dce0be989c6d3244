//! This version and the next one on one database: a migration that must wait, a migration under load, and the way back.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use sqlx::{Connection, PgConnection};
use tokio::runtime::Handle;
use uuid::Uuid;

use crate::cluster::Cluster;
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::locks::Locks;
use crate::next_version;
use crate::probe::Probe;

/// INV-19: no lock wait exceeds two seconds; the sampling is a little late.
const LOCK_MS: u64 = 2_250;
/// After this time, an edit that waited for one attempt of a migration is acknowledged, also on a busy machine. An edit
/// that waited for two attempts would take six seconds.
const ACK_MS: u64 = 4_000;

/// A lock that excludes all readers, on the busiest table.
const STRONGER: &[(&str, &str)] =
    &[("moods", "set lock_timeout = '2s'; alter table tickets add column mood text not null default 'calm'")];

/// Judges INV-19 for the time since `since`.
pub(super) fn judge(cluster: &Cluster<'_>, since: u64, probe: &Probe, locks: &Locks) -> Vec<String> {
    let (ack, lock, errors) = (cluster.record.longest_ack(since), locks.longest(), probe.errors());
    cluster.record.count("INV-19", "ms until the latest acknowledgement", ack, ACK_MS);
    cluster.record.count("INV-19", "ms for which a node waited for a lock", lock, LOCK_MS);
    cluster.record.count("INV-19", "calls answered with 5xx", errors, 0);
    vec![format!("longest ack {ack} ms, longest lock wait {lock} ms"), probe.judge(&cluster.record)]
}

/// F-21: the product's own migration runner applies one more migration.
pub async fn long_read(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let (probe, locks, since) = (cluster.probe(), Locks::watch(cluster).await?, cluster.record.now());
    let (mut reader, mut observer) =
        (cluster.postgres.connect(&cluster.database).await?, cluster.postgres.connect(&cluster.database).await?);
    let pid: i32 = sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut reader).await?;
    let reading = tokio::spawn(async move {
        // The test ends the read in the middle.
        let _ =
            sqlx::raw_sql("select pg_sleep(300) from (select 1 from tickets limit 1) it").execute(&mut reader).await;
    });
    let holds = "select count(*) from pg_locks where pid = $1 and granted and mode = 'AccessShareLock'
        and relation = 'tickets'::regclass";
    let mut holding = 0;
    while holding == 0 {
        holding = sqlx::query_scalar::<_, i64>(holds).bind(pid).fetch_one(&mut observer).await?;
    }
    cluster.record.fault("a long read locks the tickets, and a migration needs an exclusive lock");
    let began = Instant::now();
    let url = cluster.postgres.url_of(&cluster.database);
    // Its future is not Send.
    let migrating =
        tokio::task::spawn_blocking(move || Handle::current().block_on(next_version::migrate(url, STRONGER)));
    // Each attempt has its own connection.
    let mut tries: HashSet<i32> = HashSet::new();
    // Stop waiting if the migration does not step back.
    while tries.len() < 3 && !migrating.is_finished() && began.elapsed() < Duration::from_secs(30) {
        let waiting = "select pid from pg_stat_activity where datname = current_database()
            and application_name = 'troupe migrate' and wait_event_type = 'Lock'";
        tries.extend(sqlx::query_scalar::<_, i32>(waiting).fetch_all(&mut observer).await?);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    sqlx::query("select pg_terminate_backend($1)").bind(pid).execute(&mut observer).await?;
    cluster.record.fault("the long read ends");
    let freed = Instant::now();
    let outcome = migrating.await?;
    reading.await?;
    let (waited, after) = (began.elapsed().as_millis(), freed.elapsed().as_millis());
    cluster.record.count("INV-19", "migrations that did not succeed by themselves", u64::from(outcome.is_err()), 0);
    cluster.record.count("INV-19", "migrations that waited instead of stepping back", u64::from(tries.len() < 3), 0);
    cluster.wait_for_acks(60).await?;
    let mut findings = vec![format!(
        "the migration stepped back {} times and ended {after} ms after the read, {waited} ms in all",
        tries.len().saturating_sub(1)
    )];
    findings.extend(judge(cluster, since, &probe, &locks));
    Ok(findings)
}

/// Rows that the next version fills.
const ROWS: i64 = 1_000_000;
const PIECE: i64 = 5_000;
/// The workspace of those rows, which no node serves, so that their content is known.
const OLD: Uuid = Uuid::from_u128(0x0195_0000_0000_7000_8000_0000_0000_0001);

const EXPAND: &[(&str, &str)] = &[(
    "words",
    "set lock_timeout = '2s'; alter table activities add column words int;
     create table words_counted (upto uuid not null); insert into words_counted values ('00000000-0000-0000-0000-000000000000')",
)];
const CONTRACT: &[(&str, &str)] = &[
    EXPAND[0],
    ("words are counted", "set lock_timeout = '2s'; drop index activities_by_words; drop table words_counted"),
];

async fn fill(database: &mut PgConnection) -> Result<(), Failure> {
    for first in (1..=ROWS).step_by(100_000) {
        sqlx::query(
            "insert into activities (workspace_id, id, scope_id, version, ticket_id, kind, user_id, message, created_at)
             select $1, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 1,
                    ('00000000-0000-7000-8000-' || lpad(to_hex(n / 100), 12, '0'))::uuid, 'comment', $1,
                    repeat('word ', (n % 7)::int + 1), clock_timestamp()
             from generate_series($2, $2 + 99999) n",
        )
        .bind(OLD)
        .bind(first)
        .execute(&mut *database)
        .await?;
    }
    Ok(())
}

/// Fills rows in pieces and notes the progress with each, so an interrupted run has done whole pieces.
async fn count_words(mut database: PgConnection) -> Result<u64, Failure> {
    let mut pieces = 0;
    loop {
        let mut piece = database.begin().await?;
        let last: Option<Uuid> = sqlx::query_scalar(
            "with piece as (select id from activities where workspace_id = $1
                            and id > (select upto from words_counted for update) order by id limit $2),
                  done as (update activities a set words = array_length(regexp_split_to_array(trim(message), ' '), 1)
                           from piece where a.workspace_id = $1 and a.id = piece.id)
             select id from piece order by id desc limit 1",
        )
        .bind(OLD)
        .bind(PIECE)
        .fetch_optional(&mut *piece)
        .await?;
        let Some(last) = last else { return Ok(pieces) };
        sqlx::query("update words_counted set upto = $1").bind(last).execute(&mut *piece).await?;
        piece.commit().await?;
        pieces += 1;
    }
}

/// F-43: the next version migrates under load.
pub async fn side_by_side(cluster: &mut Cluster<'_>) -> FaultResult {
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    fill(&mut database).await?;
    cluster.start_clients_and_edits().await?;
    let url = cluster.postgres.url_of(&cluster.database);
    let (probe, locks, since, began) =
        (cluster.probe(), Locks::watch(cluster).await?, cluster.record.now(), Instant::now());
    next_version::migrate(url.clone(), EXPAND).await?;
    cluster.record.fault("the next version has added a column");
    sqlx::raw_sql("set lock_timeout = '2s'").execute(&mut database).await?;
    let index = "create index concurrently activities_by_words on activities (workspace_id, id) where words is null";
    sqlx::raw_sql(index).execute(&mut database).await?;
    cluster.record.fault("the next version has added an index");
    let mut filler = cluster.postgres.connect(&cluster.database).await?;
    let pid: i32 = sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut filler).await?;
    let filling = tokio::spawn(count_words(filler));
    let half = "select count(*) from activities where workspace_id = $1 and words is not null";
    let count_filled =
        async |database: &mut PgConnection| sqlx::query_scalar::<_, i64>(half).bind(OLD).fetch_one(database).await;
    while count_filled(&mut database).await? < ROWS / 2 && !filling.is_finished() {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    sqlx::query("select pg_terminate_backend($1)").bind(pid).execute(&mut database).await?;
    let ended = filling.await?.is_err();
    cluster.record.fault("the filling is interrupted half way");
    cluster.record.count("INV-19", "fillings that were not interrupted", u64::from(!ended), 0);
    let torn: i64 = sqlx::query_scalar(
        "select count(*) from activities where workspace_id = $1
         and (words is not null) <> (id <= (select upto from words_counted))",
    )
    .bind(OLD)
    .fetch_one(&mut database)
    .await?;
    cluster.record.count("INV-3", "rows of an incomplete piece", torn.unsigned_abs(), 0);
    restart(cluster, 0).await?;
    cluster.record.fault("a node of this version has restarted on the new schema");
    count_words(cluster.postgres.connect(&cluster.database).await?).await?;
    let wrong: i64 = sqlx::query_scalar(
        "select count(*) from activities where workspace_id = $1 and words is distinct from length(message) / 5",
    )
    .bind(OLD)
    .fetch_one(&mut database)
    .await?;
    cluster.record.count("INV-1", "rows with a wrong value or none", wrong.unsigned_abs(), 0);
    next_version::migrate(url, CONTRACT).await?;
    cluster.record.fault("the next version has removed its helpers");
    let took = began.elapsed().as_secs();
    cluster.wait_for_acks(40).await?;
    check_doctor_reports(cluster, next_version::newest() + 2).await?;
    let mut findings = vec![format!("{ROWS} rows filled in {took} s, interrupted half way and resumed")];
    findings.extend(judge(cluster, since, &probe, &locks));
    Ok(findings)
}

/// Checks that `doctor` and `ready` of each node report that the node still serves, although the database has a newer
/// migration.
pub(super) async fn check_doctor_reports(cluster: &Cluster<'_>, migration: i64) -> Result<(), Failure> {
    let mut wrong = 0;
    for node in &cluster.nodes {
        let (succeeded, output) = node.run_verb("doctor", &[], None).await?;
        let (ready, _) = node.run_verb("ready", &[], None).await?;
        let names_migration = output.contains(&format!("(migration {migration}); this one can still serve"));
        wrong += u64::from(!(succeeded && ready && names_migration));
    }
    cluster.record.count("INV-19", "nodes whose doctor or ready report wrongly", wrong, 0);
    Ok(())
}

/// Stops a node by a signal, and starts it again.
pub(super) async fn restart(cluster: &mut Cluster<'_>, node: usize) -> Result<(), Failure> {
    cluster.nodes[node].signal(Signal::TERM)?;
    cluster.nodes[node].wait_for_exit(Duration::from_secs(30)).await?;
    cluster.nodes[node].start()?;
    cluster.nodes[node].ready().await
}
