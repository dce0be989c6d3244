//! Stores updates of documents.

use uuid::Uuid;

use crate::{
    domain::ids::{Epoch, TicketId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
    text::NewUpdate,
};

impl Journal {
    /// Stores updates, and numbers them without a gap. Returns the number of the last one. `None` if the document has
    /// another epoch, or is gone. Storing an update twice does no harm.
    pub async fn store_text_updates(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        epoch: Epoch,
        updates: Vec<NewUpdate>,
    ) -> Result<Option<i64>, JournalError> {
        self.db
            .run(move |pool| async move {
                let (users, data): (Vec<Uuid>, Vec<Vec<u8>>) = updates.into_iter().map(|it| (it.by.0, it.data)).unzip();
                // The update of the document's row also is its lock.
                Ok(sqlx::query_scalar(
                    "with document as (
                         update text_documents set seq = seq + cardinality($4::uuid[]), last_editor = ($4::uuid[])[cardinality($4::uuid[])],
                                changed_at = now()
                         where workspace_id = $1 and ticket_id = $2 and epoch = $3
                         returning seq
                     ), stored as (
                         insert into text_updates (workspace_id, ticket_id, seq, user_id, data)
                         select $1, $2, d.seq - cardinality($4::uuid[]) + u.place, u.user_id, u.data
                         from document d cross join unnest($4::uuid[], $5::bytea[]) with ordinality u (user_id, data, place)
                     )
                     select seq from document",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(epoch.0)
                .bind(users)
                .bind(data)
                .fetch_optional(&pool)
                .await?)
            })
            .await
    }

    /// Stores the update that stands for a description written from outside. Returns its number. `None` if another node
    /// has done so already, or if the document has another epoch.
    pub async fn store_outside_write(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        epoch: Epoch,
        update: Option<Vec<u8>>,
        (old_sum, new_sum): (i64, i64),
    ) -> Result<Option<i64>, JournalError> {
        self.db
            .run(move |pool| async move {
                Ok(sqlx::query_scalar(
                    "with document as (
                         update text_documents set
                             seq = seq + case when $4::bytea is null then 0 else 1 end,
                             written_sum = $6,
                             written_also = case when $4::bytea is null then written_also
                                                 else written_also || (seq + 1) end,
                             changed_at = now()
                         where workspace_id = $1 and ticket_id = $2 and epoch = $3 and written_sum = $5
                         returning seq
                     ), stored as (
                         insert into text_updates (workspace_id, ticket_id, seq, data)
                         select $1, $2, d.seq, $4 from document d where $4::bytea is not null
                     )
                     select seq from document",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(epoch.0)
                .bind(update)
                .bind(old_sum)
                .bind(new_sum)
                .fetch_optional(&pool)
                .await?)
            })
            .await
    }

    /// Makes the updates up to `seq` part of the snapshot. Never beyond the updates that the written description holds:
    /// the next outside write is compared with these.
    pub async fn compact_text(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        epoch: Epoch,
        seq: i64,
        snapshot: Vec<u8>,
    ) -> Result<bool, JournalError> {
        self.db
            .run(move |pool| async move {
                let done = sqlx::query(
                    "with document as (
                         update text_documents set snapshot = $5, snapshot_seq = $4
                         where workspace_id = $1 and ticket_id = $2 and epoch = $3
                           and snapshot_seq < $4 and written_seq >= $4 and written_also = '{}'
                         returning 1
                     )
                     delete from text_updates u using document
                     where u.workspace_id = $1 and u.ticket_id = $2 and u.seq <= $4",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(epoch.0)
                .bind(seq)
                .bind(snapshot)
                .execute(&pool)
                .await?;
                Ok(done.rows_affected() > 0)
            })
            .await
    }

    /// Replaces a document by the same text without its history, in a new epoch (TX22). Returns false if the document has
    /// changed meanwhile.
    pub async fn replace_text(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        (epoch, seq): (Epoch, i64),
        snapshot: Vec<u8>,
    ) -> Result<bool, JournalError> {
        self.db
            .run(move |pool| async move {
                let done = sqlx::query(
                    "with document as (
                         update text_documents set epoch = gen_random_uuid(), snapshot = $5, snapshot_seq = seq
                         where workspace_id = $1 and ticket_id = $2 and epoch = $3 and seq = $4
                           and written_seq = $4 and written_also = '{}'
                         returning 1
                     ), emptied as (
                         delete from text_updates u using document where u.workspace_id = $1 and u.ticket_id = $2
                     )
                     select 1 from document",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(epoch.0)
                .bind(seq)
                .bind(snapshot)
                .execute(&pool)
                .await?;
                Ok(done.rows_affected() > 0)
            })
            .await
    }
}
