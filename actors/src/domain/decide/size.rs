//! The size limit of an event. One command of 100 kB must not become an event of 69 MB, which every node would have to
//! build, store, send and replay.

use std::io;

use serde::Serialize;

use super::{Decision, Order, What};
use crate::domain::{
    command::{Command, TicketPatch},
    ids::ScopeId,
    limits,
    refusal::{Refusal, RefusalCode},
    world::World,
};
use crate::words;

/// A command that edits one ticket and writes fewer rows cannot exceed an event: its texts are limited.
const FEW: usize = 16;

/// Refuses a patch whose own bytes, times the number of tickets, would exceed an event.
pub(super) fn check_patch(patch: &TicketPatch, tickets: usize) -> Result<(), Refusal> {
    if tickets > 1 && encoded(patch).saturating_mul(tickets) > limits::EVENT_BYTES {
        return Err(too_large());
    }
    Ok(())
}

/// Refuses a decision that has an event above the limit. Other members' private tickets never cause a refusal: they are
/// rewritten in pieces ([`super::piece`]).
pub(super) fn check_decision(world: &World, order: &Order, decision: &Decision) -> Result<(), Refusal> {
    let several = matches!(order.what, What::Import(_) | What::Command(Command::TicketsUpdate { .. }));
    if decision.writes.len() <= FEW && !several {
        return Ok(());
    }
    let mut sizes: Vec<(ScopeId, usize)> = Vec::new();
    for (scope, write) in decision.writes.iter().filter(|(scope, _)| world.sees(order.by, *scope)) {
        let Some(change) = write.change() else { continue };
        let size = match sizes.iter_mut().find(|(known, _)| known == scope) {
            Some((_, size)) => size,
            None => {
                sizes.push((*scope, 0));
                &mut sizes.last_mut().ok_or_else(too_large)?.1
            }
        };
        *size += encoded(&change) + 1;
        if *size > limits::EVENT_BYTES {
            return Err(too_large());
        }
    }
    Ok(())
}

fn too_large() -> Refusal {
    Refusal::new(RefusalCode::TooMany, words::EDIT_TOO_LARGE)
}

/// Counts the bytes of a value as JSON without building the text.
fn encoded(value: &impl Serialize) -> usize {
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        Err(_) => usize::MAX,
    }
}

struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
