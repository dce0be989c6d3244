//! The actions that a person may take in a workspace, in the form that a node sends to clients. Clients compute no
//! rights: they look them up in this list.

use serde::Serialize;
use ts_rs::TS;

use super::{
    entity::Role,
    rights::{Right, Standing, may},
};

/// Something that a client offers, or does not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Capability {
    /// See what all members share.
    Read,
    /// Write tickets, comments, links, lists and labels.
    Work,
    /// Leave the workspace.
    Leave,
    /// Change the workspace's name and icon.
    UpdateWorkspace,
    /// Make, change, move and delete statuses.
    ManageStatuses,
    /// Change the roles of members and remove members, as far as [`CapabilitiesOnMembers`] says.
    ManageMembers,
    /// Make, list and revoke invitation links.
    Invite,
}

impl Capability {
    const ALL: [Self; 7] = [
        Self::Read,
        Self::Work,
        Self::Leave,
        Self::UpdateWorkspace,
        Self::ManageStatuses,
        Self::ManageMembers,
        Self::Invite,
    ];

    /// The right that the commands of the capability need.
    pub fn right(self) -> Right {
        match self {
            Self::Read => Right::Read,
            Self::Work => Right::Work,
            Self::Leave => Right::Leave,
            Self::UpdateWorkspace | Self::ManageStatuses | Self::ManageMembers | Self::Invite => Right::Administer,
        }
    }
}

/// What a person may do to other members who hold a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CapabilitiesOnMembers {
    /// The role of the other members.
    pub role: Role,
    /// The roles that the person may give them, from the highest; empty if the person may not change their role.
    pub give: Vec<Role>,
    /// Whether the person may remove them.
    pub remove: bool,
}

/// All that a person may do in a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    pub may: Vec<Capability>,
    /// One entry for each role, from the highest.
    pub members: Vec<CapabilitiesOnMembers>,
}

const ROLES: [Role; 4] = [Role::Owner, Role::Admin, Role::Member, Role::Guest];

impl Capabilities {
    /// What a person with this standing may do. `None` stands for a person who is not in the workspace.
    pub fn of(standing: Option<Standing>) -> Self {
        let Some(mine) = standing else { return Self { may: Vec::new(), members: Vec::new() } };
        let on = |theirs| CapabilitiesOnMembers {
            role: theirs,
            give: ROLES.into_iter().filter(|wanted| may_give(mine, theirs, *wanted)).collect(),
            remove: may_remove(mine, theirs),
        };
        Self {
            may: Capability::ALL.into_iter().filter(|it| may(mine, it.right())).collect(),
            members: ROLES.into_iter().map(on).collect(),
        }
    }
}

/// Whether a person may give the role `wanted` to a member who holds `theirs`. Only owners give a role as high as their
/// own, or change a member with a role as high.
pub fn may_give(mine: Standing, theirs: Role, wanted: Role) -> bool {
    may(mine, Right::Administer) && (mine.rank == Role::Owner || (theirs < mine.rank && wanted < mine.rank))
}

/// Whether a person may remove another member who holds `theirs`. Only owners remove a member with a role as high as
/// their own.
pub fn may_remove(mine: Standing, theirs: Role) -> bool {
    may(mine, Right::Administer) && (mine.rank == Role::Owner || theirs < mine.rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Capability::{Invite, Leave, ManageMembers, ManageStatuses, Read, UpdateWorkspace, Work};

    fn of(role: Role) -> Capabilities {
        Capabilities::of(Some(role.into()))
    }

    #[test]
    fn cp1_each_role_may_do_exactly_this() {
        let all = vec![Read, Work, Leave, UpdateWorkspace, ManageStatuses, ManageMembers, Invite];
        assert_eq!(of(Role::Guest).may, [Leave]);
        assert_eq!(of(Role::Member).may, [Read, Work, Leave]);
        assert_eq!(of(Role::Admin).may, all);
        assert_eq!(of(Role::Owner).may, all);
        assert_eq!(Capabilities::of(None), Capabilities { may: vec![], members: vec![] });
    }

    #[test]
    fn cp1_owners_give_and_remove_every_role_admins_those_below_their_own_and_others_none() {
        let on = |mine| of(mine).members.into_iter().map(|it| (it.role, it.give, it.remove)).collect::<Vec<_>>();
        let below = vec![Role::Member, Role::Guest];
        let nothing = |role| (role, vec![], false);
        assert_eq!(on(Role::Owner), ROLES.map(|role| (role, ROLES.to_vec(), true)));
        assert_eq!(
            on(Role::Admin),
            [
                nothing(Role::Owner),
                nothing(Role::Admin),
                (Role::Member, below.clone(), true),
                (Role::Guest, below, true)
            ]
        );
        for role in [Role::Member, Role::Guest] {
            assert_eq!(on(role), ROLES.map(nothing));
        }
    }
}
