//! The host of a core in virtual time.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use actors::domain::change::Event;
use actors::domain::date::Instant;
use actors::domain::ids::CommandId;
use actors::sync::Ring;
use actors::workspace::Host;
use bytes::Bytes;

use crate::simulation::clock::instant;
use crate::simulation::rng::Rng;

/// Small rings, so that some resuming sockets are served from the journal.
const RING_EVENTS: usize = 6;

pub struct VirtualHost {
    /// Milliseconds since 1970; set before each step.
    pub now: u64,
    born: u64,
    base: Tick,
    rng: RefCell<Rng>,
    /// An encoded event is represented by its index.
    events: RefCell<Vec<Arc<Event>>>,
}

impl VirtualHost {
    pub fn new(seed: u64, now: u64) -> Self {
        let (rng, events) = (RefCell::new(Rng::new(seed)), RefCell::default());
        Self { now, born: now, base: Tick::now(), rng, events }
    }

    pub fn decode(&self, encoded: &[Bytes]) -> Vec<Arc<Event>> {
        let events = self.events.borrow();
        let index = |bytes: &Bytes| Some(u64::from_be_bytes(bytes.as_ref().try_into().ok()?) as usize);
        encoded.iter().filter_map(|bytes| events.get(index(bytes)?).cloned()).collect()
    }
}

impl Host for VirtualHost {
    /// The socket, and the command whose answer goes there.
    type Reply = (u32, CommandId);
    type Socket = u32;
    /// Only HTTP asks these questions.
    type Question = ();

    fn now(&self) -> Instant {
        instant(self.now)
    }

    fn tick(&self) -> Tick {
        self.base + Duration::from_millis(self.now - self.born)
    }

    fn random(&self) -> f64 {
        self.rng.borrow_mut().between(0, 1_000) as f64 / 1_000.0
    }

    fn fresh_id(&self) -> CommandId {
        CommandId(self.rng.borrow_mut().id(self.now))
    }

    fn database_is_away(&self) -> bool {
        false
    }

    fn is_waiting(&self, _: &u32) -> bool {
        true
    }

    fn encode(&self, event: &Arc<Event>) -> Bytes {
        let mut events = self.events.borrow_mut();
        events.push(event.clone());
        Bytes::copy_from_slice(&(events.len() as u64 - 1).to_be_bytes())
    }

    fn ring(&self, head: i64) -> Ring {
        Ring::new(head).with_bounds(RING_EVENTS, 1 << 20)
    }
}
