//! The people of a workspace with their accounts.

use sqlx::FromRow;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// A person of a workspace who has not left, or who was deactivated.
#[derive(Clone, Debug, FromRow)]
pub struct Row {
    /// The id of the member, which is the id of the account.
    pub id: Uuid,
    /// The address of the account; none for a person who has no account.
    pub email: Option<String>,
    /// The time at which the account was last in use, cut to the hour; none if no session is stored.
    pub last_active_at: Option<OffsetDateTime>,
    /// The state of the member: `active`, `pending` or `deactivated`.
    pub state: String,
    /// The role: a word, or the name of a role of the workspace.
    pub role: String,
    /// The first and last name, or the username.
    pub name: String,
    /// The time at which the person became a member.
    pub created_at: OffsetDateTime,
    /// May be empty.
    pub department: String,
    /// The job title. May be empty.
    pub designation: String,
}

/// The people of a workspace who have not left, and the deactivated ones; those who came first before the others.
///
/// # Errors
/// When the database does not answer.
pub async fn of_workspace(db: &Db, workspace: Uuid) -> Result<Vec<Row>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select m.id, case when u.email_key like '%@%' then u.email end as email, case when waits_for_second_factor(m) then 'waiting' when m.deactivated_at is not null then 'deactivated' else m.state end as state, coalesce(r.name, m.role) as role, m.created_at, m.department, m.designation,
                    coalesce(nullif(trim(concat_ws(' ', m.firstname, m.lastname)), ''), m.username) as name,
                    -- An app in use refreshes its token every few minutes. Each session has one token that is not spent.
                    (select date_trunc('hour', max(t.created_at), 'UTC')
                     from sessions s join refresh_tokens t on t.session_id = s.id and t.spent_at is null
                     where s.user_id = m.id) as last_active_at
             from members m
             left join users u on u.id = m.id
             left join roles r on r.workspace_id = m.workspace_id and r.id::text = m.role
             where m.workspace_id = $1 and (m.state <> 'left' or m.deactivated_at is not null)
             order by m.created_at, m.id",
        )
        .bind(workspace)
        .fetch_all(&pool)
        .await
    })
    .await
}
