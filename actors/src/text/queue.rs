//! The work that waits while a question to the database is open. The updates that wait here count
//! towards the limit of unanswered updates of a socket. So they cannot grow without limit while the database is slow.

use std::collections::{BTreeMap, VecDeque};

use uuid::Uuid;

use super::{host::Host, input::Input, member::Load, next::Held};

/// The updates of a socket in the queue.
#[derive(Default)]
struct Updates {
    load: Load,
    /// True if an update was refused. Later updates may build on it, so they are dropped until the socket has been told.
    refused: bool,
}

pub(super) struct Queue<H: Host> {
    work: VecDeque<Held<H>>,
    updates: BTreeMap<Uuid, Updates>,
}

impl<H: Host> Queue<H> {
    pub(super) fn new() -> Self {
        Self { work: VecDeque::new(), updates: BTreeMap::new() }
    }

    /// Adds work at the end. An update that exceeds the limit is replaced by a refusal, and the later updates of its socket
    /// are dropped. `waiting` counts the updates of the same socket that have left this queue and wait to be stored.
    pub(super) fn push(&mut self, work: Held<H>, waiting: Load) {
        let Held::Input(Input::Update { connection, number, update }) = &work else {
            return self.work.push_back(work);
        };
        let updates = self.updates.entry(*connection).or_default();
        let load = Load { count: waiting.count + updates.load.count, bytes: waiting.bytes + updates.load.bytes };
        if updates.refused {
            return;
        }
        if load.admits(update.len()) {
            updates.load.add(update.len());
            return self.work.push_back(work);
        }
        updates.refused = true;
        self.work.push_back(Held::TooMany { connection: *connection, number: *number });
    }

    pub(super) fn pop(&mut self) -> Option<Held<H>> {
        let work = self.work.pop_front()?;
        let (connection, update) = match &work {
            Held::Input(Input::Update { connection, update, .. }) => (connection, Some(update.len())),
            Held::TooMany { connection, .. } => (connection, None),
            _ => return Some(work),
        };
        if let Some(updates) = self.updates.get_mut(connection) {
            match update {
                Some(bytes) => updates.load.remove(bytes),
                None => updates.refused = false,
            }
            if updates.load.count == 0 && !updates.refused {
                self.updates.remove(connection);
            }
        }
        Some(work)
    }
}
