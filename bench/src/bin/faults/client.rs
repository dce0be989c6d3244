//! A simulated user: a replica and an outbox, connected to any node that answers, like the web app. All its requests
//! and received frames are recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bench::address;
use bench::history::{Entry, Followed, Received};
use bench::replica::{Replica, Told, id_of, sum_of_changes};
use futures_util::future::select_all;
use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;

use crate::failure::Failure;
use crate::record::Record;
use crate::work;

/// A socket without a frame for this long is abandoned: nodes send something every second.
const SILENCE: Duration = Duration::from_secs(5);
/// A socket with an unanswered command for this long is abandoned.
const UNANSWERED: Duration = Duration::from_secs(10);

/// The addresses of a node: sockets go through the proxy, calls directly.
#[derive(Clone, Copy, Debug)]
pub struct Front {
    pub node: u32,
    pub addr: SocketAddr,
    pub proxy: SocketAddr,
}

/// A user with an account.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: Uuid,
    pub token: String,
}

/// The activity of a crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Milliseconds between two commands of one client.
    Work(u64),
    /// The same, mostly with commands that exceed the bus's message size.
    Large(u64),
    /// The same, with new tickets in any list that the user sees.
    Lists(u64),
    /// No new commands.
    Rest,
    Leave,
}

/// The arguments of a new client.
#[derive(Clone)]
pub struct Casting {
    pub number: u32,
    pub person: Person,
    pub workspace: Uuid,
    pub fronts: Vec<Front>,
    pub pace: watch::Receiver<Pace>,
    pub record: Record,
    pub seed: u64,
}

struct Waiting {
    command: Value,
    sent: Option<Instant>,
    /// The command was put off until this time.
    not_before: Option<Instant>,
}

/// The state that the test may read.
#[derive(Default)]
struct Inner {
    replica: Replica,
    /// What the nodes that fed the replica knew, by the lowest of their numbers (RS6).
    schema: u64,
    outbox: BTreeMap<Uuid, Waiting>,
    live: bool,
    /// Gained scopes whose snapshots are loading.
    gaining: usize,
    /// The client has lost its workspace or its session.
    out: bool,
}

/// A client with its own task.
pub struct Client {
    pub number: u32,
    pub user: Uuid,
    inner: Arc<Mutex<Inner>>,
    task: JoinHandle<()>,
}

impl Drop for Client {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Client {
    pub fn start(casting: Casting) -> Self {
        let inner = Arc::<Mutex<Inner>>::default();
        let (number, user) = (casting.number, casting.person.id);
        let life = Life { dice: StdRng::seed_from_u64(casting.seed), inner: inner.clone(), casting };
        Self { number, user, inner, task: tokio::spawn(life.live()) }
    }

    /// The number of commands without an answer.
    pub fn waiting(&self) -> usize {
        lock(&self.inner).outbox.len()
    }

    pub fn is_out(&self) -> bool {
        lock(&self.inner).out
    }

    pub fn is_live(&self) -> bool {
        lock(&self.inner).live
    }

    /// True if the client stands at these heads in all scopes that it follows.
    pub fn stands_at(&self, heads: &BTreeMap<Uuid, i64>) -> bool {
        let inner = lock(&self.inner);
        !inner.replica.scopes.is_empty()
            && inner.gaining == 0
            && inner.replica.scopes.iter().all(|(scope, state)| heads.get(scope) == Some(&state.seq))
    }

    /// The scopes that the client follows.
    pub fn follows(&self) -> BTreeSet<Uuid> {
        lock(&self.inner).replica.scopes.keys().copied().collect()
    }

