//! The orders of the server that make and end the rule, and that apply it to members.
//!
//! A member who waits for a second factor is stored as a member who was deactivated, with a mark. So every check that
//! keeps former members out keeps that person out as well, also at nodes that do not know the rule.

use serde::Serialize;

use super::SecondFactorRule;
use crate::domain::{
    change::Write,
    decider::Decider,
    entity::{Entity, MemberState},
    refusal::Refusal,
    rights::admits,
    world::World,
};

/// Whether the members of a workspace need a second factor.
pub(in crate::domain::kinds) fn is_required(world: &World) -> bool {
    !world.tables.second_factor_rules.is_empty()
}

/// Makes or ends the rule, for an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequireFactor {
    pub second_factor_required: bool,
}

impl RequireFactor {
    /// The server then sends a [`FactorGate`] for each member without a second factor, which makes that member wait.
    ///
    /// # Errors
    /// `not_found` for a person who is not an active member; `forbidden` for all but owners.
    pub(in crate::domain) fn decide(self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        if !decider.standing()?.is_owner {
            return Err(Refusal::forbidden());
        }
        let id = SecondFactorRule::id_of(decider.world.workspace.id);
        let known = decider.world.tables.second_factor_rules.get(&id).cloned();
        match (self.second_factor_required, known) {
            (true, None) => {
                let rule = SecondFactorRule { id, required_since: decider.at, required_by_user_id: decider.by };
                decider.put_shared(Write::create(Entity::SecondFactorRule(rule)));
            }
            (false, Some(rule)) => decider.put_shared(Write::delete(Entity::SecondFactorRule(rule))),
            (true, Some(_)) | (false, None) => {}
        }
        Ok(())
    }
}

/// Lets the requester (`by`) of the order into the workspace, or keeps that person out, depending on whether the account has a
/// second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FactorGate {
    pub has_second_factor: bool,
}

impl FactorGate {
    /// Changes nothing for people who have left, and for members whom another person has deactivated.
    pub(in crate::domain) fn decide(self, decider: &mut Decider<'_>) {
        let Some(member) = decider.world.tables.members.get(&decider.by).cloned() else { return };
        let may_enter = admits(is_required(decider.world), self.has_second_factor);
        let after = match member.state {
            MemberState::Active if !may_enter => member.clone().waiting(decider.at),
            MemberState::Left if may_enter && member.waits() => member.clone().admitted(),
            _ => return,
        };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
    }
}
