//! P10: random invalid requests and frames of all kinds, from seeds, and their cost.

use std::fs;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::protocol::socket::{Frame, Socket, patiently, reset};
use crate::protocol::team::Team;
use crate::support::{Client, Person, Serving, TestDatabase, Troupe, until};

const SEED: u64 = 20_261_122;
const REQUESTS: u64 = 2_000;
const SOCKETS: u64 = 600;
/// The number of requests at the same time.
const AT_ONCE: usize = 24;

/// Valid requests, to be damaged.
struct Samples {
    url: String,
    requests: Vec<Vec<u8>>,
    frames: Vec<Vec<u8>>,
}

impl Samples {
    fn of(node: &Serving, team: &Team, ticket: Uuid) -> Self {
        let url = node.url.clone();
        let host = url.trim_start_matches("http://").to_owned();
        let token = team.people[0].token();
        let head = |line: &str, more: &str| {
            format!("{line} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\n{more}\r\n").into_bytes()
        };
        let post = |path: &str, body: &Value| {
            let body = body.to_string();
            let kind = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
            [head(&format!("POST {path}"), &kind), body.into_bytes()].concat()
        };
        let upgrade = format!(
            "origin: {url}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        );
        let chunked = "content-type: application/json\r\ntransfer-encoding: chunked\r\n";
        let update = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Title", "lists": {"add": [ticket]}}});
        let command = json!({"id": Uuid::now_v7(), "command": update});
        let requests = vec![
            head("GET /api/me", ""),
            head(&format!("GET {}", team.path("snapshot")), "accept-encoding: gzip\r\n"),
            head(&format!("GET {}", team.path(&format!("tickets/{ticket}/activities?limit=10"))), ""),
            head("GET /", "if-none-match: \"x\"\r\nrange: bytes=0-10\r\n"),
            head("GET /api/socket", &upgrade),
            post(&team.path("commands"), &command),
            post("/api/auth/sign-in", &json!({"email": "eve@example.org", "password": "vivid-horse-8"})),
            post("/api/auth/refresh", &json!({})),
            [&head(&format!("POST {}", team.path("commands")), chunked)[..], b"5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\n\r\n"]
                .concat(),
        ];
        let frames = [
            json!({"type": "command", "id": Uuid::now_v7(), "command": update}),
            json!({"type": "command", "id": Uuid::now_v7(), "command": {"kind": "ticket.trash", "ticketId": Uuid::now_v7()}}),
            json!({"type": "presence", "ticketId": ticket, "field": "title", "state": "typing"}),
            json!({"type": "watch", "ticketId": ticket}),
            json!({"type": "ping", "n": 1}),
            json!({"type": "token", "token": token}),
            json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1}),
        ];
        Self { url, requests, frames: frames.iter().map(|frame| frame.to_string().into_bytes()).collect() }
    }
}

/// Flips, cuts, doubles or inserts bytes.
fn damage(random: &mut StdRng, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..random.random_range(1..6) {
        if bytes.is_empty() {
            break;
        }
        let at = random.random_range(0..bytes.len());
        let end = random.random_range(at..=bytes.len().min(at + 40));
        match random.random_range(0..5) {
            0 => bytes[at] ^= 1 << random.random_range(0..8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].repeat(random.random_range(1..20));
                bytes.splice(at..at, piece);
            }
            _ => {
                let filling: Vec<u8> = (0..random.random_range(0..64)).map(|_| random.random()).collect();
                bytes.splice(at..end, filling);
            }
        }
    }
    bytes
}

/// Sends a damaged request. The answer must never be a fault of the node.
async fn request(samples: &Samples, mut random: StdRng) {
    let sample = samples.requests.choose(&mut random).expect("one").clone();
    let bytes = damage(&mut random, sample);
    let mut stream = TcpStream::connect(samples.url.trim_start_matches("http://")).await.expect("a connection");
    // The node may refuse the request before its end.
    let _ = stream.write_all(&bytes).await;
    if random.random_bool(0.3) {
        return reset(stream);
    }
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = patiently(stream.read_to_end(&mut answer)).await;
    let shown = String::from_utf8_lossy(&bytes);
    assert!(!answer.starts_with(b"HTTP/1.1 500"), "{}\nto\n{shown}", String::from_utf8_lossy(&answer));
}

/// A socket, with or without a hello, that sends some invalid frames.
async fn socket(samples: &Samples, team: &Team, mut random: StdRng) {
    let mut socket = if random.random_bool(0.8) { team.socket(0).await } else { Socket::open(&samples.url).await };
    for _ in 0..random.random_range(1..12) {
        let sample = samples.frames.choose(&mut random).expect("one").clone();
        let body = damage(&mut random, sample);
        match random.random_range(0..20) {
            0 => socket.send_bytes(&body).await,
            1 => socket.send_frame(random.random_range(0..16), &body).await,
            2 => socket.send_head(random.random(), random.random()).await,
            _ => socket.send_frame(0x1, &body).await,
        }
    }
    match random.random_range(0..3) {
        0 => socket.reset(),
        1 => {
            socket.hang_up().await;
            patiently(socket.end()).await;
        }
        // The client goes without a close frame.
        _ => drop(socket),
    }
}

