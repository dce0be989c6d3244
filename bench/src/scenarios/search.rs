//! Search over 100,000 tickets with 500,000 comments (`BENCH_TICKETS`, five comments each): the time of a call, and of
//! reading all texts for the first time.

use std::time::{Duration, Instant};

use bench::texts;
use serde_json::Value;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

use crate::figures::{Report, percentiles};
use crate::node::{Failure, Node, database};
use crate::settings;

/// The comments of a ticket.
const COMMENTS: i32 = 5;
/// Calls of each kind. An account may make ten searches a second.
const CALLS: usize = 100;
const PAUSE: Duration = Duration::from_millis(110);
const GOAL: &str = "p95 ≤ 100 ms";

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let tickets = settings::tickets()?;
    let comments = tickets * COMMENTS;
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let token = node.person(&format!("search{}", std::process::id()))?;
    let id = node.workspace(&token, "Search")?;
    texts::fill(&pool, Uuid::parse_str(&id)?, tickets, comments).await?;
    let start = Instant::now();
    while sqlx::query_scalar("select exists (select from search_changes)").fetch_one(&pool).await? {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let took = start.elapsed();
    let a_second = f64::from(tickets + comments) / took.as_secs_f64();
    let size: String = sqlx::query_scalar("select pg_size_pretty(pg_total_relation_size('search_documents'))")
        .fetch_one(&pool)
        .await?;
    report.row(
        &format!("words of {tickets} tickets and {comments} comments stored"),
        format!("{:.0} s, {a_second:.0} texts/s; {size}", took.as_secs_f64()),
        "",
    );
    sqlx::query("vacuum analyze search_documents").execute(&pool).await?;

    let mut all = Vec::new();
    for (kind, queries) in texts::queries(CALLS) {
        let mut times = Vec::new();
        let mut found = 0;
        for query in queries {
            let start = Instant::now();
            let answer = node.get(&format!("/api/workspaces/{id}/search?q={query}"), &token)?;
            times.push(start.elapsed());
            found += usize::from(answer["results"].as_array().is_some_and(|it: &Vec<Value>| !it.is_empty()));
            tokio::time::sleep(PAUSE).await;
        }
        all.extend_from_slice(&times);
        report.row(
            &format!("search, {kind}"),
            format!("{}; {found} of {CALLS} found something", percentiles(times)),
            GOAL,
        );
    }
    report.row("search, all of these", percentiles(all).to_string(), GOAL);
    Ok(())
}
