//! Which tickets were deleted permanently, by whom and when.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    domain::{
        date::Instant,
        ids::{ScopeId, TicketId, UserId, WorkspaceId},
    },
    journal::{error::JournalError, handle::Journal},
};

/// What is kept of a ticket that was deleted permanently. The ticket's texts are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletedTicket {
    pub scope: ScopeId,
    pub ticket: TicketId,
    /// As [`Ticket::number`](crate::domain::entity::Ticket::number).
    pub number: i64,
    /// Whether the ticket was private when it was deleted.
    pub private: bool,
    pub at: Instant,
    pub by: UserId,
}

/// Whose deleted tickets a person may read about.
#[derive(Clone, Debug)]
pub struct DeletedSight {
    pub user: UserId,
    pub scopes: Vec<ScopeId>,
    /// Whether the person may delete every ticket. If not, only what the person has deleted is read.
    pub all: bool,
}

type Row = (Uuid, Uuid, i64, bool, OffsetDateTime, Uuid);

impl Journal {
    /// The tickets that were deleted last, newest first, before a place. In a restricted list, they are read by people
    /// whose share lets them delete tickets.
    pub async fn deleted_tickets(
        &self,
        workspace: WorkspaceId,
        sight: DeletedSight,
        before: Option<(OffsetDateTime, TicketId)>,
        limit: i64,
    ) -> Result<Vec<DeletedTicket>, JournalError> {
        let scopes: Vec<Uuid> = sight.scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                let rows: Vec<Row> = sqlx::query_as(
                    "select d.scope_id, d.id, d.number, s.kind = 'personal', d.deleted_at, d.deleted_by_user_id
                     from deleted_tickets d join streams s on s.id = d.scope_id
                     where d.workspace_id = $1 and d.scope_id = any ($2)
                       and ($3 or s.kind = 'personal' or d.deleted_by_user_id = $4)
                       and (s.kind <> 'list' or exists (select from shares h
                            where h.scope_id = d.scope_id and h.user_id = $4 and h.level in ('edit', 'manage')))
                       and ($5::timestamptz is null or (d.deleted_at, d.id) < ($5, $6))
                     order by d.deleted_at desc, d.id desc limit $7",
                )
                .bind(workspace.0)
                .bind(scopes)
                .bind(sight.all)
                .bind(sight.user.0)
                .bind(before.map(|(at, _)| at))
                .bind(before.map(|(_, id)| id.0))
                .bind(limit)
                .fetch_all(&pool)
                .await?;
                let read = |(scope, id, number, private, at, by)| DeletedTicket {
                    scope: ScopeId(scope),
                    ticket: TicketId(id),
                    number,
                    private,
                    at: Instant::new(at),
                    by: UserId(by),
                };
                Ok(rows.into_iter().map(read).collect())
            })
            .await
    }
}
