//! The queue as an admin sees it, and the admin's actions on dead letters.

use time::OffsetDateTime;
use uuid::Uuid;

use super::queue::Jobs;

/// The most failures that are listed.
const LISTED: i64 = 50;
/// A retried job may run for this many seconds, unless its reason has gone.
const LIFE_OF_A_RETRY: f64 = 86_400.0;

/// The jobs of one kind that is not periodic.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct KindOfJobs {
    /// The name.
    pub kind: String,
    /// Jobs that wait for a run.
    pub waiting: i64,
    /// Jobs that run now.
    pub running: i64,
    /// Jobs that ended in the last day.
    pub done: i64,
    /// Jobs that became obsolete in the last day.
    pub obsolete: i64,
    /// Dead letters.
    pub dead: i64,
    /// The age of the oldest open job; `None` without one.
    pub oldest_seconds: Option<i64>,
}

/// A job whose last run failed: one that is tried again, or a dead letter.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct FailedJob {
    /// The id.
    pub id: Uuid,
    /// The name of the kind.
    pub kind: String,
    /// True for a dead letter.
    pub dead: bool,
    /// Runs that have begun.
    pub tries: i32,
    /// Runs that may begin.
    pub most_tries: i32,
    /// Why the last run failed.
    pub error: String,
    /// When the last run ended.
    pub failed_at: OffsetDateTime,
    /// When the next run is due; `None` for a dead letter.
    pub next_at: Option<OffsetDateTime>,
}

/// A periodic job.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PeriodicJob {
    /// The name of the kind.
    pub kind: String,
    /// The time from the end of one run to the next.
    pub every_seconds: i64,
    /// True while it runs.
    pub running: bool,
    /// When the last run ended.
    pub last_at: Option<OffsetDateTime>,
    /// When the next run is due.
    pub next_at: OffsetDateTime,
    /// Why the last run failed.
    pub error: Option<String>,
}

/// The queue at one moment.
#[derive(Clone, Debug)]
pub struct Overview {
    /// The kinds that have jobs, by name.
    pub kinds: Vec<KindOfJobs>,
    /// The latest failures, dead letters first.
    pub failed: Vec<FailedJob>,
    /// The periodic jobs, by name.
    pub periodic: Vec<PeriodicJob>,
}

impl Jobs {
    /// The queue at one moment.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn overview(&self) -> Result<Overview, sqlx::Error> {
        self.db()
            .run(|pool| async move {
                let kinds = sqlx::query_as(
                    "select kind, count(*) filter (where state = 'waiting') as waiting,
                            count(*) filter (where state = 'running') as running,
                            count(*) filter (where state = 'done' and ended_at > now() - interval '1 day') as done,
                            count(*) filter (where state = 'obsolete' and ended_at > now() - interval '1 day') as obsolete,
                            count(*) filter (where state = 'dead') as dead,
                            extract(epoch from now() - min(least(created_at, now()))
                                filter (where state in ('waiting', 'running')))::bigint as oldest_seconds
                     from jobs where every is null group by kind order by kind",
                )
                .fetch_all(&pool)
                .await?;
                let failed = sqlx::query_as(
                    "select id, kind, state = 'dead' as dead, tries, most_tries, last_error as error,
                            ended_at as failed_at, case when state = 'waiting' then due_at end as next_at
                     from jobs
                     where state in ('waiting', 'dead') and every is null and last_error is not null and ended_at is not null
                     order by state = 'dead' desc, ended_at desc limit $1",
                )
                .bind(LISTED)
                .fetch_all(&pool)
                .await?;
                let periodic = sqlx::query_as(
                    "select kind, extract(epoch from every)::bigint as every_seconds, state = 'running' as running,
                            ended_at as last_at, due_at as next_at, last_error as error
                     from jobs where every is not null order by kind",
                )
                .fetch_all(&pool)
                .await?;
                Ok(Overview { kinds, failed, periodic })
            })
            .await
    }

    /// Gives a dead letter all its tries again (JB11). False if there is no such dead letter.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn retry(&self, id: Uuid) -> Result<bool, sqlx::Error> {
        let retried = self
            .db()
            .run(move |pool| async move {
                sqlx::query(
                    "update jobs set state = 'waiting', tries = 0, due_at = now(),
                            expires_at = greatest(expires_at, now() + make_interval(secs => $2))
                     where id = $1 and state = 'dead'",
                )
                .bind(id)
                .bind(LIFE_OF_A_RETRY)
                .execute(&pool)
                .await
            })
            .await?;
        self.wake();
        Ok(retried.rows_affected() > 0)
    }

    /// Deletes a dead letter (JB11). False if there is no such dead letter.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn discard(&self, id: Uuid) -> Result<bool, sqlx::Error> {
        let discarded = self
            .db()
            .run(move |pool| async move {
                sqlx::query("delete from jobs where id = $1 and state = 'dead'").bind(id).execute(&pool).await
            })
            .await?;
        Ok(discarded.rows_affected() > 0)
    }
}
