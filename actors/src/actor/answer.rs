//! The pending answers to orders, and their number.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::sync::oneshot;
use tokio::sync::oneshot::error::RecvError;

use crate::{domain::refusal::Refusal, workspace::Ack};

/// Counts the orders of this node that have no answer yet, wherever they wait: at the registry, in a workspace's queue,
/// in a round, or for the database. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingAnswers(Arc<AtomicUsize>);

impl PendingAnswers {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts a pending answer until it is dropped: the answer has come, the caller is gone, or the workspace actor has
    /// stopped.
    pub(crate) fn track(&self, answer: oneshot::Receiver<Result<Ack, Refusal>>) -> PendingAnswer {
        self.0.fetch_add(1, Ordering::Relaxed);
        PendingAnswer { answer, counted: self.0.clone() }
    }
}

/// The future answer to an order. Fails only if the workspace actor has stopped before it answered, such as by a panic.
/// The same order may then be submitted again.
#[derive(Debug)]
#[must_use = "an answer that is dropped is no longer counted"]
pub struct PendingAnswer {
    answer: oneshot::Receiver<Result<Ack, Refusal>>,
    counted: Arc<AtomicUsize>,
}

impl Future for PendingAnswer {
    type Output = Result<Result<Ack, Refusal>, RecvError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.answer).poll(context)
    }
}

impl Drop for PendingAnswer {
    fn drop(&mut self) {
        self.counted.fetch_sub(1, Ordering::Relaxed);
    }
}
