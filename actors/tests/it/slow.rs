//! A database that answers too late, and a workspace that cannot be read.

use std::time::Duration;

use actors::domain::refusal::RefusalCode;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use sqlx::{Executor, PgConnection};
use uuid::Uuid;

use crate::support::{Fixture, open_stage, order, until};

/// Cancels statements that store `most` commands or more, like `statement_timeout` but at once. A sequence counts the
/// attempts, because it is not rolled back.
async fn times_out_from(db: &mut PgConnection, most: usize) {
    db.execute("create sequence if not exists tries").await.expect("a sequence");
    let function = format!(
        "create or replace function time_out() returns trigger language plpgsql as $$
         begin
             perform nextval('tries');
             if (select count(*) from stored) >= {most} then
                 raise exception 'canceling statement due to statement timeout' using errcode = '57014';
             end if;
             return null;
         end $$"
    );
    db.execute(sqlx::AssertSqlSafe(function)).await.expect("a function");
    db.execute(
        "create or replace trigger time_out after insert on commands
         referencing new table as stored for each statement execute function time_out()",
    )
    .await
    .expect("a trigger");
}

async fn tries(db: &mut PgConnection) -> i64 {
    sqlx::query_scalar("select last_value from tries").fetch_one(db).await.expect("a number")
}

fn ticket(title: &str) -> Value {
    json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": title})
}

#[actix::test]
async fn cm8_a_round_that_times_out_is_halved_until_its_commands_are_stored_one_by_one() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    fixture.does(fixture.people[0], ticket("before")).await;
    times_out_from(&mut db, 2).await;
    // The first command is stored alone; the commands that arrive meanwhile form one round.
    let asked = (0..8).map(|n| fixture.ask(fixture.people[0], ticket(&format!("task {n}"))));
    for answer in join_all(asked).await {
        answer.expect("stored");
    }
    let stored: i64 = sqlx::query_scalar("select count(*) from tickets where title like 'task %'")
        .fetch_one(&mut db)
        .await
        .expect("a number");
    assert_eq!(stored, 8, "once each");
    let tries = tries(&mut db).await;
    assert!((9..40).contains(&tries), "{tries} tries: some rounds timed out, and none was repeated whole for long");
}

#[actix::test]
async fn cm8_a_round_ends_once_it_writes_256_kib() {
    let fixture = Fixture::new(1).await;
    let (owner, id) = (fixture.people[0], Uuid::now_v7());
    fixture.does(owner, json!({"kind": "ticket.create", "ticketId": id, "title": "Long talk"})).await;
    let (mut lock, mut db) = (fixture.database.connect().await, fixture.database.connect().await);
    lock.execute("begin; select 1 from streams for update").await.expect("a lock");
    let talk = "x".repeat(49_000);
    let comment = || json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": id, "message": talk});
    let asked = join_all((0..16).map(|_| fixture.ask(owner, comment())));
    // The first round waits for the lock; all other comments wait for the round.
    let let_go = async {
        let waiting =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        until("the first round waits", async || {
            sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut db).await.expect("a count") > 0
        })
        .await;
        lock.execute("rollback").await.expect("released");
    };
    for answer in join(asked, let_go).await.0 {
        answer.expect("stored");
    }
    let rounds: Vec<i64> =
        sqlx::query_scalar("select sum(octet_length(changes::text))::bigint from events group by xmin::text")
            .fetch_all(&mut fixture.database.connect().await)
            .await
            .expect("sizes");
    let (all, largest) = (rounds.iter().sum::<i64>(), rounds.iter().copied().max().unwrap_or(0));
    assert!(all > 16 * 49_000, "{rounds:?}");
    assert!(largest < (256 << 10) + 2 * 49_000, "a round writes at most one edit more: {rounds:?}");
}

#[actix::test]
async fn cm5_a_command_that_always_times_out_is_put_off_after_four_tries_and_stored_once_when_sent_again() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    fixture.does(fixture.people[0], ticket("before")).await;
    times_out_from(&mut db, 1).await;
    let order = order(fixture.people[0], ticket("slow"));
    let refusal = fixture.stage.submit(fixture.workspace, order.clone()).await.expect_err("deferred");
    assert_eq!(refusal.code, RefusalCode::Unavailable);
    assert!(refusal.retry_after_ms.is_some());
    assert_eq!(tries(&mut db).await, 4);

    db.execute("drop trigger time_out on commands").await.expect("dropped");
    let first = fixture.stage.submit(fixture.workspace, order.clone()).await.expect("stored");
    let again = fixture.stage.submit(fixture.workspace, order).await.expect("the same answer");
    assert_eq!((first.scope, first.seq), (again.scope, again.seq));
    let stored: i64 = sqlx::query_scalar("select count(*) from tickets where title = 'slow'")
        .fetch_one(&mut db)
        .await
        .expect("a number");
    assert_eq!(stored, 1);
}

#[actix::test]
async fn cm7_an_unreadable_workspace_says_when_to_retry_and_returns_once_it_can_be_read() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    let owner = fixture.people[0];
    let elsewhere = open_stage(&fixture.database, None, Duration::from_secs(3_600)).await;
    let set = "update lists set color = $2 where workspace_id = $1";
    let color = |color: &'static str| sqlx::query(set).bind(fixture.workspace.0).bind(color);
    color("no such color").execute(&mut db).await.expect("damaged");

    let mut waits = Vec::new();
    for _ in 0..20 {
        let refusal = elsewhere.enter(fixture.workspace, owner).await.expect_err("cannot be read");
        assert_eq!(refusal.code, RefusalCode::Unavailable);
        waits.push(refusal.retry_after_ms.expect("when to ask again"));
    }
    // Most were answered during the pause, without another attempt, so the remaining time only decreases.
    assert!(waits.iter().all(|wait| (1..=1_000).contains(wait)), "{waits:?}");
    assert!(waits.windows(2).filter(|pair| pair[1] <= pair[0]).count() >= 15, "{waits:?}");

    color("red").execute(&mut db).await.expect("mended");
    until("the workspace can be read again", async || elsewhere.enter(fixture.workspace, owner).await.is_ok()).await;
}
