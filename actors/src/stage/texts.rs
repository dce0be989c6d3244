//! The descriptions that a copy of tickets needs.

use super::Stage;
use crate::{
    domain::{
        ids::{ListId, TicketId, UserId, WorkspaceId},
        refusal::{Refusal, RefusalCode},
    },
    words,
};

impl Stage {
    /// The descriptions of a ticket and of all tickets below it, without empty ones.
    ///
    /// # Errors
    /// `not_found`, and `too_many` if there are more tickets or longer texts than one answer holds.
    pub async fn descriptions(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        id: TicketId,
    ) -> Result<Vec<(TicketId, String)>, Refusal> {
        let entered = self.enter(workspace, user).await?;
        let (scope, _) = self.visible_ticket(workspace, &entered, id).await?;
        let texts = self.journal.descriptions_below(workspace, scope, id).await?;
        self.follows_still(workspace, user, scope).await?;
        texts.ok_or_else(|| Refusal::new(RefusalCode::TooMany, words::TOO_MUCH_TO_COPY))
    }

    /// The descriptions of the tickets of a list that are not in the trash, and of all tickets below them, without empty
    /// ones.
    ///
    /// # Errors
    /// `not_found`, and `too_many` if there are more tickets or longer texts than one answer holds.
    pub async fn descriptions_of_list(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        list: ListId,
    ) -> Result<Vec<(TicketId, String)>, Refusal> {
        let (_, scopes) = self.sight(workspace, user).await?;
        let texts = self.journal.descriptions_of_list(workspace, &scopes, list).await?;
        let texts = texts.ok_or_else(|| Refusal::not_found(words::NO_LIST))?;
        if !self.still_follows(workspace, user, &scopes).await? {
            return Err(Refusal::unavailable(1_000));
        }
        texts.ok_or_else(|| Refusal::new(RefusalCode::TooMany, words::TOO_MUCH_TO_COPY))
    }
}
