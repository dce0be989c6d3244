//! The messages that wait for the subscriber of a bus. Their number is bounded, and the bus never waits for the
//! subscriber.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;

use super::{BusEvent, BusFigures};

/// At most this many messages wait for the subscriber. More are dropped, and the node finds their events by the journal's heads.
pub const BUS_QUEUE: usize = 4_096;

#[derive(Debug)]
pub(super) struct Inbox {
    subscriber: Mutex<Option<mpsc::Sender<BusEvent>>>,
    /// True if a message was dropped, and the subscriber has not yet learned of it.
    unreported_drop: AtomicBool,
    figures: Arc<BusFigures>,
}

impl Inbox {
    pub(super) fn new(figures: Arc<BusFigures>) -> Self {
        Self { subscriber: Mutex::new(None), unreported_drop: AtomicBool::new(false), figures }
    }

    pub(super) fn subscribe(&self) -> mpsc::Receiver<BusEvent> {
        let (sender, receiver) = mpsc::channel(BUS_QUEUE);
        *self.subscriber.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }

    /// Passes an event on, or drops it if the subscriber is behind.
    pub(super) fn receive(&self, event: BusEvent) {
        self.report_drops();
        let message = matches!(event, BusEvent::Message { .. });
        if self.pass_on(event) && message {
            self.figures.received();
        }
    }

    /// Tells the subscriber of dropped messages, once the subscriber has room again.
    pub(super) fn report_drops(&self) {
        if self.unreported_drop.swap(false, Ordering::AcqRel) {
            self.pass_on(BusEvent::Missed(None));
        }
    }

    fn pass_on(&self, event: BusEvent) -> bool {
        let mut subscriber = self.subscriber.lock().unwrap_or_else(PoisonError::into_inner);
        match subscriber.as_ref().map(|sender| sender.try_send(event)) {
            Some(Ok(())) => true,
            Some(Err(mpsc::error::TrySendError::Full(_))) => {
                self.unreported_drop.store(true, Ordering::Release);
                self.figures.incoming_dropped();
                false
            }
            Some(Err(mpsc::error::TrySendError::Closed(_))) => {
                *subscriber = None;
                false
            }
            None => false,
        }
    }
}
