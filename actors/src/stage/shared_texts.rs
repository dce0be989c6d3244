//! Texts that several people write at once.

use std::sync::Arc;

use tokio::sync::oneshot;
use uuid::Uuid;

use super::{PATIENCE, Stage, patiently};
use crate::{
    actor::{Route, RouteOnStage, TextFigures, TextRestoring, ToWorkspace},
    domain::{
        decide::{Order, What},
        ids::{CommandId, TicketId, UserId, WorkspaceId},
        kinds::ticket::commands::{TicketPatch, TicketUpdate},
        origin::Origin,
        refusal::Refusal,
        rights::Narrowing,
    },
    journal::{TextVersion, WholeVersion},
    text::RestoredText,
    wire::TextFrame,
    words,
};

/// Who restores a version.
#[derive(Clone, Debug)]
pub struct Restoring {
    pub user: UserId,
    /// What is left of the person's rights.
    pub narrowing: Narrowing,
    /// Where the request came from.
    pub from: Option<Arc<Origin>>,
}

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
    /// present text is a version. An API key cannot send updates, so for a key, the description is set here.
    ///
    /// # Errors
    /// `not_found`, `forbidden` and `conflict` as for an edit of the description, and `too_many` if the description would
    /// be too long.
    pub async fn restore_text(
        &self,
        workspace: WorkspaceId,
        Restoring { user, narrowing, from }: Restoring,
        ticket: TicketId,
        version: Uuid,
    ) -> Result<RestoredText, Refusal> {
        let WholeVersion { version, description, .. } = self.text_version(workspace, user, ticket, version).await?;
        self.write_text(workspace, ticket).await;
        let (reply, made) = oneshot::channel();
        let restore = TextRestoring { user, narrowing, text: description, at: version.ended_at, reply };
        self.registry.do_send(Route(workspace, ToWorkspace::RestoreText { ticket, restore }));
        let restored = patiently(made).await?;
        match &restored.made {
            Some((_, markdown)) if narrowing.is_key() => {
                let patch = TicketPatch { description: Some(markdown.clone()), ..TicketPatch::default() };
                let update = TicketUpdate { ticket_id: ticket, patch: Box::new(patch) };
                let what = What::Command(update.into());
                let order = Order { id: CommandId(Uuid::now_v7()), by: user, narrowing, from, what };
                self.submit(workspace, order).await?;
                Ok(RestoredText { made: None, ..restored })
            }
            _ => Ok(restored),
        }
    }
}
