//! Thousands of sockets that only listen. Each keeps only its cursors and reconnects to any node that answers; its
//! frames must continue the cursors.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bench::address;
use bench::replica::id_of;
use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use uuid::Uuid;

use crate::client::NodeAddress;

/// Small, because there are thousands of sockets.
const READ_BUFFER: usize = 4 * 1024;
/// INV-13: every handshake has an answer within this time.
const ANSWER: Duration = Duration::from_secs(30);
/// After a failed connection, the listener tries the next node after this many milliseconds, unless a node named a
/// time.
const AGAIN: u64 = 20;

/// The shared state of all listeners.
#[derive(Default)]
struct Shared {
    /// A listener that was cut waits a random time up to this many milliseconds.
    jitter: AtomicU64,
    /// Frames that did not continue a cursor.
    gaps: AtomicU64,
    /// Listeners with cursors that were sent to the snapshot.
    sent_to_snapshot: AtomicU64,
    unanswered: AtomicU64,
    cut: AtomicU64,
    /// Listeners with a welcome now, and welcomes so far. Counters, because asking thousands of listeners would load
    /// the machine.
    live: AtomicUsize,
    welcomes: AtomicUsize,
}

/// The counts of each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub gaps: u64,
    pub sent_to_snapshot: u64,
    pub unanswered: u64,
    pub cut: u64,
}

#[derive(Default)]
struct Inner {
    /// Scope, epoch, seq.
    cursors: Vec<(Uuid, Uuid, i64)>,
    node: Option<u32>,
    /// The time of the last welcome.
    since: Option<Instant>,
}

/// One listener.
struct Listener {
    workspace: Uuid,
    inner: Arc<Mutex<Inner>>,
    task: JoinHandle<()>,
}

/// See the module documentation.
#[derive(Default)]
pub struct Listeners {
    shared: Arc<Shared>,
    all: Vec<Listener>,
}

impl Drop for Listeners {
    fn drop(&mut self) {
        self.all.iter().for_each(|listener| listener.task.abort());
    }
}

/// What a listener needs to connect.
pub struct ListenerOptions {
    pub token: String,
    pub workspace: Uuid,
    /// The addresses to try, in this order, again and again.
    pub addresses: Vec<NodeAddress>,
}

impl Listeners {
    /// Adds a listener. Its first connection waits for a permit of `turn`, if there is one.
    pub fn add(&mut self, options: ListenerOptions, turn: Option<Arc<Semaphore>>) {
        let (inner, workspace) = (Arc::<Mutex<Inner>>::default(), options.workspace);
        let rng = StdRng::seed_from_u64(self.all.len() as u64);
        let task = ListenerTask { options, inner: inner.clone(), shared: self.shared.clone(), rng, wait_ms: 0 };
        self.all.push(Listener { workspace, inner, task: tokio::spawn(task.run(turn)) });
    }

