//! A small client of the protocol on a bare connection, so that it can also break the rules.

use std::collections::HashMap;
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use actors::domain::entity::SCHEMA;
use bytes::{Buf, BytesMut};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use uuid::Uuid;

/// No step of these tests takes longer, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for an event that must come by itself. The limit is only a guard: a socket with other traffic would wait for
/// ever for an event that never comes.
pub async fn patiently<F: Future>(what: F) -> F::Output {
    tokio::time::timeout(PATIENCE, what).await.expect("it comes at all")
}

/// What arrives on the connection.
#[derive(Debug, PartialEq)]
pub enum Frame {
    Text(String),
    /// A frame of a text.
    Binary(Vec<u8>),
    Ping(Vec<u8>),
    Pong(Vec<u8>),
    /// A close frame, with code and reason.
    Close(u16, String),
    /// The connection ended without a close frame.
    Gone,
}

/// A client with a socket. Checks EV1 on every frame of events, and answers pings.
pub struct Socket {
    stream: TcpStream,
    buffer: BytesMut,
    /// Whether pings are answered.
    pub polite: bool,
    /// The cursor of each scope, after the events read so far.
    pub cursors: HashMap<String, i64>,
    pub epochs: HashMap<String, String>,
    /// Every event that has arrived, with its scope.
    pub events: Vec<(String, Value)>,
}

impl Socket {
    /// Asks for the upgrade; a refusal returns the status of the answer.
    pub async fn upgrade(url: &str, headers: &[(&str, &str)]) -> Result<Self, u16> {
        Self::upgrade_with(url, headers, None).await
    }

    /// The same with a small window, for readers that stall. The address may end with a query, such as `?schema=1`; without
    /// one, the client knows what the node knows.
    pub async fn upgrade_with(url: &str, headers: &[(&str, &str)], window: Option<u32>) -> Result<Self, u16> {
        let known = format!("?schema={SCHEMA}");
        let (url, query) = url.find('?').map_or((url, known.as_str()), |place| url.split_at(place));
        let address: SocketAddr = url.trim_start_matches("http://").parse().expect("an address");
        let socket = TcpSocket::new_v4().expect("a socket");
        if let Some(bytes) = window {
            socket.set_recv_buffer_size(bytes).expect("a window");
        }
        let mut stream = socket.connect(address).await.expect("a connection");
        // A frame is written in two parts. Without this, the second waits 40 ms for the node to confirm the first.
        stream.set_nodelay(true).expect("a setting");
        let mut request = format!(
            "GET /api/socket{query} HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        );
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("\r\n");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut buffer = BytesMut::new();
        let end = loop {
            if let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end;
            }
            let read = tokio::time::timeout(PATIENCE, stream.read_buf(&mut buffer)).await.expect("in time");
            assert!(read.expect("an answer") > 0, "the connection ended before an answer");
        };
        let head = String::from_utf8_lossy(&buffer[..end]).into_owned();
        buffer.advance(end + 4);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        if status != 101 {
            return Err(status);
        }
        let (cursors, epochs, events) = Default::default();
        Ok(Self { stream, buffer, polite: true, cursors, epochs, events })
    }

    /// An upgraded socket, with the node's own origin and without a hello.
    pub async fn open(url: &str) -> Self {
        Self::upgrade(url, &[("origin", url)]).await.expect("let in")
    }

    /// Sends hello without cursors, and waits for `welcome`.
    pub async fn enter(url: &str, token: &str, workspace: &str) -> Self {
        let mut socket = Self::open(url).await;
        socket.hello(token, workspace, &json!(null)).await;
        socket
    }

    /// Sends hello, and returns the welcome.
    pub async fn hello(&mut self, token: &str, workspace: &str, cursors: &Value) -> Value {
        self.try_hello(token, workspace, cursors).await.unwrap_or_else(|end| panic!("no welcome but {end:?}"))
    }

