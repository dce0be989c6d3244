//! Titles of pages for people who are waiting: read at once, and forgotten.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::read::Reader;

/// The most pages that a node reads at once for people who wait. Beyond that, the title is empty.
const AT_ONCE: usize = 8;
/// A person who pastes an address goes on writing. A later title would surprise.
const PATIENCE: Duration = Duration::from_secs(8);

/// Reads titles. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Titles {
    /// None if the instance reads no pages.
    reader: Option<Reader>,
    places: Arc<Semaphore>,
}

impl Titles {
    #[must_use]
    pub fn new(reader: Option<Reader>) -> Self {
        Self { reader, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// The title of a page; empty if it is not known in time.
    pub async fn of(&self, url: &str) -> String {
        let Some(reader) = &self.reader else { return String::new() };
        let Ok(_place) = self.places.try_acquire() else { return String::new() };
        let page = tokio::time::timeout(PATIENCE, reader.page(url)).await;
        page.ok().and_then(Result::ok).map(|page| page.title).unwrap_or_default()
    }
}
