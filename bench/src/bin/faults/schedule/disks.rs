//! Full disks that get space again.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sqlx::{AssertSqlSafe, PgConnection};

use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{House, until};
use crate::tmpfs::Tmpfs;

/// How long no commit may succeed before the workspace counts as stopped.
const STILL: Duration = Duration::from_secs(2);
/// How long the disk then stays full.
const FULL: Duration = Duration::from_secs(6);

/// The size of the WAL disk beyond its present content, in MiB: four WAL files.
const ROOM: usize = 64;

/// F-16: the disk with the activities is full. Edits are put off, everything else continues, and free space is enough
/// to recover.
pub async fn data(house: &mut House<'_>) -> Told {
    let disk = Tmpfs::mount(&house.folder.join("small"), 16, &house.postgres.folder()?)?;
    let mut admin = house.postgres.connect(&house.database).await?;
    say(&mut admin, &format!("create tablespace small location '{}'", disk.path().display())).await?;
    move_history(&mut admin, "small").await?;
    house.invite(12).await?;
    house.work(150);
    house.acks(40).await?;
    let probe = house.probe();
    disk.fill()?;
    house.record.fault("the disk is full");
    nothing_is_stored(house).await?;
    tokio::time::sleep(FULL).await;
    disk.free()?;
    house.record.fault("the disk has space again");
    let back = house.served_again().await?;
    house.acks(40).await?;
    let calls = probe.told(&house.record);
    move_history(&mut admin, "pg_default").await?;
    say(&mut admin, "drop tablespace small").await?;
    Ok(vec![format!("served again after {back} ms"), calls])
}

/// F-17: PostgreSQL stops when it cannot write its WAL, and is restarted with free space.
pub async fn log(house: &mut House<'_>) -> Told {
    let folder = house.postgres.folder()?;
    let (wal, kept) = (folder.join("pg_wal"), folder.join("pg_wal.kept"));
    house.postgres.down().await?;
    let disk = Tmpfs::mount(&house.folder.join("log"), mib(&wal)? + ROOM, &folder)?;
    copy(&wal, disk.path())?;
    std::fs::rename(&wal, &kept)?;
    std::os::unix::fs::symlink(disk.path(), &wal)?;
    house.postgres.up().await?;
    house.invite(12).await?;
    house.work(150);
    house.acks(40).await?;
    let probe = house.probe();
    disk.fill()?;
    house.record.fault("the WAL disk is full");
    until("PostgreSQL stops", Duration::from_secs(40), async || {
        // This uses up the space that PostgreSQL had reserved.
        match house.postgres.connect("postgres").await {
            Ok(mut admin) => say(&mut admin, "select pg_switch_wal()").await.is_err(),
            Err(_) => true,
        }
    })
    .await?;
    nothing_is_stored(house).await?;
    disk.free()?;
    house.postgres.down().await?;
    house.postgres.up().await?;
    house.record.fault("the disk has space again, and PostgreSQL is started");
    let back = house.served_again().await?;
    house.acks(40).await?;
    let calls = probe.told(&house.record);
    house.postgres.down().await?;
    std::fs::remove_file(&wal)?;
    std::fs::remove_dir_all(&kept)?;
    std::fs::create_dir(&wal)?;
    copy(disk.path(), &wal)?;
    house.postgres.up().await?;
    Ok(vec![format!("served again after {back} ms"), calls])
}

async fn say(database: &mut PgConnection, words: &str) -> Result<(), Failure> {
    sqlx::raw_sql(AssertSqlSafe(words.to_owned())).execute(database).await?;
    Ok(())
}

/// Nearly every edit adds an activity.
async fn move_history(database: &mut PgConnection, to: &str) -> Result<(), Failure> {
    say(database, &format!("alter table activities set tablespace {to}")).await?;
    for index in ["activities_pkey", "activities_by_ticket"] {
        say(database, &format!("alter index {index} set tablespace {to}")).await?;
    }
    Ok(())
}

/// Waits until no commit succeeds. A database that does not answer stores nothing either.
async fn nothing_is_stored(house: &House<'_>) -> Result<(), Failure> {
    until("no commit succeeds", Duration::from_secs(60), async || {
        let before = house.heads().await.ok();
        tokio::time::sleep(STILL).await;
        before == house.heads().await.ok()
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
