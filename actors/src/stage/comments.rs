//! The earlier texts of comments.

use super::Stage;
use crate::{
    domain::{
        entity::Activity,
        ids::{ActivityId, TicketId, UserId, WorkspaceId},
        refusal::Refusal,
    },
    journal::CommentVersion,
    words,
};

impl Stage {
    /// A comment and the texts that it had before, newest first, for the people who see its ticket (CT3).
    ///
    /// # Errors
    /// `not_found` if the person does not see the ticket, or if the ticket has no such comment.
    pub async fn comment_versions(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        ticket: TicketId,
        comment: ActivityId,
    ) -> Result<(Activity, Vec<CommentVersion>), Refusal> {
        let entered = self.enter(workspace, user).await?;
        let found = self.journal.comment_versions(workspace, ticket, comment).await?;
        let (scope, _) = self.visible_ticket(workspace, &entered, ticket).await?;
        self.follows_still(workspace, user, scope).await?;
        found.ok_or_else(|| Refusal::not_found(words::NO_COMMENT))
    }
}
