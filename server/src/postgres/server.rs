//! The server process.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::Stdio;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::process::Child;

use super::account::Account;
use super::durability::Durability;
use super::failure::StartError;
use super::folder::Layout;

const START_TIMEOUT: Duration = Duration::from_secs(60);
const STOP_TIMEOUT: Duration = Duration::from_secs(8);

pub(super) fn url(layout: &Layout, password: &str, database: &str) -> String {
    let host: String = layout
        .run
        .to_string_lossy()
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect();
    format!("postgres://postgres:{password}@localhost/{database}?host={host}")
}

/// Starts the server and waits until it accepts connections.
pub(super) async fn start(
    layout: &Layout,
    binaries: &Path,
    account: &Account,
    password: &str,
    durability: Durability,
) -> Result<Child, StartError> {
    let log =
        fs::File::options().append(true).create(true).open(&layout.log).map_err(StartError::folder(&layout.log))?;
    let mark = log.metadata().map_or(0, |meta| meta.len());
    let mut command = account.command(&binaries.join("postgres"), &layout.cluster);
    command.arg("-D").arg(&layout.cluster);
    let run = format!("unix_socket_directories={}", layout.run.display());
    let more: &[&str] = match durability {
        Durability::Durable => &["shared_buffers=64MB"],
        Durability::Fast => &["shared_buffers=256MB", "fsync=off", "synchronous_commit=off", "full_page_writes=off"],
    };
    let always = ["listen_addresses=", &run, "max_connections=200", "log_timezone=UTC"];
    for setting in always.iter().chain(more) {
        command.args(["-c", setting]);
    }
    let failed = |said| StartError::Tool { what: "the server did not come up".to_owned(), said };
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        // Ctrl-C in a terminal reaches a whole process group. The node stops the server itself, last.
        .process_group(0)
        // For a start that is cancelled; after the start, the server is stopped properly.
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    match wait_until_open(&mut child, &url(layout, password, "postgres")).await {
        Ok(()) => Ok(child),
        Err(()) => {
            stop(&mut child).await;
            Err(failed(last_words(&layout.log, mark)))
        }
    }
}

/// Makes the database if there is none with that name.
pub(super) async fn ensure_database(admin_url: &str, name: &str) -> Result<(), sqlx::Error> {
    let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(admin_url)?).await?;
    let there: bool = sqlx::query_scalar("select exists (select 1 from pg_database where datname = $1)")
        .bind(name)
        .fetch_one(&mut connection)
        .await?;
    if !there {
        let statement = format!("create database \"{}\"", name.replace('"', "\"\""));
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await?;
    }
    connection.close().await
}

async fn wait_until_open(child: &mut Child, url: &str) -> Result<(), ()> {
    let options = PgConnectOptions::from_str(url).map_err(drop)?;
    let deadline = Instant::now() + START_TIMEOUT;
    while Instant::now() < deadline {
        if let Ok(connection) = PgConnection::connect_with(&options).await {
            // An error while disconnecting has no effect.
            let _ = connection.close().await;
            return Ok(());
        }
        if !matches!(child.try_wait(), Ok(None)) {
            return Err(());
        }
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
    Err(())
}

/// The end of the server's output since its start.
fn last_words(log: &Path, mark: u64) -> String {
    let mut text = Vec::new();
    let read = fs::File::open(log).and_then(|mut file| {
        file.seek(SeekFrom::Start(mark))?;
        file.read_to_end(&mut text)
    });
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match (read, lines.as_slice()) {
        (Ok(_), [.., last]) => {
            // The line with "FATAL" gives the reason; the lines behind it do not.
            let telling = lines.iter().find(|line| line.contains("FATAL")).unwrap_or(last);
            format!("{telling} (more in {})", log.display())
        }
        _ => format!("nothing; see {}", log.display()),
    }
}

/// Fast shutdown. A server that does not react is killed, and recovers at its next start.
pub(super) async fn stop(child: &mut Child) {
    for (signal, patience) in [(Signal::INT, STOP_TIMEOUT), (Signal::QUIT, Duration::from_secs(2))] {
        let Some(pid) = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?)) else { return };
        // A process that is gone cannot be signalled; the wait below notices.
        let _ = kill_process(pid, signal);
        if tokio::time::timeout(patience, child.wait()).await.is_ok() {
            return;
        }
    }
    tracing::error!("the private database does not stop and is killed");
    let _ = child.kill().await;
}
