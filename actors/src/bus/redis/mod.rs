//! The bus between nodes, on Redis pub/sub.
//!
//! A connection that publishes and one that is subscribed, each in a task that connects again for ever, on a
//! runtime that is not the actors'. Whether the bus carries anything is not concluded from either: each second
//! a probe is published, and only while this node hears its own probes does it call itself connected. (Measured
//! with redis 1.8: a managed subscriber gives up resubscribing after an outage of some 20 s, without a word.)

mod link;
mod publisher;
mod subscriber;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redis::io::tcp::TcpSettings;
use redis::{Client, IntoConnectionInfo};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;
use uuid::Uuid;

use super::{Bus, BusFigures, BusMessage, BusState, Heard, ear::Ear, envelope::Envelopes};
use crate::domain::ids::WorkspaceId;
use crate::vital::Vital;
use link::Link;

/// At most this many messages wait to be sent; more are dropped.
const QUEUE: usize = 2_048;
/// A message that would be longer carries only the numbers.
const EVENT_BYTES: usize = 16 * 1024;
/// Redis has so long to answer anything.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a Redis bus is started with.
pub struct RedisBusOptions<'a> {
    /// As in `REDIS_URL`. Never shown to anybody.
    pub url: &'a str,
    /// What the nodes of this cluster, and nobody else, seal messages with.
    pub key: [u8; 32],
    /// Where its connections live.
    pub runtime: Handle,
    /// Told where it breaks down.
    pub vital: Vital,
}

/// See the module's words.
#[derive(Debug)]
pub struct RedisBus {
    shared: Arc<Shared>,
    queue: mpsc::Sender<BusMessage>,
    tasks: [AbortHandle; 2],
}

/// What both tasks and the bus itself know.
#[derive(Debug)]
struct Shared {
    client: Client,
    envelopes: Envelopes,
    channels: Channels,
    /// What is to be subscribed to; the subscriber makes it so.
    followed: Mutex<HashSet<WorkspaceId>>,
    wishes: Notify,
    /// A probe is wanted now.
    probe: Notify,
    link: Link,
    ear: Ear,
    figures: Arc<BusFigures>,
}

/// The names of channels.
#[derive(Debug)]
struct Channels {
    cluster: String,
    /// What concerns every node.
    control: String,
    /// What only this node sends and hears.
    probe: String,
}

impl Channels {
    fn new(cluster: &str, node: Uuid) -> Self {
        let cluster = format!("troupe:{cluster}");
        Self { control: format!("{cluster}:nodes"), probe: format!("{cluster}:probe:{node}"), cluster }
    }

    fn of(&self, workspace: Option<WorkspaceId>) -> String {
        workspace.map_or_else(|| self.control.clone(), |id| format!("{}:workspace:{id}", self.cluster))
    }
}

impl RedisBus {
    /// Begins to connect, and goes on for as long as it is held. A Redis that is away is no reason not to start.
    ///
    /// # Errors
    /// When the address cannot be read; the words do not repeat it.
    pub fn start(options: RedisBusOptions<'_>) -> Result<Self, &'static str> {
        let unreadable = "REDIS_URL cannot be read: it looks like redis://user:password@host:6379";
        let info = options.url.into_connection_info().map_err(|_| unreadable)?;
        let settings = TcpSettings::default().set_nodelay(true);
        let client = Client::open(info.set_tcp_settings(settings)).map_err(|_| unreadable)?;
        let node = Uuid::now_v7();
        let envelopes = Envelopes::new(node, options.key);
        let figures = Arc::new(BusFigures::default());
        let shared = Arc::new(Shared {
            client,
            channels: Channels::new(&envelopes.cluster(), node),
            envelopes,
            followed: Mutex::default(),
            wishes: Notify::new(),
            probe: Notify::new(),
            link: Link::default(),
            ear: Ear::new(figures.clone()),
            figures,
        });
        let (queue, waiting) = mpsc::channel(QUEUE);
        let vital = options.vital;
        let tasks = [
            options
                .runtime
                .spawn(vital.clone().watch("the bus's voice", publisher::run(shared.clone(), waiting)))
                .abort_handle(),
            options.runtime.spawn(vital.watch("the bus's ear", subscriber::run(shared.clone()))).abort_handle(),
        ];
        Ok(Self { shared, queue, tasks })
    }
}

impl Drop for RedisBus {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Bus for RedisBus {
    fn node(&self) -> Uuid {
        self.shared.envelopes.node()
    }

    fn publish(&self, message: BusMessage) {
        if self.queue.try_send(message).is_err() {
            self.shared.figures.dropped_out(1);
        }
    }

    fn hear(&self) -> mpsc::Receiver<Heard> {
        self.shared.ear.open()
    }

    fn follow(&self, workspace: WorkspaceId) {
        if self.shared.followed().insert(workspace) {
            self.shared.wishes.notify_one();
        }
    }

    fn unfollow(&self, workspace: WorkspaceId) {
        if self.shared.followed().remove(&workspace) {
            self.shared.wishes.notify_one();
        }
    }

    fn state(&self) -> BusState {
        self.shared.link.state()
    }

    fn figures(&self) -> &Arc<BusFigures> {
        &self.shared.figures
    }
}

impl Shared {
    fn followed(&self) -> std::sync::MutexGuard<'_, HashSet<WorkspaceId>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
