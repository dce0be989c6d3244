//! The memory and CPU that nodes use during a fault, measured by the system.

use std::time::{Duration, Instant};

use crate::node::Node;

/// A rate over a shorter window is mostly chance.
const WINDOW: Duration = Duration::from_millis(500);

/// The highest values of each node since the meter started. The caller must sample.
pub struct Meter {
    nodes: Vec<Peak>,
    sampled_at: Instant,
}

struct Peak {
    number: u32,
    /// Bytes at the start, and the highest.
    base: u64,
    memory: u64,
    /// CPU milliseconds at the last sample, and the most cores between two samples.
    cpu_ms: u64,
    cores: f64,
}

impl Meter {
    /// Starts with the present values of all running nodes.
    pub fn start(nodes: &[Node]) -> Self {
        let running = nodes.iter().filter(|node| node.is_running());
        let peak = |node: &Node| {
            let memory = node.memory();
            Peak { number: node.number, base: memory, memory, cpu_ms: node.cpu_ms(), cores: 0.0 }
        };
        Self { nodes: running.map(peak).collect(), sampled_at: Instant::now() }
    }

    /// Reads the present values.
    pub fn sample(&mut self, nodes: &[Node]) {
        let window = self.sampled_at.elapsed();
        for node in nodes.iter().filter(|node| node.is_running()) {
            let Some(peak) = self.nodes.iter_mut().find(|peak| peak.number == node.number) else { continue };
            peak.memory = peak.memory.max(node.memory());
            if window >= WINDOW {
                let cpu_ms = node.cpu_ms();
                let cores = cpu_ms.saturating_sub(peak.cpu_ms) as f64 / window.as_millis() as f64;
                peak.cores = peak.cores.max(cores);
                peak.cpu_ms = cpu_ms;
            }
        }
        if window >= WINDOW {
            self.sampled_at = Instant::now();
        }
    }

    /// The most bytes of any node.
    pub fn memory(&self) -> u64 {
        self.nodes.iter().map(|peak| peak.memory).max().unwrap_or(0)
    }

    /// The number of each node, and the bytes by which its memory has grown.
    pub fn growth(&self) -> impl Iterator<Item = (u32, u64)> {
        self.nodes.iter().map(|peak| (peak.number, peak.memory.saturating_sub(peak.base)))
    }

    /// The most cores of any node.
    pub fn cores(&self) -> f64 {
        self.nodes.iter().map(|peak| peak.cores).fold(0.0, f64::max)
    }
}