    pub fn jitter(&self, millis: u64) {
        self.shared.jitter.store(millis, Ordering::Relaxed);
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The number of welcomed listeners.
    pub fn live(&self) -> usize {
        self.shared.live.load(Ordering::Relaxed)
    }

    /// The number of welcomes so far.
    pub fn welcomes(&self) -> usize {
        self.shared.welcomes.load(Ordering::Relaxed)
    }

    pub fn live_at(&self, node: u32) -> usize {
        self.all.iter().filter(|it| lock(&it.inner).node == Some(node)).count()
    }

    /// The times from `began` to each later welcome, sorted.
    pub fn back_after(&self, began: Instant) -> Vec<Duration> {
        let since = self.all.iter().filter_map(|it| lock(&it.inner).since?.checked_duration_since(began));
        let mut since: Vec<Duration> = since.collect();
        since.sort_unstable();
        since
    }

    /// The number of listeners that lack events of their workspace's own scope.
    pub fn behind(&self, head_of: impl Fn(Uuid) -> Option<i64>) -> usize {
        let is_up_to_date = |it: &Listener| {
            let inner = lock(&it.inner);
            let own = inner.cursors.iter().find(|(scope, ..)| *scope == it.workspace);
            own.map(|(_, _, seq)| *seq) == head_of(it.workspace)
        };
        self.all.iter().filter(|it| !is_up_to_date(it)).count()
    }

    pub fn tally(&self) -> Tally {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Shared { gaps, sent_to_snapshot, unanswered, cut, .. } = &*self.shared;
        Tally {
            gaps: read(gaps),
            sent_to_snapshot: read(sent_to_snapshot),
            unanswered: read(unanswered),
            cut: read(cut),
        }
    }
}

fn lock(inner: &Mutex<Inner>) -> MutexGuard<'_, Inner> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

struct ListenerTask {
    options: ListenerOptions,
    inner: Arc<Mutex<Inner>>,
    shared: Arc<Shared>,
    rng: StdRng,
    /// The wait that a `bye` asked for, in milliseconds.
    wait_ms: u64,
}

/// The start of a frame of events.
const EVENTS: &str = r#"{"type":"events","#;

#[derive(Deserialize)]
struct Frame {
    scope: Uuid,
    from: i64,
    to: i64,
    events: Vec<Numbered>,
}

#[derive(Deserialize)]
struct Numbered {
    seq: i64,
}

impl ListenerTask {
    async fn run(mut self, turn: Option<Arc<Semaphore>>) {
        // A closed semaphore would admit all listeners at once.
        let mut turn = match turn {
            Some(turn) => turn.acquire_owned().await.ok(),
            None => None,
        };
        for attempt in 0.. {
            let address = self.options.addresses[attempt % self.options.addresses.len()];
            let Ok(welcomed) = tokio::time::timeout(ANSWER, self.enter(address)).await else {
                self.shared.unanswered.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            if let Some(stream) = welcomed {
                turn = None;
                self.listen(stream).await;
                lock(&self.inner).node = None;
                self.shared.live.fetch_sub(1, Ordering::Relaxed);
                self.shared.cut.fetch_add(1, Ordering::Relaxed);
                let jitter = self.shared.jitter.load(Ordering::Relaxed);
                if jitter > 0 {
                    tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..jitter))).await;
                }
            } else {
                let wait_ms = std::mem::take(&mut self.wait_ms).max(AGAIN);
                tokio::time::sleep(Duration::from_millis(wait_ms)).await;
            }
        }
        drop(turn);
    }

    /// Sends hello. Returns None if the node does not welcome it.
    async fn enter(&mut self, address: NodeAddress) -> Option<WebSocketStream<TcpStream>> {
        let mut stream = open(address).await.ok()?;
        let known = lock(&self.inner).cursors.clone();
        let cursors: serde_json::Map<String, serde_json::Value> =
            known.iter().map(|(scope, epoch, seq)| (scope.to_string(), json!({"epoch": epoch, "seq": seq}))).collect();
        let hello = json!({"type": "hello", "token": self.options.token, "workspace": self.options.workspace, "protocol": 1,
            "cursors": cursors});
        stream.send(Message::text(hello.to_string())).await.ok()?;
        loop {
            let text = match stream.next().await?.ok()? {
                Message::Text(text) => text,
                Message::Close(_) => return None,
                _ => continue,
            };
            let frame: serde_json::Value = serde_json::from_str(&text).ok()?;
            if frame["type"] != "welcome" {
                self.wait_ms = frame["retryAfterMs"].as_u64().unwrap_or(0);
                return None;
            }
            let mut inner = lock(&self.inner);
            for it in frame["scopes"].as_array()? {
                let (scope, epoch) = (id_of(&it["scope"])?, id_of(&it["epoch"])?);
                let index = inner.cursors.iter().position(|(known, ..)| *known == scope);
                match index {
                    Some(_) if it["resume"] == "delta" => {}
                    Some(index) => {
                        self.shared.sent_to_snapshot.fetch_add(1, Ordering::Relaxed);
                        inner.cursors[index] = (scope, epoch, it["seq"].as_i64()?);
                    }
                    None => inner.cursors.push((scope, epoch, it["seq"].as_i64()?)),
                }
            }
            inner.node = Some(address.node);
            inner.since = Some(Instant::now());
            self.shared.live.fetch_add(1, Ordering::Relaxed);
            self.shared.welcomes.fetch_add(1, Ordering::Relaxed);
            return Some(stream);
        }
    }

    async fn listen(&mut self, mut stream: WebSocketStream<TcpStream>) {
        while let Some(Ok(message)) = stream.next().await {
            match message {
                // Most frames are presence, which a listener ignores.
                Message::Text(text) if text.starts_with(EVENTS) => {
                    let Ok(frame) = serde_json::from_str::<Frame>(&text) else { return };
                    if !continues(&mut lock(&self.inner).cursors, &frame) {
                        self.shared.gaps.fetch_add(1, Ordering::Relaxed);
                    }
                }
                Message::Close(_) => return,
                _ => {}
            }
        }
    }
}

/// EV1: a frame starts at its scope's cursor and holds each seq up to its end once. The cursor moves to the end.
fn continues(cursors: &mut [(Uuid, Uuid, i64)], frame: &Frame) -> bool {
    let Some((_, _, seq)) = cursors.iter_mut().find(|(scope, ..)| *scope == frame.scope) else { return false };
    let whole = *seq == frame.from && (frame.from + 1..=frame.to).eq(frame.events.iter().map(|event| event.seq));
    *seq = frame.to;
    whole
}

async fn open(address: NodeAddress) -> Result<WebSocketStream<TcpStream>, Error> {
    let tcp = TcpStream::connect(address.proxy).await?;
    tcp.set_nodelay(true)?;
    let mut request = format!("ws://{}{}", address.direct, address::socket()).into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{}", address.direct).parse()?);
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    Ok(client_async_with_config(request, tcp, Some(config)).await?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ev1_a_frame_with_a_gap_or_a_repeat_does_not_continue_the_cursor() {
        let frame = |from: i64, to: i64, seqs: &[i64]| Frame {
            scope: Uuid::nil(),
            from,
            to,
            events: seqs.iter().map(|seq| Numbered { seq: *seq }).collect(),
        };
        let at = |seq| vec![(Uuid::nil(), Uuid::nil(), seq)];
        let mut cursors = at(4);
        assert!(continues(&mut cursors, &frame(4, 6, &[5, 6])));
        assert_eq!(cursors, at(6));
        assert!(!continues(&mut cursors, &frame(4, 6, &[5, 6])), "twice");
        assert!(!continues(&mut at(6), &frame(7, 8, &[8])), "a gap before the frame");
        assert!(!continues(&mut at(6), &frame(6, 8, &[8])), "a gap in the frame");
        assert!(!continues(&mut [], &frame(0, 1, &[1])), "a scope without a cursor");
    }
}
