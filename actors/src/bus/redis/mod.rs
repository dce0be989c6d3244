//! The bus between nodes, on Redis pub/sub.
//!
//! One connection publishes and one is subscribed. Each has a task that reconnects for ever, on a runtime that is not
//! the actors'. Neither connection proves that the bus works. So each second a probe is published, and the node calls
//! itself connected only while it receives its own probes. (Measured with redis 1.8: after an outage of some 20 s, a
//! managed subscriber silently gives up resubscribing.)

mod link;
mod publisher;
mod shared;
mod subscriber;

use std::sync::{Arc, Mutex};

use redis::io::tcp::TcpSettings;
use redis::{Client, IntoConnectionInfo};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;
use uuid::Uuid;

use super::{Bus, BusEvent, BusFigures, BusMessage, BusState, envelope::Envelopes, inbox::Inbox};
use crate::critical::CriticalTasks;
use crate::domain::ids::WorkspaceId;
use link::Link;
use shared::{Channels, Shared};

/// At most this many messages wait to be sent; further ones are dropped.
const QUEUE: usize = 2_048;

/// What a Redis bus is started with.
pub struct RedisBusOptions<'a> {
    /// The address from `REDIS_URL`. Never logged or shown.
    pub url: &'a str,
    /// The key that seals messages between the nodes of this cluster.
    pub key: [u8; 32],
    /// The runtime of the connections.
    pub runtime: Handle,
    /// Receives each panic in a task of the bus.
    pub critical: CriticalTasks,
}

/// See the module's documentation.
#[derive(Debug)]
pub struct RedisBus {
    shared: Arc<Shared>,
    queue: mpsc::Sender<BusMessage>,
    tasks: [AbortHandle; 2],
}

impl RedisBus {
    /// Begins to connect, and keeps trying for as long as the bus exists. It also starts while Redis is away.
    ///
    /// # Errors
    /// If the address cannot be read; the message does not repeat it.
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
            followed_changed: Notify::new(),
            probe: Notify::new(),
            link: Link::default(),
            inbox: Inbox::new(figures.clone()),
            figures,
        });
        let (queue, waiting) = mpsc::channel(QUEUE);
        let critical = options.critical;
        let tasks = [
            options
                .runtime
                .spawn(critical.clone().watch("the publisher of the bus", publisher::run(shared.clone(), waiting)))
                .abort_handle(),
            options
                .runtime
                .spawn(critical.watch("the subscriber of the bus", subscriber::run(shared.clone())))
                .abort_handle(),
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
            self.shared.figures.outgoing_dropped(1);
        }
    }

    fn subscribe(&self) -> mpsc::Receiver<BusEvent> {
        self.shared.inbox.subscribe()
    }

    fn follow(&self, workspace: WorkspaceId) {
        if self.shared.followed().insert(workspace) {
            self.shared.followed_changed.notify_one();
        }
    }

    fn unfollow(&self, workspace: WorkspaceId) {
        if self.shared.followed().remove(&workspace) {
            self.shared.followed_changed.notify_one();
        }
    }

    fn state(&self) -> BusState {
        self.shared.link.state()
    }

    fn figures(&self) -> &Arc<BusFigures> {
        &self.shared.figures
    }
}
