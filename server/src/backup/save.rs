//! Making a backup: one consistent view of the database, streamed into the file.

use std::io::Write;

use futures_util::TryStreamExt;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{BackupError, Manifest, Scope, Table, Writer, bytes, choose, columns, execute, migration, tables};

use crate::files::Store;

/// The approximate size of a piece of rows in the file.
const PIECE: usize = 256 << 10;

/// The result of a backup.
#[derive(Debug, PartialEq, Eq)]
pub struct Saved {
    pub scope: Scope,
    /// Rows by table.
    pub rows: Vec<(&'static str, u64)>,
}

/// Saves everything, or the workspace with this id or key, with the bytes of its files. The backup shows the state of one instant, whatever is
/// committed meanwhile, and blocks no commit.
///
/// # Errors
/// If there is no such workspace, or the database or the file fails.
pub async fn save<W: Write>(
    connection: &mut PgConnection,
    workspace: Option<&str>,
    store: &Store,
    out: W,
) -> Result<(Saved, W), BackupError> {
    execute(connection, "begin isolation level repeatable read read only".to_owned()).await?;
    let scope = match workspace {
        None => Scope::Everything,
        Some(wanted) => {
            let known: Vec<(Uuid, String)> =
                sqlx::query_as("select id, key from workspaces").fetch_all(&mut *connection).await?;
            Scope::Workspace(choose(&known, wanted, "this database")?)
        }
    };
    let manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        migration: migration(connection).await?,
        made_at: OffsetDateTime::now_utc(),
        scope: scope.clone(),
    };
    let mut writer = Writer::new(out, &manifest)?;
    let mut rows = Vec::new();
    for table in tables() {
        let statement = match (&scope, table.workspace) {
            (Scope::Everything, _) => copy(connection, table, "").await?,
            (Scope::Workspace(id), Some(column)) => {
                copy(connection, table, &format!(" where {column} = '{id}'")).await?
            }
            // Accounts belong to people and not to a workspace.
            (Scope::Workspace(_), None) => continue,
        };
        writer.begin_table(table.name, &statement.columns)?;
        let count = stream(connection, &statement.sql, &mut writer).await?;
        writer.end_table(count)?;
        rows.push((table.name, count));
    }
    bytes::save(connection, &scope, store, &mut writer).await?;
    execute(connection, "rollback".to_owned()).await?;
    Ok((Saved { scope, rows }, writer.finish()?))
}

struct Copy {
    sql: String,
    columns: Vec<String>,
}

async fn copy(connection: &mut PgConnection, table: Table, condition: &str) -> Result<Copy, sqlx::Error> {
    let columns = columns(connection, table.name).await?;
    let sql = format!("copy (select {} from {}{condition}) to stdout", columns.join(", "), table.name);
    Ok(Copy { sql, columns })
}

async fn stream<W: Write>(
    connection: &mut PgConnection,
    sql: &str,
    writer: &mut Writer<W>,
) -> Result<u64, BackupError> {
    let mut chunks = connection.copy_out_raw(sql).await?;
    let mut piece: Vec<u8> = Vec::with_capacity(PIECE * 2);
    let mut rows = 0;
    while let Some(chunk) = chunks.try_next().await? {
        piece.extend_from_slice(&chunk);
        // A row ends with a line feed. COPY escapes that byte everywhere else.
        rows += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
        if piece.len() >= PIECE
            && let Some(end) = piece.iter().rposition(|byte| *byte == b'\n')
        {
            let rest = piece.split_off(end + 1);
            writer.rows(&piece)?;
            piece = rest;
        }
    }
    if !piece.is_empty() {
        writer.rows(&piece)?;
    }
    Ok(rows)
}
