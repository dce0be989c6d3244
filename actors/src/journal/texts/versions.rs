//! The versions of descriptions (TX27 to TX31): stored from events, listed, and deleted.

use std::collections::BTreeSet;

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    domain::{
        ids::{ScopeId, TicketId, UserId, WorkspaceId},
        limits::text_sum,
        rich_text::versions::{KEPT, KEPT_BYTES, KEPT_DAYS, Latest, Step, VersionKind, Write, step},
    },
    journal::{error::JournalError, handle::Journal},
    text::TextRestore,
};

/// An event that has changed a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescriptionEvent {
    pub ticket: TicketId,
    pub scope: ScopeId,
    pub seq: i64,
}

/// A version without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextVersion {
    pub id: Uuid,
    pub kind: VersionKind,
    pub began_at: OffsetDateTime,
    pub ended_at: OffsetDateTime,
    /// Empty if they are not known.
    pub authors: Vec<UserId>,
    /// The time of the version that was restored.
    pub restored_at: Option<OffsetDateTime>,
    pub bytes: i64,
}

/// A version with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeVersion {
    pub version: TextVersion,
    pub description: String,
    /// The version before, if it is kept.
    pub previous: Option<Uuid>,
}

const COLUMNS: &str =
    "v.id, v.kind, v.began_at, v.ended_at, v.authors, v.restored_at, octet_length(v.description)::bigint";

type VersionRow = (Uuid, String, OffsetDateTime, OffsetDateTime, Vec<Uuid>, Option<OffsetDateTime>, i64);

fn version((id, kind, began_at, ended_at, authors, restored_at, bytes): VersionRow) -> TextVersion {
    // Only a later build writes other kinds.
    let kind = VersionKind::of_word(&kind).unwrap_or(VersionKind::Typed);
    let authors = authors.into_iter().map(UserId).collect();
    TextVersion { id, kind, began_at, ended_at, authors, restored_at, bytes }
}

#[derive(sqlx::FromRow)]
struct EventRow {
    user_id: Uuid,
    at: OffsetDateTime,
    description: Option<String>,
}

/// The description that an event has written, unless the journal or the ticket is gone. The ticket stays until the
/// transaction ends.
async fn written(
    connection: &mut PgConnection,
    workspace: WorkspaceId,
    of: DescriptionEvent,
    at: OffsetDateTime,
) -> Result<Option<EventRow>, sqlx::Error> {
    let here: Option<i32> =
        sqlx::query_scalar("select 1 from tickets where workspace_id = $1 and id = $2 for key share")
            .bind(workspace.0)
            .bind(of.ticket.0)
            .fetch_optional(&mut *connection)
            .await?;
    if here.is_none() {
        return Ok(None);
    }
    sqlx::query_as(
        "select e.user_id, e.at,
                (select c -> 'data' ->> 'description' from json_array_elements(e.changes) c
                 where c ->> 'entity' = 'ticket' and c ->> 'id' = $4 limit 1) as description
         from events e
         where e.scope_id = $1 and e.seq = $2 and e.at between $3 - interval '1 second' and $3 + interval '1 second'",
    )
    .bind(of.scope.0)
    .bind(of.seq)
    .bind(at)
    .bind(of.ticket.0.to_string())
    .fetch_optional(connection)
    .await
}

async fn latest(
    connection: &mut PgConnection,
    workspace: WorkspaceId,
    ticket: TicketId,
) -> Result<Option<(Uuid, Latest)>, sqlx::Error> {
    type Row = (Uuid, String, OffsetDateTime, OffsetDateTime, Vec<Uuid>, i64);
    let row: Option<Row> = sqlx::query_as(
        "select id, kind, began_at, ended_at, authors, sum from text_versions
         where workspace_id = $1 and ticket_id = $2 order by began_at desc, id desc limit 1",
    )
    .bind(workspace.0)
    .bind(ticket.0)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|(id, kind, began_at, ended_at, authors, sum)| {
        let kind = VersionKind::of_word(&kind).unwrap_or(VersionKind::Typed);
        let authors = authors.into_iter().map(UserId).collect();
        (id, Latest { kind, began_at, ended_at, authors, sum })
    }))
}

