//! The commands that wait for a round, counted by number and by bytes.

use std::collections::VecDeque;

use crate::actor::round::Pending;

/// The most waiting commands; further ones are answered `unavailable`.
pub(super) const COMMANDS: usize = 2_048;
/// The most bytes of waiting commands: each may carry a long text.
const BYTES: usize = 16 << 20;

#[derive(Default)]
pub(super) struct Queue {
    waiting: VecDeque<Pending>,
    bytes: usize,
}

impl Queue {
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether the queue is full for one more command of so many bytes. An empty queue takes any command.
    pub fn is_full(&self, bytes: usize) -> bool {
        self.waiting.len() >= COMMANDS || (!self.waiting.is_empty() && self.bytes + bytes > BYTES)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.waiting.iter()
    }

    pub fn push_back(&mut self, pending: Pending) {
        self.bytes += pending.bytes;
        self.waiting.push_back(pending);
    }

    /// Puts commands before all waiting ones, in the given order.
    pub fn put_first(&mut self, commands: impl DoubleEndedIterator<Item = Pending>) {
        for pending in commands.rev() {
            self.bytes += pending.bytes;
            self.waiting.push_front(pending);
        }
    }

    pub fn take(&mut self) -> VecDeque<Pending> {
        self.bytes = 0;
        std::mem::take(&mut self.waiting)
    }
}
