//! The connections to the database.

use std::collections::HashSet;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

use serde_json::json;
use server::db::{self, Db, DbOptions, Forgets, MigrateError};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, until};

/// No build before this migration ran beside another version.
const NO_RELEASE_BEFORE: i64 = 6;

fn options(pool_size: u32) -> DbOptions {
    DbOptions { pool_size, threads: 1, ..DbOptions::default() }
}

/// sqlx 0.9.0 (sqlx#4393): a `begin()` that is dropped while it waits returns its connection inside a transaction. The
/// next writer gets Ok, and its write vanishes. Here the future is dropped after each possible number of polls, and no
/// write is lost.
#[actix_web::test]
async fn a_begin_that_is_dropped_half_way_costs_no_later_write() {
    let database = TestDatabase::empty().await;
    let db = Db::connect(database.url(), &options(1)).await.expect("a pool");
    let made: Result<_, sqlx::Error> =
        db.run(|pool| async move { sqlx::raw_sql("create table t (n int)").execute(&pool).await }).await;
    made.expect("a table");

    for polls in 1..=8_i32 {
        // What `Db::run` prevents, done by hand on the pool behind it.
        let dropped: Result<(), sqlx::Error> = db
            .run(move |pool| async move {
                let (mut begin, mut left) = (pin!(pool.begin()), polls);
                let begun = poll_fn(|context| match begin.as_mut().poll(context) {
                    Poll::Ready(begun) => Poll::Ready(Some(begun)),
                    Poll::Pending => {
                        left -= 1;
                        if left == 0 { Poll::Ready(None) } else { Poll::Pending }
                    }
                })
                .await;
                if let Some(transaction) = begun {
                    transaction?.rollback().await?;
                }
                Ok(())
            })
            .await;
        dropped.expect("dropped");
        let written: Result<_, sqlx::Error> = db
            .run(move |pool| async move { sqlx::query("insert into t values ($1)").bind(polls).execute(&pool).await })
            .await;
        assert_eq!(written.expect("written").rows_affected(), 1);
    }
    db.close().await;
    let mut connection = database.connect().await;
    let rows: Vec<i32> =
        sqlx::query_scalar("select n from t order by n").fetch_all(&mut connection).await.expect("rows");
    assert_eq!(rows, (1..=8).collect::<Vec<_>>(), "what was answered Ok is there");
}

#[actix_web::test]
async fn work_goes_on_when_its_caller_has_left() {
    let database = TestDatabase::empty().await;
    let db = Db::connect(database.url(), &options(2)).await.expect("a pool");
    let made: Result<_, sqlx::Error> =
        db.run(|pool| async move { sqlx::raw_sql("create table t (n int)").execute(&pool).await }).await;
    made.expect("a table");

    let write = db.run(|pool| async move {
        sqlx::raw_sql("select pg_sleep(0.2); insert into t values (1)").execute(&pool).await?;
        Ok::<_, sqlx::Error>(())
    });
    let left = tokio::time::timeout(Duration::from_millis(20), write).await;
    assert!(left.is_err(), "the caller has left");
    until("the row is there", || async {
        let rows: Result<i64, sqlx::Error> =
            db.run(|pool| async move { sqlx::query_scalar("select count(*) from t").fetch_one(&pool).await }).await;
        rows.expect("a count") == 1
    })
    .await;
    db.close().await;
}

#[actix_web::test]
async fn a_statement_that_takes_too_long_is_ended_and_the_connection_lives() {
    let database = TestDatabase::empty().await;
    let db = Db::connect(database.url(), &options(1)).await.expect("a pool");
    let settings: Result<Vec<String>, sqlx::Error> = db
        .run(|pool| async move {
            sqlx::query_scalar(
                "select setting || coalesce(unit, '') from pg_settings
                 where name in ('lock_timeout', 'statement_timeout',
                                'idle_in_transaction_session_timeout')
                 order by name",
            )
            .fetch_all(&pool)
            .await
        })
        .await;
    assert_eq!(settings.expect("settings"), ["5000ms", "2000ms", "5000ms"]);
    db.close().await;
}

