//! What follows a comment: a follower notes it, a job finds the people whom it notifies, and mails are queued and leave.

use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use super::author::{Door, LOOK, PATIENCE, comment};
use crate::client::Socket;
use crate::figures::{Report, percentiles, spread};
use crate::node::{Failure, Node};

/// Comments on each ticket that are watched.
const WATCHED: usize = 5;
/// How long all mails may take.
const LEAVING: Duration = Duration::from_secs(1_800);
/// The pause between edits beside the job.
const BESIDE: Duration = Duration::from_millis(20);

/// Waits until no event is noted. An older build notes none.
pub async fn wait_until_sorted(pool: &PgPool) -> Result<(), Failure> {
    if !sqlx::query_scalar("select to_regclass('follower_notes') is not null").fetch_one(pool).await? {
        return Ok(());
    }
    // The follower looks every two seconds.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let start = Instant::now();
    while sqlx::query_scalar("select exists (select from follower_notes)").fetch_one(pool).await? {
        if start.elapsed() > PATIENCE {
            return Err("the notes were not sorted".into());
        }
        tokio::time::sleep(BESIDE).await;
    }
    Ok(())
}

/// Watches what happens after comments, at a node that sends no mails.
pub async fn watched(
    report: &mut Report,
    pool: &PgPool,
    door: &Door,
    tickets: &[(Uuid, String)],
) -> Result<(), Failure> {
    for (ticket, subscribers) in tickets {
        let mut all = Vec::new();
        for _ in 0..WATCHED {
            let (id, _) = comment(&mut door.open().await?, *ticket).await?;
            all.push(follow(pool, id).await?);
        }
        let of = |one: fn(&Sorted) -> Duration| spread(all.iter().map(|it| one(it).as_secs_f64() * 1e3).collect());
        report.row(
            &format!("a comment is noted, and its subscribers found, {subscribers}, no mail server"),
            format!(
                "noted {} ms after the ack, found {} ms after it; the job ran for {} ms",
                of(|it| it.noted),
                of(|it| it.people_found),
                of(|it| it.ran)
            ),
            "",
        );
    }
    Ok(())
}

/// When a comment was noted, when its people were found, and how long the job ran.
#[derive(Clone, Copy)]
struct Sorted {
    noted: Duration,
    people_found: Duration,
    ran: Duration,
}

async fn follow(pool: &PgPool, comment: Uuid) -> Result<Sorted, Failure> {
    let start = Instant::now();
    let (mut noted, mut ran, mut last) = (None, Duration::ZERO, start);
    loop {
        let (is_noted, runs): (bool, bool) = sqlx::query_as(
            "select exists (select from follower_notes where payload -> 'activities' @> to_jsonb($1::text)),
                    exists (select from jobs where kind = 'notifications.sort' and state = 'running')",
        )
        .bind(comment.to_string())
        .fetch_one(pool)
        .await?;
        match (noted, is_noted) {
            (None, true) => noted = Some(start.elapsed()),
            (Some(noted), false) => return Ok(Sorted { noted, people_found: start.elapsed(), ran }),
            (Some(_), true) if runs => ran += last.elapsed(),
            _ => {}
        }
        last = Instant::now();
        if start.elapsed() > PATIENCE {
            return Err("the subscribers were not found".into());
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// The notifications and mails of comments, at a node that can send mails.
pub async fn mails(
    report: &mut Report,
    pool: &PgPool,
    node: &Node,
    door: &Door,
    tickets: &[(Uuid, String)],
) -> Result<(), Failure> {
    let mut all = 0;
    for (ticket, subscribers) in tickets {
        for turn in ["a comment", "the next comment before the mails leave"] {
            let (before, cpu) = (queued(pool).await?, node.cpu());
            let mut author = door.open().await?;
            let (id, _) = comment(&mut author, *ticket).await?;
            let (sorted, acks) = beside(author, *ticket, follow(pool, id)).await?;
            let (after, cpu) = (queued(pool).await?, node.cpu() - cpu);
            all = after.1;
            report.row(
                &format!("mails of {turn}, {subscribers}"),
                format!(
                    "notifications stored {}, jobs {}, {:.1} s after the ack; the job ran for {:.2} s; {cpu:.2} s of the node's CPU; acks of edits meanwhile {}",
                    after.0 - before.0,
                    after.1 - before.1,
                    sorted.people_found.as_secs_f64(),
                    sorted.ran.as_secs_f64(),
                    percentiles(acks)
                ),
                "",
            );
        }
    }
    let (start, cpu) = (Instant::now(), node.cpu());
    sqlx::query("update jobs set due_at = now() where kind = 'mail.notification' and state = 'waiting'")
        .execute(pool)
        .await?;
    let open = "select exists (select from jobs where kind = 'mail.notification' and state in ('waiting', 'running'))";
    while sqlx::query_scalar(open).fetch_one(pool).await? {
        if start.elapsed() > LEAVING {
            return Err("the mails did not leave".into());
        }
        tokio::time::sleep(BESIDE).await;
    }
    let (took, cpu) = (start.elapsed().as_secs_f64(), node.cpu() - cpu);
    report.row(
        &format!("{all} mails with two comments each, kept in a table instead of sent"),
        format!(
            "{took:.1} s; {:.0}/s; {:.2} ms of the node's CPU each",
            all as f64 / took,
            cpu * 1e3 / all.max(1) as f64
        ),
        "",
    );
    Ok(())
}

/// The notifications, and the jobs of their mails, that were stored so far.
async fn queued(pool: &PgPool) -> Result<(i64, i64), Failure> {
    let sql =
        "select (select count(*) from notifications), (select count(*) from jobs where kind = 'mail.notification')";
    Ok(sqlx::query_as(sql).fetch_one(pool).await?)
}

/// Edits a field whose changes cause no notifications, until `work` is done. Returns the times of the acks.
async fn beside(
    mut editor: Socket,
    ticket: Uuid,
    work: impl Future<Output = Result<Sorted, Failure>>,
) -> Result<(Sorted, Vec<Duration>), Failure> {
    let mut acks = Vec::new();
    let mut turn = 0_u64;
    let mut work = std::pin::pin!(work);
    loop {
        turn += 1;
        let patch = json!({"description": format!("Text {turn}")});
        let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
        let start = Instant::now();
        let mut edit = std::pin::pin!(async {
            editor.carry_out(command).await?;
            let took = start.elapsed();
            tokio::time::sleep(BESIDE).await;
            Ok::<_, Failure>(took)
        });
        let sorted = tokio::select! {
            took = &mut edit => { acks.push(took?); continue }
            sorted = &mut work => sorted?,
        };
        acks.push(edit.await?);
        return Ok((sorted, acks));
    }
}
