//! Restoring: one transaction that replaces the present rows, or changes nothing.

use std::collections::HashSet;
use std::io::Read;

use actors::jobs::NewJob;
use actors::words::DELETED_PERSON;
use sqlx::PgConnection;
use uuid::Uuid;

use super::apps;
use super::bytes::{self, BYTES};
use super::tables::{AUDIT, EMPTIED, FORMER_ADDRESSES};
use super::{BackupError, FileError, Frame, Reader, Scope, Table, choose, columns, execute, migration, tables};

use crate::auth::EraseAccount;
use crate::files::Store;

/// Nodes go on serving while a restore waits for the lock of the streams. After this time the restore gives up.
const LOCK_TIMEOUT: &str = "15s";
/// The most people to name.
const NAMED: i64 = 50;

/// The result of a restore.
#[derive(Debug, PartialEq, Eq)]
pub struct Restored {
    pub scope: Scope,
    /// Rows by table.
    pub rows: Vec<(&'static str, u64)>,
    /// People who had left since the backup, and are members again. The operator must know them.
    pub back_in: Vec<String>,
}

/// Restores the content of a file: everything, or the workspace with this id or key. The present rows are deleted;
/// other workspaces stay untouched. Clients are sent to the snapshot, because every restored scope gets a new epoch.
///
/// # Errors
/// If the file is incomplete, does not fit, or the database fails; then nothing has changed.
pub async fn restore<R: Read>(
    connection: &mut PgConnection,
    mut file: Reader<R>,
    wanted: Option<&str>,
    store: &Store,
) -> Result<Restored, BackupError> {
    let newest = migration(connection).await?;
    let manifest = file.manifest().clone();
    if manifest.migration > newest {
        return Err(BackupError::unfit(format!(
            "This backup was made by a newer version of Troupe ({}): it knows migration {}, this database knows {newest}. \
             Use that version or a newer one.",
            manifest.version, manifest.migration
        )));
    }
    execute(connection, format!("begin; set local lock_timeout = '{LOCK_TIMEOUT}'")).await?;
    let mut work = Work { connection, store, rows: Vec::new() };
    let scope = work.fill(&mut file, &manifest.scope, wanted).await?;
    let back_in = work.begin_anew(&scope).await?;
    let rows = work.rows;
    execute(connection, "commit".to_owned()).await?;
    // For the planner: the tables may hold very different amounts than before.
    execute(connection, "analyze".to_owned()).await?;
    Ok(Restored { scope, rows, back_in })
}

/// A restore under way. If it is dropped with its connection, it has changed nothing.
struct Work<'c> {
    connection: &'c mut PgConnection,
    store: &'c Store,
    rows: Vec<(&'static str, u64)>,
}

impl Work<'_> {
    /// Reads the file to its end and fills the tables. Returns what is restored.
    async fn fill<R: Read>(
        &mut self,
        file: &mut Reader<R>,
        held: &Scope,
        wanted: Option<&str>,
    ) -> Result<Scope, BackupError> {
        // The first table has few and small rows. It is read whole, to find the wanted workspace before any row is
        // changed.
        let Some((table, fields)) = next_table(file)?.filter(|(table, _)| table.name == "workspaces") else {
            return Err(out_of_order());
        };
        let rows = read_table(file)?;
        let scope = scope_of(held, wanted, &workspaces_of(&rows, &fields)?)?;
        self.empty(&scope).await?;
        if let Some(target) = Target::new(self.connection, table, fields, &scope).await? {
            let taken = target.take(self.connection, Source::<R>::Read(rows)).await?;
            self.rows.push((table.name, taken));
        }
        while let Some((table, fields)) = next_table(file)? {
            if table.name == BYTES.name {
                bytes::restore(file, &scope, self.store).await?;
                continue;
            }
            match Target::new(self.connection, table, fields, &scope).await? {
                Some(target) => {
                    let taken = target.take(self.connection, Source::File(file)).await?;
                    self.rows.push((table.name, taken));
                }
                None => skip_table(file)?,
            }
        }
        Ok(scope)
    }

