//! What a person says about themselves. The account holds it, and the member of each workspace has a copy.

use serde::Serialize;

use super::{Member, MemberState};
use crate::domain::{change::Write, decider::Decider, entity::Entity};

/// The copied fields of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub firstname: String,
    pub lastname: String,
    pub department: String,
    pub designation: String,
    pub avatar_url: Option<String>,
}

impl Profile {
    /// Copies the fields to the member of the person who asks (PF2). A person who has left, or was removed, changes nothing in
    /// the workspace any more; a deactivated person may come back, and is kept up to date.
    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) {
        let known = decider.world.tables.members.get(&decider.by).cloned();
        let Some(member) = known.filter(|it| it.state == MemberState::Active || it.deactivated_at.is_some()) else {
            return;
        };
        let Self { firstname, lastname, department, designation, avatar_url } = self.clone();
        let after = Member { firstname, lastname, department, designation, avatar_url, ..member.clone() };
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
    }
}
