//! The sockets of all rooms: those that write, and those that only read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::json;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::Socket;
use crate::generator::Busy;
use crate::node::{Failure, Node};
use crate::peer::{Member, Peer};
use crate::team::{Divided, Team};

/// Handshakes in progress at the same time.
const AT_ONCE: usize = 64;

/// If a round takes longer, a message was lost.
const LONGEST: Duration = Duration::from_secs(10);

/// The workspaces of our node, which stay loaded when all members have left.
pub struct Ours<'a> {
    node: &'a Node,
    token: String,
    workspaces: Vec<String>,
}

impl<'a> Ours<'a> {
    pub async fn create(node: &'a Node, rooms: usize) -> Result<Self, Failure> {
        let token = node.person(&format!("rooms{}x{rooms}", Uuid::now_v7().simple()))?;
        let workspaces =
            (0..rooms).map(|n| node.workspace(&token, &format!("Room {n}"))).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { node, token, workspaces })
    }
}

/// A workspace of our node in which half of the lists are restricted.
pub struct DividedRoom<'a> {
    node: &'a Node,
    team: Team,
    at: Divided,
}

impl<'a> DividedRoom<'a> {
    pub fn create(node: &'a Node) -> Result<Self, Failure> {
        let team = Team::sign_up(node, "room")?;
        Ok(Self { node, at: team.found(node, "Divided room")?, team })
    }
}

/// The open sockets of one server. Dropping them closes them.
pub struct RoomSockets {
    writers: Vec<Writer>,
    /// For each writer: the members that receive its messages and do not write.
    readers: Vec<usize>,
    received: Received,
    watching: Vec<JoinHandle<()>>,
    turn: usize,
}

pub struct Measured {
    /// Deliveries for each CPU second of the server, and for each second of time.
    pub each: f64,
    pub second: f64,
    /// CPU use of the generator, in cores.
    pub busy: f64,
}

#[derive(Clone, Default)]
struct Received {
    delivered: Arc<AtomicU64>,
    /// The number of expected deliveries; `all` is notified when they have arrived.
    due: Arc<AtomicU64>,
    all: Arc<Notify>,
    /// The length of a frame with one message.
    length: Arc<AtomicUsize>,
}

enum Writer {
    Ours { socket: Box<Socket>, ticket: Uuid, turn: u64 },
    Peer { member: Box<Member>, message: String, length: usize },
}

impl RoomSockets {
    pub async fn of_ours(ours: &Ours<'_>, rooms: usize, people: usize) -> Result<Self, Failure> {
        let received = Received::default();
        let Ours { node, token, workspaces } = ours;
        let open = |n: usize| async move { Socket::open(&node.addr, token, &workspaces[n % rooms]).await };
        let mut sockets: Vec<_> = stream::iter(0..rooms * people).map(open).buffered(AT_ONCE).try_collect().await?;
        let watching = sockets.split_off(rooms).into_iter().map(|socket| received.ours(socket)).collect();
        let mut writers = Vec::new();
        for socket in sockets {
            writers.push(Writer::ours(socket, None).await?);
        }
        Self { writers, readers: vec![people - 1; rooms], received, watching, turn: 0 }.with_tickets_received().await
    }

    /// Opens a divided room. Two members take turns to write: one in a restricted list, for the half of the members who
    /// share it, one in an open list, for all.
    pub async fn of_divided(room: &DividedRoom<'_>, people: usize) -> Result<Self, Failure> {
        let received = Received::default();
        let DividedRoom { node, team, at } = room;
        let open = |n: usize| async move { team.seat(at, n).open(&node.addr).await };
        let mut sockets: Vec<_> = stream::iter(0..people).map(open).buffered(AT_ONCE).try_collect().await?;
        let watching = sockets.split_off(2).into_iter().map(|socket| received.ours(socket)).collect();
        let mut writers = Vec::new();
        for (n, socket) in sockets.into_iter().enumerate() {
            writers.push(Writer::ours(socket, Some(team.seat(at, n).list)).await?);
        }
        Self { writers, readers: vec![people / 2 - 1, people - 2], received, watching, turn: 0 }
            .with_tickets_received()
            .await
    }

    /// Waits until all readers have received the new tickets.
    async fn with_tickets_received(self) -> Result<Self, Failure> {
        self.received.due.store(self.readers.iter().sum::<usize>() as u64, Ordering::Release);
        self.received.in_time().await?;
        // The frame of a new ticket is longer than the later ones.
        self.received.length.store(0, Ordering::Relaxed);
        Ok(self)
    }

