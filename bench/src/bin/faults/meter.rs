//! What nodes take of the machine while something happens to them, by the system.

use std::time::{Duration, Instant};

use crate::node::Node;

/// A rate of less than this is mostly chance.
const WINDOW: Duration = Duration::from_millis(500);

/// The most that each node took since it was started; it sees what it is made to look at.
pub struct Meter {
    nodes: Vec<Peak>,
    looked: Instant,
}

struct Peak {
    number: u32,
    /// Bytes in the beginning, and at most.
    base: u64,
    memory: u64,
    /// Milliseconds of processor at the last look, and the most cores between two.
    worked: u64,
    cores: f64,
}

impl Meter {
    /// Begins with nodes as they are; those that do not run are left out.
    pub fn start(nodes: &[Node]) -> Self {
        let running = nodes.iter().filter(|node| node.is_running());
        let peak = |node: &Node| {
            let memory = node.memory();
            Peak { number: node.number, base: memory, memory, worked: node.worked(), cores: 0.0 }
        };
        Self { nodes: running.map(peak).collect(), looked: Instant::now() }
    }

    pub fn look(&mut self, nodes: &[Node]) {
        let window = self.looked.elapsed();
        for node in nodes.iter().filter(|node| node.is_running()) {
            let Some(peak) = self.nodes.iter_mut().find(|peak| peak.number == node.number) else { continue };
            peak.memory = peak.memory.max(node.memory());
            if window >= WINDOW {
                let worked = node.worked();
                let cores = worked.saturating_sub(peak.worked) as f64 / window.as_millis() as f64;
                peak.cores = peak.cores.max(cores);
                peak.worked = worked;
            }
        }
        if window >= WINDOW {
            self.looked = Instant::now();
        }
    }

    /// The most bytes that a node held.
    pub fn memory(&self) -> u64 {
        self.nodes.iter().map(|peak| peak.memory).max().unwrap_or(0)
    }

    /// How much each node has grown.
    pub fn grown(&self) -> impl Iterator<Item = (u32, u64)> {
        self.nodes.iter().map(|peak| (peak.number, peak.memory.saturating_sub(peak.base)))
    }

    /// The most cores that one node had.
    pub fn cores(&self) -> f64 {
        self.nodes.iter().map(|peak| peak.cores).fold(0.0, f64::max)
    }
}
