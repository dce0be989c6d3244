//! The SQL of jobs, for the pool.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use time::OffsetDateTime;
use tokio::sync::Notify;
use uuid::Uuid;

use super::ended::Ended;
use super::kinds::Kinds;
use crate::db::Db;
use crate::words;

/// The time between a run's time limit and the end of its lease.
const LEASE_MARGIN: Duration = Duration::from_secs(5);

/// The queue of an instance, as one node sees it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Jobs {
    db: Db,
    wake: Arc<Notify>,
}

/// A job that this node has taken, or ended while taking it.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Taken {
    pub(super) id: Uuid,
    pub(super) kind: String,
    pub(super) payload: Option<Value>,
    pub(super) state: String,
    pub(super) tries: i32,
    pub(super) expires_at: Option<OffsetDateTime>,
}

impl Jobs {
    /// The queue in a database.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self { db, wake: Arc::default() }
    }

    /// Makes this node's pool look for due jobs at once. Call it after the commit that stored a job.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    pub(super) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// The database of the queue.
    #[must_use]
    pub const fn db(&self) -> &Db {
        &self.db
    }

    /// Makes the rows of periodic kinds, and gives them this build's period.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(super) async fn schedule(&self, kinds: &Kinds) -> Result<(), sqlx::Error> {
        let periodic = || kinds.plans().filter_map(|(name, plan)| plan.every.map(|every| (name, plan, every)));
        let names: Vec<String> = periodic().map(|(name, ..)| name.to_owned()).collect();
        let ids: Vec<Uuid> = names.iter().map(|name| periodic_id(name)).collect();
        let tries: Vec<i32> = periodic().map(|(_, plan, _)| plan.tries).collect();
        let every: Vec<f64> = periodic().map(|(.., every)| every.as_secs_f64()).collect();
        self.db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into jobs (id, kind, payload, most_tries, every)
                     select id, kind, 'null', tries, make_interval(secs => every)
                     from unnest($1::uuid[], $2::text[], $3::int[], $4::float8[]) k (id, kind, tries, every)
                     on conflict (id) do update set most_tries = excluded.most_tries, every = excluded.every
                     where (jobs.most_tries, jobs.every) is distinct from (excluded.most_tries, excluded.every)",
                )
                .bind(ids)
                .bind(names)
                .bind(tries)
                .bind(every)
                .execute(&pool)
                .await
            })
            .await
            .map(drop)
    }

    /// Takes due jobs, at most `most`, the longest due first (JB2). A job whose lease has ended is due: its node was
    /// killed or cut off (JB3). A job that has used up its tries this way becomes a dead letter, and one that has expired
    /// is obsolete (JB5): both are returned in that state, and are not to be run.
    pub(super) async fn take(&self, node: Uuid, kinds: &Kinds, most: i64) -> Result<Vec<Taken>, sqlx::Error> {
        let (names, leases): (Vec<String>, Vec<f64>) =
            kinds.plans().map(|(name, plan)| (name.to_owned(), (plan.time_limit + LEASE_MARGIN).as_secs_f64())).unzip();
        self.db
            .run(move |pool| async move {
                sqlx::query_as(
                    "with due as (
                         select j.id, k.lease,
                                case when j.expires_at <= now() then 'obsolete'
                                     when j.tries < j.most_tries then 'running'
                                     when j.every is null then 'dead'
                                     else 'waiting' end as state
                         from jobs j join unnest($2::text[], $3::float8[]) k (kind, lease) on k.kind = j.kind
                         where j.state in ('waiting', 'running') and j.due_at <= now()
                         order by j.due_at limit $4
                         for update of j skip locked
                     )
                     update jobs j set
                         state = due.state,
                         tries = case due.state when 'running' then j.tries + 1 when 'waiting' then 0 else j.tries end,
                         due_at = now() + case due.state when 'running' then make_interval(secs => due.lease)
                                                         when 'waiting' then j.every else '0' end,
                         taken_by = $1,
                         payload = case due.state when 'obsolete' then null else j.payload end,
                         ended_at = case due.state when 'running' then j.ended_at else now() end,
                         last_error = case when due.state in ('dead', 'waiting')
                                           then $5 else j.last_error end
                     from due where j.id = due.id
                     returning j.id, j.kind, j.payload, j.state, j.tries, j.expires_at",
                )
                .bind(node)
                .bind(names)
                .bind(leases)
                .bind(most)
                .bind(words::NODE_STOPPED)
                .fetch_all(&pool)
                .await
            })
            .await
    }

    /// Stores how a run ended. False if another node has taken the job since: then that node decides.
    pub(super) async fn end(&self, node: Uuid, id: Uuid, tries: i32, ended: Ended) -> Result<bool, sqlx::Error> {
        let (state, pause, error, anew) = match ended {
            Ended::Done => ("done", Duration::ZERO, None, false),
            Ended::Obsolete => ("obsolete", Duration::ZERO, None, false),
            Ended::Again { pause, error } => ("waiting", pause, Some(error), false),
            Ended::Later { pause } => ("waiting", pause, None, true),
            Ended::Dead { error } => ("dead", Duration::ZERO, Some(error), false),
            Ended::NextPeriod { pause, error } => ("waiting", pause, error, true),
        };
        let ended = self
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "update jobs set
                         state = $4, due_at = now() + make_interval(secs => $5), last_error = $6, ended_at = now(),
                         tries = case when $7 then 0 else tries end,
                         payload = case when $4 in ('done', 'obsolete') then null else payload end
                     where id = $1 and taken_by = $2 and tries = $3 and state = 'running'",
                )
                .bind(id)
                .bind(node)
                .bind(tries)
                .bind(state)
                .bind(pause.as_secs_f64())
                .bind(error)
                .bind(anew)
                .execute(&pool)
                .await
            })
            .await?;
        Ok(ended.rows_affected() > 0)
    }
}

/// The id of a periodic job: the same on every node.
fn periodic_id(kind: &str) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("troupe periodic job {kind}").as_bytes())
}
