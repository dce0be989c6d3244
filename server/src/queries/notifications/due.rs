//! Due dates of which people want to be reminded.

use sqlx::PgConnection;
use time::Date;
use uuid::Uuid;

use crate::db::Db;

/// How many people one statement reads.
const AT_ONCE: i64 = 1_000;

/// A person who wants reminders.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reminded {
    /// The workspace.
    pub workspace_id: Uuid,
    /// The person.
    pub workspace_user_id: Uuid,
    /// The time zone.
    pub time_zone: Option<String>,
    /// The hour of reminders.
    pub digest_hour: i32,
    /// The words of the reminders.
    pub reminders: Vec<String>,
    /// The last day of which the person was reminded.
    pub last: Option<Date>,
}

/// The people who want reminders, in the order of workspaces and people, behind a person.
///
/// # Errors
/// When the database does not answer.
pub async fn people(db: &Db, after: (Uuid, Uuid)) -> Result<Vec<Reminded>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select p.workspace_id, p.workspace_user_id, p.time_zone, p.digest_hour, p.reminders, d.day as last
             from preferences p
             left join notification_days d on d.workspace_id = p.workspace_id and d.user_id = p.workspace_user_id
             where p.mails and p.reminders <> '{}' and (p.workspace_id, p.workspace_user_id) > ($1, $2)
             order by p.workspace_id, p.workspace_user_id limit $3",
        )
        .bind(after.0)
        .bind(after.1)
        .bind(AT_ONCE)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// The open tickets of a workspace that are due on a day and assigned to the person who asks about that day.
///
/// # Errors
/// When the database does not answer.
pub async fn tickets(
    db: &Db,
    workspace: Uuid,
    days: Vec<(Uuid, Date)>,
) -> Result<Vec<(Uuid, Date, Uuid)>, sqlx::Error> {
    db.run(move |pool| async move {
        let (users, days): (Vec<Uuid>, Vec<Date>) = days.into_iter().unzip();
        sqlx::query_as(
            "select w.user_id, w.day, t.id from unnest($2::uuid[], $3::date[]) w (user_id, day)
             join tickets t on t.workspace_id = $1 and t.due_date = w.day and w.user_id = any (t.assignees_ids)
             where t.due_date = any ($3) and not t.completed and t.trashed_at is null
             order by t.id",
        )
        .bind(workspace)
        .bind(users)
        .bind(days)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Notes the days of which people were reminded, in the transaction that stores the reminders.
pub(super) async fn note(
    connection: &mut PgConnection,
    workspace: Uuid,
    days: &[(Uuid, Date)],
) -> Result<(), sqlx::Error> {
    let (users, days): (Vec<Uuid>, Vec<Date>) = days.iter().copied().unzip();
    sqlx::query(
        "insert into notification_days as n (workspace_id, user_id, day)
         select $1, user_id, day from unnest($2::uuid[], $3::date[]) d (user_id, day)
         on conflict (workspace_id, user_id) do update set day = greatest(n.day, excluded.day)",
    )
    .bind(workspace)
    .bind(users)
    .bind(days)
    .execute(connection)
    .await
    .map(drop)
}
