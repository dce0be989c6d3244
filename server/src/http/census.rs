//! What the database knows, as figures: asked for at most every ten seconds, however many ask for them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus::{IntGauge, IntGaugeVec, Opts, Registry};
use tokio::sync::Mutex;

use super::metrics::registered;
use crate::db::Db;

const FRESH: Duration = Duration::from_secs(10);
/// A scrape waits for so long; then it is told that the database is away.
const PATIENCE: Duration = Duration::from_secs(2);

/// Name, meaning, and the expression that the database answers it with.
type Row = (&'static str, &'static str, &'static str);

/// Large tables are estimated by what the planner believes of them: counting them is not worth a scrape.
const COUNTS: [Row; 15] = [
    ("troupe_users", "Accounts", "(select count(*) from users)"),
    (
        "troupe_sessions",
        "Sign-ins that have neither ended nor run out",
        "(select count(*) from sessions where revoked_at is null and expires_at > now())",
    ),
    ("troupe_workspaces", "Workspaces", "(select count(*) from workspaces)"),
    ("troupe_streams", "Scopes", "(select count(*) from streams)"),
    ("troupe_tickets", "Tickets, estimated", "(select greatest(reltuples, 0)::bigint from pg_class where oid = 'tickets'::regclass)"),
    (
        "troupe_journal_events",
        "Events in the journal, estimated",
        "(select coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'events'::regclass)",
    ),
    (
        "troupe_journal_bytes",
        "Size of the journal: events and answered commands",
        "(select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint from pg_inherits
          where inhparent in ('events'::regclass, 'commands'::regclass))",
    ),
    (
        "troupe_journal_oldest_days",
        "Age of the journal's oldest partition",
        "(select coalesce((now() at time zone 'UTC')::date - min(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')), 0)
          from pg_inherits where inhparent = 'events'::regclass)::bigint",
    ),
    (
        "troupe_journal_days_ahead",
        "Days for which the journal has partitions already",
        "(select coalesce(max(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')) - (now() at time zone 'UTC')::date, -1)
          from pg_inherits where inhparent = 'events'::regclass)::bigint",
    ),
    ("troupe_imports_running", "Imports under way", "(select count(*) from imports where state = 'running')"),
    ("troupe_database_bytes", "Size of the database", "pg_database_size(current_database())"),
    (
        "troupe_database_durable",
        "1 while what the database acknowledges to this node is on its disk",
        "(current_setting('fsync')::bool and current_setting('full_page_writes')::bool
          and current_setting('synchronous_commit') <> 'off')::int::bigint",
    ),
    (
        "troupe_database_oldest_transaction_seconds",
        "Age of the oldest open transaction",
        "(select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::bigint from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid())",
    ),
    (
        "troupe_database_waiting_for_locks",
        "Connections that wait for a lock",
        "(select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')",
    ),
    ("troupe_migration", "The newest migration that ran", "(select coalesce(max(version), 0) from _sqlx_migrations where success)"),
];

/// What the database knows. Cheap to clone.
#[derive(Clone)]
pub struct Census {
    up: IntGauge,
    counts: Vec<IntGauge>,
    backends: IntGaugeVec,
    /// When it was last asked; held while it is.
    asked: Arc<Mutex<Option<Instant>>>,
}

impl Census {
    /// Fresh figures, among the others.
    ///
    /// # Errors
    /// When two have the same name: a fault of ours, found at once.
    pub(super) fn new(registry: &Registry) -> Result<Self, prometheus::Error> {
        let of_backends = Opts::new("troupe_database_backends", "Connections to the database, everybody's, by state");
        Ok(Self {
            up: registered(registry, IntGauge::new("troupe_database_up", "1 while the database answers this node")?)?,
            counts: COUNTS
                .iter()
                .map(|(name, help, _)| registered(registry, IntGauge::new(*name, *help)?))
                .collect::<Result<_, _>>()?,
            backends: registered(registry, IntGaugeVec::new(of_backends, &["state"])?)?,
            asked: Arc::default(),
        })
    }

    /// Asks anew, where the last answer is no longer fresh.
    pub(super) async fn refresh(&self, db: &Db) {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|asked| asked.elapsed() < FRESH) {
            return;
        }
        match tokio::time::timeout(PATIENCE, ask(db)).await {
            Ok(Ok((counts, backends))) => {
                self.up.set(1);
                for (gauge, count) in self.counts.iter().zip(counts) {
                    gauge.set(count);
                }
                self.backends.reset();
                for (state, count) in backends {
                    self.backends.with_label_values(&[&state]).set(count);
                }
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "the database does not tell its figures");
                self.up.set(0);
            }
            Err(_) => self.up.set(0),
        }
        *asked = Some(Instant::now());
    }
}

async fn ask(db: &Db) -> Result<(Vec<i64>, Vec<(String, i64)>), sqlx::Error> {
    db.run(|pool| async move {
        let expressions: Vec<&str> = COUNTS.iter().map(|(_, _, expression)| *expression).collect();
        let sql = format!("select array[{}]::bigint[]", expressions.join(", "));
        let counts = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&pool).await?;
        let backends = sqlx::query_as(
            "select coalesce(state, 'other'), count(*) from pg_stat_activity
             where datname = current_database() and backend_type = 'client backend' group by 1",
        )
        .fetch_all(&pool)
        .await?;
        Ok((counts, backends))
    })
    .await
}
