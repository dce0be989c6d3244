//! A client that calls every node over HTTP all the time, to count the status codes during a fault.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::record::Record;

/// Calls until the result is read.
pub struct Probe {
    seen: Arc<Mutex<Seen>>,
    tasks: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Seen {
    statuses: BTreeMap<String, u64>,
    longest: Duration,
}

impl Probe {
    pub fn start(nodes: Vec<SocketAddr>, token: String) -> Self {
        let seen = Arc::<Mutex<Seen>>::default();
        let call = |addr: SocketAddr| {
            let (seen, token) = (seen.clone(), token.clone());
            tokio::spawn(async move {
                loop {
                    let began = Instant::now();
                    let answer = crate::http::get(addr, "/api/me", Some(&token)).await;
                    let status = answer.map_or_else(|_| "no answer".to_owned(), |(status, _)| status.to_string());
                    {
                        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                        *seen.statuses.entry(status).or_insert(0) += 1;
                        seen.longest = seen.longest.max(began.elapsed());
                    }
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            })
        };
        let tasks = nodes.into_iter().map(call).collect();
        Self { seen, tasks }
    }

    /// The number of calls answered with 5xx.
    pub fn errors(&self) -> u64 {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.statuses.iter().filter(|(status, _)| status.starts_with('5')).map(|(_, count)| count).sum()
    }

    /// Judges INV-13: a call that is not served is answered with `unavailable`, and no call hangs. Returns the status codes
    /// as text.
    pub fn judge(&self, record: &Record) -> String {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_unexpected = |status: &String| status.starts_with('5') && status != "503";
        let count = seen.statuses.iter().filter(|(status, _)| is_unexpected(status)).map(|(_, count)| count).sum();
        record.count("INV-13", "calls answered with an error other than unavailable", count, 0);
        record.count("INV-13", "calls that took 30 s", u64::from(seen.longest >= Duration::from_secs(30)), 0);
        let codes: Vec<String> = seen.statuses.iter().map(|(status, count)| format!("{count} × {status}")).collect();
        format!("calls {}, longest {} ms", codes.join(", "), seen.longest.as_millis())
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}
