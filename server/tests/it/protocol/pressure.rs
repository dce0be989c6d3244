//! BP1 to BP3: slow, fast and silent clients do no harm to others.

use std::time::{Duration, Instant};

use serde_json::json;
use uuid::Uuid;

use super::socket::{Frame, PATIENCE, Socket, patiently};
use super::team::Team;
use crate::support::{Gate, RedisServer, TestDatabase, TestNode};

#[actix_web::test]
async fn bp1_a_reader_that_stalls_is_closed_with_4413_harms_no_other_client_and_resumes() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob", "cem"]).await;
    let (mut ann, mut cem) = (team.socket(0).await, team.socket(2).await);
    let mut stalled = Socket::upgrade_with(node.url(), &[("origin", node.url())], Some(4_096)).await.expect("let in");
    stalled.hello(team.people[1].token(), &team.workspace, &json!(null)).await;
    let text = "x".repeat(90_000);
    let mut last = 0;
    // More than the outbox and the kernel's bounded buffer hold, and less than an unbounded buffer would hold.
    for n in 0..30 {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("Long {n}"), "description": text});
        last = ann.does(&new).await;
        cem.read_to(&team.workspace, last).await;
    }
    // Whether the client receives the reason depends on how soon it reads again; the socket ends in any case.
    let code = tokio::time::timeout(PATIENCE, stalled.end()).await.expect("it ends");
    assert!(matches!(code, 4413 | 0), "{code}");
    assert!(stalled.cursors[&team.workspace] < last, "it did not get everything");
    let mut back = Socket::open(node.url()).await;
    let welcome = back.hello(team.people[1].token(), &team.workspace, &stalled.resume_cursors()).await;
    assert!(welcome["scopes"].as_array().expect("scopes").iter().all(|scope| scope["resume"] == "delta"));
    back.read_to(&team.workspace, last).await;
}

#[actix_web::test]
async fn bp1_a_slow_reader_that_reads_on_in_time_receives_the_close_code() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut ann = team.socket(0).await;
    let mut stalled = Socket::upgrade_with(node.url(), &[("origin", node.url())], Some(4_096)).await.expect("let in");
    stalled.hello(team.people[1].token(), &team.workspace, &json!(null)).await;
    let began = Instant::now();
    let text = "x".repeat(90_000);
    let mut sent = Vec::new();
    // More than the outbox and the kernel's buffer hold.
    for n in 0..30 {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("Long {n}"), "description": text});
        sent.push(ann.command(&new).await);
    }
    for id in sent {
        assert_eq!(ann.answer_to(id).await["type"], "ack");
    }
    let waited = began.elapsed();
    let code = tokio::time::timeout(PATIENCE, stalled.end()).await.expect("it ends");
    // A machine that needed longer than the grace for all this proves nothing.
    assert!(code == 4413 || waited > Duration::from_secs(5), "{code} after {waited:?}");
}

#[actix_web::test]
async fn bp2_commands_beyond_the_pace_are_refused_with_when_to_come_back() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_COMMANDS_PER_SECOND", "2"), ("TROUPE_COMMANDS_BURST", "10")];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = Socket::open(node.url()).await;
    let welcome = socket.hello(team.people[0].token(), &team.workspace, &json!(null)).await;
    let told = json!({"frameBytes": 262_144, "commandsPerSecond": 2, "commandBurst": 10});
    assert_eq!(welcome["limits"], told, "the welcome tells the pace that is set");
    let mut sent = Vec::new();
    for n in 0..60 {
        sent.push(
            socket.command(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": format!("{n}")})).await,
        );
    }
    let (mut done, mut refused) = (0, Vec::new());
    for id in sent {
        let answer = socket.answer_to(id).await;
        if answer["type"] == "ack" {
            done += 1;
        } else {
            assert_eq!(answer["error"]["code"], "rate_limited");
            refused.push(answer["error"]["retryAfterMs"].as_u64().expect("when to come back"));
        }
    }
    assert!((10..=30).contains(&done), "{done} of 60 in a burst of 10");
    assert!(refused.iter().all(|wait| (1..=500).contains(wait)), "{refused:?}");
    // The socket stays, and after the wait the same command succeeds.
    let deadline = Instant::now() + Duration::from_secs(20);
    let late = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "late"});
    while socket.ask(&late).await["type"] != "ack" {
        assert!(Instant::now() < deadline, "never again");
    }
}