async fn noise(samples: &Samples, team: &Team) {
    stream::iter(0..REQUESTS + SOCKETS)
        .for_each_concurrent(AT_ONCE, |n| async move {
            let random = StdRng::seed_from_u64(SEED ^ n);
            if n < REQUESTS {
                request(samples, random).await;
            } else {
                socket(samples, team, random).await;
            }
        })
        .await;
}

/// The open handles of the node, without its connections to the database: their number varies.
async fn open(node: &Serving, db: &mut PgConnection) -> i64 {
    let others = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    let connections: i64 = sqlx::query_scalar(others).fetch_one(db).await.expect("a count");
    let descriptors = fs::read_dir(format!("/proc/{}/fd", node.child.id())).expect("a process").count();
    descriptors as i64 - connections
}

async fn figure(node: &Serving, name: &str) -> f64 {
    let text = String::from_utf8(Client::new(&node.url).get("/metrics").await.body).expect("text");
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not there")).parse().expect("a number")
}

async fn team(node: &Serving) -> Team {
    let mut people = Vec::new();
    for name in ["ann", "bob"] {
        people.push(Person::sign_up(Client::new(&node.url), name).await);
    }
    Team::of(people).await
}

#[actix_web::test]
async fn p10_thousands_of_damaged_requests_and_frames_leave_a_node_as_it_was() {
    let database = TestDatabase::new().await;
    let plenty = "1000000";
    let node = Troupe::new(&["serve"])
        .set("DATABASE_URL", database.url())
        .set("TROUPE_ADDR", "127.0.0.1:0")
        .set("TROUPE_SECRET", "5d3ab7e1c4a95d0f38269acd7be1f04c")
        .set("TROUPE_DEV_MAILBOX", "1")
        .set("TROUPE_ARGON2_MEMORY_KIB", "8")
        .set("TROUPE_ARGON2_ITERATIONS", "1")
        // Requests that are refused for their rate would show nothing.
        .set("TROUPE_API_PER_SECOND", plenty)
        .set("TROUPE_API_BURST", plenty)
        .set("TROUPE_AUTH_PER_SECOND", plenty)
        .set("TROUPE_AUTH_BURST", plenty)
        .set("TROUPE_SOCKETS_PER_ACCOUNT", plenty)
        .serve();
    let team = team(&node).await;
    let ticket = team.ticket(0).await;
    let mut db = database.connect().await;
    let mut bystander = team.socket(1).await;
    let edit = |name: &str| json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": name});
    bystander.does(&edit("before")).await;
    until("no other socket is open", async || figure(&node, "troupe_sockets").await == 1.0).await;
    let before = open(&node, &mut db).await;

    let samples = Samples::of(&node, &team, ticket);
    noise(&samples, &team).await;

    let seq = bystander.does(&edit("after")).await;
    assert!(team.socket(0).await.cursors[&team.workspace] >= seq, "a new socket sees it");
    until("no other socket is open", async || figure(&node, "troupe_sockets").await == 1.0).await;
    let db = tokio::sync::Mutex::new(db);
    until("all is closed", async || open(&node, &mut *db.lock().await).await <= before).await;
    assert_eq!(figure(&node, "troupe_panics_total").await, 0.0);
}

#[actix_web::test]
async fn e01_e02_a_broken_frame_is_handled_once_and_not_again_until_the_socket_ends() {
    let database = TestDatabase::new().await;
    let node = Troupe::node(&database);
    let team = team(&node).await;
    let mut sockets = Vec::new();
    for _ in 0..8 {
        sockets.push(team.socket(0).await);
    }
    let before = figure(&node, "process_cpu_seconds_total").await;
    // In one piece: a frame with a reserved bit, and the head of a frame that is too large.
    let wrong = [0xC1, 0x80, 0, 0, 0, 0, 0x81, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    join_all(sockets.into_iter().map(async |mut socket| {
        socket.send_bytes(&wrong).await;
        let code = patiently(socket.end()).await;
        assert!(matches!(code, 1002 | 4400), "{code}");
        // The node waits a little for clients that do not hang up.
        while patiently(socket.frame()).await != Frame::Gone {}
    }))
    .await;
    // CPU seconds, not seconds of the clock: waiting does not count.
    let spent = figure(&node, "process_cpu_seconds_total").await - before;
    assert!(spent < 0.5, "{spent} s of work for eight sockets that are not read any more");
}
