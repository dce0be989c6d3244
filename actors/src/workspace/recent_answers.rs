//! The most recent answers to commands, in memory. The commit function finds older answers in the database.

use std::collections::{HashMap, VecDeque};

use crate::{domain::ids::CommandId, sync::SeenCommand};

/// The default number of answers that are kept.
const MAX_ANSWERS: usize = 8_192;

pub(super) struct RecentAnswers {
    by_id: HashMap<CommandId, SeenCommand>,
    order: VecDeque<CommandId>,
    max: usize,
}

impl Default for RecentAnswers {
    fn default() -> Self {
        Self { by_id: HashMap::new(), order: VecDeque::new(), max: MAX_ANSWERS }
    }
}

impl RecentAnswers {
    /// Keeps at most `max` answers.
    pub fn keep_at_most(&mut self, max: usize) {
        self.max = max;
    }

    pub fn get(&self, id: CommandId) -> Option<&SeenCommand> {
        self.by_id.get(&id)
    }

    pub fn put(&mut self, seen: SeenCommand) {
        self.order.push_back(seen.id);
        self.by_id.insert(seen.id, seen);
        while self.order.len() > self.max {
            let Some(oldest) = self.order.pop_front() else { break };
            self.by_id.remove(&oldest);
        }
    }
}
