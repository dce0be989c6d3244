//! CM6, and invalid frames (E02, E03, E14); for E01 see `rfc6455`.

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use uuid::Uuid;

use super::socket::{Frame, Socket, patiently, reset};
use super::team::{Stillness, Team};
use crate::support::{TestDatabase, TestNode};

const LIMIT: usize = 256 * 1024;

#[actix_web::test]
async fn cm6_a_frame_that_is_no_frame_of_the_protocol_is_an_error_and_closes_with_4400() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let too_long = format!(r#"{{"type":"ping","n":1,"x":"{}"}}"#, "x".repeat(LIMIT));
    for text in [
        "",
        "{",
        "null",
        "7",
        "[]",
        "\"ping\"",
        "{}",
        r#"{"type":7}"#,
        r#"{"type":"nonsense"}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"ping","n":"1"}"#,
        r#"{"type":"ping","n":1,"m":2}"#,
        r#"{"type":"ping","n":1} {}"#,
        r#"{"type":"command","id":"x","command":{}}"#,
        r#"{"type":"command","command":{"kind":"label.delete"}}"#,
        r#"{"type":"presence","state":"dancing"}"#,
        r#"{"type":"watch","ticketId":"*"}"#,
        &deep,
        &too_long,
    ] {
        let mut socket = team.socket(0).await;
        socket.send_frame(0x1, text.as_bytes()).await;
        let shown: String = text.chars().take(60).collect();
        assert_eq!(socket.next_of("error").await["type"], "error", "{shown}");
        assert_eq!(socket.end().await, 4400, "{shown}");
    }
    let mut socket = team.socket(0).await;
    // TX4: too short for a frame of a text.
    socket.send_frame(0x2, b"{\"type\":\"x\"}").await;
    socket.next_of("error").await;
    assert_eq!(socket.end().await, 4400, "a short binary frame");
}

#[actix_web::test]
async fn cm6_a_bad_command_is_refused_and_the_socket_stays() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let before = Stillness::of(&database).await;
    let id = Uuid::now_v7();
    for (command, code, field) in [
        (json!({"kind": "ticket.explode"}), "unknown_kind", Some("kind")),
        (json!({"kind": "label.delete"}), "validation_failed", Some("labelId")),
        (json!({"kind": "label.delete", "labelId": "x"}), "validation_failed", Some("labelId")),
        (json!({"kind": "label.delete", "labelId": id, "force": 1}), "unknown_field", Some("force")),
        (json!({"kind": "label.delete", "labelId": id}), "not_found", Some("labelId")),
        (json!({}), "validation_failed", Some("kind")),
        (json!([]), "validation_failed", None),
        (json!(null), "validation_failed", None),
    ] {
        assert_eq!(socket.refused(&command).await, (code.to_owned(), field.map(str::to_owned)), "{command}");
    }
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let frame = format!(r#"{{"type":"command","id":"{id}","command":{{"kind":"label.delete","labelId":{deep}}}}}"#);
    socket.send_frame(0x1, frame.as_bytes()).await;
    assert_eq!(socket.answer_to(id).await["error"]["code"], "validation_failed");
    assert_eq!(Stillness::of(&database).await, before);
    socket.send(&json!({"type": "ping", "n": 3})).await;
    assert_eq!(socket.next_of("pong").await["n"], 3);
}

#[actix_web::test]
async fn cm6_a_message_may_come_in_pieces() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let text = json!({"type": "ping", "n": 42, }).to_string();
    let (head, tail) = text.split_at(9);
    socket.send_head(0x01, head.len() as u64).await;
    socket.send_bytes(head.as_bytes()).await;
    // A ping may come between the pieces.
    socket.send_frame(0x9, b"").await;
    socket.send_frame(0x0, tail.as_bytes()).await;
    assert_eq!(socket.next_of("pong").await["n"], 42);
}

#[actix_web::test]
async fn e02_a_frame_that_declares_a_length_beyond_all_limits_is_refused_before_it_comes() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    for length in [LIMIT as u64 + 1, 1 << 31, (1 << 31) - 1, u64::from(u32::MAX), 1 << 63, u64::MAX] {
        for opcode in [0x81, 0x01, 0x82] {
            // Before hello and after it.
            let mut socket = if opcode == 0x82 { Socket::open(node.url()).await } else { team.socket(0).await };
            socket.send_head(opcode, length).await;
            // Only the head of the frame is sent.
            assert_eq!(patiently(socket.end()).await, 4400, "{length}");
        }
    }
}

#[actix_web::test]
async fn e03_pieces_without_an_end_are_cut_off() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    for piece in ["", "x"] {
        let mut socket = team.socket(0).await;
        socket.send_head(0x01, 0).await;
        for _ in 0..1_100 {
            socket.send_head(0x00, piece.len() as u64).await;
            socket.send_bytes(piece.as_bytes()).await;
        }
        assert_eq!(socket.end().await, 4400, "{piece:?}");
    }
    let mut socket = team.socket(0).await;
    let piece = "x".repeat(60_000);
    socket.send_head(0x01, 0).await;
    for _ in 0..5 {
        socket.send_head(0x00, piece.len() as u64).await;
        socket.send_bytes(piece.as_bytes()).await;
    }
    assert_eq!(socket.end().await, 4400, "more than a message may have");
}

#[actix_web::test]
async fn e14_a_thousand_resets_during_the_upgrade_harm_no_other_client() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut bystander = team.socket(0).await;
    let address = node.url().trim_start_matches("http://").to_owned();
    let request = format!(
        "GET /api/socket HTTP/1.1\r\nhost: {address}\r\norigin: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        node.url()
    );
    let hello = json!({"type": "hello", "token": team.people[1].token(), "workspace": team.workspace, "protocol": 1});
    for n in 0..1_000_usize {
        match n % 4 {
            // In the middle of the request, right behind it, after the answer, after the hello.
            0 | 1 => {
                let mut stream = TcpStream::connect(&address).await.expect("a connection");
                let until = if n % 4 == 0 { n % request.len() } else { request.len() };
                stream.write_all(&request.as_bytes()[..until]).await.expect("sent");
                reset(stream);
            }
            2 => Socket::open(node.url()).await.reset(),
            _ => {
                let mut socket = Socket::open(node.url()).await;
                socket.send(&hello).await;
                socket.reset();
            }
        }
    }
    bystander.send(&json!({"type": "ping", "n": 1})).await;
    bystander.next_of("pong").await;
    assert_eq!(node.client().get("/healthz").await.status, 200);
    // And the closed sockets leave no presence behind.
    let mut last = team.socket(1).await;
    loop {
        let frame = bystander.next_of("presence").await;
        if frame["members"].as_array().is_some_and(|members| members.len() == 2) {
            break;
        }
    }
    assert!(matches!(last.next().await, Ok(_) | Err(Frame::Ping(_))));
}
