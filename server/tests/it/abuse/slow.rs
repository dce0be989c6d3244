//! P06, P13: a slow reader or sender holds little memory, is cut after a while, and does not block others.

use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use uuid::Uuid;

use crate::import::{found, upload};
use crate::protocol::socket::patiently;
use crate::protocol::team::Team;
use crate::support::{Client, TestDatabase, TestNode, until};

/// How many answers above 64 KiB an account may have under way.
const ANSWERS: usize = 16;

/// A connection with a small window that sends requests and reads no answers.
async fn ask(client: &Client, path: &str) -> TcpStream {
    let address: SocketAddr = client.base().trim_start_matches("http://").parse().expect("an address");
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4_096).expect("a window");
    let mut stream = socket.connect(address).await.expect("a connection");
    let token = client.token.as_deref().expect("a token");
    let head = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream
}

/// The status of an answer.
async fn status(stream: &mut TcpStream) -> u16 {
    let mut head = [0; 12];
    patiently(stream.read_exact(&mut head)).await.expect("an answer");
    String::from_utf8_lossy(&head[9..]).parse().expect("a status")
}

/// A ticket with 300 kB of comments: more than a connection buffers.
async fn long_ticket(team: &Team) -> Uuid {
    let ticket = team.ticket(0).await;
    for _ in 0..6 {
        let comment = json!({
            "kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "x".repeat(49_000)
        });
        assert_eq!(team.post(0, &comment).await.status, 200);
    }
    ticket
}

#[actix_web::test]
async fn p13_answers_that_one_account_does_not_read_are_bounded_and_others_get_theirs() {
    let database = TestDatabase::new().await;
    // No connection is cut during the test, even on a busy machine.
    let node = TestNode::start_with(&database, &[("TROUPE_STALL_SECONDS", "300")]).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = long_ticket(&team).await;
    let mut inside = database.connect().await;
    // Titles that hardly compress, so that the snapshot is large too.
    let sql = "insert into tickets select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
        'number', 1000 + n, 'title', md5(n::text) || md5((n + 5000)::text) || md5((n + 9000)::text)))).*
        from tickets t, generate_series(1, 3000) n";
    sqlx::query(sql).execute(&mut inside).await.expect("tickets");
    let (ann, bob) = (&team.people[0].client, &team.people[1].client);
    for path in [team.path(&format!("tickets/{ticket}")), team.path("snapshot")] {
        until("she is answered at all", || async { ann.get(&path).await.status == 200 }).await;
        let mut unread = Vec::new();
        for n in 0..ANSWERS {
            let mut answer = ask(ann, &path).await;
            assert_eq!(status(&mut answer).await, 200, "{path}: answer {n}");
            unread.push(answer);
        }
        let mut more = join_all((0..2).map(|_| ask(ann, &path))).await;
        assert_eq!(join_all(more.iter_mut().map(status)).await, [503, 503], "{path}");
        assert_eq!(patiently(bob.get(&path)).await.status, 200, "{path}");
        drop(unread);
        until("she is answered again", || async { ann.get(&path).await.status == 200 }).await;
    }
}

#[actix_web::test]
async fn p13_a_reader_that_drips_is_cut() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_STALL_SECONDS", "1")]).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = long_ticket(&team).await;
    let mut stream = ask(&team.people[0].client, &team.path(&format!("tickets/{ticket}"))).await;
    assert_eq!(status(&mut stream).await, 200);
    // Reads a few bytes at a time until the node cuts the connection.
    until("it is cut", || {
        let _ = stream.try_read(&mut [0; 4]);
        node_has_cut(&node)
    })
    .await;
}

async fn node_has_cut(node: &TestNode) -> bool {
    let figures = node.client().get("/metrics").await;
    String::from_utf8_lossy(&figures.body).lines().any(|line| line == "troupe_http_cut_total 1")
}

/// Starts an upload and sends almost nothing of it.
async fn begin_upload(client: &Client, workspace: &str) -> TcpStream {
    let address = client.base().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let token = client.token.as_deref().expect("a token");
    let part = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nti";
    let head = format!(
        "POST /api/workspaces/{workspace}/import HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\
         content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n{part}"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream
}

#[actix_web::test]
async fn p14_uploads_that_drip_do_not_block_other_imports_and_end_with_an_error() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_STALL_SECONDS", "1")]).await;
    let mut dripping = Vec::new();
    for name in ["ann", "bob", "cem", "dan"] {
        let client = node.sign_up_user(name).await.client;
        let workspace = found(&client).await;
        dripping.push(begin_upload(&client, &workspace).await);
    }
    let eve = node.sign_up_user("eve").await.client;
    let workspace = found(&eve).await;
    // Her upload is imported while the slow ones are under way, even if some have ended by then.
    let fields = [("format", "csv"), ("dryRun", "true")];
    let answer = upload(&eve, &workspace, &fields, "work.csv", b"title\nOne\n").await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let mut answers = vec![Vec::new(); dripping.len()];
    until("they are answered", || {
        for (stream, answer) in dripping.iter_mut().zip(&mut answers) {
            // One byte now and then is too slow as well.
            let _ = stream.try_write(b"x");
            let _ = stream.try_read_buf(answer);
        }
        std::future::ready(answers.iter().all(|answer| answer.ends_with(b"}}")))
    })
    .await;
    for answer in answers {
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.contains("\"code\":\"timed_out\""), "{answer}");
    }
}

#[actix_web::test]
async fn p14_one_account_has_few_uploads_under_way() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await.client, node.sign_up_user("bob").await.client);
    let (hers, his) = (found(&ann).await, found(&bob).await);
    let mut uploads = Vec::new();
    for _ in 0..5 {
        uploads.push(begin_upload(&ann, &hers).await);
    }
    let told = futures_util::future::select_all(uploads.iter_mut().map(|stream| Box::pin(status(stream)))).await.0;
    assert_eq!(told, 503, "one upload above the limit is refused at once, the others are waited for");
    let fields = [("format", "csv"), ("dryRun", "true")];
    let answer = upload(&bob, &his, &fields, "work.csv", b"title\nOne\n").await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    drop(uploads);
    until("she can import again", || async {
        upload(&ann, &hers, &fields, "work.csv", b"title\nOne\n").await.status == 200
    })
    .await;
}
