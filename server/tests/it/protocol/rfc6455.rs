//! E01: the rules of WebSocket itself (RFC 6455). A violation ends its own socket with 1002, or with 1007 if text is
//! not UTF-8, and no other socket.

use serde_json::json;
use uuid::Uuid;

use super::socket::{Frame, Socket};
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

const MASKED: u8 = 0x80;

/// Frames as they go over the wire, masked with zeros.
fn frames(parts: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (first, body) in parts {
        bytes.push(*first);
        match u8::try_from(body.len()) {
            Ok(short) if short < 126 => bytes.push(MASKED | short),
            _ => {
                bytes.push(MASKED | 126);
                bytes.extend_from_slice(&(body.len() as u16).to_be_bytes());
            }
        }
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(body);
    }
    bytes
}

fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    [&code.to_be_bytes()[..], reason].concat()
}

#[actix_web::test]
async fn e01_a_violation_of_the_framing_is_answered_with_1002() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut bystander = team.socket(0).await;
    let long = [0x20; 126];
    let mut cases: Vec<(String, Vec<u8>)> = Vec::new();
    for bit in [0x40, 0x20, 0x10, 0x70] {
        for opcode in [0x1, 0x8, 0x9, 0xA] {
            cases.push((format!("reserved bit {bit:#x} with opcode {opcode}"), frames(&[(0x80 | bit | opcode, b"")])));
        }
    }
    for opcode in [0x3, 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF] {
        cases.push((format!("opcode {opcode:#x}"), frames(&[(0x80 | opcode, b"")])));
    }
    for opcode in [0x1, 0x2, 0x8, 0x9, 0xA] {
        cases.push((format!("opcode {opcode} unmasked"), vec![0x80 | opcode, 2, b'{', b'}']));
    }
    for (name, opcode) in [("close", 0x8), ("ping", 0x9), ("pong", 0xA)] {
        cases.push((format!("a {name} in pieces"), frames(&[(opcode, b""), (0x80, b"")])));
        cases.push((format!("a {name} of 126 bytes"), frames(&[(0x80 | opcode, &long)])));
    }
    cases.push(("an end without a beginning".into(), frames(&[(0x80, b"x")])));
    cases.push(("a middle without a beginning".into(), frames(&[(0x00, b"x")])));
    cases.push(("a beginning within a beginning".into(), frames(&[(0x01, b"{"), (0x01, b"}")])));
    cases.push(("a whole within a beginning".into(), frames(&[(0x01, b"{"), (0x81, b"{}")])));
    cases.push(("a close of one byte".into(), frames(&[(0x88, b"\x03")])));
    for code in [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] {
        cases.push((format!("a close with {code}"), frames(&[(0x88, &close(code, b""))])));
    }
    for (name, bytes) in cases {
        let mut socket = team.socket(0).await;
        socket.send_bytes(&bytes).await;
        assert_eq!(socket.end().await, 1002, "{name}");
    }
    bystander.send(&json!({"type": "ping", "n": 1})).await;
    bystander.next_of("pong").await;
}

#[actix_web::test]
async fn e01_text_that_is_no_utf8_is_answered_with_1007() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    for (name, bytes) in [
        ("a lone continuation byte", &b"\x80"[..]),
        ("a sequence that is not continued", b"\xC3\x28"),
        ("a sequence that is cut", b"\xE2\x82"),
        ("an overlong slash", b"\xC0\xAF"),
        ("a surrogate", b"\xED\xA0\x80"),
        ("beyond the last character", b"\xF4\x90\x80\x80"),
        ("a byte that never is", b"\xFE"),
    ] {
        for parts in [
            frames(&[(0x81, bytes)]),
            frames(&[(0x01, bytes), (0x80, b"")]),
            frames(&[(0x01, b"{"), (0x00, bytes), (0x80, b"}")]),
        ] {
            let mut socket = team.socket(0).await;
            socket.send_bytes(&parts).await;
            assert_eq!(socket.end().await, 1007, "{name}");
        }
        let mut socket = team.socket(0).await;
        socket.send_bytes(&frames(&[(0x88, &close(1000, bytes))])).await;
        let code = socket.end().await;
        assert!(matches!(code, 1002 | 1007), "{name} as the reason of a close: {code}");
    }
}

#[actix_web::test]
async fn e01_valid_frames_of_every_form_are_answered() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    // Pings of every allowed length are answered with the same bytes; unrequested pongs are ignored.
    for body in [&b""[..], b"hello", &[0xFF, 0x00, 0xC3], &[0x7F; 125]] {
        socket.send_bytes(&frames(&[(0x8A, body), (0x89, body)])).await;
        loop {
            match socket.frame().await {
                Frame::Pong(echo) => break assert_eq!(echo, body),
                Frame::Close(code, _) => panic!("closed with {code}"),
                _ => {}
            }
        }
    }
    // A message in pieces of one byte, cut within its characters, with pings in between.
    let (id, label) = (Uuid::now_v7(), Uuid::now_v7());
    let command = json!({"kind": "list.create", "listId": label, "name": "Zwölf 🎭"});
    let text = json!({"type": "command", "id": id, "command": command}).to_string();
    let (first, rest) = text.as_bytes().split_at(1);
    let mut parts: Vec<(u8, &[u8])> = vec![(0x01, first)];
    for byte in rest.chunks(1) {
        parts.extend([(0x00, byte), (0x89, &b"between"[..])]);
    }
    parts.push((0x80, b""));
    socket.send_bytes(&frames(&parts)).await;
    assert_eq!(socket.answer_to(id).await["type"], "ack");
    // A close frame is answered with the same code.
    for code in [1000, 1001, 1003, 1008, 1011, 3000, 4000, 4999] {
        let mut leaving = team.socket(0).await;
        leaving.send_bytes(&frames(&[(0x88, &close(code, "Tschüß".as_bytes()))])).await;
        assert_eq!(leaving.end().await, code);
    }
    let mut silent = team.socket(0).await;
    silent.send_bytes(&frames(&[(0x88, b"")])).await;
    assert_eq!(silent.end().await, 1005, "a goodbye without a word has an answer without one");
}

#[actix_web::test]
async fn e01_no_frame_is_read_after_an_invalid_one() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket: Socket = team.socket(0).await;
    let command = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "behind"});
    let text = json!({"type": "command", "id": Uuid::now_v7(), "command": command}).to_string();
    socket.send_bytes(&frames(&[(0xC1, b"{}"), (0x81, text.as_bytes())])).await;
    assert_eq!(socket.end().await, 1002);
    let mut db = database.connect().await;
    let labels: i64 = sqlx::query_scalar("select count(*) from labels").fetch_one(&mut db).await.expect("a count");
    assert_eq!(labels, 0);
}
