//! E01, E11, F02: almost valid input is refused: handshakes, lengths of frames, text that cannot become UTF-8, arrays
//! in place of objects. The refusals name no Rust types.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use super::socket::{Frame, Socket, patiently};
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

/// The head of the answer to a handshake.
async fn handshake(node: &TestNode, version: &str, headers: &str) -> String {
    let host = node.url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).await.expect("a connection");
    let head = format!(
        "GET /api/socket HTTP/{version}\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    while !answer.windows(4).any(|four| four == b"\r\n\r\n") {
        assert!(patiently(stream.read_buf(&mut answer)).await.expect("an answer") > 0, "an answer");
    }
    String::from_utf8_lossy(&answer).to_lowercase()
}

#[actix_web::test]
async fn e01_a_handshake_that_is_not_of_version_13_over_http_1_1_is_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    const KEY: &str = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const VERSION: &str = "sec-websocket-version: 13\r\n";
    assert!(handshake(&node, "1.1", &format!("{VERSION}{KEY}")).await.starts_with("http/1.1 101 "));
    let key = |key: &str| format!("{VERSION}sec-websocket-key: {key}\r\n");
    let versions = ["0", "7", "8", "12", "14", "13, 8", ""];
    let mut cases: Vec<(&str, String)> =
        versions.iter().map(|other| ("1.1", format!("sec-websocket-version: {other}\r\n{KEY}"))).collect();
    let keys = ["", "AAAA", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZSE=", "not base64 of sixteen b=="];
    cases.extend(keys.iter().map(|other| ("1.1", key(other))));
    cases.push(("1.1", KEY.to_owned()));
    cases.push(("1.1", VERSION.to_owned()));
    cases.push(("1.1", format!("{VERSION}sec-websocket-version: 8\r\n{KEY}")));
    cases.push(("1.1", format!("{VERSION}{KEY}{KEY}")));
    cases.push(("1.0", format!("{VERSION}{KEY}")));
    for (version, headers) in cases {
        let answer = handshake(&node, version, &headers).await;
        assert_eq!(answer.split(' ').nth(1), Some("426"), "{headers}: {answer}");
        assert!(answer.contains("sec-websocket-version: 13\r\n"), "{headers}: {answer}");
        assert_names_websocket(&answer);
    }
}

/// RFC 9110, 15.5.22 and 7.8: a 426 names the protocol to change to, and says that this is about the connection.
fn assert_names_websocket(answer: &str) {
    assert!(answer.contains("\r\nupgrade: websocket\r\n"), "{answer}");
    let options = answer.lines().find_map(|line| line.strip_prefix("connection: ")).unwrap_or_default();
    assert!(options.split(", ").any(|option| option == "upgrade"), "{answer}");
}

#[actix_web::test]
async fn e01_a_plain_request_to_the_socket_is_answered_with_the_supported_protocol() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let host = node.url().trim_start_matches("http://");
    let origin = format!("origin: http://{host}\r\n");
    for asking in ["", "upgrade: h2c\r\nconnection: upgrade\r\n", "upgrade: websocket\r\n"] {
        let mut stream = TcpStream::connect(host).await.expect("a connection");
        let head = format!("GET /api/socket HTTP/1.1\r\nhost: {host}\r\n{origin}{asking}\r\n");
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        // Some clients read the answer until the connection ends.
        patiently(stream.read_to_string(&mut answer)).await.expect("the node closes");
        let answer = answer.to_lowercase();
        assert!(answer.starts_with("http/1.1 426 "), "{asking:?}: {answer}");
        assert!(answer.contains("upgrade_required") && answer.contains("sec-websocket-version: 13\r\n"), "{answer}");
        assert_names_websocket(&answer);
    }
}

#[actix_web::test]
async fn e01_a_length_in_more_bytes_than_it_needs_closes_with_1002() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for (name, head) in [
        ("two in three bytes", vec![0x81, 0xFE, 0, 2, 0, 0, 0, 0, b'{', b'}']),
        ("two in nine bytes", vec![0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, b'{', b'}']),
        ("a ping of none in three bytes", vec![0x89, 0xFE, 0, 0, 0, 0, 0, 0]),
        ("65,535 in nine bytes", vec![0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0]),
    ] {
        let mut socket = Socket::open(node.url()).await;
        socket.send_bytes(&head).await;
        assert_eq!(socket.end().await, 1002, "{name}");
    }
}