#[actix_web::test]
async fn bp2_a_flood_of_frames_closes_with_4429() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let (mut flooding, mut bystander) = (team.socket(0).await, team.socket(0).await);
    let mut frames = Vec::new();
    let ping = br#"{"type":"presence","state":"typing"}"#;
    for _ in 0..20_000 {
        frames.extend_from_slice(&[0x81, 0x80 | ping.len() as u8, 0, 0, 0, 0]);
        frames.extend_from_slice(ping);
    }
    flooding.send_bytes(&frames).await;
    assert_eq!(flooding.end().await, 4429);
    bystander.send(&json!({"type": "ping", "n": 1})).await;
    bystander.next_of("pong").await;
}

#[actix_web::test]
async fn bp3_a_socket_that_is_silent_for_three_heartbeats_is_closed_and_one_that_answers_is_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_HEARTBEAT_MS", "300")]).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    // Before the sockets: the node counts from the last frame that it has received.
    let began = Instant::now();
    let (mut polite, mut silent) = (team.socket(0).await, team.socket(1).await);
    silent.polite = false;
    let silence = async {
        silent.end().await;
        began.elapsed()
    };
    let talk = async {
        // Long enough for the other socket to be closed twice.
        while began.elapsed() < Duration::from_secs(4) {
            polite.next().await.expect("still open");
        }
        polite.send(&json!({"type": "ping", "n": 1})).await;
        polite.next_of("pong").await;
    };
    let (after, ()) = tokio::join!(silence, talk);
    assert!(after >= Duration::from_millis(900), "three heartbeats are waited for: {after:?}");
}

#[actix_web::test]
async fn bp3_heads_come_with_each_heartbeat() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_HEARTBEAT_MS", "200")]).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let seq = socket.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "new"})).await;
    socket.read_to(&team.workspace, seq).await;
    let frame = socket.next_of("heads").await;
    assert_eq!(frame["heads"][&team.workspace], json!(seq));
    assert_eq!(frame["heads"].as_object().expect("heads").len(), 3, "its own scopes, and no others");
    assert_ne!(socket.frame().await, Frame::Gone);
}

/// A client that was away for long brings megabytes, and the stage's answer may come after the hub's welcome.
#[actix_web::test]
async fn cm1_commands_that_come_before_the_welcome_wait_however_large_they_are() {
    let database = TestDatabase::new().await;
    let gate = Gate::before(&database).await;
    let (node, cold) = (TestNode::start(&database).await, TestNode::start_on(gate.url(), &[]).await);
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    // The workspace is not in the node's memory, and takes time to load.
    gate.far(Duration::from_millis(100));
    let mut socket = Socket::open(cold.url()).await;
    let hello = json!({"type": "hello", "token": team.people[0].token(), "workspace": team.workspace, "protocol": 1});
    socket.send(&hello).await;
    let mut sent = Vec::new();
    // More than a joining socket may hold (512 KiB), and less than its outbox (1 MiB): the test reads nothing before it
    // has sent everything.
    for n in 0..11 {
        let text = format!("{n} {}", "long ".repeat(18_000));
        let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": text}});
        sent.push(socket.command(&command).await);
    }
    gate.far(Duration::ZERO);
    while let Some(next) = sent.first() {
        let Frame::Text(frame) = socket.frame().await else { panic!("{} are without an answer", sent.len()) };
        assert!(!frame.contains(r#""type":"refused""#), "{frame}");
        if frame.contains(r#""type":"ack""#) {
            assert!(frame.contains(&next.to_string()), "the answers come in order: {frame}");
            sent.remove(0);
        }
    }
}

#[actix_web::test]
async fn bp3_heads_say_alone_while_the_bus_is_away() {
    let (database, mut redis) = (TestDatabase::new().await, RedisServer::start());
    let settings = [("TROUPE_HEARTBEAT_MS", "2000"), ("REDIS_URL", &redis.url())];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let told = async |socket: &mut Socket, alone: bool| {
        let told = async { while socket.next_of("heads").await["alone"].as_bool().unwrap_or(false) != alone {} };
        patiently(told).await;
    };
    told(&mut socket, false).await;
    redis.kill();
    told(&mut socket, true).await;
    redis.start_again();
    told(&mut socket, false).await;
}
