//! The baseline for durable edits: ONE statement increments the counter, updates the row and appends the event, with as
//! many writers as help.

use std::time::{Duration, Instant};

use sqlx::AssertSqlSafe;
use sqlx::postgres::PgPoolOptions;

use crate::node::Failure;

const WRITERS: usize = 8;

/// Returns edits a second over `workspaces` workspaces.
pub async fn one_statement(url: &str, workspaces: usize, run: Duration) -> Result<f64, Failure> {
    let pool = PgPoolOptions::new().max_connections(WRITERS as u32).connect(url).await?;
    for sql in [
        "drop table if exists naive_workspaces, naive_tickets, naive_events",
        "create table naive_workspaces (id int primary key, seq bigint not null)",
        "create table naive_tickets (id int primary key, title text not null, version bigint not null)",
        "create table naive_events (workspace int, seq bigint, at timestamptz default now(), payload jsonb, primary key (workspace, seq))",
        "insert into naive_workspaces select g, 0 from generate_series(0, 999) g",
        "insert into naive_tickets select g, 'title', 0 from generate_series(0, 9999) g",
    ] {
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&pool).await?;
    }
    let start = Instant::now();
    let mut tasks = Vec::new();
    for writer in 0..WRITERS {
        let pool = pool.clone();
        tasks.push(tokio::spawn(async move {
            let mut count = 0_u64;
            let mut turn = writer;
            while start.elapsed() < run {
                turn = turn.wrapping_mul(31).wrapping_add(7);
                let payload = serde_json::json!({"changes": [{"op": "update", "entity": "ticket", "id": turn, "data": {"title": "x".repeat(180)}}]});
                sqlx::query(
                    "with w as (update naive_workspaces set seq = seq + 1 where id = $1 returning seq),
                          t as (update naive_tickets set title = $3, version = w.seq from w where id = $2 returning version)
                     insert into naive_events (workspace, seq, payload) select $1, w.seq, $4 from w",
                )
                .bind((turn % workspaces) as i32)
                .bind((turn % 10_000) as i32)
                .bind(format!("title {turn}"))
                .bind(payload)
                .execute(&pool)
                .await?;
                count += 1;
            }
            Ok::<_, sqlx::Error>(count)
        }));
    }
    let mut edits = 0;
    for task in tasks {
        edits += task.await??;
    }
    Ok(edits as f64 / start.elapsed().as_secs_f64())
}