/// What nodes have noted of a description before they wrote it: its authors, and the restore that it follows.
async fn noted(
    connection: &mut PgConnection,
    workspace: WorkspaceId,
    ticket: TicketId,
    (before, sum): (i64, i64),
) -> Result<(Option<Vec<Uuid>>, Option<(bool, Uuid, OffsetDateTime)>), sqlx::Error> {
    let authors = sqlx::query_scalar(
        "delete from text_authors where workspace_id = $1 and ticket_id = $2 and sum = $3 returning authors",
    )
    .bind(workspace.0)
    .bind(ticket.0)
    .bind(sum)
    .fetch_optional(&mut *connection)
    .await?;
    let restore = sqlx::query_as(
        "with found as (
             delete from text_restores
             where workspace_id = $1 and ticket_id = $2 and (before_sum = $3 or after_sum = $4)
             returning after_sum = $4 as is_restored, user_id, restored_at, noted_at
         )
         select is_restored, user_id, restored_at from found order by is_restored desc, noted_at desc limit 1",
    )
    .bind(workspace.0)
    .bind(ticket.0)
    .bind(before)
    .bind(sum)
    .fetch_optional(connection)
    .await?;
    Ok((authors, restore))
}

/// Stores the description of an event as a version, or as the end of the latest version (TX27). `id` depends on the event
/// alone, so an event makes one version, however often it is read. `at` is the time of the event.
///
/// # Errors
/// When the database does not answer.
pub async fn keep_version(
    connection: &mut PgConnection,
    workspace: WorkspaceId,
    of: DescriptionEvent,
    id: Uuid,
    at: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    let Some(event) = written(connection, workspace, of, at).await? else { return Ok(()) };
    let EventRow { user_id, at, description: Some(text) } = event else { return Ok(()) };
    let found = latest(connection, workspace, of.ticket).await?;
    let (before, sum) = (found.as_ref().map_or(0, |(_, latest)| latest.sum), text_sum(&text));
    let (authors, restore) = noted(connection, workspace, of.ticket, (before, sum)).await?;
    let mut write = Write {
        kind: if authors.is_some() { VersionKind::Typed } else { VersionKind::Replaced },
        at,
        authors: authors.unwrap_or_else(|| vec![user_id]).into_iter().map(UserId).collect::<BTreeSet<_>>(),
        sum,
        keeps_latest: restore.is_some(),
    };
    let restored = restore.filter(|(is_restored, ..)| *is_restored);
    if let Some((_, by, _)) = restored {
        write.kind = VersionKind::Restored;
        write.authors.insert(UserId(by));
    }
    let (step, ids) = (step(found.as_ref().map(|(_, latest)| latest), &write), |authors: BTreeSet<UserId>| {
        authors.into_iter().map(|it| it.0).collect::<Vec<Uuid>>()
    });
    match (step, found) {
        (Step::Continue(authors), Some((latest, _))) => {
            sqlx::query(
                "update text_versions set ended_at = $4, authors = $5, description = $6, sum = $7
                 where workspace_id = $1 and ticket_id = $2 and id = $3",
            )
            .bind(workspace.0)
            .bind(of.ticket.0)
            .bind(latest)
            .bind(at)
            .bind(ids(authors))
            .bind(text)
            .bind(sum)
            .execute(connection)
            .await?;
        }
        (Step::Begin, _) => {
            sqlx::query(
                "insert into text_versions
                     (workspace_id, ticket_id, id, kind, began_at, ended_at, authors, restored_at, description, sum)
                 values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9) on conflict do nothing",
            )
            .bind(workspace.0)
            .bind(of.ticket.0)
            .bind(id)
            .bind(write.kind.word())
            .bind(at)
            .bind(ids(write.authors))
            .bind(restored.map(|(_, _, at)| at))
            .bind(text)
            .bind(sum)
            .execute(&mut *connection)
            .await?;
            prune(connection, workspace, of.ticket).await?;
        }
        (Step::Nothing | Step::Continue(_), _) => {}
    }
    Ok(())
}

/// Deletes the oldest versions of a description beyond the limits. The newest version stays.
async fn prune(connection: &mut PgConnection, workspace: WorkspaceId, ticket: TicketId) -> Result<(), sqlx::Error> {
    sqlx::query(
        "with counted as (
             select id, row_number() over newest as place, sum(octet_length(description)) over newest as bytes
             from text_versions where workspace_id = $1 and ticket_id = $2
             window newest as (order by began_at desc, id desc)
         )
         delete from text_versions v using counted c
         where v.workspace_id = $1 and v.ticket_id = $2 and v.id = c.id and c.place > 1 and (c.place > $3 or c.bytes > $4)",
    )
    .bind(workspace.0)
    .bind(ticket.0)
    .bind(KEPT)
    .bind(KEPT_BYTES)
    .execute(connection)
    .await
    .map(drop)
}

