//! A simulated user: a replica and an outbox, connected to any node that answers, like the web app. All its requests
//! and received frames are recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bench::address;
use bench::history::{Entry, Followed, Received};
use bench::replica::{EventChange, Replica, id_of, sum_of_changes};
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

use crate::edits;
use crate::failure::Failure;
use crate::record::Record;

/// A socket without a frame for this long is abandoned: nodes send something every second.
const SILENCE: Duration = Duration::from_secs(5);
/// A socket with an unanswered command for this long is abandoned.
const UNANSWERED: Duration = Duration::from_secs(10);

/// The two addresses of a node: sockets use the proxy, and calls connect directly.
#[derive(Clone, Copy, Debug)]
pub struct NodeAddress {
    pub node: u32,
    pub direct: SocketAddr,
    pub proxy: SocketAddr,
}

/// A user with an account.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: Uuid,
    pub token: String,
}

/// What all clients of a run do now. A number is the average pause in milliseconds between two commands of one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    Edits(u64),
    /// Mostly commands that exceed the bus's message size.
    LargeEdits(u64),
    /// Commands that also create tickets in all lists that the user sees.
    EditsInLists(u64),
    /// The clients stay connected and send no new commands.
    Paused,
    /// The clients disconnect and end.
    Stop,
}

/// What a client needs to start.
#[derive(Clone)]
pub struct ClientOptions {
    pub number: u32,
    pub person: Person,
    pub workspace: Uuid,
    pub addresses: Vec<NodeAddress>,
    pub workload: watch::Receiver<Workload>,
    pub record: Record,
    pub seed: u64,
}

/// A command without an answer.
struct Unanswered {
    command: Value,
    sent: Option<Instant>,
    /// The command was put off until this time.
    not_before: Option<Instant>,
}

/// The state that the test may read.
#[derive(Default)]
struct Inner {
    replica: Replica,
    /// The lowest schema number of the nodes whose rows and events the replica holds (RS6).
    schema: u64,
    outbox: BTreeMap<Uuid, Unanswered>,
    live: bool,
    /// Gained scopes whose snapshots are loading.
    gaining: usize,
    /// The client has lost its workspace or its session. It sends nothing more.
    lost_access: bool,
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
    pub fn start(options: ClientOptions) -> Self {
        let inner = Arc::<Mutex<Inner>>::default();
        let (number, user) = (options.number, options.person.id);
        let task = ClientTask { rng: StdRng::seed_from_u64(options.seed), inner: inner.clone(), options };
        Self { number, user, inner, task: tokio::spawn(task.run()) }
    }

    /// The number of commands without an answer.
    pub fn unanswered(&self) -> usize {
        lock(&self.inner).outbox.len()
    }

    pub fn has_lost_access(&self) -> bool {
        lock(&self.inner).lost_access
    }

    pub fn is_live(&self) -> bool {
        lock(&self.inner).live
    }

    /// True if the client has all events up to these heads in all scopes that it follows.
    pub fn is_at(&self, heads: &BTreeMap<Uuid, i64>) -> bool {
        let inner = lock(&self.inner);
        !inner.replica.scopes.is_empty()
            && inner.gaining == 0
            && inner.replica.scopes.iter().all(|(scope, state)| heads.get(scope) == Some(&state.seq))
    }

