//! Answers that are waited for, and how many.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::sync::oneshot;
use tokio::sync::oneshot::error::RecvError;

use super::workspace::Ack;
use crate::domain::refusal::Refusal;

/// How many orders of this node have been handed over and have no answer yet, wherever they wait: with the registry,
/// in a workspace's queue, in a round, for the database. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts an answer in, until it is dropped: that it came, that nobody wants it any more and that its workspace
    /// fell off the stage end the same way.
    pub(crate) fn on(&self, answer: oneshot::Receiver<Result<Ack, Refusal>>) -> Coming {
        self.0.fetch_add(1, Ordering::Relaxed);
        Coming { answer, counted: self.0.clone() }
    }
}

/// An order's answer. It comes to nothing only where the workspace fell off the stage: the same order may be handed
/// over again.
#[derive(Debug)]
#[must_use = "an answer that nobody waits for is not counted"]
pub struct Coming {
    answer: oneshot::Receiver<Result<Ack, Refusal>>,
    counted: Arc<AtomicUsize>,
}

impl Future for Coming {
    type Output = Result<Result<Ack, Refusal>, RecvError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.answer).poll(context)
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.counted.fetch_sub(1, Ordering::Relaxed);
    }
}
