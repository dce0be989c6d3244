//! Before a status, list or label is deleted, private tickets of other members that name it may have to be rewritten
//! first.

use super::order::{Order, What};
use crate::domain::{date::Instant, decider::Decider, kinds::ticket::removal, world::World};

/// The rewrite that must be committed before an order. `None` if the order can be decided at once, or is refused.
pub fn rewrite_before(world: &World, order: &Order, at: Instant) -> Option<What> {
    let What::Command(command) = &order.what else { return None };
    let removal = command.removal()?;
    let decider = Decider::new(world, order.id, order.by, order.narrowing, at);
    command.needs(order.by).map_or(Ok(()), |it| decider.need(it)).ok()?;
    removal::rewrite_before(&decider, removal).map(What::RewritePrivate)
}
