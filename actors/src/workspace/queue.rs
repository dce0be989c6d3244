//! The orders that wait for a round, bounded by number and by bytes.

use std::collections::VecDeque;

use super::{host::Host, pending::Pending};

/// The limit of waiting orders. Further orders are refused with `unavailable`.
pub const QUEUED_COMMANDS: usize = 2_048;
/// The limit of the bytes of waiting orders, since each may carry a long text.
const MAX_BYTES: usize = 16 << 20;

pub(super) struct Queue<H: Host> {
    waiting: VecDeque<Pending<H>>,
    bytes: usize,
}

impl<H: Host> Default for Queue<H> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), bytes: 0 }
    }
}

impl<H: Host> Queue<H> {
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// True if the queue has no room for one more order of this many bytes. An empty queue takes any order.
    pub fn is_full(&self, bytes: usize) -> bool {
        self.waiting.len() >= QUEUED_COMMANDS || (!self.waiting.is_empty() && self.bytes + bytes > MAX_BYTES)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Pending<H>> {
        self.waiting.iter()
    }

    pub fn push_back(&mut self, pending: Pending<H>) {
        self.bytes += pending.bytes;
        self.waiting.push_back(pending);
    }

    /// Puts orders before all waiting ones, in the given order.
    pub fn put_first(&mut self, orders: impl DoubleEndedIterator<Item = Pending<H>>) {
        for pending in orders.rev() {
            self.bytes += pending.bytes;
            self.waiting.push_front(pending);
        }
    }

    pub fn take(&mut self) -> VecDeque<Pending<H>> {
        self.bytes = 0;
        std::mem::take(&mut self.waiting)
    }
}
