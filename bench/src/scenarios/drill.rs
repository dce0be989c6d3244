//! The restore drill: the time of a backup, and the outage until a restore is complete.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use bench::fill;
use sqlx::postgres::{PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection};
use uuid::Uuid;

use crate::figures::Report;
use crate::node::database;
use crate::node::{Failure, Node, binary};

const TICKETS: i32 = 100_000;
const COUNT: &str = "select count(*) from tickets";

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let url = database()?;
    let pool = PgPoolOptions::new().max_connections(1).connect(&url).await?;
    let node = Node::start().await?;
    let token = node.person(&format!("drill{}", std::process::id()))?;
    let id = node.workspace(&token, "Drill")?;
    fill::tickets(&pool, Uuid::parse_str(&id)?, TICKETS).await?;
    let all: i64 = sqlx::query_scalar(COUNT).fetch_one(&pool).await?;
    let file = std::env::temp_dir().join(format!("troupe-bench-{}.backup", std::process::id()));

    let took = timed("backup", &file, &url, &[])?;
    let bytes = std::fs::metadata(&file)?.len();
    report.row(
        &format!("backup of {all} tickets, beside a running node"),
        format!("{took:.1} s, {:.1} MB", bytes as f64 / 1e6),
        "",
    );

    let name = format!("drill_{}", std::process::id());
    sqlx::raw_sql(AssertSqlSafe(format!("create database {name}"))).execute(&pool).await?;
    let empty = url.replacen("/troupe?", &format!("/{name}?"), 1);
    let took = timed("restore", &file, &empty, &[])?;
    let back: i64 = sqlx::query_scalar(COUNT).fetch_one(&mut PgConnection::connect(&empty).await?).await?;
    whole(all, back)?;
    report.row("… restored into an empty database", format!("{took:.1} s"), "");

    // The mistake that the drill undoes.
    sqlx::raw_sql("truncate tickets, activities cascade").execute(&pool).await?;
    let took = timed("restore", &file, &url, &["--workspace", &id])?;
    let back = sqlx::query_scalar("select count(*) from tickets where workspace_id = $1")
        .bind(Uuid::parse_str(&id)?)
        .fetch_one(&pool)
        .await?;
    whole(i64::from(TICKETS), back)?;
    let bytes = node.snapshot(&token, &id)?;
    report.row(
        &format!("… one workspace of {TICKETS} restored under a running node"),
        format!("{took:.1} s; its next snapshot {:.2} MB", bytes as f64 / 1e6),
        "",
    );
    std::fs::remove_file(&file)?;
    Ok(())
}

fn whole(wanted: i64, found: i64) -> Result<(), Failure> {
    if wanted == found { Ok(()) } else { Err(format!("{found} of {wanted} tickets came back").into()) }
}

/// Runs a verb of the binary and returns its seconds.
fn timed(verb: &str, file: &Path, url: &str, more: &[&str]) -> Result<f64, Failure> {
    let program: PathBuf = binary();
    let began = Instant::now();
    let output = Command::new(program).arg(verb).arg(file).args(more).env("DATABASE_URL", url).output()?;
    if output.status.success() {
        Ok(began.elapsed().as_secs_f64())
    } else {
        Err(format!("{verb}: {}", String::from_utf8_lossy(&output.stderr)).into())
    }
}
