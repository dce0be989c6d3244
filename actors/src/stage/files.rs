//! What a person may do with files, asked of the database at the moment of the call.

use super::Stage;
use crate::{
    domain::{
        capability::Capability,
        entity::File,
        ids::{FileId, TicketId, UserId, WorkspaceId},
        refusal::Refusal,
        rights::Narrowing,
    },
    words,
};

impl Stage {
    /// Refuses a person who may attach files to no ticket of the workspace.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    pub async fn may_attach(&self, workspace: WorkspaceId, user: UserId, narrowing: Narrowing) -> Result<(), Refusal> {
        self.attaches(workspace, user, narrowing, true).await
    }

    /// Refuses a person who may not attach files to a ticket. The level of a share is asked for when the file is added.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    pub async fn may_attach_to(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        narrowing: Narrowing,
        ticket: TicketId,
    ) -> Result<(), Refusal> {
        let missing = || Refusal::not_found(words::NO_TASK).with_field("ticketId");
        let known = self.journal.scope_of_ticket(workspace, user, ticket).await?;
        let (scope, is_own) = known.ok_or_else(missing)?;
        let (_, scopes) = self.sight(workspace, user).await?;
        if !scopes.contains(&scope) {
            return Err(missing());
        }
        self.attaches(workspace, user, narrowing, is_own).await
    }

    async fn attaches(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        narrowing: Narrowing,
        is_own: bool,
    ) -> Result<(), Refusal> {
        let standing = self.standing(workspace, user, narrowing).await?;
        let capability = Capability::EditTickets;
        let own = is_own && capability.for_own().is_some_and(|it| standing.has(it));
        if own || standing.has(capability) { Ok(()) } else { Err(Refusal::forbidden()) }
    }

    /// A file of a ticket that a person sees now. A deleted file answers like one that does not exist.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn file(&self, workspace: WorkspaceId, user: UserId, id: FileId) -> Result<File, Refusal> {
        let missing = || Refusal::not_found(words::NO_FILE);
        let (scope, file) = self.journal.file(workspace, id).await?.ok_or_else(missing)?;
        let (_, scopes) = self.sight(workspace, user).await.map_err(|_| missing())?;
        if file.deleted_at.is_some() || !scopes.contains(&scope) { Err(missing()) } else { Ok(file) }
    }

    /// The files of a ticket that a person sees, each with whether it has previews.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn files_of(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        ticket: TicketId,
    ) -> Result<Vec<(FileId, bool)>, Refusal> {
        let missing = || Refusal::not_found(words::NO_TASK);
        let files = self.journal.files_of(workspace, ticket).await?;
        // The ticket is read after its files: it may have moved meanwhile.
        let (scope, _) = self.journal.scope_of_ticket(workspace, user, ticket).await?.ok_or_else(missing)?;
        let (_, scopes) = self.sight(workspace, user).await?;
        if scopes.contains(&scope) { Ok(files) } else { Err(missing()) }
    }
}
