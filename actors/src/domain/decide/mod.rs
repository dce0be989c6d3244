//! Deciding: a world and an order give writes, or a refusal. There is no other input: the clock and the ids come with
//! the order.

mod order;
mod piece;
mod size;

#[cfg(test)]
mod tests;

use super::{
    date::Instant,
    decider::{Decider, Decision, Touches},
    limits,
    refusal::Refusal,
    rights::Right,
    world::World,
};
pub use order::{Order, What};
pub use piece::piece;

/// Judges an order on a world. Pure: the same input gives the same decision, ids included.
///
/// # Errors
/// The refusal.
pub fn decide(world: &World, order: &Order, at: Instant) -> Result<Decision, Refusal> {
    let mut decider = Decider::new(world, order.id, order.by, at);
    match &order.what {
        What::Join(new) => new.join(&mut decider),
        What::Import(import) => {
            decider.need(Right::Work)?;
            decider.import(import)?;
        }
        What::Piece(piece) => {
            decider.need(Right::Work)?;
            decider.rewrite(piece)?;
        }
        What::Command(command) => {
            decider.need(command.right(order.by))?;
            command.decide(&mut decider)?;
        }
    }
    // If one command writes an entity several times, the writes are one change from the first state to the last.
    decider.decision.writes.retain(|(_, write)| write.before != write.after);
    check_shares(world, order, &decider.decision)?;
    size::check_decision(world, order, &decider.decision)?;
    Ok(decider.decision)
}

/// Refuses to change rows of a restricted list if the person's share does not allow editing. Exception: a deleted status
/// or label is removed from the tickets of every list.
fn check_shares(world: &World, order: &Order, decision: &Decision) -> Result<(), Refusal> {
    let removes = match &order.what {
        What::Command(command) => command.removal().is_some(),
        What::Piece(_) => true,
        What::Join(_) | What::Import(_) => false,
    };
    let barred = |scope| !world.scopes.may_edit(scope, order.by);
    if !removes && decision.writes.iter().any(|(scope, _)| barred(*scope)) {
        return Err(Refusal::forbidden());
    }
    Ok(())
}

/// The rows that must be loaded before `decide` can judge this order. Some ids may not exist.
pub fn touches(world: &World, order: &Order) -> Touches {
    let mut touches = Touches::default();
    match &order.what {
        What::Join(_) => {}
        What::Piece(piece) => touches.tickets.extend(piece.tickets()),
        What::Import(import) => {
            touches.tickets.extend(import.tickets());
            touches.activities.extend(import.comments());
        }
        What::Command(command) => {
            command.touch(world, order.by, &mut touches);
            // A command with more tickets is refused because of their number, so the rest need not be loaded.
            touches.tickets.truncate(limits::TICKETS_AN_EVENT * 2 + 2);
        }
    }
    touches
}
