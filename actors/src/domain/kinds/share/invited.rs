//! The shares that an invitation gives to the person who accepts it.

use serde::{Deserialize, Serialize};

use super::{Level, Share};
use crate::domain::{
    capability::Capability,
    decider::Decider,
    entity::EntityKind,
    ids::{ListId, ScopeId, UserId},
    rights::Standing,
};

/// A restricted list that an invitation names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvitedList {
    pub list_id: ListId,
    pub level: Level,
}

impl Decider<'_> {
    /// Shares the lists of an invitation with the person who accepts it. `standing` is what the role of that person gives.
    ///
    /// The rights of the inviter are those of this moment. A list that was deleted or opened, or that the inviter no longer
    /// manages, is left out without a refusal: a refusal would tell the invited person of that list. A level is never lowered,
    /// and a role that cannot manage lists gets the level edit.
    pub(in crate::domain::kinds) fn share_invited(
        &mut self,
        inviter: UserId,
        standing: Standing,
        invited: &[InvitedList],
    ) {
        for InvitedList { list_id, level } in invited.iter().copied() {
            let Some(scope) = self.shared_by(inviter, list_id) else { continue };
            let level = if can_have(standing, level) { level } else { Level::Edit };
            let known = self.share_of(scope, self.by).map(|share: Share| share.level());
            if known.is_none_or(|known| known < level) {
                self.share(scope, list_id, self.by, level);
            }
        }
    }

    /// The scope of a restricted list, if this member may share it.
    fn shared_by(&self, member: UserId, list: ListId) -> Option<ScopeId> {
        let world = self.world;
        world.tables.lists.get(&list)?;
        let scope = Some(world.home_of(EntityKind::List, list.0)).filter(|it| world.scopes.is_list(*it))?;
        let may_share = world.sight().standing(member).is_some_and(|it| it.has(Capability::RestrictLists));
        (may_share && world.scopes.level_in(scope, member) == Some(Level::Manage)).then_some(scope)
    }
}

/// Whether a role with these rights can have a level in a restricted list.
pub fn can_have(standing: Standing, level: Level) -> bool {
    level != Level::Manage || standing.has(Capability::RestrictLists)
}
