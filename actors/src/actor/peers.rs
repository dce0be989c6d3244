//! The other nodes of the cluster: alive, silent, or shut down after a `Goodbye`. Pure: the caller passes the time.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant as Tick};

use uuid::Uuid;

/// The number of nodes whose goodbye is remembered. A node that restarts has a new id.
const MAX_GONE: usize = 1_024;

#[derive(Debug)]
pub(super) struct Peers {
    /// A node that sends nothing for this long is gone.
    silence: Duration,
    last_seen: HashMap<Uuid, Tick>,
    gone: VecDeque<Uuid>,
}

impl Peers {
    pub(super) fn new(silence: Duration) -> Self {
        Self { silence, last_seen: HashMap::new(), gone: VecDeque::new() }
    }

    /// Notes that a node is alive. Returns false if the node has already said goodbye, so that its message arrived
    /// late.
    pub(super) fn mark_alive(&mut self, node: Uuid, now: Tick) -> bool {
        if self.gone.contains(&node) {
            return false;
        }
        self.last_seen.insert(node, now);
        true
    }

    pub(super) fn mark_gone(&mut self, node: Uuid) {
        self.last_seen.remove(&node);
        if !self.gone.contains(&node) {
            self.gone.push_back(node);
        }
        if self.gone.len() > MAX_GONE {
            self.gone.pop_front();
        }
    }

    /// The nodes that have fallen silent; each is returned once.
    pub(super) fn fallen_silent(&mut self, now: Tick) -> Vec<Uuid> {
        let silent = |at: &Tick| now.saturating_duration_since(*at) > self.silence;
        let names: Vec<Uuid> = self.last_seen.iter().filter(|(_, at)| silent(at)).map(|(node, _)| *node).collect();
        self.last_seen.retain(|node, _| !names.contains(node));
        names
    }

    pub(super) fn count(&self) -> usize {
        self.last_seen.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_node_is_named_once_and_may_come_back_but_not_after_a_goodbye() {
        let start = Tick::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let [quiet, busy] = [Uuid::from_u128(1), Uuid::from_u128(2)];
        let mut peers = Peers::new(Duration::from_secs(5));
        assert!(peers.mark_alive(quiet, at(0)) && peers.mark_alive(busy, at(0)));
        assert!(peers.mark_alive(busy, at(4)));
        assert_eq!(peers.fallen_silent(at(5)), Vec::<Uuid>::new());
        assert_eq!(peers.fallen_silent(at(6)), vec![quiet]);
        assert_eq!(peers.fallen_silent(at(7)), Vec::<Uuid>::new());
        assert!(peers.mark_alive(quiet, at(8)));
        assert_eq!(peers.count(), 2);
        peers.mark_gone(quiet);
        assert!(!peers.mark_alive(quiet, at(9)));
        assert_eq!(peers.count(), 1);
    }
}