    pub fn readings(&self) -> BTreeMap<Uuid, bench::history::Reading> {
        lock(&self.inner).replica.readings()
    }
}

fn lock(inner: &Mutex<Inner>) -> MutexGuard<'_, Inner> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

type Stream = WebSocketStream<TcpStream>;

/// Opens a socket without sending anything.
pub async fn open(front: Front, receive_buffer: Option<u32>) -> Result<Stream, Failure> {
    let tcp = tokio::net::TcpSocket::new_v4()?;
    if let Some(size) = receive_buffer {
        tcp.set_recv_buffer_size(size)?;
    }
    let tcp = tcp.connect(front.proxy).await?;
    tcp.set_nodelay(true)?;
    let mut request = format!("ws://{}{}", front.addr, address::socket()).into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{}", front.addr).parse()?);
    let (stream, _) = tokio::time::timeout(Duration::from_secs(10), client_async(request, tcp)).await??;
    Ok(stream)
}

/// Events that arrived while a snapshot was loading.
type Kept = Vec<(Uuid, Value)>;

struct Life {
    casting: Casting,
    inner: Arc<Mutex<Inner>>,
    dice: StdRng,
}

/// One connection.
struct Line {
    stream: Stream,
    socket: u32,
    front: Front,
    /// The snapshot that is loading.
    reading: Option<JoinHandle<Result<Replica, Failure>>>,
    /// The same, of single scopes that were gained.
    gained: BTreeMap<Uuid, JoinHandle<Result<Replica, Failure>>>,
    kept: Kept,
    heard: Instant,
}

impl Life {
    async fn live(mut self) {
        let mut turn = 0;
        while *self.casting.pace.borrow() != Pace::Leave && !lock(&self.inner).out {
            turn += 1;
            // No other client's socket has this number.
            let socket = self.casting.number * 10_000 + turn;
            let front = self.casting.fronts[self.dice.random_range(0..self.casting.fronts.len())];
            if let Ok(stream) = open(front, None).await {
                let (gained, kept) = (BTreeMap::new(), Vec::new());
                let line = Line { stream, socket, front, reading: None, gained, kept, heard: Instant::now() };
                let code = self.converse(line).await;
                (lock(&self.inner).live, lock(&self.inner).gaining) = (false, 0);
                let client = self.casting.number;
                if *self.casting.pace.borrow() != Pace::Leave {
                    self.casting.record.note(|at| Entry::Closed { at, client, socket, code });
                }
                if matches!(code, Some(4401 | 4403 | 4404)) {
                    self.give_up();
                }
            }
            let pause = self.dice.random_range(20..250);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    /// A client that has lost its workspace sends no more commands.
    fn give_up(&mut self) {
        let client = self.casting.number;
        let mut inner = lock(&self.inner);
        inner.out = true;
        for command in std::mem::take(&mut inner.outbox).into_keys() {
            self.casting.record.note(|at| Entry::Abandoned { at, client, command });
        }
    }

    /// Runs the protocol until the socket closes, and returns its close code.
    async fn converse(&mut self, mut line: Line) -> Option<u16> {
        lock(&self.inner).outbox.values_mut().for_each(|waiting| waiting.sent = None);
        let cursors: serde_json::Map<String, Value> = lock(&self.inner)
            .replica
            .scopes
            .iter()
            .map(|(scope, state)| (scope.to_string(), json!({"epoch": state.epoch, "seq": state.seq})))
            .collect();
        let hello = json!({"type": "hello", "token": self.casting.person.token, "workspace": self.casting.workspace,
            "protocol": 1, "cursors": cursors, "client": {"name": "faults", "version": "1"}});
        line.stream.send(Message::text(hello.to_string())).await.ok()?;
        // Large commands are rare: other traffic must not postpone their time.
        let mut large_at: Option<Instant> = None;
        loop {
            let mut due = Instant::now() + self.next_command_in();
            if matches!(*self.casting.pace.borrow(), Pace::Large(_)) {
                due = *large_at.get_or_insert(due);
            }
            tokio::select! {
                frame = line.stream.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        line.heard = Instant::now();
                        let frame: Value = serde_json::from_str(&text).ok()?;
                        if self.receive(&mut line, &frame).await.is_err() {
                            return None;
                        }
                    }
                    Some(Ok(Message::Close(close))) => return close.map(|it| it.code.into()),
                    Some(Ok(_)) => line.heard = Instant::now(),
                    Some(Err(_)) | None => return None,
                },
                snapshot = come(&mut line.reading) => {
                    line.reading = None;
                    let Ok(replica) = snapshot else { return None };
                    if !self.adopt(&mut line, replica) {
                        return None;
                    }
                }
                (scope, snapshot) = come_of(&mut line.gained) => {
                    line.gained.remove(&scope);
                    let Ok(replica) = snapshot else { return None };
                    if !self.adopt_scope(&mut line, scope, replica) {
                        return None;
                    }
                }
                () = tokio::time::sleep_until(due.into()) => {
                    large_at = None;
                    if *self.casting.pace.borrow() == Pace::Leave {
                        return None;
                    }
                    if self.send_due(&mut line).await.is_err() {
                        return None;
                    }
                }
            }
            let silent = line.heard.elapsed() > SILENCE;
            let unanswered =
                lock(&self.inner).outbox.values().any(|it| it.sent.is_some_and(|at| at.elapsed() > UNANSWERED));
            if silent || unanswered {
                return None;
            }
        }
    }

