//! Edits on a timetable, independent of the answers (open loop). The title of each edit holds its due time, so a delay,
//! also of the generator, counts as latency and not as fewer edits.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::Socket;
use crate::node::Failure;

/// The time to wait for deliveries after the last edit was due.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time until the first edit is due.
const NOTICE: Duration = Duration::from_millis(300);
const DIGITS: usize = 20;

/// The due time of one edit and its latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub due: Duration,
    pub took: Duration,
}

pub fn took(samples: &[Sample]) -> Vec<Duration> {
    samples.iter().map(|sample| sample.took).collect()
}

/// The deliveries to a group of sockets, with their latencies.
#[derive(Clone)]
pub struct Deliveries {
    origin: Instant,
    samples: Arc<Mutex<Vec<Sample>>>,
}

impl Deliveries {
    pub fn new(origin: Instant) -> Self {
        Self { origin, samples: Arc::default() }
    }

    /// Reads a socket from now on.
    pub fn watch(&self, mut socket: Socket) -> JoinHandle<()> {
        let deliveries = self.clone();
        tokio::spawn(async move {
            while let Ok(text) = socket.text().await {
                let now = deliveries.origin.elapsed();
                if text.starts_with(r#"{"type":"events""#) {
                    deliveries.samples.lock().unwrap_or_else(PoisonError::into_inner).extend(samples(&text, now));
                }
            }
        })
    }

    pub fn count(&self) -> usize {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns the received samples once there are `count` of them, or after `PATIENCE`.
    pub async fn all(&self, count: usize) -> Vec<Sample> {
        let start = Instant::now();
        while self.count() < count && start.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        std::mem::take(&mut *self.samples.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Finds the due times in the titles.
fn samples(text: &str, now: Duration) -> impl Iterator<Item = Sample> {
    text.match_indices(r#""title":"due "#).filter_map(move |(place, found)| {
        let start = place + found.len();
        let due = Duration::from_nanos(text.get(start..start + DIGITS)?.parse().ok()?);
        Some(Sample { due, took: now.saturating_sub(due) })
    })
}

/// A user who edits one ticket.
pub struct Writer {
    socket: Socket,
    ticket: Uuid,
    /// The description sent with each title.
    text: String,
    /// The other sockets that receive the edits.
    readers: usize,
}

impl Writer {
    /// Opens a socket and creates the ticket.
    pub async fn open(addr: &str, token: &str, workspace: &str) -> Result<Self, Failure> {
        Self::enter(Socket::open(addr, token, workspace).await?, &[]).await
    }

    /// Creates the ticket in these lists.
    pub async fn enter(mut socket: Socket, lists: &[Uuid]) -> Result<Self, Failure> {
        let ticket = Uuid::now_v7();
        let mut command = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Watched"});
        if !lists.is_empty() {
            command["listIds"] = json!(lists);
        }
        socket.carry_out(command).await?;
        Ok(Self { socket, ticket, text: String::new(), readers: 0 })
    }

    /// Counts the deliveries to this many other sockets.
    pub fn with_readers(mut self, readers: usize) -> Self {
        self.readers = readers;
        self
    }

    /// Also sends a description of `bytes` bytes.
    pub fn with_text(mut self, bytes: usize) -> Self {
        self.text = "text ".repeat(bytes / 5);
        self
    }

    async fn edit(&mut self, due: Duration) -> Result<(), Failure> {
        let due = format!("{:0DIGITS$}", due.as_nanos());
        let mut patch = json!({"title": format!("due {due}")});
        if !self.text.is_empty() {
            patch["description"] = format!("{due} {}", self.text).into();
        }
        self.socket.command(json!({"kind": "ticket.update", "ticketId": self.ticket, "patch": patch})).await?;
        Ok(())
    }

    /// Writes on a timetable. Returns the time of each ack, and the number of edits without one.
    async fn write(
        mut self,
        origin: Instant,
        first: Duration,
        every: Duration,
        end: Duration,
    ) -> Result<Acks, Failure> {
        let mut acks = Acks::default();
        let (mut next, mut waiting) = (first, VecDeque::new());
        loop {
            let now = origin.elapsed();
            if next < end && now >= next {
                self.edit(next).await?;
                waiting.push_back(next);
                next += every;
                continue;
            }
            let over = next >= end;
            if over && (waiting.is_empty() || now > end + PATIENCE) {
                acks.missing += waiting.len();
                return Ok(acks);
            }
            let patience = if over { end + PATIENCE } else { next };
            let Ok(text) = tokio::time::timeout(patience.saturating_sub(now), self.socket.text()).await else {
                continue;
            };
            let text = text?;
            // The answers of one ticket arrive in the order of its commands (CM1).
            let acked = text.starts_with(r#"{"type":"ack""#);
            if (acked || text.starts_with(r#"{"type":"refused""#))
                && let Some(due) = waiting.pop_front()
            {
                acks.missing += usize::from(!acked);
                acks.deliveries += if acked { self.readers } else { 0 };
                acks.samples.extend(acked.then(|| Sample { due, took: origin.elapsed().saturating_sub(due) }));
            }
        }
    }
}

/// The answers to all writers.
#[derive(Default)]
pub struct Acks {
    pub samples: Vec<Sample>,
    /// Edits that were refused or not answered.
    pub missing: usize,
    /// The deliveries of all acknowledged edits to the readers that their writers count.
    pub deliveries: usize,
}

/// Starts all writers together at `rate` and lets them run for `run`.
pub async fn play(writers: Vec<Writer>, origin: Instant, rate: f64, run: Duration) -> Result<Acks, Failure> {
    let every = Duration::from_secs_f64(writers.len() as f64 / rate);
    let begin = origin.elapsed() + NOTICE;
    let shift = every.div_f64(writers.len() as f64);
    let tasks: Vec<_> = (0_u32..)
        .zip(writers)
        .map(|(n, writer)| {
            let first = begin + shift * n;
            tokio::spawn(writer.write(origin, first, every, begin + run))
        })
        .collect();
    let mut acks = Acks::default();
    for task in tasks {
        let some = task.await??;
        acks.samples.extend(some.samples);
        acks.missing += some.missing;
        acks.deliveries += some.deliveries;
    }
    Ok(acks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_title_in_a_frame_shows_its_delay() {
        let frame = r#"{"events":[{"data":{"title":"due 00000000000001000000"}},{"data":{"title":"due 00000000000003000000"}}]}"#;
        let found: Vec<_> = samples(frame, Duration::from_millis(4)).collect();
        let sample = |due, took| Sample { due: Duration::from_millis(due), took: Duration::from_millis(took) };
        assert_eq!(found, [sample(1, 3), sample(3, 1)]);
    }

    #[test]
    fn other_titles_and_titles_cut_short_are_no_samples() {
        for frame in
            [r#"{"title":"Watched"}"#, r#"{"title":"due 0001"#, r#"{"title":"due tomorrow, at the very latest"}"#]
        {
            assert_eq!(samples(frame, Duration::ZERO).count(), 0, "{frame}");
        }
    }
}
