//! Who is in which workspace.

use uuid::Uuid;

use crate::{
    domain::{
        entity::Role,
        ids::{UserId, WorkspaceId},
    },
    journal::{error::JournalError, handle::Journal},
};

/// A workspace as its member's start page needs it.
#[derive(Clone, Debug)]
pub struct WorkspaceOfUser {
    pub id: WorkspaceId,
    pub name: String,
    pub icon: Option<String>,
    pub key: String,
    pub role: Role,
}

impl Journal {
    /// The workspaces of which a user is an active member.
    pub async fn workspaces_of(&self, user: UserId) -> Result<Vec<WorkspaceOfUser>, JournalError> {
        self.db
            .run(move |pool| async move {
                let rows: Vec<(Uuid, String, Option<String>, String, String)> = sqlx::query_as(
                    "select w.id, w.name, w.icon, w.key, m.role from members m join workspaces w on w.id = m.workspace_id
                     where m.id = $1 and m.state = 'active' order by m.created_at, w.id",
                )
                .bind(user.0)
                .fetch_all(&pool)
                .await?;
                rows.into_iter()
                    .map(|(id, name, icon, key, role)| {
                        Ok(WorkspaceOfUser { id: WorkspaceId(id), name, icon, key, role: read_role(role)? })
                    })
                    .collect()
            })
            .await
    }

    /// What an active member of a workspace is in it.
    pub async fn role_of(&self, workspace: WorkspaceId, user: UserId) -> Result<Option<Role>, JournalError> {
        self.db
            .run(move |pool| async move {
                let role: Option<String> = sqlx::query_scalar(
                    "select role from members where workspace_id = $1 and id = $2 and state = 'active'",
                )
                .bind(workspace.0)
                .bind(user.0)
                .fetch_optional(&pool)
                .await?;
                role.map(read_role).transpose()
            })
            .await
    }

    /// True if the user was a member and has left.
    pub async fn has_left(&self, workspace: WorkspaceId, user: UserId) -> Result<bool, JournalError> {
        self.db
            .run(move |pool| async move {
                let left: bool = sqlx::query_scalar(
                    "select exists (select 1 from members where workspace_id = $1 and id = $2 and state = 'left')",
                )
                .bind(workspace.0)
                .bind(user.0)
                .fetch_one(&pool)
                .await?;
                Ok(left)
            })
            .await
    }
}

fn read_role(role: String) -> Result<Role, JournalError> {
    serde_json::from_value(serde_json::Value::String(role)).map_err(|error| sqlx::Error::Decode(error.into()).into())
}
