//! The work that waits while a question to the database is open. The updates of a socket count towards the limit of
//! updates without an answer, so a slow database does not let the queue grow without a bound.

use std::collections::{BTreeMap, VecDeque};

use uuid::Uuid;

use super::{host::Host, input::Input, member::Load, next::Held};

/// The updates of a socket in the queue.
#[derive(Default)]
struct Updates {
    load: Load,
    /// True if one was refused. The later ones build on it, so they are dropped until the socket has been told.
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

    /// Adds work at the end. `waiting` are the updates of the same socket that wait elsewhere.
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
