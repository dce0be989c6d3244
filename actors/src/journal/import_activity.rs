//! Heartbeats of running imports. A heartbeat is no event, so clients receive nothing while an import makes no
//! progress.

use std::time::Duration;

use uuid::Uuid;

use super::{error::JournalError, handle::Journal};
use crate::domain::ids::{ImportId, UserId, WorkspaceId};

/// A running import without a recent heartbeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SilentImport {
    pub workspace: WorkspaceId,
    /// The user who started the import.
    pub user: UserId,
    pub import: ImportId,
}

impl Journal {
    /// Records a heartbeat of a running import.
    pub async fn record_import_heartbeat(&self, workspace: WorkspaceId, import: ImportId) -> Result<(), JournalError> {
        self.db
            .run(move |pool| async move {
                sqlx::query(
                    "update imports set alive_at = clock_timestamp()
                     where workspace_id = $1 and id = $2 and state = 'running'",
                )
                .bind(workspace.0)
                .bind(import.0)
                .execute(&pool)
                .await?;
                Ok(())
            })
            .await
    }

    /// The running imports of all workspaces without a heartbeat for `silence`. Imports whose users can no longer
    /// receive events are left out.
    pub async fn silent_imports(&self, silence: Duration) -> Result<Vec<SilentImport>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Vec<(Uuid, Uuid, Uuid)> = sqlx::query_as(
                    "select i.workspace_id, s.user_id, i.id from imports i
                     join streams s on s.id = i.scope_id and s.workspace_id = i.workspace_id
                     join members m on m.workspace_id = i.workspace_id and m.id = s.user_id
                     where i.state = 'running' and i.alive_at < clock_timestamp() - make_interval(secs => $1)
                       and m.state = 'active' and m.role <> 'guest'
                     order by i.alive_at limit 100",
                )
                .bind(silence.as_secs_f64())
                .fetch_all(&pool)
                .await?;
                let import = |(workspace, user, import)| SilentImport {
                    workspace: WorkspaceId(workspace),
                    user: UserId(user),
                    import: ImportId(import),
                };
                Ok(found.into_iter().map(import).collect())
            })
            .await
    }
}
