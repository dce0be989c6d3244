//! The one function that decides what a role may do.

use super::entity::Role;

/// A right that a member may have in a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// See the workspace and everything shared in it.
    Read,
    /// Tickets, their comments, links, and the lists and labels they are sorted by.
    Work,
    /// Leave the workspace.
    Leave,
    /// Statuses, the workspace's name, invitations, members below one's own rank.
    Administer,
}

/// Whether a role has a right. Guests may only leave, for now.
pub fn may(role: Role, right: Right) -> bool {
    match right {
        Right::Leave => true,
        Right::Read | Right::Work => role >= Role::Member,
        Right::Administer => role >= Role::Admin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_has_exactly_these_rights() {
        let table = [
            (Role::Guest, false, false, false),
            (Role::Member, true, true, false),
            (Role::Admin, true, true, true),
            (Role::Owner, true, true, true),
        ];
        for (role, read, work, administer) in table {
            assert!(may(role, Right::Leave), "{role:?} leave");
            assert_eq!(may(role, Right::Read), read, "{role:?} read");
            assert_eq!(may(role, Right::Work), work, "{role:?} work");
            assert_eq!(may(role, Right::Administer), administer, "{role:?} administer");
        }
    }
}
