//! Which tickets were deleted permanently, as far as a person may read of them.

use time::OffsetDateTime;

use super::Stage;
use crate::{
    domain::{
        capability::Capability,
        ids::{TicketId, UserId, WorkspaceId},
        refusal::Refusal,
        rights::Narrowing,
    },
    journal::{DeletedSight, DeletedTicket},
};

impl Stage {
    /// The tickets that were deleted last, newest first, as far as the person could have deleted them.
    ///
    /// # Errors
    /// `forbidden` for a person who may delete no ticket.
    pub async fn deleted_tickets(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        narrowing: Narrowing,
        before: Option<(OffsetDateTime, TicketId)>,
        limit: i64,
    ) -> Result<Vec<DeletedTicket>, Refusal> {
        let (standing, scopes) = self.sight(workspace, user).await?;
        let standing = narrowing.of(standing);
        let all = standing.has(Capability::DeleteTickets);
        if !all && !standing.has(Capability::DeleteOwnTickets) {
            return Err(Refusal::forbidden());
        }
        let mut found =
            self.journal.deleted_tickets(workspace, DeletedSight { user, scopes, all }, before, limit).await?;
        // A share that the person has lost since then takes its tickets along.
        let (_, scopes) = self.sight(workspace, user).await?;
        found.retain(|it| scopes.contains(&it.scope));
        Ok(found)
    }
}
