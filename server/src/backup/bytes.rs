//! The bytes of files, in the form of a table: each row is a piece of a part, or of a preview.

use std::io::{ErrorKind, Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::{BackupError, FileError, Frame, Reader, Scope, Table, Writer};
use crate::files::store::{Arriving, Piece, Store};

/// The name of the table. It is no table of the database.
pub(super) const BYTES: Table = Table { name: "file_bytes", workspace: Some("workspace_id") };
const COLUMNS: [&str; 5] = ["workspace_id", "store_key", "piece", "place", "bytes"];
/// The bytes of one row.
const ROW: u64 = 48 * 1024;

/// Saves the bytes of all files in a scope. A piece that the store has lost is left out.
pub(super) async fn save<W: Write>(
    connection: &mut PgConnection,
    scope: &Scope,
    store: &Store,
    writer: &mut Writer<W>,
) -> Result<(), BackupError> {
    let only = match scope {
        Scope::Everything => "true".to_owned(),
        Scope::Workspace(id) => format!("f.workspace_id = '{id}'"),
    };
    // Pictures belong to accounts, and only a backup of everything contains accounts. Pictures have no parts.
    let pictures = match scope {
        Scope::Everything => format!("union all select '{}'::uuid, id, '{{}}' from pictures", Uuid::nil()),
        Scope::Workspace(_) => String::new(),
    };
    let sql = format!(
        "select f.workspace_id, f.store_key, array_agg(p.number order by p.number) from stored_files f
         join stored_parts p on p.workspace_id = f.workspace_id and p.file_id = f.id
         where {only} group by f.workspace_id, f.store_key {pictures} order by 1, 2"
    );
    let files: Vec<(Uuid, Uuid, Vec<i32>)> = sqlx::query_as(AssertSqlSafe(sql)).fetch_all(&mut *connection).await?;
    writer.begin_table(BYTES.name, &COLUMNS.map(str::to_owned))?;
    let mut count = 0;
    if !files.is_empty() {
        // If the store does not answer, the backup must fail. Otherwise it would silently lack all files.
        store.check().await.map_err(FileError::Io)?;
    }
    let at_a_time = store.bytes_at_a_time().max(ROW) / ROW * ROW;
    for (workspace, key, parts) in files {
        for piece in parts.into_iter().map(Piece::Part).chain([Piece::Small, Piece::Large]) {
            let size = match store.size(key, piece).await {
                Ok(size) => size,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    if matches!(piece, Piece::Part(_)) {
                        tracing::warn!(%workspace, "the store lacks bytes of a file, so the backup lacks them too");
                    }
                    continue;
                }
                Err(error) => return Err(FileError::Io(error).into()),
            };
            let mut place = 0;
            while place < size {
                let bytes = store.read(key, piece, place, at_a_time).await.map_err(FileError::Io)?;
                if bytes.is_empty() {
                    break;
                }
                for row in bytes.chunks(ROW as usize) {
                    let text = STANDARD_NO_PAD.encode(row);
                    writer.rows(format!("{workspace}\t{key}\t{}\t{place}\t{text}\n", piece.name()).as_bytes())?;
                    place += row.len() as u64;
                    count += 1;
                }
            }
        }
    }
    writer.end_table(count)?;
    Ok(())
}

/// Puts the bytes of a backup into the store. Keys are random, so no other file changes.
pub(super) async fn restore<R: Read>(file: &mut Reader<R>, scope: &Scope, store: &Store) -> Result<(), BackupError> {
    let mut seen = 0;
    let mut open: Option<(Uuid, Piece, Arriving)> = None;
    loop {
        match file.next_frame()? {
            Frame::Rows(rows) => {
                for row in rows.split_inclusive(|byte| *byte == b'\n') {
                    seen += 1;
                    let (workspace, key, piece, bytes) = read(row).ok_or_else(damaged)?;
                    if matches!(scope, Scope::Workspace(id) if *id != workspace) {
                        continue;
                    }
                    let goes_on = open.as_ref().is_some_and(|(of, at, _)| (*of, *at) == (key, piece));
                    if !goes_on {
                        keep(open.take()).await?;
                        open = Some((key, piece, store.receive(key, piece).await.map_err(FileError::Io)?));
                    }
                    if let Some((_, _, arriving)) = &mut open {
                        arriving.write(&bytes).await.map_err(FileError::Io)?;
                    }
                }
            }
            Frame::TableEnd(rows) if rows == seen => return keep(open).await,
            _ => return Err(damaged().into()),
        }
    }
}

async fn keep(open: Option<(Uuid, Piece, Arriving)>) -> Result<(), BackupError> {
    if let Some((_, _, arriving)) = open {
        arriving.keep().await.map_err(FileError::Io)?;
    }
    Ok(())
}

fn read(row: &[u8]) -> Option<(Uuid, Uuid, Piece, Vec<u8>)> {
    let row = std::str::from_utf8(row).ok()?.strip_suffix('\n')?;
    let mut fields = row.split('\t');
    let (workspace, key, piece) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?, fields.next()?);
    let (_place, bytes) = (fields.next()?, STANDARD_NO_PAD.decode(fields.next()?).ok()?);
    Some((workspace, key, Piece::named(piece)?, bytes))
}

fn damaged() -> FileError {
    FileError::Damaged("it holds something that no backup holds")
}
