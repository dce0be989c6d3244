//! What each person may do in a text, by the rights in the database.

use super::{
    effect::Question,
    host::Host,
    next::{Next, Then},
    state::TextCore,
    stored::TextSight,
};
use crate::{
    domain::{
        ids::{ScopeId, UserId},
        rights::Narrowing,
    },
    wire::{TextAnswer, TextCode},
};

impl<H: Host> TextCore<H> {
    /// Stores the scope of the ticket. True if it has changed: then everybody's rights are read before anything else is
    /// sent.
    pub(super) fn update_scope(&mut self, scope: ScopeId) -> bool {
        self.open.as_mut().is_some_and(|open| std::mem::replace(&mut open.scope, scope) != scope)
    }

    /// Reads the people's rights from the database, tells their pages about changes (TX11), and then goes on.
    pub(super) fn check_rights(&mut self, users: Vec<UserId>, then: Then<H>, host: &H) {
        if self.open.is_none() {
            return self.give_up(then);
        }
        if users.is_empty() {
            return self.go_on(then, host);
        }
        self.ask(Question::Sights { users, narrowing: Narrowing::NONE }, Next::Rights(then));
    }

    pub(super) fn check_all_rights(&mut self, then: Then<H>, host: &H) {
        let mut users: Vec<UserId> = self.members.values().map(|member| member.user).collect();
        users.sort_unstable();
        users.dedup();
        self.check_rights(users, then, host);
    }

    pub(super) fn set_sight(&mut self, user: UserId, sight: TextSight) {
        let theirs = self.members.iter_mut().filter(|(_, member)| member.user == user && member.sight != sight);
        let mut changed = Vec::new();
        for (connection, member) in theirs {
            let could_edit = member.may_edit();
            member.sight = sight;
            changed.push((*connection, could_edit != member.may_edit(), member.may_edit()));
        }
        for (connection, differs, may_edit) in changed {
            if sight == TextSight::Nothing {
                self.send_away(connection, TextCode::NotFound, 0);
            } else if differs {
                self.send_to(connection, None, TextAnswer::Rights { may_edit }.encode(self.ticket));
            }
        }
    }
}
