//! P: a caller who asks for too much slows down only their own calls.

use std::cell::Cell;
use std::time::Instant;

use futures_util::future::join_all;
use serde_json::json;
use sqlx::Connection;
use uuid::Uuid;

use crate::protocol::socket::patiently;
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, until};

#[actix_web::test]
async fn p04_a_flood_of_one_is_refused_and_others_do_not_notice() {
    let database = TestDatabase::new().await;
    let settings =
        [("TROUPE_TRUSTED_PROXIES", "127.0.0.1"), ("TROUPE_API_PER_SECOND", "5"), ("TROUPE_API_BURST", "40")];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let flooding = team.people[0].client.with_header("x-forwarded-for", "198.51.100.7");
    let quiet = team.people[1].client.with_header("x-forwarded-for", "198.51.100.8");
    let mut socket = team.socket(1).await;
    let calm_is_over = Cell::new(false);
    // The flood lasts for as long as the other callers work.
    let flood = async {
        let mut answers = Vec::new();
        while !calm_is_over.get() || answers.len() < 200 {
            answers.extend(join_all((0..50).map(|_| flooding.get("/api/me"))).await);
        }
        answers
    };
    let calm = async {
        for n in 0..10 {
            assert_eq!(quiet.get("/api/me").await.status, 200);
            let edit = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": format!("{n}")});
            let seq = socket.does(&edit).await;
            socket.read_to(&team.workspace, seq).await;
        }
        calm_is_over.set(true);
    };
    let (answers, ()) = futures_util::future::join(flood, calm).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 429).collect();
    assert!(refused.len() >= 50, "{} of {} were refused", refused.len(), answers.len());
    assert!(refused.iter().all(|answer| answer.header("retry-after").is_some()));
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 429 | 503)));
}

#[actix_web::test]
async fn p04_bulk_edits_of_one_account_have_a_share_and_small_edits_and_other_accounts_go_on() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_BULK_PER_SECOND", "1"), ("TROUPE_BULK_BURST", "50")]).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut sockets = [team.socket(0).await, team.socket(1).await];
    let mut tickets = Vec::new();
    for n in 0..20 {
        tickets.push(Uuid::now_v7());
        sockets[0].does(&json!({"kind": "ticket.create", "ticketId": tickets[n], "title": format!("{n}")})).await;
    }
    let bulk =
        |priority: &str| json!({"kind": "tickets.update", "ticketIds": tickets, "patch": {"priority": priority}});
    let small = json!({"kind": "ticket.update", "ticketId": tickets[0], "patch": {"priority": "day"}});
    let long = |bytes: usize| {
        let text = "x".repeat(bytes);
        json!({"kind": "ticket.update", "ticketId": tickets[0], "patch": {"description": text}})
    };
    sockets[0].does(&bulk("week")).await;
    sockets[0].does(&bulk("month")).await;
    let refused = sockets[0].ask(&bulk("year")).await;
    assert_eq!(refused["error"]["code"], "rate_limited", "{refused}");
    assert!(refused["error"]["retryAfterMs"].as_u64().is_some_and(|wait| wait > 1_000), "{refused}");
    assert_eq!(sockets[0].refused(&long(30_000)).await.0, "rate_limited");
    // All sockets and calls of the account share one limit.
    let mut second = team.socket(0).await;
    assert_eq!(second.refused(&bulk("year")).await.0, "rate_limited");
    let path = team.path("commands");
    for command in [bulk("year"), long(30_000)] {
        let body = json!({"id": Uuid::now_v7(), "command": command});
        let answer = team.people[0].client.post(&path, &body).await;
        assert_eq!(answer.status, 429);
        assert!(answer.header("retry-after").is_some());
    }
    sockets[0].does(&small).await;
    sockets[0].does(&long(10_000)).await;
    sockets[1].does(&bulk("year")).await;
}

