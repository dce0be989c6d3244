//! The bus: one contract for both implementations, and the faults of Redis alone.

mod contract;
mod on_redis;

use std::sync::Arc;

use actors::bus::{Bus, BusEvent, BusMessage, BusState, LocalBus, RedisBus, RedisBusOptions};
use actors::critical::CriticalTasks;
use actors::domain::change::{Change, Event, Op};
use actors::domain::date::Instant;
use actors::domain::entity::EntityKind;
use actors::domain::ids::{CommandId, Epoch, UserId, WorkspaceId};
use serde_json::json;
use time::OffsetDateTime;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::support::{RedisServer, until};

/// The largest message on Redis that carries its events.
const EDGE: usize = 16 * 1024;
/// Version, sender and seal.
const ENVELOPE: usize = 1 + 16 + 32;

/// A bus that several nodes connect to.
trait Medium {
    /// The largest message that carries its events.
    const EVENTS_UP_TO: usize;

    fn open() -> Self;
    /// A connected end for another node.
    async fn end(&self) -> Node;
}

struct InProcess(LocalBus);

impl Medium for InProcess {
    /// Messages in one process are not copied.
    const EVENTS_UP_TO: usize = usize::MAX;

    fn open() -> Self {
        Self(LocalBus::default())
    }

    async fn end(&self) -> Node {
        Node::new(Arc::new(self.0.another()))
    }
}

struct OnRedis(RedisServer);

impl Medium for OnRedis {
    const EVENTS_UP_TO: usize = EDGE;

    fn open() -> Self {
        Self(RedisServer::start())
    }

    async fn end(&self) -> Node {
        let mut node = Node::new(redis_bus(&self.0.url(), [7; 32]));
        node.heard_that_it_missed(None).await;
        node
    }
}

fn redis_bus(url: &str, key: [u8; 32]) -> Arc<dyn Bus> {
    let runtime = tokio::runtime::Handle::current();
    Arc::new(
        RedisBus::start(RedisBusOptions { url, key, runtime, critical: CriticalTasks::default() }).expect("an address"),
    )
}

/// A node's end of the bus, and the messages that it receives.
struct Node {
    bus: Arc<dyn Bus>,
    events: mpsc::Receiver<BusEvent>,
}

impl Node {
    fn new(bus: Arc<dyn Bus>) -> Self {
        let events = bus.subscribe();
        Self { bus, events }
    }

    /// Follows a workspace, and waits for the subscription.
    async fn follow(&mut self, workspace: WorkspaceId) {
        self.bus.follow(workspace);
        self.heard_that_it_missed(Some(workspace)).await;
    }

    async fn heard_that_it_missed(&mut self, what: Option<WorkspaceId>) {
        while self.next().await != BusEvent::Missed(what) {}
    }

    async fn next(&mut self) -> BusEvent {
        let patience = std::time::Duration::from_secs(20);
        tokio::time::timeout(patience, self.events.recv()).await.expect("nothing came for 20 s").expect("a bus")
    }

    /// The next message from another node.
    async fn next_message(&mut self) -> (Uuid, BusMessage) {
        loop {
            if let BusEvent::Message { node, message } = self.next().await {
                return (node, message);
            }
        }
    }

    async fn is_in_state(&self, what: &str, wanted: impl Fn(&BusState) -> bool) {
        until(what, async || wanted(&self.bus.state())).await;
    }

    /// Publishes no faster than the bus accepts messages.
    async fn publish_all(&self, messages: impl IntoIterator<Item = BusMessage>) {
        for (place, message) in messages.into_iter().enumerate() {
            self.bus.publish(message);
            if place % 500 == 499 {
                self.is_sent().await;
            }
        }
        self.is_sent().await;
    }

    async fn is_sent(&self) {
        // This message has no receiver and follows all others.
        let before = self.bus.figures().counts().published;
        let marker = BusMessage::WhoIsPresent { workspace: WorkspaceId(Uuid::now_v7()) };
        self.bus.publish(marker);
        until("everything is sent", async || self.bus.figures().counts().published > before).await;
    }
}

fn workspace() -> WorkspaceId {
    WorkspaceId(Uuid::now_v7())
}

/// A message of one event at `seq`, with this text.
fn advanced(workspace: WorkspaceId, seq: i64, words: &str) -> BusMessage {
    let data = json!({"title": words}).as_object().cloned();
    let event = Event {
        seq,
        command_id: CommandId(Uuid::now_v7()),
        by: UserId(Uuid::now_v7()),
        at: Instant::new(OffsetDateTime::UNIX_EPOCH),
        changes: vec![Change { op: Op::Update, entity: EntityKind::Ticket, id: Uuid::now_v7(), data }],
        foreign: None,
    };
    BusMessage::Advanced {
        workspace,
        scope: workspace.scope(),
        epoch: Epoch(Uuid::from_u128(1)),
        from: seq - 1,
        to: seq,
        commons: 0,
        events: Some(vec![Arc::new(event)]),
    }
}

/// The same with this many bytes on Redis.
fn advanced_in(workspace: WorkspaceId, seq: i64, bytes: usize) -> BusMessage {
    let silent = sealed_bytes(&advanced(workspace, seq, ""));
    advanced(workspace, seq, &"x".repeat(bytes - silent))
}

fn sealed_bytes(message: &BusMessage) -> usize {
    ENVELOPE + serde_json::to_vec(message).expect("written").len()
}

fn seq_of(message: &BusMessage) -> Option<i64> {
    match message {
        BusMessage::Advanced { to, .. } => Some(*to),
        _ => None,
    }
}