    /// Makes room: stops commits, keeps the rows that survive, deletes the rest.
    async fn empty(&mut self, scope: &Scope) -> Result<(), BackupError> {
        // Keeps the triggers of the audit log from recording restored passwords and passkeys as changes.
        execute(self.connection, "select set_config('troupe.restoring', 'on', true)".to_owned()).await?;
        let kept = |name: &str, from: String| format!("create temp table kept_{name} on commit drop as {from}");
        match scope {
            Scope::Workspace(id) => {
                // Every commit locks these rows first. A commit that waits here finds another epoch, and its command is
                // decided again.
                let lock = "select 1 from streams where workspace_id = '{id}' order by id for update";
                execute(self.connection, lock.replace("{id}", &id.to_string())).await?;
                let members = format!("select workspace_id, id, state from members where workspace_id = '{id}'");
                execute(self.connection, kept("members", members)).await?;
                let domains = format!("select workspace_id, domain from join_domains where workspace_id = '{id}'");
                execute(self.connection, kept("join_domains", domains)).await?;
            }
            Scope::Everything => {
                execute(self.connection, "lock table streams, users in exclusive mode".to_owned()).await?;
                let members = "select workspace_id, id, state from members".to_owned();
                execute(self.connection, kept("members", members)).await?;
                for table in ["sessions", "refresh_tokens", "api_keys", "join_domains"] {
                    execute(self.connection, kept(table, format!("select * from {table}"))).await?;
                }
                let disabled = "select id, disabled_at from users where disabled_at is not null".to_owned();
                execute(self.connection, kept("disabled_users", disabled)).await?;
            }
        }
        // The secret of a revoked key may have stayed, if the node died at that moment. The file may have the key.
        let revoked = "delete from workspace_api_keys k using members m
                       where m.workspace_id = k.workspace_id and m.id = k.id and m.api_key = '{}'";
        execute(self.connection, revoked.to_owned()).await?;
        apps::keep(self.connection).await?;
        let names = tables().into_iter().map(|table| (table.name, table.workspace));
        for (name, column) in names.chain(EMPTIED.iter().map(|name| (*name, Some("workspace_id")))) {
            if [AUDIT, FORMER_ADDRESSES].contains(&name) {
                continue;
            }
            let statement = match (scope, column) {
                (Scope::Everything, _) => format!("delete from {name}"),
                (Scope::Workspace(id), Some(column)) => format!("delete from {name} where {column} = '{id}'"),
                (Scope::Workspace(_), None) => continue,
            };
            execute(self.connection, statement).await?;
        }
        Ok(())
    }

    /// Finishes the restore: sets new epochs, and puts back the sessions and API keys of accounts that still exist. Returns the
    /// people who are members again.
    async fn begin_anew(&mut self, scope: &Scope) -> Result<Vec<String>, BackupError> {
        let only = match scope {
            Scope::Everything => "true".to_owned(),
            Scope::Workspace(id) => format!("workspace_id = '{id}'"),
        };
        // The restored members are no news: the trigger for older builds must not record them.
        execute(self.connection, "select set_config('troupe.audited', 'on', true)".to_owned()).await?;
        execute(self.connection, format!("update streams set epoch = gen_random_uuid() where {only}")).await?;
        // TX16: copies in browsers hold what was written after the backup.
        execute(self.connection, format!("update text_documents set epoch = gen_random_uuid() where {only}")).await?;
        if *scope == Scope::Everything {
            // DA5: no restore enables an account. The database refuses sessions and keys of disabled accounts.
            let disabled = "update users u set disabled_at = k.disabled_at from kept_disabled_users k
                            where k.id = u.id and u.disabled_at is null";
            execute(self.connection, disabled.to_owned()).await?;
            for (table, condition) in [
                ("sessions", "user_id in (select id from users)"),
                ("refresh_tokens", "session_id in (select id from sessions)"),
                ("api_keys", "user_id in (select id from users)"),
            ] {
                let statement = format!("insert into {table} select * from kept_{table} where {condition}");
                execute(self.connection, statement).await?;
            }
        }
        // People must not join by a domain that was removed since the backup.
        let removed =
            "delete from join_domains where {only} and workspace_id in (select workspace_id from kept_members)
                       and (workspace_id, domain) not in (select workspace_id, domain from kept_join_domains)";
        execute(self.connection, removed.replace("{only}", &only)).await?;
        let removed = apps::settle(self.connection).await?;
        if let Some((_, rows)) = self.rows.iter_mut().find(|(name, _)| *name == "apps") {
            *rows -= removed;
        }
        // A key of a workspace works only if both its member and its secret are there. A key that was revoked after the backup
        // has no secret, and a key that was made after the backup has no member.
        for statement in [
            "update members m set api_key = '{}' where {only} and cardinality(api_key) > 0
                 and not exists (select from workspace_api_keys k where k.id = m.id and k.workspace_id = m.workspace_id)",
            "delete from workspace_api_keys k where {only} and not exists (
                 select from members m
                 where m.id = k.id and m.workspace_id = k.workspace_id and cardinality(m.api_key) > 0)",
        ] {
            execute(self.connection, statement.replace("{only}", &only)).await?;
        }
        let names: Vec<String> = sqlx::query_scalar(
            "select coalesce(nullif(trim(m.firstname || ' ' || m.lastname), ''), m.username)
             from members m join kept_members k using (workspace_id, id)
             where m.state = 'active' and k.state <> 'active'
               and not exists (select from users u where u.id = m.id and u.deleted_at is not null)
             order by 1 limit $1",
        )
        .bind(NAMED)
        .fetch_all(&mut *self.connection)
        .await?;
        self.erase_deleted(scope).await?;
        Ok(names)
    }

    /// Queues the erasure of restored members whose accounts were deleted. The rows of the backup may still have their
    /// names.
    async fn erase_deleted(&mut self, scope: &Scope) -> Result<(), BackupError> {
        let only = match scope {
            Scope::Everything => None,
            Scope::Workspace(id) => Some(*id),
        };
        let [firstname, lastname, username] = DELETED_PERSON;
        let deleted: Vec<Uuid> = sqlx::query_scalar(
            "select distinct m.id from members m join users u on u.id = m.id
             where u.deleted_at is not null and ($1::uuid is null or m.workspace_id = $1)
               and (m.firstname, m.lastname, m.username) is distinct from ($2::text, $3::text, $4::text)",
        )
        .bind(only)
        .bind(firstname)
        .bind(lastname)
        .bind(username)
        .fetch_all(&mut *self.connection)
        .await?;
        for user in deleted {
            let job = NewJob::new(Uuid::now_v7(), &EraseAccount { user }).map_err(BackupError::unfit)?;
            job.store(self.connection).await?;
        }
        Ok(())
    }
}

