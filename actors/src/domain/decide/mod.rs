//! Decides orders. The input is a world, an order and the time, and the output is a list of writes or a refusal. There
//! is no other input: new ids are derived from the time and the id of the order.

mod order;
mod private_rewrite;
mod size;

#[cfg(test)]
mod tests;

use super::{
    capability::Capability,
    change::Write,
    command::Command,
    date::Instant,
    decider::{Decider, Decision, Touches},
    entity::{Entity, EntityKind, Ticket},
    kinds::{file::order::FileOrder, share::Level},
    limits,
    refusal::Refusal,
    world::World,
};
pub use order::{Order, What};
pub use private_rewrite::rewrite_before;

/// Judges an order on a world. Pure: the same input gives the same decision, ids included.
///
/// # Errors
/// The refusal.
pub fn decide(world: &World, order: &Order, at: Instant) -> Result<Decision, Refusal> {
    let mut decider = Decider::new(world, order.id, order.by, order.narrowing, at);
    match &order.what {
        What::Join(new) => new.join(&mut decider)?,
        What::DomainJoin(join) => join.decide(&mut decider)?,
        What::Import(import) => {
            decider.need(Capability::Import)?;
            decider.import(import)?;
        }
        What::RewritePrivate(rewrite) => {
            decider.rewrite(rewrite)?;
        }
        What::Purge(purge) => purge.decide(&mut decider)?,
        What::Repeat(repeat) => repeat.decide(&mut decider)?,
        What::File(order) => order.decide(&mut decider)?,
        What::Profile(profile) => profile.decide(&mut decider),
        What::Erase(erase) => erase.decide(&mut decider),
        What::GroupRole(role) => role.decide(&mut decider)?,
        What::RequireFactor(rule) => rule.decide(&mut decider)?,
        What::FactorGate(gate) => gate.decide(&mut decider),
        What::WorkspaceKey(key) => key.decide(&mut decider)?,
        What::Page(page) => page.decide(&mut decider),
        What::Describe(describe) => describe.decide(&mut decider)?,
        What::Command(command) => {
            if !command.is_for_keys(order.by) {
                decider.need_person()?;
            }
            // A command without a capability still needs an active member.
            command.needs(order.by).map_or_else(|| decider.standing().map(drop), |it| decider.need(it))?;
            command.decide(&mut decider)?;
            // Only commands move tickets between homes. The links and files of a moved ticket move with it. Links and values
            // that are no longer allowed are removed.
            decider.settle_links();
            decider.settle_linked()?;
            decider.settle_files();
        }
    }
    // Several writes of one entity are already merged into one, which may leave the entity as it was.
    decider.decision.writes.retain(|(_, write)| write.before != write.after);
    check_shares(world, order, &decider.decision)?;
    size::check_decision(world, order, &decider.decision)?;
    Ok(decider.decision)
}

/// Refuses an order that changes rows of a restricted list for which the person's share is too low. Each command checks
/// this as well; this check is a safety net. Rows in lists that the person does not see may change as a consequence,
/// and are not checked.
fn check_shares(world: &World, order: &Order, decision: &Decision) -> Result<(), Refusal> {
    let is_exempt = match &order.what {
        // A deleted status or label is removed from the tickets of every list. The shares of a leaving member change,
        // whatever the share of the person who removes that member. A person may give up their own share.
        What::Command(command) => {
            let member_leaves = matches!(command, Command::MemberRemove(_) | Command::MemberDeactivate(_));
            member_leaves || command.removal().is_some() || matches!(command, Command::ShareRemove(_))
        }
        // An invitation gives only shares that the inviter could give. The other kinds in this list are steps of the
        // server, or change only the person's own rows.
        What::Join(_)
        | What::DomainJoin(_)
        | What::RewritePrivate(_)
        | What::Purge(_)
        | What::Profile(_)
        | What::Erase(_)
        | What::GroupRole(_)
        | What::RequireFactor(_)
        | What::FactorGate(_)
        | What::WorkspaceKey(_)
        | What::Page(_)
        | What::Describe(_) => true,
        What::Import(_) | What::Repeat(_) => false,
        What::File(order) => !matches!(order, FileOrder::Add(_)),
    };
    // `level_in` is `None` for a scope that is not a restricted list. Nobody is barred there.
    let barred = |scope, write| {
        world.sees(order.by, scope)
            && world.scopes.level_in(scope, order.by).is_some_and(|level| level < level_for(write))
    };
    if !is_exempt && decision.writes.iter().any(|(scope, write)| barred(*scope, write)) {
        return Err(Refusal::forbidden());
    }
    Ok(())
}

/// The level of share that a write into the scope of a restricted list needs.
fn level_for(write: &Write) -> Level {
    match (&write.before, &write.after) {
        (Some(Entity::Ticket(before)), Some(Entity::Ticket(after))) if differ_in_comments_only(before, after) => {
            Level::Comment
        }
        (_, Some(it)) | (Some(it), None) => match it.kind() {
            EntityKind::Activity | EntityKind::Reaction => Level::Comment,
            EntityKind::List | EntityKind::Share => Level::Manage,
            _ => Level::Edit,
        },
        // Not reached: a write without a before and an after changes nothing, and has been dropped.
        (None, None) => Level::View,
    }
}

fn differ_in_comments_only(before: &Ticket, after: &Ticket) -> bool {
    let (commented_by_user_ids, last_activity) = (before.commented_by_user_ids.clone(), before.last_activity.clone());
    Ticket { comments: before.comments, commented_by_user_ids, last_activity, ..after.clone() } == *before
}

/// The rows that must be loaded before `decide` can judge this order. Some ids may not exist.
pub fn touches(world: &World, order: &Order) -> Touches {
    let mut touches = Touches::default();
    match &order.what {
        What::Join(_)
        | What::DomainJoin(_)
        | What::Profile(_)
        | What::Erase(_)
        | What::GroupRole(_)
        | What::RequireFactor(_)
        | What::FactorGate(_)
        | What::WorkspaceKey(_) => {}
        What::RewritePrivate(rewrite) => touches.tickets.extend(rewrite.tickets()),
        What::Purge(purge) => purge.touch(world, &mut touches),
        What::Repeat(repeat) => repeat.touch(world, &mut touches),
        What::File(order) => order.touch(world, &mut touches),
        What::Page(page) => page.touch(world, &mut touches),
        What::Describe(describe) => describe.touch(world, &mut touches),
        What::Import(import) => {
            touches.tickets.extend(import.tickets());
            touches.activities.extend(import.comments());
        }
        What::Command(command) => {
            command.touch(world, order.by, &mut touches);
            // A command that touches more tickets is refused as too large, so the other tickets need not be loaded.
            touches.tickets.truncate(limits::TICKETS_AN_EVENT * 2 + 2);
        }
    }
    touches
}