#[actix_web::test]
async fn e01_a_piece_that_cannot_become_text_closes_with_1007_before_the_last_piece() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for (name, pieces) in [
        ("at once", vec![(0x01, &b"{\xFF"[..])]),
        ("a surrogate", vec![(0x01, b"{\xED\xA0")]),
        ("beyond the last character", vec![(0x01, b"{"), (0x00, b"\xF4\x90")]),
        ("cut within a character and continued by another", vec![(0x01, b"{\xE2\x82"), (0x00, b"\x28")]),
    ] {
        let mut socket = Socket::open(node.url()).await;
        for (first, body) in pieces {
            socket.send_bytes(&[first, 0x80 | body.len() as u8, 0, 0, 0, 0]).await;
            socket.send_bytes(body).await;
        }
        assert_eq!(socket.end().await, 1007, "{name}");
    }
}

#[actix_web::test]
async fn e11_bad_tokens_count_as_guesses_of_their_address_and_good_ones_do_not() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_AUTH_PER_SECOND", "1"), ("TROUPE_AUTH_BURST", "20")];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut codes = Vec::new();
    for _ in 0..60 {
        let mut socket = Socket::open(node.url()).await;
        let hello = json!({"type": "hello", "token": "a guess", "workspace": team.workspace, "protocol": 1});
        socket.send(&hello).await;
        codes.push(socket.end().await);
    }
    assert!(codes.contains(&4429), "{codes:?}");
    assert!(codes.iter().all(|code| matches!(code, 4401 | 4429)), "{codes:?}");
    for _ in 0..30 {
        team.socket(0).await;
    }
}

#[actix_web::test]
async fn e11_of_too_many_silent_sockets_the_oldest_are_closed_and_those_with_a_hello_stay() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_SILENT_SOCKETS", "5")]).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut spoken = Vec::new();
    for _ in 0..10 {
        spoken.push(team.socket(0).await);
    }
    let mut silent = Vec::new();
    for _ in 0..8 {
        silent.push(Socket::open(node.url()).await.started().await);
    }
    for socket in &mut silent[..3] {
        assert_eq!(socket.end().await, 4429);
    }
    for socket in &mut silent[3..] {
        socket.hello(team.people[0].token(), &team.workspace, &json!(null)).await;
    }
    for socket in &mut spoken {
        socket.send(&json!({"type": "ping", "n": 1})).await;
        socket.next_of("pong").await;
    }
}

#[actix_web::test]
async fn pr3_a_socket_watches_64_tickets_and_one_more_is_a_flood() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let first = Uuid::now_v7();
    let watch = |kind: &str, ticket: Uuid| json!({"type": kind, "ticketId": ticket});
    for ticket in std::iter::once(first).chain((0..63).map(|_| Uuid::now_v7())).chain([first]) {
        socket.send(&watch("watch", ticket)).await;
    }
    // Unwatching a ticket makes room for another.
    socket.send(&watch("unwatch", first)).await;
    socket.send(&watch("watch", Uuid::now_v7())).await;
    socket.send(&json!({"type": "ping", "n": 1})).await;
    socket.next_of("pong").await;
    socket.send(&watch("watch", Uuid::now_v7())).await;
    assert_eq!(socket.next_of("error").await["error"]["code"], "too_many");
    assert_eq!(socket.end().await, 4400);
}

#[actix_web::test]
async fn e17_a_field_of_presence_with_nul_or_a_control_character_is_left_out() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    bob.send(&json!({"type": "watch", "ticketId": ticket})).await;
    for (field, shown) in [("ti\u{0}tle", Value::Null), ("title", json!("title")), ("\u{7}", Value::Null)] {
        ann.send(&json!({"type": "presence", "ticketId": ticket, "field": field, "state": "editing"})).await;
        loop {
            let frame = bob.next_of("presence").await;
            let members = frame["members"].as_array().expect("members").clone();
            let hers = members.iter().find(|member| member["ticketId"] == json!(ticket));
            assert!(!frame.to_string().contains("\\u0000"), "{frame}");
            if hers.is_some_and(|hers| hers["field"] == shown) {
                break;
            }
        }
    }
}

