//! OpenTelemetry traces, if a collector is set: spans go there as OTLP over HTTP, in JSON.
//!
//! Written by hand, because it is little code: the crates for OTLP bring protobuf, a second HTTP client and a runtime
//! of their own.

mod layer;
mod otlp;
mod post;

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub use layer::Spans;

use crate::config::TracesConfig;
use otlp::{Finished, Origin};
use post::Collector;

/// The most spans that wait; more are dropped, so that a collector that is away costs nothing but spans.
const QUEUE: usize = 8_192;
/// The most spans of one request. A smaller batch is sent after a second.
const BATCH: usize = 512;
const GATHER: Duration = Duration::from_secs(1);
/// The shortest time between two log lines about a collector that is away.
const MENTION: Duration = Duration::from_secs(60);

enum Message {
    Span(Box<Finished>),
    Stop,
}

/// Sends spans for as long as it exists; dropping it sends the rest.
pub struct Traces {
    queue: SyncSender<Message>,
    sender: Option<JoinHandle<()>>,
}

impl Traces {
    /// Starts sending, on a thread of its own; returns the layer that collects the spans.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(config: &TracesConfig) -> std::io::Result<Option<(Self, Spans)>> {
        let Some(collector) = config.endpoint.as_deref().and_then(Collector::at) else { return Ok(None) };
        let (queue, spans) = sync_channel(QUEUE);
        let origin = Origin::new(&config.service);
        let sender =
            std::thread::Builder::new().name("traces".to_owned()).spawn(move || send(&collector, &origin, &spans))?;
        Ok(Some((Self { queue: queue.clone(), sender: Some(sender) }, Spans::new(queue))))
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        // A full queue has room again soon. Sending fails only if the thread is gone.
        let _ = self.queue.send(Message::Stop);
        if let Some(sender) = self.sender.take() {
            let _ = sender.join();
        }
    }
}

fn send(collector: &Collector, origin: &Origin, spans: &Receiver<Message>) {
    let mut mentioned: Option<Instant> = None;
    loop {
        let (batch, more) = gather(spans);
        if !batch.is_empty()
            && let Err(error) = collector.post(&otlp::body(origin, &batch))
            && mentioned.is_none_or(|at| at.elapsed() > MENTION)
        {
            tracing::warn!(%error, spans = batch.len(), "the collector does not accept spans");
            mentioned = Some(Instant::now());
        }
        if !more {
            return;
        }
    }
}

/// The next spans, and whether more may follow.
fn gather(spans: &Receiver<Message>) -> (Vec<Finished>, bool) {
    let mut batch = Vec::new();
    let mut until: Option<Instant> = None;
    while batch.len() < BATCH {
        let patience = until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()));
        match spans.recv_timeout(patience) {
            Ok(Message::Span(span)) => {
                until.get_or_insert_with(|| Instant::now() + GATHER);
                batch.push(*span);
            }
            Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return (batch, false),
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    (batch, true)
}