    /// The same, if the node may close the socket instead.
    pub async fn try_hello(&mut self, token: &str, workspace: &str, cursors: &Value) -> Result<Value, Frame> {
        let mut hello = json!({"type": "hello", "token": token, "workspace": workspace, "protocol": 1,
                               "client": {"name": "test", "version": "1"}});
        if !cursors.is_null() {
            hello["cursors"] = cursors.clone();
        }
        self.send(&hello).await;
        let welcome = loop {
            let frame = self.next().await?;
            if frame["type"] == "welcome" {
                break frame;
            }
        };
        for scope in welcome["scopes"].as_array().expect("scopes") {
            let id = text(&scope["scope"]);
            let from = if scope["resume"] == "delta" { &cursors[&id]["seq"] } else { &scope["seq"] };
            self.cursors.insert(id.clone(), from.as_i64().expect("a seq"));
            self.epochs.insert(id, text(&scope["epoch"]));
        }
        Ok(welcome)
    }

    /// The cursors for the next hello.
    pub fn resume_cursors(&self) -> Value {
        let cursor = |(id, seq): (&String, &i64)| (id.clone(), json!({"epoch": self.epochs[id], "seq": seq}));
        Value::Object(self.cursors.iter().map(cursor).collect())
    }

    pub async fn send(&mut self, frame: &Value) {
        self.send_frame(0x1, frame.to_string().as_bytes()).await;
    }

    /// Sends a command and returns its id.
    pub async fn command(&mut self, command: &Value) -> Uuid {
        let id = Uuid::now_v7();
        self.send(&json!({"type": "command", "id": id, "command": command})).await;
        id
    }

    /// Sends a command and waits for its `ack` or `refused`.
    pub async fn ask(&mut self, command: &Value) -> Value {
        let id = self.command(command).await;
        self.answer_to(id).await
    }

    /// The same for a command that must be acked; returns the seq.
    pub async fn does(&mut self, command: &Value) -> i64 {
        let answer = self.ask(command).await;
        assert_eq!(answer["type"], "ack", "{command}: {answer}");
        answer["seq"].as_i64().expect("a seq")
    }

    /// The same for a command that must be refused; returns code and field.
    pub async fn refused(&mut self, command: &Value) -> (String, Option<String>) {
        let answer = self.ask(command).await;
        assert_eq!(answer["type"], "refused", "{command}: {answer}");
        (text(&answer["error"]["code"]), answer["error"]["field"].as_str().map(str::to_owned))
    }

