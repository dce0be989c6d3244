//! Removes a person whose account was deleted from a workspace, and clears the name in the member's row.

use serde::Serialize;

use super::{Member, MemberState, leaving::refuse_last_owner};
use crate::domain::{change::Write, decider::Decider, entity::Entity};
use crate::words;

/// Removes the person who is the `by` of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Erase;

impl Erase {
    /// Clears the name also if the person had left before. If all other owners of the workspace, or all other managers
    /// of a list, have left since the account was deleted, the member stays, without a name.
    pub(in crate::domain) fn decide(self, decider: &mut Decider<'_>) {
        let Some(member) = decider.world.tables.members.get(&decider.by).cloned() else { return };
        let was_in = member.state == MemberState::Active || member.deactivated_at.is_some();
        let may_leave =
            !was_in || refuse_last_owner(decider, &member).is_ok() && decider.leave_lists(member.id).is_ok();
        let [firstname, lastname, username] = words::DELETED_PERSON.map(str::to_owned);
        let mut after = Member {
            firstname,
            lastname,
            username,
            avatar_url: None,
            department: String::new(),
            designation: String::new(),
            ..member.clone()
        };
        if may_leave {
            (after.state, after.deactivated_at, after.second_factor_missing) = (MemberState::Left, None, false);
        }
        decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
    }
}
