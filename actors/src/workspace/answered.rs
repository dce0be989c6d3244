//! Recent answers, kept in memory. The commit finds older ones.

use std::collections::{HashMap, VecDeque};

use crate::{domain::ids::CommandId, sync::SeenCommand};

/// The most answers kept.
const KEPT: usize = 8_192;

pub(super) struct Answered {
    by_id: HashMap<CommandId, SeenCommand>,
    order: VecDeque<CommandId>,
    most: usize,
}

impl Default for Answered {
    fn default() -> Self {
        Self { by_id: HashMap::new(), order: VecDeque::new(), most: KEPT }
    }
}

impl Answered {
    /// Keeps at most `most` answers.
    pub fn keep_at_most(&mut self, most: usize) {
        self.most = most;
    }

    pub fn get(&self, id: CommandId) -> Option<&SeenCommand> {
        self.by_id.get(&id)
    }

    pub fn put(&mut self, seen: SeenCommand) {
        self.order.push_back(seen.id);
        self.by_id.insert(seen.id, seen);
        while self.order.len() > self.most {
            let Some(oldest) = self.order.pop_front() else { break };
            self.by_id.remove(&oldest);
        }
    }
}
