//! The one function that decides what a role may do.

use super::{command::Command, entity::Role, ids::UserId};

/// A right that somebody may have in a workspace.
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

/// The right that a command of this user needs. The rank among members is checked later, with the member loaded.
pub fn needed(command: &Command, by: UserId) -> Right {
    match command {
        // Members leave by removing themselves.
        Command::MemberRemove { user_id } if *user_id == by => Right::Leave,
        Command::WorkspaceUpdate { .. }
        | Command::MemberSetRole { .. }
        | Command::StatusCreate { .. }
        | Command::StatusUpdate { .. }
        | Command::StatusMove { .. }
        | Command::StatusDelete { .. } => Right::Administer,
        Command::MemberRemove { .. }
        | Command::ListCreate { .. }
        | Command::ListUpdate { .. }
        | Command::ListMove { .. }
        | Command::ListDelete { .. }
        | Command::LabelCreate { .. }
        | Command::LabelUpdate { .. }
        | Command::LabelDelete { .. }
        | Command::TicketCreate(_)
        | Command::TicketUpdate { .. }
        | Command::TicketsUpdate { .. }
        | Command::TicketTrash { .. }
        | Command::TicketRestore { .. }
        | Command::TicketDelete { .. }
        | Command::TicketsTrash { .. }
        | Command::TicketsRestore { .. }
        | Command::TicketMove { .. }
        | Command::TicketsMove { .. }
        | Command::SubtaskMove { .. }
        | Command::LinkCreate { .. }
        | Command::LinkDelete { .. }
        | Command::CommentCreate { .. }
        | Command::CommentUpdate { .. }
        | Command::CommentDelete { .. }
        | Command::ReactionAdd { .. }
        | Command::ReactionRemove { .. } => Right::Work,
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
