//! How a member leaves the workspace, and comes back.
//!
//! A deactivated member is stored as one who has left, with the time of the deactivation. So every build that does not know
//! deactivation keeps that person out.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    Member, MemberState, Role,
    commands::{keep_an_owner, present},
};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::Entity,
    ids::UserId,
    refusal::Refusal,
};
use crate::words;

/// The member leaves, or is removed. Only an invitation brings them back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberRemove {
    pub user_id: UserId,
}

/// The member loses all access, and keeps the role and the shares until `member.restore`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberDeactivate {
    pub user_id: UserId,
}

/// A deactivated member comes back with the role from before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberRestore {
    pub user_id: UserId,
}

impl Act for MemberRemove {
    /// Members leave by removing themselves.
    fn needs(&self, by: UserId) -> Option<Capability> {
        (self.user_id != by).then_some(Capability::ManageMembers)
    }

    /// A deactivated member can be removed too.
    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let member = match deactivated(decider, self.user_id) {
            Some(member) => member,
            None => present(decider, self.user_id)?,
        };
        if self.user_id != decider.by {
            outrank(decider, &member)?;
        }
        keep_an_owner_beside(decider, &member)?;
        decider.leave_lists(member.id)?;
        let after = Member { state: MemberState::Left, deactivated_at: None, ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}

impl Act for MemberDeactivate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageMembers)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        if self.user_id == decider.by {
            return Err(Refusal::invalid("userId", words::NOT_YOURSELF));
        }
        if deactivated(decider, self.user_id).is_some() {
            return Ok(());
        }
        let member = present(decider, self.user_id)?;
        outrank(decider, &member)?;
        if member.state != MemberState::Active {
            return Err(Refusal::invalid("userId", words::NOT_JOINED_YET));
        }
        keep_an_owner_beside(decider, &member)?;
        decider.hand_over_lists(member.id);
        let after = Member { state: MemberState::Left, deactivated_at: Some(decider.at), ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}

impl Act for MemberRestore {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageMembers)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let Some(member) = deactivated(decider, self.user_id) else {
            return present(decider, self.user_id).map(drop);
        };
        outrank(decider, &member)?;
        let after = Member { state: MemberState::Active, deactivated_at: None, ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}

/// Refuses to let the last owner go.
fn keep_an_owner_beside(decider: &Decider<'_>, member: &Member) -> Result<(), Refusal> {
    let is_owner = member.role == Role::Owner && member.state == MemberState::Active;
    if is_owner { keep_an_owner(decider, member.id) } else { Ok(()) }
}

/// Refuses a person who may not change or remove the member.
fn outrank(decider: &Decider<'_>, member: &Member) -> Result<(), Refusal> {
    let may = decider.standing()?.outranks(decider.standing_of(member.role));
    if may { Ok(()) } else { Err(Refusal::forbidden()) }
}

fn deactivated(decider: &Decider<'_>, user: UserId) -> Option<Member> {
    decider.world.tables.members.get(&user).filter(|member| member.deactivated_at.is_some()).cloned()
}
