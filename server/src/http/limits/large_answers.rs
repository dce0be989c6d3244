//! Permits for large answers. Each such answer stays in memory until its reader has read it to the end, so their number
//! and size are bounded for each account and for the node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// Answers above this size are large. Smaller ones are copied to the connection whole, and cost no more than the
/// connection itself.
pub(crate) const LARGE: usize = 64 * 1024;
/// The bytes that one permit stands for.
const UNIT: usize = 64 * 1024;
/// Permits of one account: 32 MiB in all.
const EACH: usize = 512;
/// The fewest permits that an answer takes, so an account has at most 16 large answers.
const LEAST: usize = 32;
/// Permits of this node: 256 MiB in all.
const ALL: usize = 4_096;
/// How long a large answer waits for its permits.
const PATIENCE: Duration = Duration::from_secs(5);

/// The large answers that are being sent. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LargeAnswers {
    all: Arc<Semaphore>,
    each: Arc<Mutex<HashMap<Uuid, Arc<Semaphore>>>>,
}

/// The permits of one large answer; dropping it returns them.
#[derive(Debug)]
pub struct Place {
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

impl Default for LargeAnswers {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(ALL)), each: Arc::default() }
    }
}

impl LargeAnswers {
    /// Waits for the permits of an answer of `bytes` bytes, counting only memory that is not shared.
    ///
    /// # Errors
    /// `unavailable` if the permits are not free in time.
    pub async fn enter(&self, user_id: Uuid, bytes: usize) -> Result<Place, Refusal> {
        let units = bytes.div_ceil(UNIT).max(1);
        let own = {
            let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
            each.entry(user_id).or_insert_with(|| Arc::new(Semaphore::new(EACH))).clone()
        };
        // An answer that is larger than the bound takes all permits and is sent alone.
        let permits = |units: usize, most: usize| u32::try_from(units.min(most)).unwrap_or(u32::MAX);
        let enter = async {
            let _own = own.acquire_many_owned(permits(units.max(LEAST), EACH)).await.ok()?;
            let _all = self.all.clone().acquire_many_owned(permits(units, ALL)).await.ok()?;
            Some(Place { _all, _own })
        };
        tokio::time::timeout(PATIENCE, enter)
            .await
            .ok()
            .flatten()
            .ok_or_else(|| Refusal::new(Code::Unavailable).message(words::TOO_MANY_LARGE_ANSWERS).retry_after(PATIENCE))
    }

    /// Drops the entries of accounts without large answers.
    pub(super) fn forget(&self) {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        each.retain(|_, own| Arc::strong_count(own) > 1 || own.available_permits() < EACH);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn p13_an_account_has_sixteen_large_answers_or_32_mib_and_a_larger_one_alone() {
        let answers = LargeAnswers::default();
        let (ann, bob) = (Uuid::now_v7(), Uuid::now_v7());
        let now = async |user, bytes| {
            let enter = std::pin::pin!(answers.enter(user, bytes));
            futures_util::FutureExt::now_or_never(enter).and_then(Result::ok)
        };
        let mut held = Vec::new();
        for _ in 0..16 {
            held.push(now(ann, LARGE).await.expect("a place"));
        }
        assert!(now(ann, LARGE).await.is_none());
        held.push(now(bob, 20 << 20).await.expect("room for another account"));
        assert!(now(bob, 20 << 20).await.is_none());
        held.clear();
        let _alone = now(bob, 1 << 30).await.expect("alone");
        assert!(now(ann, LARGE).await.is_none(), "it takes all there is");
    }
}