    fn next_command_in(&mut self) -> Duration {
        match *self.casting.pace.borrow() {
            Pace::Work(pause) | Pace::Large(pause) | Pace::Lists(pause) => {
                Duration::from_millis(self.dice.random_range(pause / 2..=pause * 3 / 2))
            }
            Pace::Rest | Pace::Leave => Duration::from_millis(50),
        }
    }

    async fn receive(&mut self, line: &mut Line, frame: &Value) -> Result<(), Failure> {
        match frame["type"].as_str().unwrap_or_default() {
            "welcome" => self.welcomed(line, frame).await,
            "events" => {
                let scope = id_of(&frame["scope"]).ok_or("an event frame without a scope")?;
                self.write_down(line.socket, scope, frame);
                if line.reading.is_some() || line.gained.contains_key(&scope) {
                    line.kept.push((scope, frame.clone()));
                    return Ok(());
                }
                if self.take(scope, frame) { Ok(()) } else { Err("the frame does not continue the cursor".into()) }
            }
            "follow" => self.follow(line, frame),
            "unfollow" => {
                let scope = id_of(&frame["scope"]).ok_or("a malformed unfollow")?;
                let socket = line.socket;
                self.casting.record.note(|at| Entry::Unfollow { at, socket, scope });
                line.gained.remove(&scope);
                line.kept.retain(|(of, _)| *of != scope);
                let mut inner = lock(&self.inner);
                inner.gaining = line.gained.len();
                inner.replica.scopes.remove(&scope);
                Ok(())
            }
            "ack" => {
                let (Some(command), Some(scope)) = (id_of(&frame["id"]), id_of(&frame["scope"])) else {
                    return Err("a malformed ack".into());
                };
                let (client, seq) = (self.casting.number, frame["seq"].as_i64().unwrap_or(-1));
                self.casting.record.note(|at| Entry::Acked { at, client, command, scope, seq });
                lock(&self.inner).outbox.remove(&command);
                Ok(())
            }
            "refused" => {
                let command = id_of(&frame["id"]).ok_or("a malformed refusal")?;
                let code = frame["error"]["code"].as_str().unwrap_or_default().to_owned();
                if matches!(code.as_str(), "unavailable" | "rate_limited" | "internal") {
                    let wait = frame["error"]["retryAfterMs"].as_u64().unwrap_or(500).min(2_000);
                    if let Some(waiting) = lock(&self.inner).outbox.get_mut(&command) {
                        waiting.sent = None;
                        waiting.not_before = Some(Instant::now() + Duration::from_millis(wait));
                    }
                    return Ok(());
                }
                let client = self.casting.number;
                self.casting.record.note(|at| Entry::Refused { at, client, command, code });
                lock(&self.inner).outbox.remove(&command);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn welcomed(&mut self, line: &mut Line, frame: &Value) -> Result<(), Failure> {
        let cursors = lock(&self.inner).replica.cursors();
        let mut scopes = Vec::new();
        for it in frame["scopes"].as_array().into_iter().flatten() {
            let (Some(scope), Some(epoch)) = (id_of(&it["scope"]), id_of(&it["epoch"])) else { continue };
            let (seq, delta) = (it["seq"].as_i64().unwrap_or(0), it["resume"] == "delta");
            let from = if delta { cursors.get(&scope).map_or(seq, |(_, seq)| *seq) } else { seq };
            scopes.push(Followed { scope, epoch, seq, from, delta });
        }
        let whole = scopes.iter().all(|scope| scope.delta);
        // Scopes that were lost meanwhile.
        lock(&self.inner).replica.scopes.retain(|scope, _| scopes.iter().any(|it| it.scope == *scope));
        let node_schema = frame["schema"].as_u64().unwrap_or(0);
        {
            let mut inner = lock(&self.inner);
            if whole && inner.schema < node_schema {
                inner.replica = Replica::default();
                return Err("the replica lacks rows that this node knows".into());
            }
            inner.schema = if whole { inner.schema.min(node_schema) } else { node_schema };
        }
        let (client, user, socket, node) = (self.casting.number, self.casting.person.id, line.socket, line.front.node);
        self.casting.record.note(|at| Entry::Welcomed { at, client, user, socket, node, scopes });
        if !whole {
            self.casting.record.note(|at| Entry::Asked { at, client });
            line.reading = Some(self.read(line, String::new()));
        }
        lock(&self.inner).live = true;
        self.send_waiting(line).await
    }

    /// Loads a snapshot.
    fn read(&self, line: &Line, query: String) -> JoinHandle<Result<Replica, Failure>> {
        let (addr, token) = (line.front.addr, self.casting.person.token.clone());
        let path = format!("/api/workspaces/{}/snapshot{query}", self.casting.workspace);
        tokio::spawn(async move {
            let (status, text) = crate::http::get(addr, &path, Some(&token)).await?;
            if status != 200 {
                return Err(format!("the snapshot answers {status}").into());
            }
            Replica::read(&text).ok_or_else(|| "the snapshot is not whole".into())
        })
    }

    /// The socket is live in one more scope, whose snapshot is loaded now (FO1).
    fn follow(&self, line: &mut Line, frame: &Value) -> Result<(), Failure> {
        let (Some(scope), Some(epoch)) = (id_of(&frame["scope"]), id_of(&frame["epoch"])) else {
            return Err("a malformed follow".into());
        };
        let (client, socket, seq) = (self.casting.number, line.socket, frame["seq"].as_i64().unwrap_or(-1));
        self.casting.record.note(|at| Entry::Follow { at, socket, scope, epoch, seq });
        if line.reading.is_some() {
            return Err("a scope was gained while all are being read".into());
        }
        self.casting.record.note(|at| Entry::Asked { at, client });
        let reading = self.read(line, format!("?scope={scope}"));
        line.gained.insert(scope, reading);
        lock(&self.inner).gaining = line.gained.len();
        Ok(())
    }

    fn adopt_scope(&self, line: &mut Line, scope: Uuid, mut read: Replica) -> bool {
        let Some(state) = read.scopes.remove(&scope) else { return false };
        let (client, socket, cursors) =
            (self.casting.number, line.socket, BTreeMap::from([(scope, (state.epoch, state.seq))]));
        self.casting.record.note(|at| Entry::Adopted { at, client, socket, cursors });
        lock(&self.inner).replica.scopes.insert(scope, state);
        let (of_scope, kept): (Kept, Kept) =
            std::mem::take(&mut line.kept).into_iter().partition(|(of, _)| *of == scope);
        line.kept = kept;
        let whole = of_scope.into_iter().all(|(scope, frame)| self.take(scope, &frame));
        lock(&self.inner).gaining = line.gained.len();
        whole
    }

    fn write_down(&self, socket: u32, scope: Uuid, frame: &Value) {
        let events = frame["events"].as_array().into_iter().flatten().map(|event| Received {
            seq: event["seq"].as_i64().unwrap_or(-1),
            command: id_of(&event["commandId"]).unwrap_or_default(),
            sum: sum_of_changes(changes(event)),
        });
        let (from, to, events) =
            (frame["from"].as_i64().unwrap_or(-1), frame["to"].as_i64().unwrap_or(-1), events.collect());
        self.casting.record.note(|at| Entry::Frame { at, socket, scope, from, to, events });
    }

    /// Applies new events. Returns false if the frame does not continue the cursor.
    fn take(&self, scope: Uuid, frame: &Value) -> bool {
        let mut inner = lock(&self.inner);
        for event in frame["events"].as_array().into_iter().flatten() {
            let (Some(seq), Some(state)) = (event["seq"].as_i64(), inner.replica.scopes.get_mut(&scope)) else {
                return false;
            };
            if seq <= state.seq {
                continue;
            }
            if seq != state.seq + 1 {
                return false;
            }
            state.seq = seq;
            for told in changes(event) {
                inner.replica.change(scope, told);
            }
        }
        true
    }

    fn adopt(&mut self, line: &mut Line, replica: Replica) -> bool {
        let (client, socket, cursors) = (self.casting.number, line.socket, replica.cursors());
        self.casting.record.note(|at| Entry::Adopted { at, client, socket, cursors });
        lock(&self.inner).replica = replica;
        std::mem::take(&mut line.kept).into_iter().all(|(scope, frame)| self.take(scope, &frame))
    }

    /// Sends a new command if one is due, and commands that were put off.
    async fn send_due(&mut self, line: &mut Line) -> Result<(), Failure> {
        if !lock(&self.inner).live {
            return Ok(());
        }
        let pace = *self.casting.pace.borrow();
        let works = !matches!(pace, Pace::Rest | Pace::Leave) && line.reading.is_none();
        if works && lock(&self.inner).outbox.len() < 32 {
            let tickets = lock(&self.inner).replica.ids("ticket");
            let (dice, number) = (&mut self.dice, self.casting.number);
            let (command, effect) = match pace {
                Pace::Large(_) => work::next_large(dice, number, &tickets),
                Pace::Lists(_) => {
                    let lists = lock(&self.inner).replica.ids("list");
                    work::next_in_lists(dice, number, &tickets, &lists)
                }
                _ => work::next(dice, number, &tickets),
            };
            let (id, client) = (Uuid::now_v7(), self.casting.number);
            self.casting.record.note(|at| Entry::Invoked { at, client, command: id, effect });
            lock(&self.inner).outbox.insert(id, Waiting { command, sent: None, not_before: None });
        }
        self.send_waiting(line).await
    }

    /// In the order of their ids, which is the order of their creation.
    async fn send_waiting(&mut self, line: &mut Line) -> Result<(), Failure> {
        let now = Instant::now();
        let due: Vec<(Uuid, Value)> = lock(&self.inner)
            .outbox
            .iter_mut()
            .filter(|(_, it)| it.sent.is_none() && it.not_before.is_none_or(|at| at <= now))
            .map(|(id, it)| {
                it.sent = Some(now);
                (*id, it.command.clone())
            })
            .collect();
        for (command, body) in due {
            let (client, node) = (self.casting.number, line.front.node);
            self.casting.record.note(|at| Entry::Sent { at, client, command, node });
            let frame = json!({"type": "command", "id": command, "command": body});
            line.stream.send(Message::text(frame.to_string())).await?;
        }
        Ok(())
    }
}

/// Waits for the loading snapshot, or for ever if none is loading.
async fn come(reading: &mut Option<JoinHandle<Result<Replica, Failure>>>) -> Result<Replica, Failure> {
    match reading {
        Some(reading) => reading.await?,
        None => std::future::pending().await,
    }
}

/// The same for the first of several snapshots of single scopes.
async fn come_of(
    gained: &mut BTreeMap<Uuid, JoinHandle<Result<Replica, Failure>>>,
) -> (Uuid, Result<Replica, Failure>) {
    if gained.is_empty() {
        return std::future::pending().await;
    }
    let all = gained.iter_mut().map(|(scope, reading)| Box::pin(async move { (*scope, reading.await) }));
    let ((scope, read), ..) = select_all(all).await;
    (scope, read.map_err(Failure::from).and_then(|read| read))
}

fn changes(event: &Value) -> impl Iterator<Item = Told<'_>> {
    event["changes"].as_array().into_iter().flatten().map(|change| Told {
        op: change["op"].as_str().unwrap_or_default(),
        kind: change["entity"].as_str().unwrap_or_default(),
        id: id_of(&change["id"]).unwrap_or_default(),
        data: change["data"].as_object(),
    })
}
