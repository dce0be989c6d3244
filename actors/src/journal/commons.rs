//! The switch of a workspace to the form with commons (SC12). Builds of schema 1 read that form and write the old one.

use uuid::Uuid;

use super::{cold, error::JournalError, handle::Journal};
use crate::domain::{
    date::Instant,
    entity::{Entity, EntityKind, Home, SCHEMA},
    ids::WorkspaceId,
    kinds::role::built_in::BuiltIn,
    scope::commons_of,
};

impl Journal {
    /// Switches a workspace in one commit, unless it has commons or a live node does not know this build's schema.
    /// Returns true if this call has switched the workspace. Any node may call it, and several may at once. `at` is the
    /// time at which the built-in roles are created.
    pub async fn switch_workspace(&self, workspace: WorkspaceId, at: Instant) -> Result<bool, JournalError> {
        let commons = commons_of(workspace);
        let role = |role| cold::row(&Entity::Role(role), workspace, commons, 0);
        let roles: Result<Vec<String>, JournalError> =
            BuiltIn::ALL.into_iter().map(|it| role(it.record(workspace, at))).collect();
        let roles = format!("[{}]", roles?.join(","));
        self.db
            .run(move |pool| async move {
                Ok(sqlx::query_scalar("select switch_workspace($1, $2, $3, $4, $5::jsonb)")
                    .bind(workspace.0)
                    .bind(commons.0)
                    .bind(SCHEMA as i32)
                    .bind(common_tables())
                    .bind(roles)
                    .fetch_one(&pool)
                    .await?)
            })
            .await
    }

    /// Workspaces that are to be switched, at most `most`; none while a live node does not know this build's schema.
    pub async fn unswitched_workspaces(&self, most: i64) -> Result<Vec<WorkspaceId>, JournalError> {
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = sqlx::query_scalar(
                    "select w.id from workspaces w
                     where nodes_know($1)
                       and not exists (select from streams s where s.workspace_id = w.id and s.kind = 'commons')
                     order by w.id limit $2",
                )
                .bind(SCHEMA as i32)
                .bind(most)
                .fetch_all(&pool)
                .await?;
                Ok(ids.into_iter().map(WorkspaceId).collect())
            })
            .await
    }
}

/// The tables of the cold kinds whose rows live in the commons. The row of the workspace itself names no scope.
fn common_tables() -> Vec<&'static str> {
    let common = cold::cold_kinds().filter(|kind| kind.home() == Home::Common);
    common.map(EntityKind::table).collect()
}
