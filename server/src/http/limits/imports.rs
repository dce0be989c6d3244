//! Running imports, counted for each account and for the node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// Files that this node reads or imports at the same time.
const AT_ONCE: u32 = 3;
/// Imports of one account, each counted from the first byte of the upload to the end of the job.
const EACH: usize = 2;
/// How long an uploaded file waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);
/// The bytes that one permit of [`UploadMemory`] stands for.
const UNIT: usize = 64 * 1024;

/// The running imports of this node. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Imports {
    turns: Arc<Semaphore>,
    memory: UploadMemory,
    each: Arc<Mutex<HashMap<Uuid, Arc<Semaphore>>>>,
}

impl Imports {
    /// Starts without imports, for files of at most `upload_limit` bytes.
    #[must_use]
    pub fn new(upload_limit: usize) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(AT_ONCE as usize)),
            memory: UploadMemory::new(upload_limit),
            each: Arc::default(),
        }
    }

    /// Waits until no import runs, at most for `patience`.
    pub async fn quiet(&self, patience: Duration) {
        // After this time the node stops in any case.
        let _ = tokio::time::timeout(patience, self.turns.acquire_many(AT_ONCE)).await;
    }

    /// Counts an import of an account, before its upload is read.
    pub(crate) fn begin(&self, user_id: Uuid) -> Result<OwnedSemaphorePermit, Refusal> {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        each.retain(|_, own| own.available_permits() < EACH);
        let own = each.entry(user_id).or_insert_with(|| Arc::new(Semaphore::new(EACH))).clone();
        own.try_acquire_owned()
            .map_err(|_| Refusal::new(Code::Unavailable).message(words::TWO_IMPORTS_OF_YOURS).retry_after(PATIENCE))
    }

    /// Waits for the turn of a file. Only a complete upload takes a turn, so a slow upload does not block others.
    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let turn = tokio::time::timeout(PATIENCE, self.turns.clone().acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or_else(too_many_files)
    }

    /// The memory that uploads may take.
    pub(crate) fn memory(&self) -> &UploadMemory {
        &self.memory
    }
}

/// Permits for the received bytes of all files. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct UploadMemory(Arc<Semaphore>);

impl UploadMemory {
    /// 512 MiB, or twice the largest file if that is more.
    fn new(upload_limit: usize) -> Self {
        let permits = upload_limit.saturating_mul(2).max(512 << 20).div_ceil(UNIT).min(Semaphore::MAX_PERMITS);
        Self(Arc::new(Semaphore::new(permits)))
    }

    /// Extends `held` to permits for `bytes` received bytes.
    ///
    /// # Errors
    /// `unavailable` if too many bytes arrive at once.
    pub(crate) fn extend(&self, held: &mut Option<OwnedSemaphorePermit>, bytes: usize) -> Result<(), Refusal> {
        let have = held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = bytes.div_ceil(UNIT).saturating_sub(have);
        if more == 0 {
            return Ok(());
        }
        let more = u32::try_from(more).unwrap_or(u32::MAX);
        let Ok(more) = self.0.clone().try_acquire_many_owned(more) else { return Err(too_many_files()) };
        match held {
            Some(held) => held.merge(more),
            none => *none = Some(more),
        }
        Ok(())
    }
}

fn too_many_files() -> Refusal {
    Refusal::new(Code::Unavailable).message(words::TOO_MANY_IMPORTS).retry_after(Duration::from_secs(5))
}
