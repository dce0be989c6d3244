//! Apps in a restore (OA10). An app that was removed since the backup must not come back, because people no longer expect it
//! to ask them. A key must not outlive its app.

use sqlx::PgConnection;

use super::{BackupError, execute};

/// Remembers the present apps of each workspace, before their rows are deleted.
pub(super) async fn keep(connection: &mut PgConnection) -> Result<(), BackupError> {
    let present = "create temp table kept_apps on commit drop as
                   select w.id as workspace_id, a.id from workspaces w left join apps a on a.workspace_id = w.id";
    execute(connection, present.to_owned()).await?;
    Ok(())
}

/// Deletes the apps of the backup that their workspace no longer had, and the keys of apps that do not exist. A workspace
/// that did not exist gets all its apps. Returns the number of deleted apps.
pub(super) async fn settle(connection: &mut PgConnection) -> Result<u64, BackupError> {
    let removed = "delete from apps a where a.workspace_id in (select workspace_id from kept_apps)
                   and not exists (select from kept_apps k where k.id = a.id)";
    let removed = execute(connection, removed.to_owned()).await?;
    let keys = "delete from api_keys k
                where k.app_id is not null and not exists (select from apps a where a.id = k.app_id)";
    execute(connection, keys.to_owned()).await?;
    Ok(removed)
}
