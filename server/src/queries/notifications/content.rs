//! What a person is notified of, as it is now: what they do not see any more or have read since is left out.

use sqlx::FromRow;
use time::Date;
use uuid::Uuid;

use crate::db::Db;

/// One thing that a job has taken.
#[derive(Clone, Debug, FromRow)]
pub struct Item {
    /// The stored word of the kind.
    pub kind: String,
    /// The ticket, list or workspace.
    pub subject_id: Uuid,
    /// The command that caused it.
    pub command_id: Uuid,
    /// The name of the author; none for a person whom the workspace no longer knows.
    pub who: Option<String>,
    /// The ticket, if the person sees it and it is not in the trash.
    pub ticket_id: Option<Uuid>,
    /// Its number.
    pub number: Option<i64>,
    /// Whether it is private.
    pub private: Option<bool>,
    /// Its title.
    pub title: Option<String>,
    /// Whether the subject is the workspace.
    pub is_of_workspace: bool,
    /// The name of the list, if the person sees it.
    pub list: Option<String>,
    /// Its due date.
    pub due_date: Option<Date>,
    /// The comment, if it is about one.
    pub comment_id: Option<Uuid>,
    /// The text of a comment.
    pub message: Option<String>,
    /// The name of the new status.
    pub status: Option<String>,
    /// Whether the person has read it, or wants no news of the ticket any more.
    pub is_over: bool,
}

/// What a job has taken and not sent, the oldest first. `scopes` are those that the person follows.
///
/// # Errors
/// When the database does not answer.
pub async fn of_job(db: &Db, workspace: Uuid, job: Uuid, scopes: Vec<Uuid>) -> Result<Vec<Item>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select n.kind, n.subject_id, n.command_id,
                    coalesce(nullif(trim(concat_ws(' ', m.firstname, m.lastname)), ''), m.username) as who,
                    t.id as ticket_id, t.number, t.private, t.title, n.subject_id = n.workspace_id as is_of_workspace, l.name as list, t.due_date, case when a.message is not null then a.id end as comment_id, a.message, st.name as status,
                    coalesce(
                        n.activity_id is not null and a.id is null
                        or n.kind <> 'mention' and (s.muted or s.unsubscribed or s.snoozed_until > now())
                        or n.kind like 'due%' and (t.completed or t.due_date is null or n.user_id <> all (t.assignees_ids))
                        or n.kind not like 'due%' and s.first_unread_activity_id is null and (
                            -- Who acts on a ticket has read what was there.
                            exists (select from activities o
                                where o.workspace_id = n.workspace_id and o.ticket_id = n.subject_id
                                  and o.user_id = n.user_id and o.created_at > n.at)
                            or s.last_read_number >= (t.last_activity ->> 'number')::bigint
                            or r.created_at >= a.created_at),
                        false) as is_over
             from notifications n
             left join members m on m.workspace_id = n.workspace_id and m.id = n.by_user_id
             left join tickets t on t.workspace_id = n.workspace_id and t.id = n.subject_id and t.trashed_at is null
                 and t.scope_id = any ($3)
             left join lists l on l.workspace_id = n.workspace_id and l.id = n.subject_id
                 and coalesce(l.scope_id, l.workspace_id) = any ($3)
             left join activities a on a.workspace_id = n.workspace_id and a.id = n.activity_id
             left join statuses st on st.workspace_id = n.workspace_id and st.id::text = a.data ->> 'to'
             left join ticket_subscriptions s on s.workspace_id = n.workspace_id and s.ticket_id = n.subject_id
                 and s.workspace_user_id = n.user_id
             left join activities r on r.workspace_id = n.workspace_id and r.id = s.last_read_activity_id
             where n.job = $2 and n.workspace_id = $1 and n.ended_at is null
             order by n.at, n.command_id, n.subject_id, n.kind",
        )
        .bind(workspace)
        .bind(job)
        .bind(scopes)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// The workspace as a mail names it, and the person's address.
#[derive(Clone, Debug, FromRow)]
pub struct Addressed {
    /// The name of the workspace.
    pub workspace: String,
    /// The first part of the keys of its tickets.
    pub key: String,
    /// The address of the account.
    pub email: String,
}

/// The workspace and the address; none if the workspace or the account is gone, or if the account is disabled.
///
/// # Errors
/// When the database does not answer.
pub async fn addressed(db: &Db, workspace: Uuid, user: Uuid) -> Result<Option<Addressed>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as("select w.name as workspace, w.key, u.email from workspaces w cross join users u where w.id = $1 and u.id = $2 and u.deleted_at is null and u.disabled_at is null")
            .bind(workspace)
            .bind(user)
            .fetch_optional(&pool)
            .await
    })
    .await
}
