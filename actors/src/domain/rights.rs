//! The one function that decides what a role may do.

use super::{command::Command, entity::Role};

/// A right that somebody may have in a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// See the workspace and everything shared in it.
    Read,
    /// Tickets, their comments, links, and the lists and labels they are sorted by.
    Work,
    /// Statuses, the workspace's name, invitations, members below one's own rank.
    Administer,
}

/// Whether a role has a right. Guests have none yet.
pub fn may(role: Role, right: Right) -> bool {
    match right {
        Right::Read | Right::Work => role >= Role::Member,
        Right::Administer => role >= Role::Admin,
    }
}

/// The right that a command needs. Rank among members is decided with the member at hand.
pub fn needed(command: &Command) -> Right {
    match command {
        Command::WorkspaceUpdate { .. }
        | Command::MemberSetRole { .. }
        | Command::StatusCreate { .. }
        | Command::StatusUpdate { .. }
        | Command::StatusMove { .. }
        | Command::StatusDelete { .. } => Right::Administer,
        // Leaving is removing oneself, which every member may.
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
            assert_eq!(may(role, Right::Read), read, "{role:?} read");
            assert_eq!(may(role, Right::Work), work, "{role:?} work");
            assert_eq!(may(role, Right::Administer), administer, "{role:?} administer");
        }
    }
}
