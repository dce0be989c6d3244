//! Notes which descriptions nodes have written from documents.

use uuid::Uuid;

use crate::{
    domain::ids::{Epoch, TicketId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
    text::Written,
};

/// A document that no node has written into its ticket for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwritten {
    pub workspace: WorkspaceId,
    pub ticket: TicketId,
}

impl Journal {
    /// Notes that a node is about to write a description with this checksum, and who has typed it: the authors of the
    /// updates that the present description lacks.
    pub async fn note_text_write(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        sum: i64,
        seq: i64,
    ) -> Result<(), JournalError> {
        self.db
            .run(move |pool| async move {
                sqlx::query(
                    "with typed as (
                         select coalesce(array_agg(distinct u.user_id) filter (where u.user_id is not null), '{}') as authors
                         from text_documents d join text_updates u
                           on u.workspace_id = $1 and u.ticket_id = $2 and u.seq > d.written_seq and u.seq <= $4
                         where d.workspace_id = $1 and d.ticket_id = $2
                     ), noted as (
                         insert into text_authors as a (workspace_id, ticket_id, sum, authors)
                         select $1, $2, $3, authors from typed where authors <> '{}'
                         on conflict (workspace_id, ticket_id, sum) do update set noted_at = now(),
                             authors = array(select distinct unnest(a.authors || excluded.authors))
                     )
                     insert into text_writes (workspace_id, ticket_id, sum, seq) values ($1, $2, $3, $4)
                     on conflict (workspace_id, ticket_id, sum) do update set seq = greatest(text_writes.seq, excluded.seq)",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(sum)
                .bind(seq)
                .execute(&pool)
                .await?;
                Ok(())
            })
            .await
    }

    /// Notes that the description of the ticket has this checksum, and was written from the document with the updates up
    /// to `seq`. An older note changes nothing. If this is only assumed, and the description has another checksum, the note
    /// changes nothing, and the answer is false.
    pub async fn text_written(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        epoch: Epoch,
        (seq, sum): (i64, i64),
        is_assumed: bool,
    ) -> Result<bool, JournalError> {
        self.db
            .run(move |pool| async move {
                Ok(sqlx::query_scalar(
                    "with fits as (
                         select not $6 or exists (
                             select from tickets where workspace_id = $1 and id = $2 and description_sum = $5) as fits
                     ), document as (
                         update text_documents set written_seq = $4, written_sum = $5, written_also = '{}'
                         where workspace_id = $1 and ticket_id = $2 and epoch = $3 and written_seq <= $4
                           and (select fits from fits)
                         returning 1
                     ), noted as (
                         delete from text_writes w using document
                         where w.workspace_id = $1 and w.ticket_id = $2 and w.seq <= $4
                     )
                     select fits from fits",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(epoch.0)
                .bind(seq)
                .bind(sum)
                .bind(is_assumed)
                .fetch_one(&pool)
                .await?)
            })
            .await
    }

    /// Who has written the present description.
    pub async fn writer_of_text(&self, workspace: WorkspaceId, ticket: TicketId) -> Result<Written, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Option<(Option<String>, Option<i64>)> = sqlx::query_as(
                    "select t.description, (select w.seq from text_writes w
                         where w.workspace_id = $1 and w.ticket_id = $2 and w.sum = t.description_sum)
                     from tickets t where t.workspace_id = $1 and t.id = $2",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .fetch_optional(&pool)
                .await?;
                Ok(match found {
                    None => Written::Gone,
                    Some((_, Some(seq))) => Written::ByNode(seq),
                    Some((description, None)) => Written::Outside(description.unwrap_or_default()),
                })
            })
            .await
    }

    /// Documents that have changed more than a minute ago and are not written into their tickets (TX26).
    pub async fn unwritten_texts(&self, most: i64) -> Result<Vec<Unwritten>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Vec<(Uuid, Uuid)> = sqlx::query_as(
                    "select workspace_id, ticket_id from text_documents
                     where seq > written_seq and changed_at < now() - interval '1 minute'
                     order by changed_at limit $1",
                )
                .bind(most)
                .fetch_all(&pool)
                .await?;
                let unwritten =
                    |(workspace, ticket)| Unwritten { workspace: WorkspaceId(workspace), ticket: TicketId(ticket) };
                Ok(found.into_iter().map(unwritten).collect())
            })
            .await
    }
}
