//! Finds the tickets that have been in the trash for too long.

use uuid::Uuid;

use super::{error::JournalError, handle::Journal};
use crate::domain::{
    date::Instant,
    ids::{TicketId, UserId, WorkspaceId},
};

/// The number of tickets that one statement reads, well within the time limit of a statement.
const TICKETS_PER_STATEMENT: i64 = 20_000;
/// The migration of the first version that empties the trash.
const FIRST_MIGRATION: i64 = 30;

/// A ticket in the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrashedTicket {
    pub workspace: WorkspaceId,
    pub ticket: TicketId,
    /// The user who moved the ticket to the trash, and who may have left since.
    pub by: UserId,
}

/// The place of a ticket in the order of all tickets of the database.
pub type TicketPlace = (WorkspaceId, TicketId);

impl Journal {
    /// Reads the next tickets after a place, across all workspaces. Returns the tickets that were moved to the trash
    /// before an instant, and the place of the last ticket that was read; `None` at the end. If the database was
    /// upgraded to the first version that empties the trash after that instant, no ticket is returned: its users could
    /// not know that the trash would be emptied.
    pub async fn trashed_before(
        &self,
        before: Instant,
        after: TicketPlace,
    ) -> Result<(Vec<TrashedTicket>, Option<TicketPlace>), JournalError> {
        self.db
            .run(move |pool| async move {
                let read: Vec<(Uuid, Uuid, Option<Uuid>)> = sqlx::query_as(
                    "with piece as (
                         select workspace_id, id, trashed_at, coalesce(trashed_by_user_id, created_user_id) as trashed_by
                         from tickets where (workspace_id, id) > ($2, $3) order by workspace_id, id limit $4),
                     found as (
                         select workspace_id, id, trashed_by from piece where trashed_at < $1
                           and exists (select 1 from _sqlx_migrations where version = $5 and installed_on < $1)),
                     ending as (select workspace_id, id from piece order by workspace_id desc, id desc limit 1)
                     select workspace_id, id, trashed_by from found
                     union all select workspace_id, id, null from ending",
                )
                .bind(before.get())
                .bind(after.0.0)
                .bind(after.1.0)
                .bind(TICKETS_PER_STATEMENT)
                .bind(FIRST_MIGRATION)
                .fetch_all(&pool)
                .await?;
                let (mut found, mut last) = (Vec::new(), None);
                for (workspace, ticket, by) in read {
                    let (workspace, ticket) = (WorkspaceId(workspace), TicketId(ticket));
                    match by {
                        Some(by) => found.push(TrashedTicket { workspace, ticket, by: UserId(by) }),
                        None => last = Some((workspace, ticket)),
                    }
                }
                Ok((found, last))
            })
            .await
    }
}
