//! A client without a socket: it receives what a hub sends, and follows with a replica.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use actix::{Actor, Addr, Context, Handler};
use actors::domain::change::Event;
use actors::domain::entity::SCHEMA;
use actors::domain::ids::{Epoch, ScopeId, UserId, WorkspaceId};
use actors::domain::refusal::{Refusal, RefusalCode};
use actors::sync::Cursor;
use actors::wire::{SnapshotForm, SocketLimits};
use actors::{Gauge, Hub, Outgoing, SocketClose, SocketEntry, SocketWriter, Stage};
use bytes::Bytes;
use bytestring::ByteString;
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{Replica, until};

/// One output of a socket.
#[derive(Clone, Debug)]
pub enum Received {
    Frame(Value),
    /// A frame of a text.
    Binary(Bytes),
    Close(SocketClose),
}

/// An output that nobody has read yet. All sockets share the text of a frame, so five hundred that read nothing take no
/// memory for it.
#[derive(Debug)]
enum Unread {
    Text(ByteString),
    Binary(Bytes),
    Close(SocketClose),
}

impl Unread {
    fn read(self) -> Received {
        match self {
            Self::Text(frame) => Received::Frame(serde_json::from_str(&frame).expect("JSON")),
            Self::Binary(frame) => Received::Binary(frame),
            Self::Close(close) => Received::Close(close),
        }
    }
}

/// Receives what the hub tells a socket.
struct SocketStub {
    sender: mpsc::UnboundedSender<Unread>,
}

/// An outbox that receives frames when it is flushed.
#[derive(Debug)]
struct WriterStub {
    gauge: Arc<Gauge>,
    sender: mpsc::UnboundedSender<Unread>,
    waiting: Mutex<Vec<(Unread, usize)>>,
}

impl WriterStub {
    fn waiting(&self) -> MutexGuard<'_, Vec<(Unread, usize)>> {
        self.waiting.lock().expect("no panic")
    }

    fn keep(&self, frame: Unread, counted: usize) -> bool {
        let mut waiting = self.waiting();
        waiting.push((frame, counted));
        waiting.len() == 1
    }
}

impl SocketWriter for WriterStub {
    fn put(&self, frame: &ByteString, counted: bool) -> bool {
        self.keep(Unread::Text(frame.clone()), if counted { frame.len() } else { 0 })
    }

    fn put_binary(&self, frame: &Bytes, counted: bool) -> bool {
        self.keep(Unread::Binary(frame.clone()), if counted { frame.len() } else { 0 })
    }

    fn flush(&self) {
        for (frame, counted) in self.waiting().drain(..) {
            self.gauge.take(counted);
            // A finished test no longer receives.
            let _ = self.sender.send(frame);
        }
    }

    fn drop_frames(&self) {
        for (_, counted) in self.waiting().drain(..) {
            self.gauge.take(counted);
        }
    }
}

impl Actor for SocketStub {
    type Context = Context<Self>;
}

impl Handler<Outgoing> for SocketStub {
    type Result = ();
    fn handle(&mut self, message: Outgoing, _: &mut Self::Context) {
        let Outgoing::Close(close) = message else { return };
        // A finished test no longer receives.
        let _ = self.sender.send(Unread::Close(close));
    }
}

#[derive(Deserialize)]
pub struct EventsFrame {
    pub scope: ScopeId,
    pub from: i64,
    pub to: i64,
    pub events: Vec<Event>,
}

struct Connection {
    id: Uuid,
    stage: Stage,
    received: mpsc::UnboundedReceiver<Unread>,
    _socket: Addr<SocketStub>,
}

/// See the module documentation.
pub struct Client {
    pub user: UserId,
    pub workspace: WorkspaceId,
    pub replica: Replica,
    /// The position of the snapshot. Only events that arrived while it was loading may reach back behind it.
    snapshot: BTreeMap<ScopeId, i64>,
    connection: Option<Connection>,
    /// What the page says that it knows.
    pub schema: u32,
    /// Scopes that were gained on the open socket, with the frames that wait for their snapshots.
    pub gained: BTreeMap<ScopeId, Vec<EventsFrame>>,
}

