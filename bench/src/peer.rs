//! Other servers on the same machine, for ratios within one run. They authorise no user, and only JetStream stores what
//! it delivers.

mod jetstream;
mod nats;

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::Socket;
use crate::node::{Failure, cpu_of};

/// Shorter frames are greetings and pings, not messages.
const SHORTEST: usize = 100;
/// The folder in which `make bench` installs the peers.
const FOLDER: &str = "bench/peers";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bun,
    Nats,
    /// NATS with a stream on disk: a member reads a message after the disk has it, as with us.
    JetStream,
    SocketIo,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Bun, Self::Nats, Self::JetStream, Self::SocketIo];

    pub fn name(self) -> &'static str {
        match self {
            Self::Bun => "Bun",
            Self::Nats => "NATS",
            Self::JetStream => "NATS JetStream",
            Self::SocketIo => "socket.io",
        }
    }

    fn path(self, room: usize) -> String {
        match self {
            Self::Bun => format!("/{room}"),
            Self::Nats | Self::JetStream => "/".to_owned(),
            Self::SocketIo => format!("/socket.io/?EIO=4&transport=websocket&room={room}"),
        }
    }

    /// Builds a message that reaches everyone in the room as a frame of `bytes` bytes.
    pub fn message(self, room: usize, bytes: usize) -> String {
        match self {
            Self::Bun => "x".repeat(bytes),
            Self::Nats => {
                // In "MSG room.1 1 1300\r\n…\r\n", the declared length is smaller than the frame by its own header.
                let around = |told: usize| format!("MSG room.{room} 1 {told}\r\n\r\n").len();
                let told = (0..bytes).rev().find(|told| told + around(*told) <= bytes).unwrap_or(0);
                format!("PUB room.{room} {told}\r\n{}\r\n", "x".repeat(told))
            }
            Self::JetStream => jetstream::message(room, bytes),
            Self::SocketIo => {
                format!(r#"42["m","{}"]"#, "x".repeat(bytes.saturating_sub(r#"42["m",""]"#.len())))
            }
        }
    }

    /// The first message of a new member, and the start of the answer that confirms the membership.
    fn greeting(self, room: usize) -> Option<(String, &'static str)> {
        match self {
            Self::Bun => None,
            Self::Nats => Some((format!("{}\r\nSUB room.{room} 1\r\nPING\r\n", nats::CONNECT), "PONG")),
            Self::JetStream => {
                Some((format!("{}\r\nSUB {} 1\r\nPING\r\n", nats::CONNECT, jetstream::delivered_to(room)), "PONG"))
            }
            Self::SocketIo => Some(("40".to_owned(), "40")),
        }
    }

    /// The answer to a keep-alive frame, without which the server drops the member.
    fn answer(self, frame: &[u8]) -> Option<&'static str> {
        match self {
            Self::Nats | Self::JetStream if frame.ends_with(b"PING\r\n") => Some("PONG\r\n"),
            Self::SocketIo if frame == b"2" => Some("3"),
            _ => None,
        }
    }
}

/// A running server; dropping it kills the process.
pub struct Peer {
    pub kind: Kind,
    child: Child,
    pub addr: String,
    /// The folder of what the server stores, removed with it.
    store: Option<PathBuf>,
}

impl Peer {
    /// Starts the server if it is installed.
    pub async fn start(kind: Kind) -> Result<Self, Failure> {
        match kind {
            Kind::Bun => {
                let machine = if cfg!(target_arch = "aarch64") { "bun-linux-aarch64" } else { "bun-linux-x64" };
                let binary = PathBuf::from(FOLDER).join("node_modules/@oven").join(machine).join("bin/bun");
                Self::script(kind, &binary, "bun.js")
            }
            Kind::SocketIo => Self::script(kind, &PathBuf::from("node"), "socketio.js"),
            Kind::Nats => Self::nats(kind, None).await,
            Kind::JetStream => {
                Self::nats(
                    kind,
                    Some(std::env::temp_dir().join(format!("troupe-bench-jetstream-{}", std::process::id()))),
                )
                .await
            }
        }
    }

