//! Full disks that get space again.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sqlx::{AssertSqlSafe, PgConnection};

use crate::cluster::{Cluster, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::tmpfs::Tmpfs;

/// How long no commit may succeed before the workspace counts as stopped.
const STILL: Duration = Duration::from_secs(2);
/// How long the disk then stays full.
const FULL: Duration = Duration::from_secs(6);

/// The size of the WAL disk beyond its present content, in MiB: four WAL files.
const ROOM: usize = 64;

/// F-16: the disk with the activities is full. Edits are put off, everything else continues, and free space is enough
/// to recover.
pub async fn data(cluster: &mut Cluster<'_>) -> FaultResult {
    let disk = Tmpfs::mount(&cluster.folder.join("small"), 16, &cluster.postgres.folder()?)?;
    let mut admin = cluster.postgres.connect(&cluster.database).await?;
    execute(&mut admin, &format!("create tablespace small location '{}'", disk.path().display())).await?;
    move_history(&mut admin, "small").await?;
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(40).await?;
    let probe = cluster.probe();
    disk.fill()?;
    cluster.record.fault("the disk is full");
    wait_until_commits_fail(cluster).await?;
    tokio::time::sleep(FULL).await;
    disk.free()?;
    cluster.record.fault("the disk has space again");
    let back = cluster.ms_until_next_ack().await?;
    cluster.wait_for_acks(40).await?;
    let calls = probe.judge(&cluster.record);
    move_history(&mut admin, "pg_default").await?;
    execute(&mut admin, "drop tablespace small").await?;
    Ok(vec![format!("served again after {back} ms"), calls])
}

/// F-17: PostgreSQL stops when it cannot write its WAL, and is restarted with free space.
pub async fn log(cluster: &mut Cluster<'_>) -> FaultResult {
    let folder = cluster.postgres.folder()?;
    let (wal, wal_backup) = (folder.join("pg_wal"), folder.join("pg_wal.kept"));
    cluster.postgres.down().await?;
    let disk = Tmpfs::mount(&cluster.folder.join("log"), mib(&wal)? + ROOM, &folder)?;
    copy(&wal, disk.path())?;
    std::fs::rename(&wal, &wal_backup)?;
    std::os::unix::fs::symlink(disk.path(), &wal)?;
    cluster.postgres.up().await?;
    cluster.start_clients(12).await?;
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(40).await?;
    let probe = cluster.probe();
    disk.fill()?;
    cluster.record.fault("the WAL disk is full");
    until("PostgreSQL stops", Duration::from_secs(40), async || {
        // This uses up the space that PostgreSQL had reserved.
        match cluster.postgres.connect("postgres").await {
            Ok(mut admin) => execute(&mut admin, "select pg_switch_wal()").await.is_err(),
            Err(_) => true,
        }
    })
    .await?;
    wait_until_commits_fail(cluster).await?;
    disk.free()?;
    cluster.postgres.down().await?;
    cluster.postgres.up().await?;
    cluster.record.fault("the disk has space again, and PostgreSQL is started");
    let back = cluster.ms_until_next_ack().await?;
    cluster.wait_for_acks(40).await?;
    let calls = probe.judge(&cluster.record);
    cluster.postgres.down().await?;
    std::fs::remove_file(&wal)?;
    std::fs::remove_dir_all(&wal_backup)?;
    std::fs::create_dir(&wal)?;
    copy(disk.path(), &wal)?;
    cluster.postgres.up().await?;
    Ok(vec![format!("served again after {back} ms"), calls])
}

async fn execute(database: &mut PgConnection, sql: &str) -> Result<(), Failure> {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(database).await?;
    Ok(())
}

/// Nearly every edit adds an activity.
async fn move_history(database: &mut PgConnection, to: &str) -> Result<(), Failure> {
    execute(database, &format!("alter table activities set tablespace {to}")).await?;
    for index in ["activities_pkey", "activities_by_ticket"] {
        execute(database, &format!("alter index {index} set tablespace {to}")).await?;
    }
    Ok(())
}

/// Waits until no commit succeeds. A database that does not answer stores nothing either.
async fn wait_until_commits_fail(cluster: &Cluster<'_>) -> Result<(), Failure> {
    until("no commit succeeds", Duration::from_secs(60), async || {
        let before = cluster.heads().await.ok();
        tokio::time::sleep(STILL).await;
        before == cluster.heads().await.ok()
    })
    .await
}

/// The size of the files directly in a folder.
fn mib(folder: &Path) -> Result<usize, Failure> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(usize::try_from(bytes >> 20)?)
}

/// Copies a folder with its owners.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let done = Command::new("cp").arg("--archive").arg(from.join(".")).arg(to).status()?;
    if done.success() { Ok(()) } else { Err("the WAL was not copied".into()) }
}