impl Client {
    pub fn new(workspace: WorkspaceId, user: UserId) -> Self {
        Self {
            user,
            workspace,
            replica: Replica::default(),
            snapshot: BTreeMap::new(),
            connection: None,
            schema: SCHEMA,
            gained: BTreeMap::new(),
        }
    }

    /// Connects a client that starts with a fresh snapshot.
    pub async fn following(stage: &Stage, hub: &Addr<Hub>, workspace: WorkspaceId, user: UserId) -> Self {
        let mut client = Self::new(workspace, user);
        client.connect(stage, hub).await.expect("let in");
        client
    }

    /// Connects, and is closed without a welcome.
    pub async fn turned_away(&mut self, stage: &Stage, hub: &Addr<Hub>) -> SocketClose {
        let (sender, mut received) = mpsc::unbounded_channel();
        let (entry, _socket) = self.entry(sender);
        stage.join(self.workspace, entry, hub.clone(), HashMap::new()).await.expect("an answer");
        match received.recv().await {
            Some(Unread::Close(close)) => close,
            Some(frame) => panic!("let in: {frame:?}"),
            None => panic!("nothing came"),
        }
    }

    /// Reads the snapshots of gained scopes, and applies the events that came meanwhile.
    pub async fn fetch_gained(&mut self) {
        let Some(stage) = self.connection.as_ref().map(|connection| connection.stage.clone()) else { return };
        for (scope, frames) in std::mem::take(&mut self.gained) {
            let mut lines = None;
            // A busy node asks to come again.
            until("a snapshot", async || {
                let answer = stage.snapshot_of_scope(self.workspace, self.user, scope, SnapshotForm::Columns).await;
                let is_busy = answer.as_ref().is_err_and(|refusal| refusal.code == RefusalCode::Unavailable);
                lines = answer.ok();
                assert!(is_busy || lines.is_some(), "no snapshot of {scope}");
                lines.is_some()
            })
            .await;
            let lines = lines.expect("a snapshot");
            let part = Replica::read(&lines.plain().collect::<Result<Vec<_>, _>>().expect("gzip").concat());
            self.replica.merge(part);
            self.snapshot.insert(scope, self.replica.seq(scope));
            for frame in frames {
                self.replica.take_later(frame.scope, &frame.events);
            }
            self.snapshot.insert(scope, self.replica.seq(scope));
        }
    }

    /// Sends a join and disconnects before the answer.
    pub async fn connect_and_vanish(&mut self, stage: &Stage, hub: &Addr<Hub>) {
        let (sender, _received) = mpsc::unbounded_channel();
        let (entry, _socket) = self.entry(sender);
        let connection = entry.connection;
        let joining = stage.join(self.workspace, entry, hub.clone(), HashMap::new());
        // Poll the join once, then drop it.
        tokio::select! {
            biased;
            _ = joining => {}
            () = std::future::ready(()) => {}
        }
        stage.leave(self.workspace, connection);
    }

    fn entry(&self, sender: mpsc::UnboundedSender<Unread>) -> (SocketEntry, Addr<SocketStub>) {
        let id = Uuid::now_v7();
        let gauge = Arc::<Gauge>::default();
        let socket = SocketStub { sender: sender.clone() }.start();
        let entry = SocketEntry {
            connection: id,
            workspace: self.workspace,
            user: self.user,
            session: id,
            schema: self.schema,
            limits: SocketLimits { frame_bytes: 1_000, commands_per_second: 10, command_burst: 20 },
            out: socket.clone().recipient(),
            writer: Arc::new(WriterStub { gauge: gauge.clone(), sender, waiting: Mutex::default() }),
            gauge,
            cut: Arc::new(|| {}),
        };
        (entry, socket)
    }

    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Connects with the present cursors, and follows RS1 or RS4 as the welcome says.
    pub async fn connect(&mut self, stage: &Stage, hub: &Addr<Hub>) -> Result<Value, Refusal> {
        self.disconnect();
        let cursors: HashMap<ScopeId, Cursor> = self.replica.cursors.iter().map(|(id, it)| (*id, *it)).collect();
        let (sender, received) = mpsc::unbounded_channel();
        let (entry, socket) = self.entry(sender);
        let id = entry.connection;
        stage.join(self.workspace, entry, hub.clone(), cursors).await?;
        self.connection = Some(Connection { id, stage: stage.clone(), received, _socket: socket });
        let welcome = match self.next().await {
            Received::Frame(welcome) => welcome,
            other => panic!("no welcome but {other:?}"),
        };
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        let scopes = welcome["scopes"].as_array().expect("scopes").clone();
        if scopes.iter().any(|scope| scope["resume"] == "snapshot") {
            self.fetch(&scopes).await;
        } else {
            self.snapshot.clear();
        }
        Ok(welcome)
    }

