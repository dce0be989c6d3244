//! Deciding: a world and an order make writes, or a refusal. Nothing else is looked at: the clock and the ids come in
//! with the order.

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
    // An entity written more than once by one command is one change from the first to the last.
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

/// What must be loaded before `decide` can judge this order. Ids that do not exist may be named.
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
            // A command with more tickets is refused by their number, and need not be loaded for that.
            touches.tickets.truncate(limits::TICKETS_AN_EVENT * 2 + 2);
        }
    }
    touches
}