/// The table that rows go to, and which rows.
struct Target {
    table: Table,
    fields: Vec<String>,
    /// The column to compare and its value, if one workspace is restored from a file of everything.
    only: Option<(usize, String)>,
}

enum Source<'f, R: Read> {
    Read(Vec<u8>),
    File(&'f mut Reader<R>),
}

impl Target {
    /// Returns None if no row of the table is wanted.
    async fn new(
        connection: &mut PgConnection,
        table: Table,
        fields: Vec<String>,
        scope: &Scope,
    ) -> Result<Option<Self>, BackupError> {
        let known: HashSet<String> = columns(connection, table.name).await?.into_iter().collect();
        if let Some(unknown) = fields.iter().find(|field| !known.contains(*field)) {
            return Err(BackupError::unfit(format!(
                "This backup holds `{}.{unknown}`, which this version of Troupe no longer has. Restore it with the version \
                 that made it, then upgrade.",
                table.name
            )));
        }
        let only = match (scope, table.workspace) {
            (Scope::Everything, _) => None,
            (Scope::Workspace(_), None) => return Ok(None),
            (Scope::Workspace(id), Some(column)) => Some((place_of(&fields, column)?, id.to_string())),
        };
        Ok(Some(Self { table, fields, only }))
    }

    /// Copies the rows into the table; returns their number.
    async fn take<R: Read>(&self, connection: &mut PgConnection, source: Source<'_, R>) -> Result<u64, BackupError> {
        let fields = self.fields.join(", ");
        let into = match self.table.name {
            "commands" => "restored_commands",
            AUDIT => "restored_audit",
            FORMER_ADDRESSES => "restored_former_addresses",
            name => name,
        };
        if into != self.table.name {
            let like = self.table.name;
            execute(connection, format!("create temp table {into} (like {like}) on commit drop")).await?;
        }
        let mut copy = connection.copy_in_raw(&format!("copy {into} ({fields}) from stdin")).await?;
        let mut taken = 0;
        match source {
            Source::Read(rows) => taken += self.send(&mut copy, rows).await?,
            Source::File(file) => {
                let mut seen = 0;
                loop {
                    match file.next_frame()? {
                        Frame::Rows(rows) => {
                            seen += count_rows(&rows);
                            taken += self.send(&mut copy, rows).await?;
                        }
                        Frame::TableEnd(rows) if rows == seen => break,
                        _ => return Err(out_of_order()),
                    }
                }
            }
        }
        copy.finish().await?;
        let statement = match self.table.name {
            // Answers that are too old to be asked for have no partition to go to.
            "commands" => format!(
                "insert into commands ({fields}) select {fields} from {into}
                 where id >= uuid_floor(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '7 days')
                   and id < uuid_floor(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '7 days')"
            ),
            // The rows that are there already stay as they are.
            AUDIT | FORMER_ADDRESSES => {
                let table = self.table.name;
                format!("insert into {table} ({fields}) select {fields} from {into} on conflict do nothing")
            }
            _ => return Ok(taken),
        };
        Ok(execute(connection, statement).await?)
    }

