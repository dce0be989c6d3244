//! A connection that becomes a socket, and the bytes before, with and right behind the handshake.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use super::socket::Socket;
use super::team::Team;
use crate::support::{TestDatabase, TestNode, until};

/// A request that asks for a WebSocket, wherever it is sent.
fn asking(method: &str, path: &str, node: &TestNode) -> String {
    let host = node.url().trim_start_matches("http://");
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

async fn connect(node: &TestNode) -> TcpStream {
    TcpStream::connect(node.url().trim_start_matches("http://")).await.expect("a connection")
}

/// All bytes until the node closes. The time is shorter than the limit for silent sockets.
async fn all_of(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(8), stream.read_to_end(&mut all)).await;
    read.expect("the node closes by itself").expect("a clean end");
    String::from_utf8_lossy(&all).into_owned()
}

#[actix_web::test]
async fn e01_a_request_for_another_protocol_elsewhere_is_answered_and_the_connection_closed() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for (method, path, status, word) in [
        ("GET", "/healthz", "200 OK", "live"),
        ("GET", "/api/me", "401 Unauthorized", "unauthenticated"),
        ("GET", "/api/nowhere", "404 Not Found", "not_found"),
        ("HEAD", "/healthz", "405 Method Not Allowed", "\r\n\r\n"),
    ] {
        let mut stream = connect(&node).await;
        stream.write_all(asking(method, path, &node).as_bytes()).await.expect("sent");
        let answer = all_of(&mut stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{path}: {answer}");
        assert!(answer.contains("connection: close") && answer.contains(word), "{path}: {answer}");
        assert!(answer.to_lowercase().contains("x-request-id"), "{path}: {answer}");
    }
}

#[actix_web::test]
async fn hs1_requests_before_the_handshake_on_the_same_connection_are_answered_first() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let mut stream = connect(&node).await;
    // Masked with zeros, in the same bytes as the handshake: a `ping`, which is no `hello`.
    let frame = br#"{"type":"ping","n":1}"#;
    let mut bytes = b"GET /healthz HTTP/1.1\r\nhost: troupe\r\n\r\n".to_vec();
    bytes.extend(asking("GET", "/api/socket", &node).bytes());
    bytes.extend([0x81, 0x80 | frame.len() as u8, 0, 0, 0, 0]);
    bytes.extend(frame);
    stream.write_all(&bytes).await.expect("sent");
    let answers = all_of(&mut stream).await;
    let (health, switched) = (answers.find("200 OK"), answers.find("101 Switching Protocols"));
    assert!(health.is_some() && health < switched, "{answers}");
    assert!(answers.contains("The first frame must be `hello`."), "{answers}");
}

#[actix_web::test]
async fn e05_a_handshake_with_endless_headers_is_refused_and_no_other_client_notices() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut bystander = team.socket(0).await;
    let whole = asking("GET", "/api/socket", &node);
    let head = whole.trim_end();
    let long = format!("{head}\r\nx-long: {}\r\n\r\n", "a".repeat(1 << 20));
    let many = format!("{head}\r\n{}\r\n", "x-many: a\r\n".repeat(1_000));
    for (name, request) in [("a long header", long), ("many headers", many)] {
        let mut stream = connect(&node).await;
        // The node may close while the client is still sending.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(8), stream.read_to_end(&mut answer)).await;
        let _ = read.expect("the node ends it by itself");
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{name}: {answer}");
    }
    bystander.does(&json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "As ever"})).await;
}

#[actix_web::test]
async fn e11_an_account_has_so_many_sockets_and_no_more() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_SOCKETS_PER_ACCOUNT", "3")]).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let mut open = [team.socket(0).await, team.socket(0).await, team.socket(0).await];
    let hello = json!({
        "type": "hello", "protocol": 1, "token": team.people[0].token(), "workspace": team.workspace, "cursors": null,
    });
    let mut fourth = Socket::open(node.url()).await;
    fourth.send(&hello).await;
    assert_eq!(fourth.end().await, 4429);
    team.socket(1).await.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "Ben's"})).await;
    open[0].hang_up().await;
    // The seat is free as soon as the node has noticed.
    until("another is let in", || async {
        let mut again = Socket::open(node.url()).await;
        again.send(&hello).await;
        matches!(again.next().await, Ok(frame) if frame["type"] == "welcome")
    })
    .await;
}

#[actix_web::test]
async fn cm1_a_command_right_before_the_connection_ends_is_carried_out() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let ticket = Uuid::now_v7();
    socket.command(&json!({"kind": "ticket.create", "ticketId": ticket, "title": "The last word"})).await;
    socket.hang_up().await;
    let client = node.client().with_token(team.people[0].token());
    until("the ticket is there", || async { client.get(&team.path(&format!("tickets/{ticket}"))).await.status == 200 })
        .await;
}
