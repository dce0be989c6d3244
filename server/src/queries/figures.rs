//! The figures that `/metrics` asks the database for.

use crate::db::Db;

/// The name of a figure, its help text, and the SQL expression of its value.
pub type Figure = (&'static str, &'static str, &'static str);

/// All figures with one value. Large tables are estimated from the planner's statistics: counting them would cost more
/// than a scrape may.
pub const FIGURES: [Figure; 20] = [
    ("troupe_users", "Accounts", "(select count(*) from users where deleted_at is null)"),
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
    ("troupe_jobs_waiting", "Jobs that wait for a run", "(select count(*) from jobs where state = 'waiting' and every is null)"),
    ("troupe_jobs_running", "Jobs that run now", "(select count(*) from jobs where state = 'running')"),
    ("troupe_jobs_dead", "Dead letters: jobs that have failed for good", "(select count(*) from jobs where state = 'dead')"),
    (
        "troupe_jobs_oldest_seconds",
        "For how long the oldest job has waited since it was queued",
        "(select coalesce(extract(epoch from now() - min(least(created_at, now()))), 0)::bigint from jobs
          where state in ('waiting', 'running') and every is null)",
    ),
    (
        "troupe_jobs_late_seconds",
        "By how much the most overdue job is late, periodic ones included",
        "(select coalesce(greatest(extract(epoch from now() - min(due_at)), 0), 0)::bigint from jobs
          where state in ('waiting', 'running'))",
    ),
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

/// The values of [`FIGURES`] in their order, and the number of connections by state.
///
/// # Errors
/// When the database does not answer.
pub async fn read(db: &Db) -> Result<(Vec<i64>, Vec<(String, i64)>), sqlx::Error> {
    db.run(|pool| async move {
        let expressions: Vec<&str> = FIGURES.iter().map(|(_, _, expression)| *expression).collect();
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
