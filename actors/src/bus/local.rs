//! The bus of one process.

use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc;

use super::{BUS_QUEUE, Bus, BusMessage};

/// Carries messages between the stages of one process.
#[derive(Debug, Default)]
pub struct LocalBus {
    hearers: Mutex<Vec<mpsc::Sender<BusMessage>>>,
}

impl Bus for LocalBus {
    fn publish(&self, message: BusMessage) {
        let mut hearers = self.hearers.lock().unwrap_or_else(PoisonError::into_inner);
        hearers.retain(|hearer| !matches!(hearer.try_send(message.clone()), Err(mpsc::error::TrySendError::Closed(_))));
    }

    fn subscribe(&self) -> mpsc::Receiver<BusMessage> {
        let (sender, receiver) = mpsc::channel(BUS_QUEUE);
        self.hearers.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        receiver
    }
}
