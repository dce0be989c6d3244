//! Gives a member the role that a group at the provider of hosted sign-in gives (HS12).

use serde::Serialize;

use super::{HeldRole, Member, MemberState, commands::may_give};
use crate::domain::{
    capability::CapabilitySet, change::Write, decider::Decider, entity::Entity, refusal::Refusal, rights::Standing,
};

/// Gives the person who is the `by` of the order a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupRole {
    pub role: HeldRole,
    /// The name of the provider, for the audit log.
    pub provider: String,
}

impl GroupRole {
    /// Changes the role of an active or waiting member, and never adds a member. The server acts with all capabilities, but not as an
    /// owner. So it cannot change the role of an owner, and cannot make a person an owner.
    ///
    /// # Errors
    /// `forbidden` for an owner, or for a role with all capabilities; `not_found` if there is no such role.
    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let known = decider.world.tables.members.get(&decider.by).cloned();
        let Some(member) = known.filter(|member| member.state == MemberState::Active || member.waits()) else {
            return Ok(());
        };
        let wanted = decider.held(self.role, "role")?;
        let settings = Standing::of_capabilities(CapabilitySet::all());
        if !may_give(settings, decider.standing_of(member.role), decider.standing_of(wanted)) {
            return Err(Refusal::forbidden());
        }
        let after = Member { role: wanted, ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}
