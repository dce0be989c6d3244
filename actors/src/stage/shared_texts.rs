//! Texts that several people write at once.

use std::sync::Arc;

use tokio::sync::oneshot;
use uuid::Uuid;

use super::{PATIENCE, Stage, patiently};
use crate::{
    actor::{RestoredText, Route, RouteOnStage, TextFigures, TextRestoring, ToWorkspace},
    domain::{
        ids::{TicketId, UserId, WorkspaceId},
        refusal::Refusal,
        rights::Narrowing,
    },
    journal::{TextVersion, WholeVersion},
    wire::TextFrame,
    words,
};

impl Stage {
    pub fn text_figures(&self) -> &Arc<TextFigures> {
        &self.text_figures
    }

    /// Hands over a binary frame of a socket that has joined.
    pub fn text(&self, workspace: WorkspaceId, connection: Uuid, frame: TextFrame) {
        self.registry.do_send(RouteOnStage(workspace, ToWorkspace::Text { connection, frame }));
    }

    /// Writes the document of a description into its ticket, if the nodes on which it was edited have not.
    pub async fn write_text(&self, workspace: WorkspaceId, ticket: TicketId) {
        let (reply, written) = oneshot::channel();
        self.registry.do_send(Route(workspace, ToWorkspace::WriteText { ticket, reply }));
        let _ = tokio::time::timeout(PATIENCE, written).await;
    }

    /// The versions of a description, newest first, behind the version `before` (TX28).
    ///
    /// # Errors
    /// `not_found` for a person who does not see the ticket.
    pub async fn text_versions(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        ticket: TicketId,
        before: Option<Uuid>,
        limit: i64,
    ) -> Result<Vec<TextVersion>, Refusal> {
        let entered = self.enter(workspace, user).await?;
        let versions = self.journal.text_versions(workspace, ticket, before, limit).await?;
        // After the versions: the ticket may have become private in between.
        let (scope, _) = self.visible_ticket(workspace, &entered, ticket).await?;
        self.follows_still(workspace, user, scope).await?;
        Ok(versions)
    }

    /// A version with its text.
    ///
    /// # Errors
    /// `not_found` without such a version, and for a person who does not see the ticket.
    pub async fn text_version(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        ticket: TicketId,
        version: Uuid,
    ) -> Result<WholeVersion, Refusal> {
        let entered = self.enter(workspace, user).await?;
        let found = self.journal.text_version(workspace, ticket, version).await?;
        let (scope, _) = self.visible_ticket(workspace, &entered, ticket).await?;
        self.follows_still(workspace, user, scope).await?;
        found.ok_or_else(|| Refusal::not_found(words::NO_VERSION))
    }

    /// The update that brings back the text of a version (TX30). The document is written into the ticket first, so that its
    /// present text is a version.
    ///
    /// # Errors
    /// `not_found`, `forbidden` and `conflict` as for an edit of the description, and `too_many` if the description would
    /// be too long. An API key cannot send updates.
    pub async fn restore_text(
        &self,
        workspace: WorkspaceId,
        (user, narrowing): (UserId, Narrowing),
        ticket: TicketId,
        version: Uuid,
    ) -> Result<RestoredText, Refusal> {
        let WholeVersion { version, description, .. } = self.text_version(workspace, user, ticket, version).await?;
        if narrowing.is_key() {
            return Err(Refusal::forbidden());
        }
        self.write_text(workspace, ticket).await;
        let (reply, made) = oneshot::channel();
        let restore = TextRestoring { user, text: description, at: version.ended_at, reply };
        self.registry.do_send(Route(workspace, ToWorkspace::RestoreText { ticket, restore }));
        patiently(made).await
    }
}