    /// The scopes that the client follows.
    pub fn followed_scopes(&self) -> BTreeSet<Uuid> {
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
pub async fn open(address: NodeAddress, receive_buffer: Option<u32>) -> Result<Stream, Failure> {
    let tcp = tokio::net::TcpSocket::new_v4()?;
    if let Some(size) = receive_buffer {
        tcp.set_recv_buffer_size(size)?;
    }
    let tcp = tcp.connect(address.proxy).await?;
    tcp.set_nodelay(true)?;
    let mut request = format!("ws://{}{}", address.direct, address::socket()).into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{}", address.direct).parse()?);
    let (stream, _) = tokio::time::timeout(Duration::from_secs(10), client_async(request, tcp)).await??;
    Ok(stream)
}

/// Frames of events that arrived while a snapshot was loading, with their scopes.
type Buffer = Vec<(Uuid, Value)>;

struct ClientTask {
    options: ClientOptions,
    inner: Arc<Mutex<Inner>>,
    rng: StdRng,
}

/// One connection.
struct Connection {
    stream: Stream,
    socket: u32,
    address: NodeAddress,
    /// The snapshot of all scopes that is loading.
    loading: Option<JoinHandle<Result<Replica, Failure>>>,
    /// The loading snapshots of single scopes that the user has gained.
    loading_scopes: BTreeMap<Uuid, JoinHandle<Result<Replica, Failure>>>,
    buffer: Buffer,
    last_frame_at: Instant,
}

impl ClientTask {
    async fn run(mut self) {
        let mut turn = 0;
        while *self.options.workload.borrow() != Workload::Stop && !lock(&self.inner).lost_access {
            turn += 1;
            // No other client's socket has this number.
            let socket = self.options.number * 10_000 + turn;
            let address = self.options.addresses[self.rng.random_range(0..self.options.addresses.len())];
            if let Ok(stream) = open(address, None).await {
                let connection = Connection {
                    stream,
                    socket,
                    address,
                    loading: None,
                    loading_scopes: BTreeMap::new(),
                    buffer: Vec::new(),
                    last_frame_at: Instant::now(),
                };
                let code = self.run_protocol(connection).await;
                (lock(&self.inner).live, lock(&self.inner).gaining) = (false, 0);
                let client = self.options.number;
                if *self.options.workload.borrow() != Workload::Stop {
                    self.options.record.note(|at| Entry::Closed { at, client, socket, code });
                }
                if matches!(code, Some(4401 | 4403 | 4404)) {
                    self.give_up();
                }
            }
            let pause = self.rng.random_range(20..250);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    /// A client that has lost its workspace sends no more commands.
    fn give_up(&mut self) {
        let client = self.options.number;
        let mut inner = lock(&self.inner);
        inner.lost_access = true;
        for command in std::mem::take(&mut inner.outbox).into_keys() {
            self.options.record.note(|at| Entry::Abandoned { at, client, command });
        }
    }

    /// Runs the protocol until the socket closes, and returns its close code.
    async fn run_protocol(&mut self, mut connection: Connection) -> Option<u16> {
        lock(&self.inner).outbox.values_mut().for_each(|waiting| waiting.sent = None);
        let cursors: serde_json::Map<String, Value> = lock(&self.inner)
            .replica
            .scopes
            .iter()
            .map(|(scope, state)| (scope.to_string(), json!({"epoch": state.epoch, "seq": state.seq})))
            .collect();
        let hello = json!({"type": "hello", "token": self.options.person.token, "workspace": self.options.workspace,
            "protocol": 1, "cursors": cursors, "client": {"name": "faults", "version": "1"}});
        connection.stream.send(Message::text(hello.to_string())).await.ok()?;
        // Large commands are rare: other traffic must not postpone their time.
        let mut large_at: Option<Instant> = None;
        loop {
            let mut due = Instant::now() + self.next_command_in();
            if matches!(*self.options.workload.borrow(), Workload::LargeEdits(_)) {
                due = *large_at.get_or_insert(due);
            }
            tokio::select! {
                frame = connection.stream.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        connection.last_frame_at = Instant::now();
                        let frame: Value = serde_json::from_str(&text).ok()?;
                        if self.receive(&mut connection, &frame).await.is_err() {
                            return None;
                        }
                    }
                    Some(Ok(Message::Close(close))) => return close.map(|it| it.code.into()),
                    Some(Ok(_)) => connection.last_frame_at = Instant::now(),
                    Some(Err(_)) | None => return None,
                },
                snapshot = loaded(&mut connection.loading) => {
                    connection.loading = None;
                    let Ok(replica) = snapshot else { return None };
                    if !self.adopt(&mut connection, replica) {
                        return None;
                    }
                }
                (scope, snapshot) = loaded_scope(&mut connection.loading_scopes) => {
                    connection.loading_scopes.remove(&scope);
                    let Ok(replica) = snapshot else { return None };
                    if !self.adopt_scope(&mut connection, scope, replica) {
                        return None;
                    }
                }
                () = tokio::time::sleep_until(due.into()) => {
                    large_at = None;
                    if *self.options.workload.borrow() == Workload::Stop {
                        return None;
                    }
                    if self.send_due(&mut connection).await.is_err() {
                        return None;
                    }
                }
            }
            let silent = connection.last_frame_at.elapsed() > SILENCE;
            let unanswered =
                lock(&self.inner).outbox.values().any(|it| it.sent.is_some_and(|at| at.elapsed() > UNANSWERED));
            if silent || unanswered {
                return None;
            }
        }
    }

    fn next_command_in(&mut self) -> Duration {
        match *self.options.workload.borrow() {
            Workload::Edits(pause) | Workload::LargeEdits(pause) | Workload::EditsInLists(pause) => {
                Duration::from_millis(self.rng.random_range(pause / 2..=pause * 3 / 2))
            }
            Workload::Paused | Workload::Stop => Duration::from_millis(50),
        }
    }

    async fn receive(&mut self, connection: &mut Connection, frame: &Value) -> Result<(), Failure> {
        match frame["type"].as_str().unwrap_or_default() {
            "welcome" => self.welcomed(connection, frame).await,
            "events" => {
                let scope = id_of(&frame["scope"]).ok_or("an event frame without a scope")?;
                self.record_frame(connection.socket, scope, frame);
                if connection.loading.is_some() || connection.loading_scopes.contains_key(&scope) {
                    connection.buffer.push((scope, frame.clone()));
                    return Ok(());
                }
                if self.apply(scope, frame) { Ok(()) } else { Err("the frame does not continue the cursor".into()) }
            }
            "follow" => self.follow(connection, frame),
            "unfollow" => {
                let scope = id_of(&frame["scope"]).ok_or("a malformed unfollow")?;
                let socket = connection.socket;
                self.options.record.note(|at| Entry::Unfollow { at, socket, scope });
                connection.loading_scopes.remove(&scope);
                connection.buffer.retain(|(of, _)| *of != scope);
                let mut inner = lock(&self.inner);
                inner.gaining = connection.loading_scopes.len();
                inner.replica.scopes.remove(&scope);
                Ok(())
            }
            "ack" => {
                let (Some(command), Some(scope)) = (id_of(&frame["id"]), id_of(&frame["scope"])) else {
                    return Err("a malformed ack".into());
                };
                let (client, seq) = (self.options.number, frame["seq"].as_i64().unwrap_or(-1));
                self.options.record.note(|at| Entry::Acked { at, client, command, scope, seq });
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
                let client = self.options.number;
                self.options.record.note(|at| Entry::Refused { at, client, command, code });
                lock(&self.inner).outbox.remove(&command);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn welcomed(&mut self, connection: &mut Connection, frame: &Value) -> Result<(), Failure> {
        let cursors = lock(&self.inner).replica.cursors();
        let mut scopes = Vec::new();
        for it in frame["scopes"].as_array().into_iter().flatten() {
            let (Some(scope), Some(epoch)) = (id_of(&it["scope"]), id_of(&it["epoch"])) else { continue };
            let (seq, delta) = (it["seq"].as_i64().unwrap_or(0), it["resume"] == "delta");
            let from = if delta { cursors.get(&scope).map_or(seq, |(_, seq)| *seq) } else { seq };
            scopes.push(Followed { scope, epoch, seq, from, delta });
        }
        let whole = scopes.iter().all(|scope| scope.delta);
        // Drop the scopes that the user lost while the client was not connected.
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
        let (client, user, socket, node) =
            (self.options.number, self.options.person.id, connection.socket, connection.address.node);
        self.options.record.note(|at| Entry::Welcomed { at, client, user, socket, node, scopes });
        if !whole {
            self.options.record.note(|at| Entry::Asked { at, client });
            connection.loading = Some(self.load_snapshot(connection, String::new()));
        }
        lock(&self.inner).live = true;
        self.send_waiting(connection).await
    }

    /// Starts to load a snapshot.
    fn load_snapshot(&self, connection: &Connection, query: String) -> JoinHandle<Result<Replica, Failure>> {
        let (addr, token) = (connection.address.direct, self.options.person.token.clone());
        let path = format!("/api/workspaces/{}/snapshot{query}", self.options.workspace);
        tokio::spawn(async move {
            let (status, text) = crate::http::get(addr, &path, Some(&token)).await?;
            if status != 200 {
                return Err(format!("the snapshot answers {status}").into());
            }
            Replica::read(&text).ok_or_else(|| "the snapshot is not whole".into())
        })
    }

    /// The socket is live in one more scope, whose snapshot is loaded now (FO1).
    fn follow(&self, connection: &mut Connection, frame: &Value) -> Result<(), Failure> {
        let (Some(scope), Some(epoch)) = (id_of(&frame["scope"]), id_of(&frame["epoch"])) else {
            return Err("a malformed follow".into());
        };
        let (client, socket, seq) = (self.options.number, connection.socket, frame["seq"].as_i64().unwrap_or(-1));
        self.options.record.note(|at| Entry::Follow { at, socket, scope, epoch, seq });
        if connection.loading.is_some() {
            return Err("a scope was gained while all are being read".into());
        }
        self.options.record.note(|at| Entry::Asked { at, client });
        let snapshot = self.load_snapshot(connection, format!("?scope={scope}"));
        connection.loading_scopes.insert(scope, snapshot);
        lock(&self.inner).gaining = connection.loading_scopes.len();
        Ok(())
    }

    /// Takes the snapshot of a gained scope, and applies the buffered frames of that scope.
    fn adopt_scope(&self, connection: &mut Connection, scope: Uuid, mut read: Replica) -> bool {
        let Some(state) = read.scopes.remove(&scope) else { return false };
        let (client, socket, cursors) =
            (self.options.number, connection.socket, BTreeMap::from([(scope, (state.epoch, state.seq))]));
        self.options.record.note(|at| Entry::Adopted { at, client, socket, cursors });
        lock(&self.inner).replica.scopes.insert(scope, state);
        let (of_scope, others): (Buffer, Buffer) =
            std::mem::take(&mut connection.buffer).into_iter().partition(|(of, _)| *of == scope);
        connection.buffer = others;
        let whole = of_scope.into_iter().all(|(scope, frame)| self.apply(scope, &frame));
        lock(&self.inner).gaining = connection.loading_scopes.len();
        whole
    }

    fn record_frame(&self, socket: u32, scope: Uuid, frame: &Value) {
        let events = frame["events"].as_array().into_iter().flatten().map(|event| Received {
            seq: event["seq"].as_i64().unwrap_or(-1),
            command: id_of(&event["commandId"]).unwrap_or_default(),
            sum: sum_of_changes(changes(event)),
        });
        let (from, to, events) =
            (frame["from"].as_i64().unwrap_or(-1), frame["to"].as_i64().unwrap_or(-1), events.collect());
        self.options.record.note(|at| Entry::Frame { at, socket, scope, from, to, events });
    }

    /// Applies new events. Returns false if the frame does not continue the cursor.
    fn apply(&self, scope: Uuid, frame: &Value) -> bool {
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
            for change in changes(event) {
                inner.replica.change(scope, change);
            }
        }
        true
    }

    /// Takes a snapshot of all scopes, and applies the buffered frames.
    fn adopt(&mut self, connection: &mut Connection, replica: Replica) -> bool {
        let (client, socket, cursors) = (self.options.number, connection.socket, replica.cursors());
        self.options.record.note(|at| Entry::Adopted { at, client, socket, cursors });
        lock(&self.inner).replica = replica;
        std::mem::take(&mut connection.buffer).into_iter().all(|(scope, frame)| self.apply(scope, &frame))
    }

    /// Makes a new command if the workload has one, and sends all commands that may be sent now.
    async fn send_due(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        if !lock(&self.inner).live {
            return Ok(());
        }
        let workload = *self.options.workload.borrow();
        let may_edit = !matches!(workload, Workload::Paused | Workload::Stop) && connection.loading.is_none();
        if may_edit && lock(&self.inner).outbox.len() < 32 {
            let tickets = lock(&self.inner).replica.ids("ticket");
            let (rng, number) = (&mut self.rng, self.options.number);
            let (command, effect) = match workload {
                Workload::LargeEdits(_) => edits::next_large(rng, number, &tickets),
                Workload::EditsInLists(_) => {
                    let lists = lock(&self.inner).replica.ids("list");
                    edits::next_in_lists(rng, number, &tickets, &lists)
                }
                _ => edits::next(rng, number, &tickets),
            };
            let (id, client) = (Uuid::now_v7(), self.options.number);
            self.options.record.note(|at| Entry::Invoked { at, client, command: id, effect });
            lock(&self.inner).outbox.insert(id, Unanswered { command, sent: None, not_before: None });
        }
        self.send_waiting(connection).await
    }

    /// Sends the unsent commands in the order of their ids, which is the order of their creation.
    async fn send_waiting(&mut self, connection: &mut Connection) -> Result<(), Failure> {
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
            let (client, node) = (self.options.number, connection.address.node);
            self.options.record.note(|at| Entry::Sent { at, client, command, node });
            let frame = json!({"type": "command", "id": command, "command": body});
            connection.stream.send(Message::text(frame.to_string())).await?;
        }
        Ok(())
    }
}

/// Waits for the snapshot that is loading, or for ever if none is loading.
async fn loaded(snapshot: &mut Option<JoinHandle<Result<Replica, Failure>>>) -> Result<Replica, Failure> {
    match snapshot {
        Some(snapshot) => snapshot.await?,
        None => std::future::pending().await,
    }
}

/// Waits for the first of the snapshots of single scopes, or for ever if none is loading.
async fn loaded_scope(
    snapshots: &mut BTreeMap<Uuid, JoinHandle<Result<Replica, Failure>>>,
) -> (Uuid, Result<Replica, Failure>) {
    if snapshots.is_empty() {
        return std::future::pending().await;
    }
    let all = snapshots.iter_mut().map(|(scope, snapshot)| Box::pin(async move { (*scope, snapshot.await) }));
    let ((scope, read), ..) = select_all(all).await;
    (scope, read.map_err(Failure::from).and_then(|read| read))
}

fn changes(event: &Value) -> impl Iterator<Item = EventChange<'_>> {
    event["changes"].as_array().into_iter().flatten().map(|change| EventChange {
        op: change["op"].as_str().unwrap_or_default(),
        kind: change["entity"].as_str().unwrap_or_default(),
        id: id_of(&change["id"]).unwrap_or_default(),
        data: change["data"].as_object(),
    })
}
