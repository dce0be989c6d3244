//! Removes, deactivates and restores members.
//!
//! A deactivated member is stored as a member who has left, with the time of the deactivation. So builds that do not
//! know deactivation deny access as well.

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
    kinds::second_factor_rule::order::is_required,
    refusal::{Refusal, RefusalCode},
    rights::admits,
};
use crate::words;

/// Removes a member, or lets a member leave. Only a new invitation brings the member back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberRemove {
    pub user_id: UserId,
}

/// Deactivates a member: the member loses all access, but keeps the role and the shares for `member.restore`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberDeactivate {
    pub user_id: UserId,
}

/// Restores a deactivated member, with the earlier role. Does nothing for a member who is not deactivated. A member who waits for
/// a second factor cannot be restored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberRestore {
    pub user_id: UserId,
}

impl Act for MemberRemove {
    /// To leave, members remove themselves, which needs no capability.
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
            check_outranks(decider, &member)?;
        }
        refuse_last_owner(decider, &member)?;
        decider.leave_lists(member.id)?;
        let after =
            Member { state: MemberState::Left, deactivated_at: None, second_factor_missing: false, ..member.clone() };
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
        if let Some(member) = deactivated(decider, self.user_id) {
            if member.waits() {
                check_outranks(decider, &member)?;
                decider.hand_over_lists(member.id);
                let after = Member { second_factor_missing: false, ..member.clone() };
                decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
            }
            return Ok(());
        }
        let member = present(decider, self.user_id)?;
        check_outranks(decider, &member)?;
        if member.state != MemberState::Active {
            return Err(Refusal::invalid("userId", words::NOT_JOINED_YET));
        }
        refuse_last_owner(decider, &member)?;
        decider.hand_over_lists(member.id);
        let deactivated_at = Some(decider.at);
        let after = Member { state: MemberState::Left, deactivated_at, second_factor_missing: false, ..member.clone() };
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
        check_outranks(decider, &member)?;
        if member.waits() {
            return Err(Refusal::new(RefusalCode::Conflict, words::WAITS_FOR_FACTOR).with_field("userId"));
        }
        // The server has not said yet whether the account has a second factor.
        let may_enter = admits(is_required(decider.world), false);
        let after = if may_enter { member.clone().admitted() } else { member.clone().waiting(decider.at) };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}

/// Refuses if the member is the last active owner.
pub(super) fn refuse_last_owner(decider: &Decider<'_>, member: &Member) -> Result<(), Refusal> {
    let is_owner = member.role == Role::Owner && member.state == MemberState::Active;
    if is_owner { keep_an_owner(decider, member.id) } else { Ok(()) }
}

/// Refuses if the member's role is too high for the person who sends the command.
fn check_outranks(decider: &Decider<'_>, member: &Member) -> Result<(), Refusal> {
    let may = decider.standing()?.outranks(decider.standing_of(member.role));
    if may { Ok(()) } else { Err(Refusal::forbidden()) }
}

fn deactivated(decider: &Decider<'_>, user: UserId) -> Option<Member> {
    decider.world.tables.members.get(&user).filter(|member| member.deactivated_at.is_some()).cloned()
}
