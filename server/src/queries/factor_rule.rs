//! The rule of a workspace that its members need a second factor.

use uuid::Uuid;

use crate::db::Db;

/// Whether the members of a workspace need a second factor.
pub async fn is_required(db: &Db, workspace: Uuid) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar("select exists (select from second_factor_rules where workspace_id = $1)")
            .bind(workspace)
            .fetch_one(&pool)
            .await
    })
    .await
}
