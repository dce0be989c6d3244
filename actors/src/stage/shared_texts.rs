//! Texts that several people write at once.

use std::sync::Arc;

use tokio::sync::oneshot;
use uuid::Uuid;

use super::{PATIENCE, Stage};
use crate::{
    actor::{Route, RouteOnStage, TextFigures, ToWorkspace},
    domain::ids::{TicketId, WorkspaceId},
    wire::TextFrame,
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
}
