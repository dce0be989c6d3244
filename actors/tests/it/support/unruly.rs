//! A bus that loses, doubles and reorders messages.

use std::sync::Arc;
use std::time::Duration;

use actors::bus::{Bus, BusEvent, BusFigures, BusMessage, BusState};
use actors::domain::ids::WorkspaceId;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tokio::sync::mpsc;
use uuid::Uuid;

/// A message that is held back leaves after this time without another one.
const QUIET: Duration = Duration::from_millis(3);

#[derive(Debug)]
pub struct UnrulyBus<B> {
    bus: B,
    seed: u64,
}

impl<B: Bus> UnrulyBus<B> {
    pub fn new(bus: B, seed: u64) -> Self {
        Self { bus, seed }
    }
}

impl<B: Bus> Bus for UnrulyBus<B> {
    fn node(&self) -> Uuid {
        self.bus.node()
    }

    fn publish(&self, message: BusMessage) {
        self.bus.publish(message);
    }

    fn subscribe(&self) -> mpsc::Receiver<BusEvent> {
        let (pass_on, events) = mpsc::channel(1_024);
        actix::spawn(disturb(StdRng::seed_from_u64(self.seed), self.bus.subscribe(), pass_on));
        events
    }

    fn follow(&self, workspace: WorkspaceId) {
        self.bus.follow(workspace);
    }

    fn unfollow(&self, workspace: WorkspaceId) {
        self.bus.unfollow(workspace);
    }

    fn state(&self) -> BusState {
        self.bus.state()
    }

    fn figures(&self) -> &Arc<BusFigures> {
        self.bus.figures()
    }
}

/// One message in six is lost, one in six comes twice, and most are overtaken by later ones.
async fn disturb(mut random: StdRng, mut events: mpsc::Receiver<BusEvent>, pass_on: mpsc::Sender<BusEvent>) {
    let mut held = Vec::new();
    loop {
        match tokio::time::timeout(QUIET, events.recv()).await {
            Ok(Some(heard)) => match random.random_range(0..6) {
                0 => {}
                1 => held.extend([heard.clone(), heard]),
                _ => held.push(heard),
            },
            Ok(None) => return,
            Err(_) if held.is_empty() => continue,
            Err(_) => {}
        }
        if !held.is_empty() && random.random_bool(0.7) {
            let heard = held.swap_remove(random.random_range(0..held.len()));
            // A closed or full receiver is no error here.
            let _ = pass_on.try_send(heard);
        }
    }
}
