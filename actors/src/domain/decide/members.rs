//! Who is in the workspace, and as what. The requester's own rank decides.

use serde::Serialize;

use super::Desk;
use crate::domain::{
    change::Write,
    entity::{Entity, Member, MemberState, Role},
    ids::UserId,
    refusal::{Refusal, RefusalCode},
    rights::{Right, may},
};
use crate::words;

/// Somebody who accepted an invitation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NewMember {
    pub role: Role,
    pub firstname: String,
    pub lastname: String,
    pub username: String,
    pub avatar_url: Option<String>,
}

impl Desk<'_> {
    pub(super) fn join(&mut self, new: &NewMember) -> Result<(), Refusal> {
        let known = self.world.members.get(&self.by);
        if known.is_some_and(|member| member.state == MemberState::Active) {
            return Ok(());
        }
        let member = Member {
            id: self.by,
            role: new.role,
            state: MemberState::Active,
            firstname: new.firstname.clone(),
            lastname: new.lastname.clone(),
            username: new.username.clone(),
            avatar_url: new.avatar_url.clone(),
            created_at: known.map_or(self.at, |member| member.created_at),
        };
        self.put_config(Write { before: known.cloned().map(Entity::Member), after: Some(Entity::Member(member)) });
        Ok(())
    }

    pub(super) fn set_role(&mut self, user: UserId, role: Role) -> Result<(), Refusal> {
        let mine = self.my_role()?;
        let member = self.member(user)?;
        // Nobody raises anybody to or above their own rank, or touches who stands as high, owners excepted.
        if mine != Role::Owner && (member.role >= mine || role >= mine) {
            return Err(Refusal::forbidden());
        }
        if member.role == Role::Owner && role != Role::Owner {
            self.keep_an_owner(user)?;
        }
        let after = Member { role, ..member.clone() };
        self.put_config(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }

    pub(super) fn remove_member(&mut self, user: UserId) -> Result<(), Refusal> {
        let mine = self.my_role()?;
        let member = self.member(user)?;
        if user != self.by && (!may(mine, Right::Administer) || (mine != Role::Owner && member.role >= mine)) {
            return Err(Refusal::forbidden());
        }
        if member.role == Role::Owner {
            self.keep_an_owner(user)?;
        }
        let after = Member { state: MemberState::Left, ..member.clone() };
        self.put_config(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }

    fn my_role(&self) -> Result<Role, Refusal> {
        Ok(self.world.active_member(self.by).ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE))?.role)
    }

    fn member(&self, user: UserId) -> Result<Member, Refusal> {
        self.world
            .members
            .get(&user)
            .filter(|member| member.state != MemberState::Left)
            .cloned()
            .ok_or_else(|| Refusal::not_found(words::NO_MEMBER).with_field("userId"))
    }

    fn keep_an_owner(&self, leaving: UserId) -> Result<(), Refusal> {
        let another =
            self.world.members.values().any(|member| {
                member.id != leaving && member.role == Role::Owner && member.state == MemberState::Active
            });
        if another {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::LastOwner, words::ONE_OWNER_AT_LEAST))
    }
}
