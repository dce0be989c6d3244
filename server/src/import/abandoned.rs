//! Imports whose node is gone. A running import gives signs of life; any node ends an import that gives none.

use std::convert::Infallible;
use std::time::Duration;

use actors::Stage;
use actors::critical::catch_panic;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, ImportId, WorkspaceId};
use actors::domain::kinds::import::order::ImportOrder;
use actors::journal::{Journal, JournalError, SilentImport};
use uuid::Uuid;

/// How often a running import gives a sign of life, and how often a node looks for silent imports.
const BEAT: Duration = Duration::from_secs(3);
/// A node that cannot reach the database for so long counts as gone. If it comes back, its import goes on and becomes
/// `running` again.
const SILENCE: Duration = Duration::from_secs(15);

/// Gives signs of life of an import until it is dropped.
pub(super) async fn give_signs(journal: &Journal, workspace: WorkspaceId, import: ImportId) -> Infallible {
    loop {
        tokio::time::sleep(BEAT).await;
        if let Err(error) = journal.import_lives(workspace, import).await {
            tracing::warn!(%import, %error, "an import could not give a sign of life");
        }
    }
}

/// Ends silent imports, for as long as the node runs.
pub async fn end_abandoned(stage: Stage) {
    loop {
        if let Some(Err(error)) = catch_panic(end_all(&stage)).await {
            tracing::warn!(%error, "the search for silent imports failed");
        }
        tokio::time::sleep(BEAT).await;
    }
}

async fn end_all(stage: &Stage) -> Result<(), JournalError> {
    for SilentImport { workspace, user, import } in stage.journal().silent_imports(SILENCE).await? {
        let what = What::Import(ImportOrder::Interrupted(import));
        let order = Order { id: CommandId(Uuid::now_v7()), by: user, what };
        match stage.submit(workspace, order).await {
            Ok(_) => tracing::warn!(%import, %workspace, "an import whose node is gone was ended"),
            // The next look finds the import again.
            Err(refusal) => tracing::warn!(%import, %workspace, %refusal, "a silent import could not be ended"),
        }
    }
    Ok(())
}
