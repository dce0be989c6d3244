//! A proxy that holds bytes until it has enough of them.

use std::time::Duration;

use tokio::time::Instant;

/// The amount held, and the longest time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gather {
    pub bytes: usize,
    pub millis: u64,
}

/// The held bytes of one direction.
#[derive(Default)]
pub(super) struct Gathered {
    kept: Vec<u8>,
    due: Option<Instant>,
}

impl Gathered {
    /// Takes bytes, and returns those that must leave now.
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

    /// Waits until the held bytes are due, or for ever if there are none.
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
