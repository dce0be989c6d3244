//! The state of the bus: connected or away, why, and when to try again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use redis::{ErrorKind, RedisError, ServerErrorKind};

use crate::bus::BusState;

/// The first pause before connecting again. It doubles up to the last. Both are short: users wait for the bus, and two
/// calls a second are no load for a Redis that comes back.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LAST_PAUSE: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub(super) struct Link(Mutex<LinkState>);

#[derive(Clone, Copy, Debug)]
enum LinkState {
    Connected,
    Away { since: Instant, why: &'static str, logged: bool },
}

impl Default for LinkState {
    fn default() -> Self {
        Self::Away { since: Instant::now(), why: "not connected yet", logged: false }
    }
}

impl Link {
    fn lock(&self) -> MutexGuard<'_, LinkState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self) -> BusState {
        match *self.lock() {
            LinkState::Connected => BusState::Connected,
            LinkState::Away { why, .. } => BusState::Away(why),
        }
    }

    /// Notes that the node has received its own probe. Returns true if the bus was away until now.
    pub(super) fn set_connected(&self) -> bool {
        match std::mem::replace(&mut *self.lock(), LinkState::Connected) {
            LinkState::Connected => false,
            LinkState::Away { since, .. } => {
                let away_ms = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
                tracing::info!(away_ms, "the bus is connected");
                true
            }
        }
    }

    /// Notes that the bus is away. Logs one line for each outage, even if the reason changes during it.
    pub(super) fn set_away(&self, Trouble(reason): Trouble) {
        let mut state = self.lock();
        let (since, logged) = match *state {
            LinkState::Connected => (Instant::now(), false),
            LinkState::Away { since, logged, .. } => (since, logged),
        };
        if !logged {
            tracing::warn!(reason, "the bus is away: the events of other nodes are read from the journal");
        }
        *state = LinkState::Away { since, why: reason, logged: true };
    }
}

/// The reason of a failure, in words without addresses and passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trouble(pub &'static str);

impl From<RedisError> for Trouble {
    fn from(error: RedisError) -> Self {
        Self(match error.kind() {
            ErrorKind::AuthenticationFailed => "Redis refuses the password",
            ErrorKind::Server(ServerErrorKind::NoPerm) => "Redis does not allow this account to publish and subscribe",
            ErrorKind::Server(ServerErrorKind::BusyLoading) => "Redis is still loading",
            _ if error.is_connection_refusal() => "Redis cannot be reached",
            _ if error.is_timeout() => "Redis does not answer",
            // The library reports a TLS failure as text only.
            _ if error.to_string().contains("certificate") => "the certificate of Redis is not trusted here",
            ErrorKind::Io => "the connection to Redis was cut",
            _ => "Redis answers with an error",
        })
    }
}

impl From<tokio::time::error::Elapsed> for Trouble {
    fn from(_: tokio::time::error::Elapsed) -> Self {
        Self("Redis does not answer")
    }
}

/// Pauses that double.
#[derive(Debug)]
pub(super) struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Self {
        Self(FIRST_PAUSE)
    }
}

impl Pauses {
    pub(super) async fn wait(&mut self) {
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 2).min(LAST_PAUSE);
    }

    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}
