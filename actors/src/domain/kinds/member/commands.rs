//! Who comes into the workspace, and who has which role. A role can be given only by a member who may do more than it allows.
//! Only owners change members with the same rights as their own.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{HeldRole, Member, MemberState, Role};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::Entity,
    ids::UserId,
    kinds::{second_factor_rule::order::is_required, share::invited::InvitedList},
    refusal::{Refusal, RefusalCode},
    rights::{Standing, admits},
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberSetRole {
    pub user_id: UserId,
    pub role: HeldRole,
}

/// Makes another member an owner, and the owner who asks an admin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberHandOver {
    pub user_id: UserId,
}

/// A person who accepted an invitation, or who founds a workspace.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NewMember {
    pub role: HeldRole,
    /// The person who made the invitation; none for a founder.
    pub invited_by: Option<UserId>,
    pub firstname: String,
    pub lastname: String,
    pub username: String,
    pub avatar_url: Option<String>,
    /// Left out if it is empty, so that an acceptance that is repeated after an upgrade is the same.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub department: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub designation: String,
    /// The restricted lists of the invitation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<InvitedList>,
}

impl NewMember {
    /// Makes the person who asks an active member, and shares the lists of the invitation with that person. The rights of
    /// the person who made the invitation are those of this moment: a demotion and an acceptance at the same time have one
    /// order. An active member keeps their role. If the workspace requires a second factor, the person waits until the server has
    /// found that the account has one.
    ///
    /// # Errors
    /// `forbidden` if that person may no longer invite to the role, or if this person was deactivated; `unavailable` for a
    /// role by id in a workspace without commons.
    pub fn join(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let known = decider.world.tables.members.get(&decider.by);
        if let Some(member) = known.filter(|member| member.state == MemberState::Active) {
            if let Some(inviter) = self.invited_by.filter(|inviter| self.may_be_invited_by(*inviter, decider)) {
                decider.share_invited(inviter, decider.standing_of(member.role), &self.lists);
            }
            return Ok(());
        }
        if known.is_some_and(|member| member.deactivated_at.is_some()) {
            return Err(Refusal::new(RefusalCode::Forbidden, words::DEACTIVATED));
        }
        if self.invited_by.is_some_and(|inviter| !self.may_be_invited_by(inviter, decider)) {
            return Err(Refusal::forbidden());
        }
        let member = Member {
            id: decider.by,
            role: decider.held(self.role, "role")?,
            state: MemberState::Active,
            firstname: self.firstname.clone(),
            lastname: self.lastname.clone(),
            username: self.username.clone(),
            avatar_url: self.avatar_url.clone(),
            created_at: known.map_or(decider.at, |member| member.created_at),
            deactivated_at: None,
            department: self.department.clone(),
            designation: self.designation.clone(),
            second_factor_missing: false,
            api_key: None,
        };
        let may_enter = admits(is_required(decider.world), false);
        let member = if may_enter { member } else { member.waiting(decider.at) };
        let standing = decider.standing_of(member.role);
        let before = known.cloned().map(Entity::Member);
        decider.put_shared(Write { before, after: Some(Entity::Member(member)) });
        if let Some(inviter) = self.invited_by {
            decider.share_invited(inviter, standing, &self.lists);
        }
        Ok(())
    }

    fn may_be_invited_by(&self, inviter: UserId, decider: &Decider<'_>) -> bool {
        let tables = &decider.world.tables;
        let exists = match self.role {
            HeldRole::Word(_) => true,
            HeldRole::Record(id) => tables.roles.contains_key(&id),
        };
        let given = Standing::of(self.role, &tables.roles);
        let inviter = tables.members.get(&inviter).filter(|member| member.state == MemberState::Active);
        exists && inviter.is_some_and(|inviter| may_invite_to(Standing::of(inviter.role, &tables.roles), given))
    }
}

/// Whether a person with the rights `inviter` may invite to a role with the rights `given`. A role above their own is
/// refused.
pub fn may_invite_to(inviter: Standing, given: Standing) -> bool {
    inviter.has(Capability::Invite) && inviter.covers(given)
}

impl Act for MemberSetRole {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageMembers)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let mine = decider.standing()?;
        let member = present(decider, self.user_id)?;
        let wanted = decider.held(self.role, "role")?;
        if !may_give(mine, decider.standing_of(member.role), decider.standing_of(wanted)) {
            return Err(Refusal::forbidden());
        }
        if member.role == Role::Owner && wanted != Role::Owner {
            keep_an_owner(decider, self.user_id)?;
        }
        let after = Member { role: wanted, ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}

/// Whether a person may give the role `wanted` to a member who holds `theirs`. Only owners give a role that allows as much
/// as their own.
pub fn may_give(mine: Standing, theirs: Standing, wanted: Standing) -> bool {
    mine.outranks(theirs) && mine.outranks(wanted)
}

impl Act for MemberHandOver {
    /// Only owners may: this is checked when the command is decided.
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        if !decider.standing()?.is_owner {
            return Err(Refusal::forbidden());
        }
        let member = present(decider, self.user_id)?;
        if member.id == decider.by || member.state != MemberState::Active {
            return Err(Refusal::invalid("userId", words::HAND_OVER_TO_ANOTHER));
        }
        let mine = present(decider, decider.by)?;
        for (member, role) in [(member, Role::Owner), (mine, Role::Admin)] {
            let after = Member { role: role.into(), ..member.clone() };
            decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        }
        Ok(())
    }
}

/// A member who has not left.
pub(super) fn present(decider: &Decider<'_>, user: UserId) -> Result<Member, Refusal> {
    let known = decider.world.tables.members.get(&user).filter(|member| member.state != MemberState::Left);
    known.cloned().ok_or_else(|| Refusal::not_found(words::NO_MEMBER).with_field("userId"))
}

/// Refuses if no active owner would be left without this member.
pub(super) fn keep_an_owner(decider: &Decider<'_>, leaving: UserId) -> Result<(), Refusal> {
    let is_owner = |it: &Member| it.role == Role::Owner && it.state == MemberState::Active;
    if decider.world.tables.members.values().any(|it| it.id != leaving && is_owner(it)) {
        return Ok(());
    }
    Err(Refusal::new(RefusalCode::LastOwner, words::ONE_OWNER_AT_LEAST))
}
