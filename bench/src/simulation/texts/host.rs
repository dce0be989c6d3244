//! The host of a text in virtual time.

use std::cell::RefCell;
use std::time::Duration;

use actors::domain::ids::CommandId;
use actors::text::Host;

use crate::simulation::{clock::START, rng::Rng};

pub struct VirtualHost {
    /// The virtual time in milliseconds; set before each step.
    pub now: u64,
    rng: RefCell<Rng>,
}

impl VirtualHost {
    pub fn new(seed: u64, now: u64) -> Self {
        Self { now, rng: RefCell::new(Rng::new(seed)) }
    }
}

/// The sockets of a simulated node have one hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneHub;

impl Host for VirtualHost {
    type Hub = OneHub;
    /// The sweep does not wait for its answer.
    type Writer = ();
    /// The number of the page.
    type Restorer = usize;

    fn now(&self) -> Duration {
        Duration::from_millis(self.now)
    }

    fn fresh_id(&self) -> CommandId {
        CommandId(self.rng.borrow_mut().id(START + self.now))
    }

    fn fresh_client(&self) -> u64 {
        self.rng.borrow_mut().between(1, 1 << 53)
    }
}