/// The text contains neither our type names nor serde's words.
fn assert_plain(said: &Value) {
    let message = said["message"].as_str().unwrap_or_else(|| panic!("no message: {said}"));
    for word in ["struct", "invalid type", "invalid value", "variant", "sequence", "`", "line 1", "i64", "u32"] {
        assert!(!message.contains(word), "{message}");
    }
    assert!(!message.contains("This frame cannot be read"), "{message}");
}

#[actix_web::test]
async fn f02_arrays_are_not_read_as_objects_and_their_errors_name_no_types() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ann = &team.people[0];
    let stranger = node.client();
    for (path, body) in [
        ("/api/auth/sign-in", json!([ann.email, ann.password])),
        ("/api/auth/sign-up", json!(["new@example.org", "vivid-horse-9", null, null])),
        ("/api/auth/confirm", json!([ann.email, "123456"])),
        ("/api/auth/resend", json!([ann.email])),
    ] {
        let answer = stranger.post(path, &body).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{path}");
        assert_plain(&answer.json()["error"]);
    }
    let ticket = team.ticket(0).await;
    for (path, body) in [
        ("/api/auth/sign-out".to_owned(), json!([true])),
        ("/api/workspaces".to_owned(), json!(["Other", "OTH"])),
        (team.path("invitations"), json!(["member"])),
        (team.path("commands"), json!([Uuid::now_v7(), {"kind": "ticket.trash", "ticketId": ticket}])),
        ("/api/workspaces".to_owned(), json!({"name": ["Other"]})),
        ("/api/workspaces".to_owned(), json!("Other")),
        ("/api/workspaces".to_owned(), json!(3)),
    ] {
        let answer = ann.client.post(&path, &body).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{path}: {body}");
        assert_plain(&answer.json()["error"]);
    }
    for (command, field) in [
        (json!(["ticket.trash", ticket]), None),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": ["A title"]}), Some("patch")),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"labels": [[], []]}}), Some("labels")),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": ["A title"]}}), Some("title")),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": 7}}), Some("title")),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": "yes"}}), Some("private")),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"priority": "now"}}), Some("priority")),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": "title"}), Some("patch")),
        (json!({"kind": "ticket.update", "ticketId": 7, "patch": {}}), Some("ticketId")),
        (json!({"kind": "ticket.update", "ticketId": "x", "patch": {}}), Some("ticketId")),
        (json!({"kind": "tickets.update", "ticketIds": "x", "patch": {}}), Some("ticketIds")),
        (json!({"kind": "ticket.trash"}), Some("ticketId")),
        (json!("ticket.trash"), None),
    ] {
        let answer = team.post(0, &command).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{command}");
        assert_eq!(answer.field().as_deref(), field, "{command}: {:?}", answer.json());
        assert_plain(&answer.json()["error"]);
    }
}

#[actix_web::test]
async fn f02_frames_are_objects_throughout_and_their_errors_name_no_types() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let token = team.people[0].token();
    let hello = |more: Value| {
        let mut hello = json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1});
        hello.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        hello
    };
    for frame in [
        json!(["hello", token, team.workspace, 1]),
        hello(json!({"client": ["a page", "1"]})),
        hello(json!({"cursors": {&team.workspace: [Uuid::now_v7(), 0]}})),
        hello(json!({"protocol": "1"})),
        hello(json!({"token": 7})),
        json!({"type": 7}),
        json!({"typ": "hello"}),
        json!("hello"),
    ] {
        let mut socket = Socket::open(node.url()).await;
        socket.send(&frame).await;
        match socket.next().await {
            Ok(said) => {
                assert_eq!(said["type"], "error", "{frame}: {said}");
                assert_plain(&said["error"]);
            }
            Err(end) => panic!("{frame}: {end:?}"),
        }
        assert!(matches!(socket.next().await, Err(Frame::Close(4400, _))), "{frame}");
    }
    for frame in [
        json!(["ping", 1]),
        json!({"type": "ping", "n": [1]}),
        json!({"type": "ping", "n": "1"}),
        json!({"type": "watch", "ticketId": [Uuid::now_v7()]}),
        json!({"type": "watch", "ticketId": "x"}),
        json!({"type": "presence", "state": "here"}),
        json!({"type": "presence"}),
    ] {
        let mut socket = team.socket(0).await;
        socket.send(&frame).await;
        let said = socket.next_of("error").await;
        assert_plain(&said["error"]);
        assert_eq!(socket.end().await, 4400, "{frame}");
    }
}
