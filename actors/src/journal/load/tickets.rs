//! Single tickets, activities and reactions, as a round needs them.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::{
    domain::{
        entity::{Reaction, Ticket},
        ids::{ActivityId, ReactionId, ScopeId, SubscriptionId, TicketId, WorkspaceId},
    },
    journal::{cold, error::JournalError, handle::Journal, rows},
    sync::{LoadedTickets, StoredTicket},
};

/// A ticket's row with its scope.
#[derive(sqlx::FromRow)]
struct Placed {
    scope_id: Uuid,
    #[sqlx(flatten)]
    ticket: rows::TicketRow,
}

impl Journal {
    /// Loads tickets, activities with all their reactions, single reactions, and subscriptions. Rows that do not exist are left out.
    pub async fn load_tickets(
        &self,
        workspace: WorkspaceId,
        tickets: Vec<TicketId>,
        activities: Vec<ActivityId>,
        reactions: Vec<ReactionId>,
        subscriptions: Vec<SubscriptionId>,
    ) -> Result<LoadedTickets, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut loaded = LoadedTickets::default();
                if !subscriptions.is_empty() {
                    loaded.subscriptions = cold::subscriptions(&pool, workspace, &subscriptions).await?;
                }
                if !activities.is_empty() {
                    let ids: Vec<Uuid> = activities.iter().map(|id| id.0).collect();
                    let found: Vec<rows::ActivityRow> = sqlx::query_as(
                        "select id, version, ticket_id, kind, user_id, message, data, created_at, updated_at
                         from activities where workspace_id = $1 and id = any ($2)",
                    )
                    .bind(workspace.0)
                    .bind(&ids)
                    .fetch_all(&pool)
                    .await?;
                    for row in found {
                        let (id, version) = (ActivityId(row.id), row.version);
                        match row.known() {
                            Some(activity) => loaded.activities.push((activity, version)),
                            None => loaded.unknown_activities.push((id, version)),
                        }
                    }
                    let found: Vec<rows::ReactionRow> = sqlx::query_as(
                        "select id, version, activity_id, ticket_id, user_id, emoji, created_at
                         from reactions where workspace_id = $1 and (activity_id = any ($2) or id = any ($3))",
                    )
                    .bind(workspace.0)
                    .bind(&ids)
                    .bind(reactions.iter().map(|id| id.0).collect::<Vec<_>>())
                    .fetch_all(&pool)
                    .await?;
                    for row in found {
                        let version = row.version;
                        loaded.reactions.push((Reaction::from(row), version));
                    }
                }
                // A comment changes the comment count of its ticket, so the ticket is loaded too.
                let mut ids: Vec<Uuid> = tickets.iter().map(|id| id.0).collect();
                ids.extend(loaded.activities.iter().map(|(activity, _)| activity.ticket_id.0));
                if !ids.is_empty() {
                    let sql = format!(
                        "select scope_id, {} from tickets where workspace_id = $1 and id = any ($2)",
                        rows::TICKET_COLUMNS
                    );
                    let found: Vec<Placed> =
                        sqlx::query_as(AssertSqlSafe(sql)).bind(workspace.0).bind(ids).fetch_all(&pool).await?;
                    for Placed { scope_id, ticket } in found {
                        let version = ticket.version;
                        let ticket = Ticket::try_from(ticket)?;
                        loaded.tickets.push(StoredTicket { ticket, version, scope: ScopeId(scope_id) });
                    }
                }
                Ok(loaded)
            })
            .await
    }
}