    /// Opens the rooms of another server with frames of `length` bytes.
    pub async fn of_peer(peer: &Peer, rooms: usize, people: usize, length: usize) -> Result<Self, Failure> {
        let received = Received::default();
        let open = |n: usize| peer.enter(n % rooms);
        let mut members: Vec<_> = stream::iter(0..rooms * people).map(open).buffered(AT_ONCE).try_collect().await?;
        let watching = members.split_off(rooms).into_iter().map(|member| received.theirs(member, length)).collect();
        let writers = members.into_iter().enumerate();
        let writers = writers
            .map(|(room, member)| Writer::Peer {
                member: Box::new(member),
                message: peer.kind.message(room, length),
                length,
            })
            .collect();
        Ok(Self { writers, readers: vec![people - 1; rooms], received, watching, turn: 0 })
    }

    /// Writes messages into rooms, again and again, and measures deliveries.
    pub async fn measure(
        &mut self,
        rooms: usize,
        messages: usize,
        run: Duration,
        cpu: impl Fn() -> f64,
    ) -> Result<Measured, Failure> {
        self.round(rooms, messages).await?;
        let (start, used, busy) = (Instant::now(), cpu(), Busy::start());
        let before = self.received.delivered.load(Ordering::Relaxed);
        while start.elapsed() < run {
            self.round(rooms, messages).await?;
        }
        let delivered = (self.received.delivered.load(Ordering::Relaxed) - before) as f64;
        Ok(Measured {
            each: delivered / (cpu() - used).max(0.01),
            second: delivered / start.elapsed().as_secs_f64(),
            busy: busy.cores(),
        })
    }

    /// Writes to the next rooms at the same time, and waits until their members have read everything: overlapping
    /// messages would be delivered together, which is cheaper.
    async fn round(&mut self, rooms: usize, messages: usize) -> Result<(), Failure> {
        let all = self.writers.len();
        let rooms = rooms.min(all);
        if self.turn + rooms > all {
            self.turn = 0;
        }
        let turn = self.turn;
        self.turn += rooms;
        let readers: usize = self.readers[turn..turn + rooms].iter().sum();
        self.received.due.fetch_add((messages * readers) as u64, Ordering::AcqRel);
        try_join_all(self.writers[turn..turn + rooms].iter_mut().map(|writer| writer.round(messages))).await?;
        self.received.in_time().await
    }

    /// The length of a frame with one message.
    pub fn length(&self) -> usize {
        self.received.length.load(Ordering::Relaxed)
    }
}

impl Drop for RoomSockets {
    fn drop(&mut self) {
        self.watching.iter().for_each(JoinHandle::abort);
    }
}

impl Writer {
    /// Makes the ticket, in a list if there is one.
    async fn ours(mut socket: Socket, list: Option<Uuid>) -> Result<Self, Failure> {
        let ticket = Uuid::now_v7();
        let mut command = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Room"});
        if let Some(list) = list {
            command["listIds"] = json!([list]);
        }
        socket.carry_out(command).await?;
        Ok(Self::Ours { socket: Box::new(socket), ticket, turn: 0 })
    }

    /// Writes messages and waits until the server has delivered them.
    async fn round(&mut self, messages: usize) -> Result<(), Failure> {
        match self {
            Self::Ours { socket, ticket, turn } => {
                for _ in 0..messages {
                    *turn += 1;
                    let title = format!("Edit {turn:06}");
                    socket
                        .command(json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}}))
                        .await?;
                }
                let mut acks = 0;
                while acks < messages {
                    acks += usize::from(socket.text().await?.starts_with(r#"{"type":"ack""#));
                }
            }
            Self::Peer { member, message, length } => {
                for _ in 0..messages {
                    member.send_text(message).await?;
                }
                // The writer is a member too and reads its own message.
                let mut received = 0;
                while received < messages {
                    received += member.receive(*length).await?;
                }
            }
        }
        Ok(())
    }
}

impl Received {
    fn add(&self, messages: u64) {
        let delivered = self.delivered.fetch_add(messages, Ordering::AcqRel) + messages;
        if delivered >= self.due.load(Ordering::Acquire) {
            self.all.notify_one();
        }
    }

    async fn everything(&self) {
        while self.delivered.load(Ordering::Acquire) < self.due.load(Ordering::Acquire) {
            self.all.notified().await;
        }
    }

    async fn in_time(&self) -> Result<(), Failure> {
        Ok(tokio::time::timeout(LONGEST, self.everything()).await.map_err(|_| "a message did not arrive")?)
    }

    fn ours(&self, mut socket: Socket) -> JoinHandle<()> {
        let received = self.clone();
        tokio::spawn(async move {
            while let Ok(text) = socket.text().await {
                let events = text.matches(r#""commandId""#).count();
                if events == 1 {
                    received.length.fetch_max(text.len(), Ordering::Relaxed);
                }
                received.add(events as u64);
            }
        })
    }

    fn theirs(&self, mut member: Member, length: usize) -> JoinHandle<()> {
        let received = self.clone();
        tokio::spawn(async move {
            while let Ok(messages) = member.receive(length).await {
                received.add(messages as u64);
            }
        })
    }
}