    /// Starts a server that prints its port.
    fn script(kind: Kind, binary: &PathBuf, script: &str) -> Result<Self, Failure> {
        let mut child = Command::new(binary)
            .arg(PathBuf::from(FOLDER).join(script))
            .env("NODE_ENV", "production")
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}; `make bench` installs it", binary.display()))?;
        let mut port = String::new();
        let said = child.stdout.take().ok_or("the peer printed no port")?;
        BufReader::new(said).read_line(&mut port)?;
        Ok(Self { kind, addr: format!("127.0.0.1:{}", port.trim()), child, store: None })
    }

    /// Starts NATS; with a `store`, it has streams in that folder, and syncs every message to the disk.
    async fn nats(kind: Kind, store: Option<PathBuf>) -> Result<Self, Failure> {
        let addr = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let settings = std::env::temp_dir().join(format!("troupe-bench-nats-{}.conf", addr.port()));
        let streams = store.as_deref().map(jetstream::settings).unwrap_or_default();
        std::fs::write(
            &settings,
            format!("listen: \"127.0.0.1:-1\"\nwebsocket {{ listen: \"{addr}\", no_tls: true }}\n{streams}"),
        )?;
        let binary = PathBuf::from(FOLDER).join("python/bin/nats-server");
        let child = Command::new(&binary)
            .arg("--config")
            .arg(&settings)
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}; `make bench` installs it", binary.display()))?;
        let peer = Self { kind, addr: addr.to_string(), child, store };
        let start = Instant::now();
        while TcpStream::connect(addr).is_err() {
            if start.elapsed() > Duration::from_secs(20) {
                return Err("NATS did not start".into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // The server has read its settings by now.
        std::fs::remove_file(settings)?;
        Ok(peer)
    }

    /// Prepares this many rooms, once for all runs.
    pub async fn prepare(&self, rooms: usize) -> Result<(), Failure> {
        match self.kind {
            Kind::JetStream => jetstream::prepare(Socket::plain(&self.addr, "/").await?, rooms).await,
            Kind::Bun | Kind::Nats | Kind::SocketIo => Ok(()),
        }
    }

    pub async fn enter(&self, room: usize) -> Result<Member, Failure> {
        let mut socket = Socket::plain(&self.addr, &self.kind.path(room)).await?;
        if let Some((words, answer)) = self.kind.greeting(room) {
            socket.send_text(&words).await?;
            while !socket.bytes().await?.starts_with(answer.as_bytes()) {}
        }
        Ok(Member { kind: self.kind, socket, partial: 0 })
    }

    /// CPU seconds of the server.
    pub fn cpu(&self) -> f64 {
        cpu_of(self.child.id())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(store) = &self.store {
            let _ = std::fs::remove_dir_all(store);
        }
    }
}

/// A member of a room.
pub struct Member {
    kind: Kind,
    socket: Socket,
    /// Bytes of a message that has not arrived whole.
    partial: usize,
}

impl Member {
    pub async fn send_text(&mut self, message: &str) -> Result<(), Failure> {
        self.socket.send_text(message).await
    }

    /// Waits for messages of `length` bytes, and returns how many arrived. Several messages may share a frame, and a frame
    /// may end inside a message.
    pub async fn receive(&mut self, length: usize) -> Result<usize, Failure> {
        loop {
            let frame = self.socket.bytes().await?;
            if let Some(answer) = self.kind.answer(&frame) {
                self.socket.send_text(answer).await?;
            }
            if frame.len() < SHORTEST {
                continue;
            }
            if self.kind == Kind::JetStream {
                return Ok(jetstream::messages_in(&frame));
            }
            self.partial += frame.len();
            let messages = self.partial / length;
            self.partial %= length;
            return Ok(messages);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_every_peer_has_the_requested_length() {
        for bytes in [640, 1_333, 10_007] {
            assert_eq!(Kind::Bun.message(7, bytes).len(), bytes);
            assert_eq!(Kind::SocketIo.message(7, bytes).len(), bytes);
            // Receivers get the id of their subscription between room and length.
            let told = Kind::Nats.message(7, bytes).replace("PUB room.7 ", "MSG room.7 1 ");
            assert_eq!(told.len(), bytes);
        }
    }

    #[test]
    fn nats_gets_the_length_of_the_payload() {
        let message = Kind::Nats.message(3, 640);
        let (head, rest) = message.split_once("\r\n").expect("a head");
        let told: usize = head.rsplit(' ').next().expect("a length").parse().expect("a number");
        assert_eq!(rest.len(), told + 2);
    }

    #[test]
    fn pings_are_answered_and_messages_are_not() {
        assert_eq!(Kind::SocketIo.answer(b"2"), Some("3"));
        assert_eq!(Kind::Nats.answer(b"PING\r\n"), Some("PONG\r\n"));
        assert_eq!(Kind::Nats.answer(b"PONG\r\n"), None);
        assert_eq!(Kind::Bun.answer(b"2"), None);
    }
}