impl Journal {
    /// The versions of a description, newest first. `before` is the last version of the page before; a version that is
    /// not kept any more ends the list.
    pub async fn text_versions(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        before: Option<Uuid>,
        limit: i64,
    ) -> Result<Vec<TextVersion>, JournalError> {
        self.db
            .run(move |pool| async move {
                let sql = format!(
                    "select {COLUMNS} from text_versions v
                     where v.workspace_id = $1 and v.ticket_id = $2
                       and ($3::uuid is null or (v.began_at, v.id) < (
                           select b.began_at, b.id from text_versions b
                           where b.workspace_id = $1 and b.ticket_id = $2 and b.id = $3))
                     order by v.began_at desc, v.id desc limit $4"
                );
                let rows: Vec<VersionRow> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                    .bind(workspace.0)
                    .bind(ticket.0)
                    .bind(before)
                    .bind(limit)
                    .fetch_all(&pool)
                    .await?;
                Ok(rows.into_iter().map(version).collect())
            })
            .await
    }

    /// A version with its text.
    pub async fn text_version(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        id: Uuid,
    ) -> Result<Option<WholeVersion>, JournalError> {
        self.db
            .run(move |pool| async move {
                let sql = format!(
                    "select {COLUMNS}, v.description,
                            (select b.id from text_versions b
                             where b.workspace_id = $1 and b.ticket_id = $2 and (b.began_at, b.id) < (v.began_at, v.id)
                             order by b.began_at desc, b.id desc limit 1)
                     from text_versions v where v.workspace_id = $1 and v.ticket_id = $2 and v.id = $3"
                );
                type Row = (
                    Uuid,
                    String,
                    OffsetDateTime,
                    OffsetDateTime,
                    Vec<Uuid>,
                    Option<OffsetDateTime>,
                    i64,
                    String,
                    Option<Uuid>,
                );
                let row: Option<Row> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                    .bind(workspace.0)
                    .bind(ticket.0)
                    .bind(id)
                    .fetch_optional(&pool)
                    .await?;
                Ok(row.map(|(id, kind, began, ended, authors, restored, bytes, description, previous)| WholeVersion {
                    version: version((id, kind, began, ended, authors, restored, bytes)),
                    description,
                    previous,
                }))
            })
            .await
    }

    /// Notes that a person is about to restore a version.
    pub async fn note_text_restore(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        restore: TextRestore,
    ) -> Result<(), JournalError> {
        let TextRestore { by, before_sum, after_sum, restored_at } = restore;
        self.db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into text_restores (workspace_id, ticket_id, before_sum, after_sum, user_id, restored_at)
                     select $1, t.id, $3, $4, $5, $6 from tickets t where t.workspace_id = $1 and t.id = $2
                     on conflict (workspace_id, ticket_id, before_sum, after_sum) do update
                         set user_id = excluded.user_id, restored_at = excluded.restored_at, noted_at = now()",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(before_sum)
                .bind(after_sum)
                .bind(by.0)
                .bind(restored_at)
                .execute(&pool)
                .await?;
                Ok(())
            })
            .await
    }

    /// Deletes versions that are too old, without the newest of each description, and notes that no event has used.
    /// Returns how many rows were deleted; a caller goes on while there are any.
    pub async fn sweep_versions(&self, most: i64) -> Result<u64, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut deleted = 0;
                for sql in [
                    "delete from text_versions where (workspace_id, ticket_id, id) in (
                         select v.workspace_id, v.ticket_id, v.id from text_versions v
                         where v.ended_at < now() - make_interval(days => $2) and exists (
                             select from text_versions n
                             where n.workspace_id = v.workspace_id and n.ticket_id = v.ticket_id
                               and (n.began_at, n.id) > (v.began_at, v.id))
                         limit $1)",
                    "delete from text_authors where (workspace_id, ticket_id, sum) in (
                         select workspace_id, ticket_id, sum from text_authors
                         where noted_at < now() - interval '8 days' and $2 > 0 limit $1)",
                    "delete from text_restores where (workspace_id, ticket_id, before_sum, after_sum) in (
                         select workspace_id, ticket_id, before_sum, after_sum from text_restores
                         where noted_at < now() - interval '1 day' and $2 > 0 limit $1)",
                ] {
                    deleted += sqlx::query(sql).bind(most).bind(KEPT_DAYS).execute(&pool).await?.rows_affected();
                }
                Ok(deleted)
            })
            .await
    }
}
