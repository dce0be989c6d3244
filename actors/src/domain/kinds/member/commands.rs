//! Who is in the workspace, and with which role. The rank of the person who asks decides.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Member, MemberState, Role};
use crate::domain::{
    capabilities::{may_give, may_remove},
    change::Write,
    decider::{Act, Decider},
    entity::Entity,
    ids::UserId,
    refusal::{Refusal, RefusalCode},
    rights::Right,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberSetRole {
    pub user_id: UserId,
    pub role: Role,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MemberRemove {
    pub user_id: UserId,
}

/// A person who accepted an invitation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NewMember {
    pub role: Role,
    pub firstname: String,
    pub lastname: String,
    pub username: String,
    pub avatar_url: Option<String>,
}

impl NewMember {
    /// Makes the person who asks an active member.
    pub fn join(&self, decider: &mut Decider<'_>) {
        let known = decider.world.tables.members.get(&decider.by);
        if known.is_some_and(|member| member.state == MemberState::Active) {
            return;
        }
        let member = Member {
            id: decider.by,
            role: self.role.into(),
            state: MemberState::Active,
            firstname: self.firstname.clone(),
            lastname: self.lastname.clone(),
            username: self.username.clone(),
            avatar_url: self.avatar_url.clone(),
            created_at: known.map_or(decider.at, |member| member.created_at),
        };
        let before = known.cloned().map(Entity::Member);
        decider.put_shared(Write { before, after: Some(Entity::Member(member)) });
    }
}

impl Act for MemberSetRole {
    fn right(&self, _: UserId) -> Right {
        Right::Administer
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let mine = decider.standing()?;
        let member = present(decider, self.user_id)?;
        if !may_give(mine, decider.rank(&member), self.role) {
            return Err(Refusal::forbidden());
        }
        if member.role == Role::Owner && self.role != Role::Owner {
            keep_an_owner(decider, self.user_id)?;
        }
        let after = Member { role: self.role.into(), ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}

impl Act for MemberRemove {
    fn right(&self, by: UserId) -> Right {
        // Members leave by removing themselves.
        if self.user_id == by { Right::Leave } else { Right::Work }
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let mine = decider.standing()?;
        let member = present(decider, self.user_id)?;
        let own = self.user_id == decider.by;
        if !own && !may_remove(mine, decider.rank(&member)) {
            return Err(Refusal::forbidden());
        }
        if member.role == Role::Owner {
            keep_an_owner(decider, self.user_id)?;
        }
        let after = Member { state: MemberState::Left, ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        Ok(())
    }
}

/// A member who has not left.
fn present(decider: &Decider<'_>, user: UserId) -> Result<Member, Refusal> {
    let known = decider.world.tables.members.get(&user).filter(|member| member.state != MemberState::Left);
    known.cloned().ok_or_else(|| Refusal::not_found(words::NO_MEMBER).with_field("userId"))
}

fn keep_an_owner(decider: &Decider<'_>, leaving: UserId) -> Result<(), Refusal> {
    let is_owner = |it: &Member| it.role == Role::Owner && it.state == MemberState::Active;
    if decider.world.tables.members.values().any(|it| it.id != leaving && is_owner(it)) {
        return Ok(());
    }
    Err(Refusal::new(RefusalCode::LastOwner, words::ONE_OWNER_AT_LEAST))
}