#[actix_web::test]
async fn p06_slow_calls_of_one_account_leave_the_database_to_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let mut holder = database.connect().await;
    let mut inside = database.connect().await;
    // Every reader of a history waits for this lock.
    let mut hold = holder.begin().await.expect("a transaction");
    sqlx::query("lock table activities in access exclusive mode").execute(&mut *hold).await.expect("held");
    let path = team.path(&format!("tickets/{ticket}/activities"));
    let slow = join_all((0..500).map(|_| team.people[0].client.get(&path)));
    let others = async {
        // Jobs read activities as well. Only reads of a history are counted.
        let sql = "select count(*) from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock' and query like '%octets_before%'";
        let blocked = tokio::sync::Mutex::new(&mut inside);
        let waiting =
            async || -> i64 { sqlx::query_scalar(sql).fetch_one(&mut **blocked.lock().await).await.expect("a count") };
        until("her calls wait", || async { waiting().await >= 2 }).await;
        // Her refusals are held back until all of these are answered.
        for _ in 0..10 {
            for path in ["/api/me", &team.path("snapshot")] {
                let answer = patiently(team.people[1].client.get(path)).await;
                assert_eq!(answer.status, 200, "{path}");
            }
            assert!(waiting().await <= 2, "of a pool of eight, two at a time are hers");
        }
        hold.rollback().await.expect("let go");
    };
    let (answers, ()) = futures_util::future::join(slow, others).await;
    let hurried = answers.iter().filter(|answer| answer.status == 503);
    assert!(hurried.clone().all(|answer| answer.header("retry-after").is_some()));
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 503)));
    assert_eq!(team.people[0].client.get(&path).await.status, 200, "and once it is over, all is well");
}

#[actix_web::test]
async fn p06_first_looks_of_many_accounts_leave_the_database_to_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_DATABASE_POOL", "4")]).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let mut others = Vec::new();
    for name in ["bob", "cem", "dan", "eve", "fay"] {
        let team = Team::new(&node, &[name]).await;
        // On stage, with a ticket that no snapshot has read yet.
        team.ticket(0).await;
        others.push(team);
    }
    let mut holder = database.connect().await;
    let mut inside = database.connect().await;
    // Every reader of a snapshot waits for this lock.
    let mut hold = holder.begin().await.expect("a transaction");
    sqlx::query("lock table links in access exclusive mode").execute(&mut *hold).await.expect("held");
    let history = team.path(&format!("tickets/{ticket}/activities"));
    let look = async |team: &Team| team.people[0].client.get(&team.path("snapshot")).await.status.as_u16();
    // Two of each; one waits for the other.
    let looks = join_all(others.iter().chain(&others).map(look));
    let meanwhile = async {
        let sql =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        let blocked = tokio::sync::Mutex::new(&mut inside);
        let waiting =
            async || -> i64 { sqlx::query_scalar(sql).fetch_one(&mut **blocked.lock().await).await.expect("a number") };
        until("they wait", || async { waiting().await >= 2 }).await;
        for _ in 0..200 {
            assert!(waiting().await <= 2, "of a pool of four, two at a time are theirs");
        }
        assert_eq!(team.people[0].client.get(&history).await.status, 200);
        hold.rollback().await.expect("let go");
    };
    let (answers, ()) = futures_util::future::join(looks, meanwhile).await;
    assert!(answers.iter().all(|status| matches!(status, 200 | 503)));
    for team in &others {
        assert_eq!(look(team).await, 200, "and once it is over, all is well");
    }
}

#[actix_web::test]
async fn p02_another_spelling_of_an_address_is_no_way_round_a_limit_or_a_check() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_AUTH_PER_SECOND", "1"), ("TROUPE_AUTH_BURST", "20")];
    let node = TestNode::start_with(&database, &settings).await;
    let client = node.client();
    let body = json!({"email": "nobody@example.org", "password": "some-password"});
    // The path is escaped in every way that still leads to a route; other ways reach no route at all.
    let spellings = [
        "/api/auth/sign-in",
        "/%61pi/auth/sign-in",
        "/api/auth/sign%2Din",
        "/api/%61uth/sign-in",
        "/api/auth/sign-in/",
        "//api/auth/sign-in",
        "/API/auth/sign-in",
        "/api/./auth/sign-in",
        "/api/auth/sign-in?a=1",
        "/api%2Fauth/sign-in",
    ];
    let evil = client.with_header("origin", "https://evil.example");
    for path in spellings {
        let answer = evil.post(path, &body).await;
        assert!(matches!(answer.status.as_u16(), 403..=405), "{path}: {}", answer.status);
    }
    let (began, mut carried_out) = (Instant::now(), 0);
    for n in 0..100 {
        // Another account each time: the guesses at one account have a counter of their own.
        let body = json!({"email": format!("nobody-{n}@example.org"), "password": "some-password"});
        let answer = client.post(spellings[n % spellings.len()], &body).await;
        carried_out += usize::from(answer.status == 401);
    }
    let allowed = 20 + began.elapsed().as_secs() as usize + 1;
    assert!((10..=allowed).contains(&carried_out), "{carried_out} guesses were carried out, {allowed} are allowed");
}
