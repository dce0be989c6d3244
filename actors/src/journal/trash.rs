//! Tickets that have been in the trash for too long.

use uuid::Uuid;

use super::{error::JournalError, handle::Journal};
use crate::domain::{
    date::Instant,
    ids::{TicketId, UserId, WorkspaceId},
};

/// A ticket in the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrashedTicket {
    pub workspace: WorkspaceId,
    pub ticket: TicketId,
    /// Who moved it to the trash; they may have left since.
    pub by: UserId,
}

impl Journal {
    /// Tickets of all workspaces that came into the trash before an instant: those behind the id `after`, by their ids, at
    /// most `most`. Reads the whole table of tickets, so call it rarely.
    pub async fn trashed_before(
        &self,
        before: Instant,
        after: TicketId,
        most: i64,
    ) -> Result<Vec<TrashedTicket>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Vec<(Uuid, Uuid, Uuid)> = sqlx::query_as(
                    "select workspace_id, id, coalesce(trashed_by_user_id, created_user_id) from tickets
                     where trashed_at < $1 and id > $2 order by id limit $3",
                )
                .bind(before.get())
                .bind(after.0)
                .bind(most)
                .fetch_all(&pool)
                .await?;
                let ticket = |(workspace, ticket, by)| TrashedTicket {
                    workspace: WorkspaceId(workspace),
                    ticket: TicketId(ticket),
                    by: UserId(by),
                };
                Ok(found.into_iter().map(ticket).collect())
            })
            .await
    }
}
