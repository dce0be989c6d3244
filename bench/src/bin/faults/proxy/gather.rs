//! A proxy that keeps what comes until there is enough of it.

use std::time::Duration;

use tokio::time::Instant;

/// How much it keeps, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gather {
    pub bytes: usize,
    pub millis: u64,
}

/// What one direction of a connection keeps.
#[derive(Default)]
pub(super) struct Gathered {
    kept: Vec<u8>,
    due: Option<Instant>,
}

impl Gathered {
    /// Takes bytes in; answers what is to go on now.
    pub fn put(&mut self, bytes: &[u8], how: Option<Gather>) -> Vec<u8> {
        self.kept.extend_from_slice(bytes);
        match how {
            Some(Gather { bytes, millis }) if self.kept.len() < bytes => {
                self.due.get_or_insert_with(|| Instant::now() + Duration::from_millis(millis));
                Vec::new()
            }
            _ => self.take(),
        }
    }

    /// Waits until it has kept what it has for long enough; for ever where it keeps nothing.
    pub async fn due(&self) {
        match self.due {
            Some(due) => tokio::time::sleep_until(due).await,
            None => std::future::pending().await,
        }
    }

    pub fn take(&mut self) -> Vec<u8> {
        self.due = None;
        std::mem::take(&mut self.kept)
    }
}