    /// RS4: buffers arriving frames, reads the snapshot, and later drops events that it already holds.
    async fn fetch(&mut self, scopes: &[Value]) {
        let Some(stage) = self.connection.as_ref().map(|connection| connection.stage.clone()) else { return };
        let lines = stage.snapshot(self.workspace, self.user, SnapshotForm::Columns).await.expect("a snapshot");
        self.replica = Replica::read(&lines.plain().collect::<Result<Vec<_>, _>>().expect("gzip").concat());
        for scope in scopes {
            let (id, seq) = (scope_of(&scope["scope"]), scope["seq"].as_i64().expect("a seq"));
            let cursor = self.replica.cursors.get(&id).expect("the snapshot has every scope of the welcome");
            assert!(cursor.seq >= seq, "RS4: the snapshot's cursor is behind the welcome's seq");
            let epoch: Epoch = serde_json::from_value(scope["epoch"].clone()).expect("an epoch");
            assert_eq!(cursor.epoch, epoch);
        }
        self.snapshot = self.replica.cursors.iter().map(|(id, cursor)| (*id, cursor.seq)).collect();
    }

    pub fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.stage.leave(self.workspace, connection.id);
        }
    }

    pub fn connection_id(&self) -> Uuid {
        self.connection.as_ref().expect("connected").id
    }

    /// Returns the next output of any kind, without applying its events.
    pub async fn next(&mut self) -> Received {
        let connection = self.connection.as_mut().expect("connected");
        tokio::time::timeout(Duration::from_secs(20), connection.received.recv())
            .await
            .expect("nothing came for 20 s")
            .expect("the socket is open")
            .read()
    }

    /// Applies everything received so far. Returns the close if the socket was closed.
    pub fn pump(&mut self) -> Option<SocketClose> {
        while let Some(frame) = self.connection.as_mut().and_then(|it| it.received.try_recv().ok()) {
            if let Some(close) = self.apply(frame.read()) {
                return Some(close);
            }
        }
        None
    }

    fn apply(&mut self, received: Received) -> Option<SocketClose> {
        match received {
            Received::Close(close) => {
                self.disconnect();
                return Some(close);
            }
            Received::Frame(frame) if frame["type"] == "events" => {
                let frame: EventsFrame = serde_json::from_value(frame).expect("events");
                if let Some(waiting) = self.gained.get_mut(&frame.scope) {
                    waiting.push(frame);
                    return None;
                }
                let seq = self.replica.seq(frame.scope);
                if frame.from < seq && self.snapshot.get(&frame.scope) == Some(&seq) {
                    self.replica.take_later(frame.scope, &frame.events);
                } else {
                    self.replica.take(frame.scope, frame.from, frame.to, &frame.events);
                }
            }
            Received::Frame(frame) if frame["type"] == "follow" => {
                let scope = scope_of(&frame["scope"]);
                assert!(!self.replica.cursors.contains_key(&scope), "FO1: it was followed already");
                self.gained.insert(scope, Vec::new());
            }
            Received::Frame(frame) if frame["type"] == "unfollow" => {
                let scope = scope_of(&frame["scope"]);
                self.gained.remove(&scope);
                self.replica.drop_scope(scope);
            }
            Received::Frame(_) | Received::Binary(_) => {}
        }
        None
    }
}

fn scope_of(value: &Value) -> ScopeId {
    serde_json::from_value(value.clone()).expect("a scope")
}
