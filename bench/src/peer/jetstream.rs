//! NATS with a stream in files, synced to the disk at every message. One consumer a room sends what is stored to the
//! room's members.

use std::path::Path;

use serde_json::{Value, json};

use super::nats::CONNECT;
use crate::client::Socket;
use crate::node::Failure;

/// The last byte of a message's payload, which occurs nowhere else. The headers of a stream's messages differ in length,
/// so members count this byte and not the length of frames.
const END: char = '\u{1e}';
/// The subject at which the server answers the bench.
const ANSWERS: &str = "answers";

/// The part of the server's settings for a stream in this folder.
pub(super) fn settings(folder: &Path) -> String {
    format!("jetstream {{ store_dir: \"{}\", sync_interval: always }}\n", folder.display())
}

/// The subject to which the stored messages of a room go.
pub(super) fn delivered_to(room: usize) -> String {
    format!("stored.{room}")
}

/// A message that reaches members in a frame of about `bytes` bytes: the header of a stored message names its place in
/// the stream and its time, in some 70 bytes.
pub(super) fn message(room: usize, bytes: usize) -> String {
    let header = format!(
        "MSG {} 1 $JS.ACK.rooms.{room}.1.10000.10000.1700000000000000000.0 {bytes}\r\n\r\n",
        delivered_to(room)
    );
    let payload = bytes.saturating_sub(header.len()).max(1);
    format!("PUB room.{room} {payload}\r\n{}{END}\r\n", "x".repeat(payload - 1))
}

/// How many messages end in these bytes.
pub(super) fn messages_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == END as u8).count()
}

/// Makes the stream, and a consumer for each room. Both stay if they are there.
pub(super) async fn prepare(mut socket: Socket, rooms: usize) -> Result<(), Failure> {
    socket.send_text(&format!("{CONNECT}\r\nSUB {ANSWERS} 1\r\n")).await?;
    let stream =
        json!({"name": "rooms", "subjects": ["room.*"], "storage": "file", "retention": "limits", "num_replicas": 1});
    ask(&mut socket, "$JS.API.STREAM.CREATE.rooms", &stream).await?;
    for room in 0..rooms {
        let name = format!("room-{room}");
        let consumer = json!({"stream_name": "rooms", "config": {
            "durable_name": name,
            "deliver_subject": delivered_to(room),
            "deliver_policy": "new",
            "ack_policy": "none",
            "filter_subject": format!("room.{room}"),
        }});
        ask(&mut socket, &format!("$JS.API.CONSUMER.DURABLE.CREATE.rooms.{name}"), &consumer).await?;
    }
    Ok(())
}

async fn ask(socket: &mut Socket, subject: &str, what: &Value) -> Result<(), Failure> {
    let what = what.to_string();
    socket.send_text(&format!("PUB {subject} {ANSWERS} {}\r\n{what}\r\n", what.len())).await?;
    let mut said = Vec::new();
    // The answer is one JSON object, whose end is the end of the message.
    while !said.ends_with(b"}\r\n") || !said.windows(4).any(|bytes| bytes == b"MSG ") {
        let frame = socket.bytes().await?;
        if frame.ends_with(b"PING\r\n") {
            socket.send_text("PONG\r\n").await?;
        } else {
            said.extend_from_slice(&frame);
        }
    }
    let said = String::from_utf8_lossy(&said);
    if said.contains(r#""error":"#) {
        return Err(format!("JetStream refused {subject}: {said}").into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_counted_once_where_it_ends() {
        let message = message(7, 762);
        let (head, payload) = message.split_once("\r\n").expect("a head");
        assert_eq!(head, format!("PUB room.7 {}", payload.len() - 2));
        assert_eq!(messages_in(message.as_bytes()), 1);
        let (first, second) = message.as_bytes().split_at(message.len() / 2);
        assert_eq!((messages_in(first), messages_in(second)), (0, 1));
    }
}
