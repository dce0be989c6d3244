//! Notifications that wait, and the jobs that take them. A person has at most one such job for a channel, so all that comes
//! before the job runs is in one mail.

use std::collections::{BTreeSet, HashMap};

use actors::jobs::{NewJob, Note};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::{Channel, NewNotification, due};
use crate::db::Db;

/// A person in a workspace, with a channel.
pub type Recipient = (Uuid, Channel);

/// What is done with when the notifications are stored.
#[derive(Clone, Debug)]
pub enum Causes {
    /// Notes of a follower.
    Notes(&'static str, Vec<(OffsetDateTime, Uuid)>),
    /// People with the days on which they are reminded.
    Days(Vec<(Uuid, Date)>),
}

/// Stores notifications, with the jobs that will send them, and deletes or marks their causes: all in one
/// commit (NT3). `job` makes a job with an id for a recipient. Answers whether there are new jobs.
///
/// # Errors
/// When the database does not answer.
pub async fn store<F>(
    db: &Db,
    workspace: Uuid,
    new: Vec<(NewNotification, Channel)>,
    causes: Causes,
    job: F,
) -> Result<bool, sqlx::Error>
where
    F: Fn(Uuid, Recipient) -> Option<NewJob> + Send + 'static,
{
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let mut waits = false;
        for (user, channel) in insert(&mut tx, workspace, &new).await? {
            let fresh = Uuid::now_v7();
            if attach(&mut tx, workspace, user, channel, fresh).await? == fresh
                && let Some(job) = job(fresh, (user, channel))
            {
                waits |= job.store(&mut tx).await?;
            }
        }
        match causes {
            Causes::Notes(follower, notes) => Note::delete(&mut tx, follower, &notes).await?,
            Causes::Days(days) => due::note(&mut tx, workspace, &days).await?,
        }
        tx.commit().await?;
        Ok(waits)
    })
    .await
}

/// Stores notifications, and answers for whom there are new ones.
async fn insert(
    connection: &mut PgConnection,
    workspace: Uuid,
    new: &[(NewNotification, Channel)],
) -> Result<BTreeSet<Recipient>, sqlx::Error> {
    let each = |of: fn(&NewNotification) -> Uuid| new.iter().map(|(it, _)| of(it)).collect::<Vec<Uuid>>();
    let stored: Vec<(Uuid, String)> = sqlx::query_as(
        "insert into notifications (workspace_id, user_id, channel, command_id, subject_id, kind, activity_id, by_user_id, at)
         select $1, * from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::uuid[], $9::timestamptz[])
         on conflict do nothing returning user_id, channel",
    )
    .bind(workspace)
    .bind(each(|it| it.user.0))
    .bind(new.iter().map(|(_, channel)| channel.word().into_owned()).collect::<Vec<_>>())
    .bind(each(|it| it.command.0))
    .bind(each(|it| it.subject))
    .bind(new.iter().map(|(it, _)| it.about.word()).collect::<Vec<_>>())
    .bind(new.iter().map(|(it, _)| it.activity.map(|id| id.0)).collect::<Vec<_>>())
    .bind(each(|it| it.by.0))
    .bind(new.iter().map(|(it, _)| it.at).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    let channels: HashMap<_, Channel> = new.iter().map(|(_, channel)| (channel.word(), *channel)).collect();
    Ok(stored.into_iter().filter_map(|(user, word)| Some((user, *channels.get(word.as_str())?))).collect())
}

/// Names the job that will take what waits for a person: the present one if it has not begun to take, else `fresh`. Holds the
/// row until the transaction ends: the job that takes waits for it, and then sees what was stored with it.
async fn attach(
    connection: &mut PgConnection,
    workspace: Uuid,
    user: Uuid,
    channel: Channel,
    fresh: Uuid,
) -> Result<Uuid, sqlx::Error> {
    sqlx::query_scalar(
        "insert into notification_jobs as n (workspace_id, user_id, channel, job) values ($1, $2, $3, $4)
         on conflict (workspace_id, user_id, channel) do update set job =
             case when exists (select from jobs j where j.id = n.job and j.state in ('waiting', 'running'))
                  then n.job else excluded.job end
         returning job",
    )
    .bind(workspace)
    .bind(user)
    .bind(channel.word())
    .bind(fresh)
    .fetch_one(connection)
    .await
}

/// Takes all that waits for a person. A second run of the same job takes nothing more, so its mail is the same.
///
/// # Errors
/// When the database does not answer.
pub async fn take(db: &Db, workspace: Uuid, user: Uuid, channel: Channel, job: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let named = sqlx::query(
            "delete from notification_jobs where workspace_id = $1 and user_id = $2 and channel = $3 and job = $4",
        )
        .bind(workspace)
        .bind(user)
        .bind(channel.word())
        .bind(job)
        .execute(&mut *tx)
        .await?;
        if named.rows_affected() > 0 {
            sqlx::query(
                "update notifications set job = $4
                 where workspace_id = $1 and user_id = $2 and channel = $3 and job is null and ended_at is null",
            )
            .bind(workspace)
            .bind(user)
            .bind(channel.word())
            .bind(job)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await
    })
    .await
}

/// Puts a later job in the place of one that has not taken anything yet (NT8). Answers whether it did.
///
/// # Errors
/// When the database does not answer.
pub async fn postpone(
    db: &Db,
    workspace: Uuid,
    user: Uuid,
    channel: Channel,
    job: Uuid,
    later: NewJob,
) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let named = sqlx::query(
            "update notification_jobs set job = $5 where workspace_id = $1 and user_id = $2 and channel = $3 and job = $4",
        )
        .bind(workspace)
        .bind(user)
        .bind(channel.word())
        .bind(job)
        .bind(later.id())
        .execute(&mut *tx)
        .await?;
        if named.rows_affected() == 0 {
            return Ok(false);
        }
        later.store(&mut tx).await?;
        tx.commit().await?;
        Ok(true)
    })
    .await
}

/// Puts a later job in the place of one that has taken something and not sent it yet. Answers whether it did.
///
/// # Errors
/// When the database does not answer.
pub async fn hand_over(db: &Db, job: Uuid, later: NewJob) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let handed = sqlx::query("update notifications set job = $2 where job = $1 and ended_at is null")
            .bind(job)
            .bind(later.id())
            .execute(&mut *tx)
            .await?;
        if handed.rows_affected() == 0 {
            return Ok(false);
        }
        later.store(&mut tx).await?;
        tx.commit().await?;
        Ok(true)
    })
    .await
}

/// Ends what a job has taken about some tickets, lists or workspaces.
///
/// # Errors
/// When the database does not answer.
pub async fn end_of(db: &Db, job: Uuid, subjects: Vec<Uuid>) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query(
            "update notifications set ended_at = now() where job = $1 and subject_id = any ($2) and ended_at is null",
        )
        .bind(job)
        .bind(subjects)
        .execute(&pool)
        .await
        .map(drop)
    })
    .await
}

/// Ends all that a job has taken: it was sent, or there was nothing to send.
///
/// # Errors
/// When the database does not answer.
pub async fn end(db: &Db, job: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query("update notifications set ended_at = now() where job = $1 and ended_at is null")
            .bind(job)
            .execute(&pool)
            .await
            .map(drop)
    })
    .await
}
