//! The hearing end of a bus: bounded, and never waited for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;

use super::{BusFigures, Heard};

/// At most this many messages wait for a hearer; more are dropped, and found again by the heads.
pub const BUS_QUEUE: usize = 4_096;

#[derive(Debug)]
pub(super) struct Ear {
    hearer: Mutex<Option<mpsc::Sender<Heard>>>,
    /// Something was dropped, and the hearer does not know yet.
    owed: AtomicBool,
    figures: Arc<BusFigures>,
}

impl Ear {
    pub(super) fn new(figures: Arc<BusFigures>) -> Self {
        Self { hearer: Mutex::new(None), owed: AtomicBool::new(false), figures }
    }

    pub(super) fn open(&self) -> mpsc::Receiver<Heard> {
        let (sender, receiver) = mpsc::channel(BUS_QUEUE);
        *self.hearer.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }

    /// Hands over what was heard, or drops it where the hearer is behind.
    pub(super) fn hear(&self, heard: Heard) {
        self.settle();
        let message = matches!(heard, Heard::Message { .. });
        if self.hand_over(heard) && message {
            self.figures.received();
        }
    }

    /// Tells a hearer that was behind, and is no longer, that something was dropped.
    pub(super) fn settle(&self) {
        if self.owed.swap(false, Ordering::AcqRel) {
            self.hand_over(Heard::Missed(None));
        }
    }

    fn hand_over(&self, heard: Heard) -> bool {
        let mut hearer = self.hearer.lock().unwrap_or_else(PoisonError::into_inner);
        match hearer.as_ref().map(|sender| sender.try_send(heard)) {
            Some(Ok(())) => true,
            Some(Err(mpsc::error::TrySendError::Full(_))) => {
                self.owed.store(true, Ordering::Release);
                self.figures.dropped_in();
                false
            }
            Some(Err(mpsc::error::TrySendError::Closed(_))) => {
                *hearer = None;
                false
            }
            None => false,
        }
    }
}