    pub async fn answer_to(&mut self, id: Uuid) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|end| panic!("no answer to {id} but {end:?}"));
            if (frame["type"] == "ack" || frame["type"] == "refused") && frame["id"] == json!(id) {
                return frame;
            }
        }
    }

    /// The next frame of a type; frames of other types are skipped.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|end| panic!("no {kind} but {end:?}"));
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// Reads until a scope has reached a seq.
    pub async fn read_to(&mut self, scope: &str, seq: i64) {
        while self.cursors[scope] < seq {
            self.next().await.unwrap_or_else(|end| panic!("no event {seq} but {end:?}"));
        }
    }

    /// The next JSON frame, or the end of the connection.
    pub async fn next(&mut self) -> Result<Value, Frame> {
        loop {
            match self.frame().await {
                Frame::Text(text) => {
                    let frame: Value = serde_json::from_str(&text).expect("JSON");
                    self.take(&frame);
                    return Ok(frame);
                }
                Frame::Ping(body) if self.polite => self.send_frame(0xA, &body).await,
                Frame::Ping(_) | Frame::Pong(_) | Frame::Binary(_) => {}
                end => return Err(end),
            }
        }
    }

    /// Waits until the node answers a ping. The answer to the handshake may arrive before the actor of the socket starts;
    /// this answer arrives after it.
    pub async fn started(mut self) -> Self {
        self.send_frame(0x9, b"").await;
        while !matches!(self.frame().await, Frame::Pong(_)) {}
        self
    }

    /// Reads to the end, and returns the close code; 0 if the connection was cut without a close frame.
    pub async fn end(&mut self) -> u16 {
        loop {
            match self.next().await {
                Ok(_) => {}
                Err(Frame::Close(code, _)) => return code,
                Err(_) => return 0,
            }
        }
    }

    /// The next binary frame; frames of JSON are read and passed over.
    pub async fn next_binary(&mut self) -> Result<Vec<u8>, Frame> {
        loop {
            match self.frame().await {
                Frame::Binary(bytes) => return Ok(bytes),
                Frame::Text(text) => self.take(&serde_json::from_str(&text).expect("JSON")),
                Frame::Ping(body) if self.polite => self.send_frame(0xA, &body).await,
                Frame::Ping(_) | Frame::Pong(_) => {}
                end => return Err(end),
            }
        }
    }

    /// EV1: frames cover `(from, to]` without a gap. FO1: a gained scope is live from its seq.
    fn take(&mut self, frame: &Value) {
        match frame["type"].as_str() {
            Some("events") => {}
            Some("follow") => {
                self.cursors.insert(text(&frame["scope"]), frame["seq"].as_i64().expect("a seq"));
                self.epochs.insert(text(&frame["scope"]), text(&frame["epoch"]));
                return;
            }
            Some("unfollow") => {
                self.cursors.remove(&text(&frame["scope"]));
                return;
            }
            _ => return,
        }
        let scope = text(&frame["scope"]);
        let events = frame["events"].as_array().expect("events");
        let cursor = self.cursors.get_mut(&scope).unwrap_or_else(|| panic!("EV3: {scope} is not followed"));
        assert_eq!(frame["from"].as_i64(), Some(*cursor), "EV1: a frame continues where the last one ended");
        for event in events {
            *cursor += 1;
            assert_eq!(event["seq"].as_i64(), Some(*cursor), "EV1: no hole and no double");
            self.events.push((scope.clone(), event.clone()));
        }
        assert_eq!(frame["to"].as_i64(), Some(*cursor), "EV1: all of the frame is in it");
    }

    /// Sends a valid frame: final, and masked.
    pub async fn send_frame(&mut self, opcode: u8, body: &[u8]) {
        self.send_head(0x80 | opcode, body.len() as u64).await;
        // A mask of zeros does not change the body.
        self.send_bytes(body).await;
    }

    /// Sends the head of a frame that claims this length, with a mask of zeros.
    pub async fn send_head(&mut self, first: u8, length: u64) {
        let mut head = vec![first];
        match length {
            0..=125 => head.push(0x80 | length as u8),
            126..=0xFFFF => {
                head.push(0x80 | 126);
                head.extend_from_slice(&(length as u16).to_be_bytes());
            }
            _ => {
                head.push(0x80 | 127);
                head.extend_from_slice(&length.to_be_bytes());
            }
        }
        head.extend_from_slice(&[0; 4]);
        self.send_bytes(&head).await;
    }

    /// Sends bytes unchanged. Errors are ignored: the answer shows whether the node still reads.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// The next frame of any type.
    pub async fn frame(&mut self) -> Frame {
        loop {
            if let Some(frame) = self.parse() {
                return frame;
            }
            let read = tokio::time::timeout(PATIENCE, self.stream.read_buf(&mut self.buffer)).await;
            match read.expect("nothing came in time") {
                Ok(0) | Err(_) => return Frame::Gone,
                Ok(_) => {}
            }
        }
    }

    fn parse(&mut self) -> Option<Frame> {
        let (first, second) = (*self.buffer.first()?, *self.buffer.get(1)?);
        assert_eq!(second & 0x80, 0, "a node does not mask");
        let (head, length) = match second {
            126 => (4, usize::from(u16::from_be_bytes(self.buffer.get(2..4)?.try_into().ok()?))),
            127 => (10, u64::from_be_bytes(self.buffer.get(2..10)?.try_into().ok()?) as usize),
            short => (2, usize::from(short)),
        };
        if self.buffer.len() < head + length {
            return None;
        }
        self.buffer.advance(head);
        let body = self.buffer.split_to(length).to_vec();
        Some(match first & 0x0F {
            0x1 => Frame::Text(String::from_utf8(body).expect("UTF-8")),
            0x2 => Frame::Binary(body),
            0x8 if body.len() >= 2 => {
                let code = u16::from_be_bytes([body[0], body[1]]);
                Frame::Close(code, String::from_utf8_lossy(&body[2..]).into_owned())
            }
            0x8 => Frame::Close(1005, String::new()),
            0x9 => Frame::Ping(body),
            0xA => Frame::Pong(body),
            other => panic!("a node does not send frames of opcode {other}"),
        })
    }

    /// Ends the connection without a close frame.
    pub async fn hang_up(&mut self) {
        self.stream.shutdown().await.expect("a connection");
    }

    /// Resets the connection, without a close frame.
    pub fn reset(self) {
        reset(self.stream);
    }
}

/// Resets a connection.
pub fn reset(stream: TcpStream) {
    let socket = socket2::SockRef::from(&stream);
    socket.set_linger(Some(Duration::ZERO)).expect("an option");
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}")).to_owned()
}