    async fn send(
        &self,
        copy: &mut sqlx::postgres::PgCopyIn<&mut PgConnection>,
        mut rows: Vec<u8>,
    ) -> Result<u64, BackupError> {
        if let Some((place, wanted)) = &self.only {
            let mut kept = Vec::new();
            for row in rows.split_inclusive(|byte| *byte == b'\n').filter(|row| field(row, *place) == wanted.as_bytes())
            {
                kept.extend_from_slice(row);
            }
            rows = kept;
        }
        let count = count_rows(&rows);
        if count > 0 {
            copy.send(rows).await?;
        }
        Ok(count)
    }
}

fn count_rows(rows: &[u8]) -> u64 {
    rows.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// A field of a row as COPY writes it. Ids are never escaped.
fn field(row: &[u8], place: usize) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.split(|byte| *byte == b'\t').nth(place).unwrap_or_default()
}

fn place_of(fields: &[String], column: &str) -> Result<usize, BackupError> {
    let place = fields.iter().position(|field| field == column);
    place.ok_or_else(|| BackupError::unfit(format!("This backup has no column `{column}` where it is needed.")))
}

/// The ids and keys in the rows of the table of workspaces.
fn workspaces_of(rows: &[u8], fields: &[String]) -> Result<Vec<(Uuid, String)>, BackupError> {
    let (id, key) = (place_of(fields, "id")?, place_of(fields, "key")?);
    let text = |row: &[u8], place| String::from_utf8_lossy(field(row, place)).into_owned();
    rows.split_inclusive(|byte| *byte == b'\n')
        .map(|row| {
            let id = text(row, id)
                .parse()
                .map_err(|_| BackupError::unfit("This backup holds a workspace without an id."))?;
            Ok((id, text(row, key)))
        })
        .collect()
}

/// Decides which part of the backup is restored.
fn scope_of(held: &Scope, wanted: Option<&str>, known: &[(Uuid, String)]) -> Result<Scope, BackupError> {
    match (held, wanted) {
        (Scope::Everything, None) => Ok(Scope::Everything),
        (Scope::Workspace(id), None) => choose(known, &id.to_string(), "this backup").map(Scope::Workspace),
        (_, Some(wanted)) => choose(known, wanted, "this backup").map(Scope::Workspace),
    }
}

fn out_of_order() -> BackupError {
    FileError::Damaged("it is out of order").into()
}

/// The next table, or None at the end of a complete file.
fn next_table<R: Read>(file: &mut Reader<R>) -> Result<Option<(Table, Vec<String>)>, BackupError> {
    let (name, fields) = match file.next_frame()? {
        Frame::Table { table, columns } => (table, columns),
        Frame::End => return Ok(None),
        Frame::Rows(_) | Frame::TableEnd(_) => return Err(out_of_order()),
    };
    match tables().into_iter().chain([BYTES]).find(|table| table.name == name) {
        Some(table) => Ok(Some((table, fields))),
        None => Err(BackupError::unfit(format!(
            "This backup holds `{name}`, which this version of Troupe does not know. Use the version that made it."
        ))),
    }
}

fn read_table<R: Read>(file: &mut Reader<R>) -> Result<Vec<u8>, BackupError> {
    let mut all = Vec::new();
    loop {
        match file.next_frame()? {
            Frame::Rows(rows) => all.extend(rows),
            Frame::TableEnd(rows) if rows == count_rows(&all) => return Ok(all),
            _ => return Err(out_of_order()),
        }
    }
}

fn skip_table<R: Read>(file: &mut Reader<R>) -> Result<(), BackupError> {
    loop {
        match file.next_frame()? {
            Frame::Rows(_) => {}
            Frame::TableEnd(_) => return Ok(()),
            _ => return Err(out_of_order()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspaces_of_a_file_are_found_by_their_columns() {
        let fields = ["id", "name", "icon", "key"].map(str::to_owned);
        let rows = b"00000000-0000-0000-0000-000000000001\tA\\tB\t\\N\tTLS\n00000000-0000-0000-0000-000000000002\tC\t\\N\tOPS\n";
        let found = workspaces_of(rows, &fields).expect("two");
        assert_eq!(found, [(Uuid::from_u128(1), "TLS".to_owned()), (Uuid::from_u128(2), "OPS".to_owned())]);
        assert!(workspaces_of(rows, &fields[..2]).is_err(), "a column is missing");
        assert!(workspaces_of(b"x\tA\t\\N\tTLS\n", &fields).is_err(), "not an id");
    }
}
