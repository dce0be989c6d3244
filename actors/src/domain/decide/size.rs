//! The size limit of an event. One command of 100 kB must not become an event of 69 MB, which every node would have to
//! build, store, send and replay.

use super::order::{Order, What};
use crate::domain::{
    change::Write,
    command::Command,
    decider::Decision,
    entity::Entity,
    ids::ScopeId,
    limits::{self, encoded},
    refusal::Refusal,
    world::World,
};

/// A command that edits one ticket and writes fewer rows cannot exceed an event: its texts are limited.
const FEW: usize = 16;

/// Refuses a decision that has an event above the limit. Other members' private tickets never cause a refusal: they are
/// rewritten in pieces ([`super::rewrite_before`]).
pub(super) fn check_decision(world: &World, order: &Order, decision: &Decision) -> Result<(), Refusal> {
    let several = matches!(order.what, What::Import(_) | What::Command(Command::TicketsUpdate(_)));
    if decision.writes.len() <= FEW && !several {
        return Ok(());
    }
    let mut sizes: Vec<(ScopeId, usize)> = Vec::new();
    // The scope of a list that the command restricts or makes is the author's, who does not see it yet.
    let made: Vec<ScopeId> = decision.writes.iter().filter(|(_, write)| creates_list(write)).map(|it| it.0).collect();
    let counts = |scope: ScopeId| world.sees(order.by, scope) || made.contains(&scope);
    for (scope, write) in decision.writes.iter().filter(|(scope, _)| counts(*scope)) {
        let Some(change) = write.change() else { continue };
        let size = match sizes.iter_mut().find(|(known, _)| known == scope) {
            Some((_, size)) => size,
            None => {
                sizes.push((*scope, 0));
                &mut sizes.last_mut().ok_or_else(limits::too_large)?.1
            }
        };
        *size += encoded(&change) + 1;
        if *size > limits::EVENT_BYTES {
            return Err(limits::too_large());
        }
    }
    Ok(())
}

fn creates_list(write: &Write) -> bool {
    matches!((&write.before, &write.after), (None, Some(Entity::List(_))))
}
