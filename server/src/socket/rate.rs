//! Limits the commands of one socket (BP2), and the bulk edits of one account (P04).

use std::time::Instant;

use actors::domain::command::Command;
use actors::domain::ids::UserId;
use actors::domain::refusal::{Refusal, RefusalCode};

use crate::http::limits::{Limits, tickets_of};
use crate::words::refusals as words;

/// A token bucket that refills steadily.
#[derive(Debug)]
pub(super) struct Rate {
    per_second: f64,
    burst: f64,
    left: f64,
    at: Instant,
}

impl Rate {
    pub(super) fn new(per_second: u32, burst: u32, now: Instant) -> Self {
        Self { per_second: f64::from(per_second), burst: f64::from(burst), left: f64::from(burst), at: now }
    }

    /// Takes a token, or returns the milliseconds until there is one.
    pub(super) fn take(&mut self, now: Instant) -> Result<(), u64> {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + passed * self.per_second).min(self.burst);
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.left) / self.per_second * 1_000.0).ceil() as u64)
    }

    /// Refuses the command if the socket sends too many commands, or its account too many bulk edits.
    pub(super) fn admit(
        &mut self,
        command: Result<Box<Command>, Refusal>,
        by: UserId,
        bytes: usize,
        limits: &Limits,
    ) -> Result<Box<Command>, Refusal> {
        let too_fast = |retry_after_ms| Refusal {
            retry_after_ms: Some(retry_after_ms),
            ..Refusal::new(RefusalCode::RateLimited, words::TOO_MANY_COMMANDS)
        };
        self.take(Instant::now()).map_err(too_fast)?;
        match limits.bulk_by(by.0, tickets_of(&command), bytes) {
            Ok(()) => command,
            Err(wait) => Err(too_fast(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).saturating_add(1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn bp2_a_burst_is_allowed_and_then_the_steady_pace() {
        let start = Instant::now();
        let mut pace = Rate::new(100, 500, start);
        assert_eq!((0..600).filter(|_| pace.take(start).is_ok()).count(), 500);
        assert_eq!(pace.take(start), Err(10));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..600).filter(|_| pace.take(later).is_ok()).count(), 100);
    }
}