/// The value of `synchronous_commit` on a connection of each of a node's two pools, and the source of the value.
async fn synchronous_commit(database: &TestDatabase) -> Vec<(String, String)> {
    let db = Db::connect(database.url(), &options(1)).await.expect("a pool");
    let read = |pool| async move {
        sqlx::query_as("select setting, source from pg_settings where name = 'synchronous_commit'")
            .fetch_one(&pool)
            .await
    };
    let answers: [Result<_, sqlx::Error>; 2] = [db.run(read).await, db.run_statement(read).await];
    db.close().await;
    answers.into_iter().map(|answer| answer.expect("a setting")).collect()
}

#[actix_web::test]
async fn f23_inv1_nothing_is_acknowledged_before_it_is_on_the_disk_whatever_the_settings_say() {
    let database = TestDatabase::empty().await;
    let mut admin = database.connect().await;
    // The value is set for the session: a reload of the server's settings does not change it. A stricter value stays.
    for (set, used) in [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")] {
        let statement = format!(
            "do $$ begin execute format('alter database %I set synchronous_commit = {set}', current_database()); end $$"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut admin).await.expect("a setting");
        let expected = (used.to_owned(), "session".to_owned());
        assert_eq!(synchronous_commit(&database).await, [expected.clone(), expected], "{set}");
    }
}

#[actix_web::test]
async fn f23_settings_that_lose_commits_are_found_behind_those_of_the_connection() {
    let database = TestDatabase::empty().await;
    let mut admin = database.connect().await;
    let set =
        "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$";
    sqlx::raw_sql(set).execute(&mut admin).await.expect("a setting");
    let mut connection = db::connect_unpooled(database.url()).await.expect("a connection");
    let used: String = sqlx::query_scalar("show synchronous_commit").fetch_one(&mut connection).await.expect("a word");
    assert_eq!(used, "on");
    assert!(db::forgets(&mut connection).await.expect("an answer").contains(&Forgets::WithoutUs));
}

#[actix_web::test]
async fn a_database_of_a_newer_version_is_refused_in_one_sentence() {
    let database = TestDatabase::new().await;
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values (9999, 'from the future', true, '\\x00', 0)",
    )
    .execute(&mut database.connect().await)
    .await
    .expect("a migration");
    let error = db::migrate(database.url()).await.expect_err("refused");
    assert!(matches!(error, MigrateError::Newer(9999)), "{error}");
    assert!(error.to_string().contains("newer version of Troupe"), "{error}");
}

#[actix_web::test]
async fn inv19_a_database_that_a_newer_version_only_added_to_is_served() {
    let database = TestDatabase::new().await;
    let newest = db::MIGRATIONS.iter().map(|migration| migration.version).max().expect("a migration");
    let mut connection = database.connect().await;
    sqlx::raw_sql(
        "alter table tickets add column mood text; alter table members add column mood text not null default 'calm';
         create table moods (workspace_id uuid not null, name text not null)",
    )
    .execute(&mut connection)
    .await
    .expect("what a newer version adds");
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values ($1, $2, true, '\\x00', 0)",
    )
    .bind(newest + 1)
    .bind(format!("since {newest:04} moods"))
    .execute(&mut connection)
    .await
    .expect("a migration");
    db::migrate(database.url()).await.expect("served");
    assert_eq!(db::shape(&mut connection).await.expect("a shape"), db::Shape::Ahead(newest + 1));
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let update =
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Edited by the previous version"}});
    assert_eq!(team.post(1, &update).await.status, 200);
}

