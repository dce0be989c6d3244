//! Repeating tickets whose next ticket is to be made.

use uuid::Uuid;

use crate::{
    domain::ids::{ScopeId, TicketId, UserId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
};

/// The number of repeating tickets that one statement reads.
const AT_ONCE: i64 = 500;

/// A completed ticket that repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    pub ticket: TicketId,
    pub scope: ScopeId,
    /// Who completed the ticket, if that is known.
    pub by: Option<UserId>,
    /// Who made the ticket repeat.
    pub owner: UserId,
}

impl Journal {
    /// The repeating tickets of a workspace that are completed and not in the trash, in the order of their ids, behind
    /// `after`.
    pub async fn completed_repeating(
        &self,
        workspace: WorkspaceId,
        after: TicketId,
    ) -> Result<Vec<Completed>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Vec<(Uuid, Uuid, Option<Uuid>, Uuid)> = sqlx::query_as(
                    "select t.id, t.scope_id, t.completed_by_user_id, r.created_user_id
                     from recurrences r join tickets t on t.workspace_id = r.workspace_id and t.id = r.ticket_id
                     where r.workspace_id = $1 and r.ticket_id > $2 and t.completed and t.trashed_at is null
                     order by r.ticket_id limit $3",
                )
                .bind(workspace.0)
                .bind(after.0)
                .bind(AT_ONCE)
                .fetch_all(&pool)
                .await?;
                let row = |(id, scope, by, owner): (Uuid, Uuid, Option<Uuid>, Uuid)| Completed {
                    ticket: TicketId(id),
                    scope: ScopeId(scope),
                    by: by.map(UserId),
                    owner: UserId(owner),
                };
                Ok(found.into_iter().map(row).collect())
            })
            .await
    }
}
