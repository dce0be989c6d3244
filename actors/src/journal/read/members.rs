//! Who is in which workspace.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::{
    domain::{
        entity::HeldRole,
        ids::{ScopeId, UserId, WorkspaceId},
        rights::Standing,
        scope::{scopes_of, scopes_of_key},
    },
    journal::{error::JournalError, handle::Journal},
};

/// A workspace, as the list of a user's workspaces shows it.
#[derive(Clone, Debug)]
pub struct WorkspaceOfUser {
    pub id: WorkspaceId,
    pub name: String,
    pub icon: Option<String>,
    pub key: String,
    pub role: HeldRole,
}

/// How a former member left a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// Left, or was removed. Only an invitation brings the member back.
    Left,
    /// Only a member who manages people brings the member back.
    Deactivated,
    /// The member comes back with a second factor, which the workspace requires.
    Waits,
}

impl Journal {
    /// The workspaces of which a user is an active member.
    pub async fn workspaces_of(&self, user: UserId) -> Result<Vec<WorkspaceOfUser>, JournalError> {
        self.workspaces_where(user, "m.state = 'active'").await
    }

    async fn workspaces_where(
        &self,
        user: UserId,
        condition: &'static str,
    ) -> Result<Vec<WorkspaceOfUser>, JournalError> {
        self.db
            .run(move |pool| async move {
                let sql = format!(
                    "select w.id, w.name, w.icon, w.key, m.role from members m join workspaces w on w.id = m.workspace_id
                     where m.id = $1 and {condition} order by m.created_at, w.id"
                );
                let rows: Vec<(Uuid, String, Option<String>, String, String)> = sqlx::query_as(AssertSqlSafe(sql))
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

    /// The workspaces in which a user waits for a second factor.
    pub async fn waiting_workspaces_of(&self, user: UserId) -> Result<Vec<WorkspaceOfUser>, JournalError> {
        self.workspaces_where(user, "m.state = 'left' and m.deactivated_at is not null and m.second_factor_missing")
            .await
    }

    /// The key of a workspace, such as `TR`; empty if there is no such workspace.
    pub async fn key_of(&self, workspace: WorkspaceId) -> Result<String, JournalError> {
        self.db
            .run(move |pool| async move {
                let key: Option<String> = sqlx::query_scalar("select key from workspaces where id = $1")
                    .bind(workspace.0)
                    .fetch_optional(&pool)
                    .await?;
                Ok(key.unwrap_or_default())
            })
            .await
    }

    /// The rights and the scopes of an active member or an API key of a workspace.
    pub async fn sight_of(
        &self,
        workspace: WorkspaceId,
        user: UserId,
    ) -> Result<Option<(Standing, Vec<ScopeId>)>, JournalError> {
        type Row = (String, Option<String>, Option<Vec<String>>, Option<Uuid>, Vec<Uuid>, Option<Vec<String>>);
        self.db
            .run(move |pool| async move {
                let row: Option<Row> = sqlx::query_as(
                    "select m.role, r.system, r.capabilities,
                            (select s.id from streams s where s.workspace_id = $1 and s.user_id is null and s.kind = 'commons'),
                            array(select h.scope_id from shares h join streams s on s.id = h.scope_id and s.kind = 'list'
                                  where h.workspace_id = $1 and h.user_id = $2),
                            m.api_key
                     from members m left join roles r on r.workspace_id = m.workspace_id and r.id::text = m.role
                     where m.workspace_id = $1 and m.id = $2 and (m.state = 'active' or m.api_key is not null)",
                )
                .bind(workspace.0)
                .bind(user.0)
                .fetch_optional(&pool)
                .await?;
                let Some((role, system, words, commons, lists, key)) = row else { return Ok(None) };
                if let Some(key) = key {
                    let scopes = scopes_of_key(workspace, commons.map(ScopeId));
                    return Ok(Standing::of_key(&key).map(|standing| (standing, scopes)));
                }
                let standing = match read_role(role)? {
                    HeldRole::Word(role) => role.into(),
                    HeldRole::Record(_) => Standing::of_record(system.as_deref(), &words.unwrap_or_default()),
                };
                let lists = lists.into_iter().map(ScopeId);
                Ok(Some((standing, scopes_of(workspace, user, standing, commons.map(ScopeId), lists))))
            })
            .await
    }

    /// How a former member left; `None` for a member and for a user who never was one.
    pub async fn departure_of(&self, workspace: WorkspaceId, user: UserId) -> Result<Option<Departure>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Option<(bool, bool)> = sqlx::query_as(
                    "select deactivated_at is not null, second_factor_missing from members
                     where workspace_id = $1 and id = $2 and state = 'left'",
                )
                .bind(workspace.0)
                .bind(user.0)
                .fetch_optional(&pool)
                .await?;
                Ok(found.map(|it| match it {
                    (false, _) => Departure::Left,
                    (true, false) => Departure::Deactivated,
                    (true, true) => Departure::Waits,
                }))
            })
            .await
    }
}

fn read_role(role: String) -> Result<HeldRole, JournalError> {
    serde_json::from_value(serde_json::Value::String(role)).map_err(|error| sqlx::Error::Decode(error.into()).into())
}