#[actix_web::test]
async fn f21_a_migration_that_waits_for_a_lock_steps_back_and_tries_again() {
    let database = TestDatabase::new().await;
    let (mut other, mut look) = (database.connect().await, database.connect().await);
    for statement in [
        "drop table invitation_uses, invitations cascade; delete from _sqlx_migrations where description = 'invitations'",
        "begin; create table invitations (in_the_way int)",
    ] {
        sqlx::raw_sql(statement).execute(&mut other).await.expect("a session that holds a lock");
    }
    let url = database.url().to_owned();
    let migrating = actix_web::rt::spawn(async move { db::migrate(&url).await });
    let mut tries = HashSet::new();
    let deadline = Instant::now() + Duration::from_secs(30);
    // Each try has a connection of its own.
    while tries.len() < 2 {
        assert!(Instant::now() < deadline, "it never tried again");
        let waiting: Vec<i32> = sqlx::query_scalar(
            "select pid from pg_stat_activity
             where datname = current_database() and application_name = 'troupe migrate' and wait_event_type = 'Lock'",
        )
        .fetch_all(&mut look)
        .await
        .expect("pids");
        tries.extend(waiting);
    }
    sqlx::raw_sql("rollback").execute(&mut other).await.expect("out of the way");
    migrating.await.expect("a task").expect("migrated");
}

#[actix_web::test]
async fn f21_a_migration_that_the_database_ends_for_a_deadlock_is_tried_again() {
    let database = TestDatabase::new().await;
    let mut other = database.connect().await;
    // The other session looks for deadlocks late, so the migration is the one that the database ends.
    sqlx::raw_sql("set deadlock_timeout = '60s'; begin; lock table sessions in row exclusive mode")
        .execute(&mut other)
        .await
        .expect("a session that holds a lock");
    let sql = "set lock_timeout = '10s'; lock table users; lock table sessions".into_sql_str();
    let next = Migration::new(9999, "since 0007 two locks".into(), MigrationType::Simple, sql, false);
    let migrations = Migrator::with_migrations(db::MIGRATIONS.iter().cloned().chain([next]).collect());
    let url = database.url().to_owned();
    let migrating = actix_web::rt::spawn(async move { db::migrate_to(&url, &migrations).await });
    let waiting = "select count(*) from pg_stat_activity
        where datname = current_database() and application_name = 'troupe migrate' and wait_event_type = 'Lock'";
    until("the migration waits", async || {
        sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut database.connect().await).await.expect("a count") > 0
    })
    .await;
    sqlx::raw_sql("lock table users in row share mode").execute(&mut other).await.expect("the migration has given way");
    sqlx::raw_sql("rollback").execute(&mut other).await.expect("out of the way");
    migrating.await.expect("a task").expect("migrated");
}

#[test]
fn every_migration_waits_for_a_lock_only_briefly_and_names_the_builds_that_can_serve_its_result() {
    for migration in db::MIGRATIONS.iter() {
        let (version, description) = (migration.version, &migration.description);
        let sql = migration.sql.as_str();
        let first = sql.lines().find(|line| !line.trim().is_empty() && !line.starts_with("--")).expect("a statement");
        assert!(
            ["set lock_timeout = '2s';", "set local lock_timeout = '2s';"].contains(&first),
            "{version} {description}: its first statement is {first}"
        );
        let since = description.strip_prefix("since ").and_then(|rest| rest.get(..4)).and_then(|it| it.parse().ok());
        assert!(
            version <= NO_RELEASE_BEFORE || since.is_some_and(|since: i64| since < version),
            "{version} {description}: name it NNNN_since_MMMM_topic.sql (docs/OPERATIONS.md, Migrations)"
        );
    }
}

#[actix_web::test]
async fn r09_nodes_that_migrate_an_empty_database_at_once_wait_for_each_other() {
    let database = TestDatabase::empty().await;
    let outcomes = futures_util::future::join_all((0..4).map(|_| db::migrate(database.url()))).await;
    for outcome in outcomes {
        outcome.expect("migrated");
    }
}
