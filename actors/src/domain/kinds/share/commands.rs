//! With whom a restricted list is shared. Only its managers change that, and one manager always stays.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Level, Share, invited::can_have};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, EntityKind, MemberState},
    ids::{ListId, ScopeId, UserId},
    refusal::{Refusal, RefusalCode},
};
use crate::words;

/// Shares a restricted list with a person, or changes the level of the person's share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ShareSet {
    pub list_id: ListId,
    pub user_id: UserId,
    pub level: Level,
}

/// Takes a person's share away. Each person may give up their own share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ShareRemove {
    pub list_id: ListId,
    pub user_id: UserId,
}

impl Act for ShareSet {
    /// Who may name a manager is known only when the command is decided.
    fn needs(&self, _: UserId) -> Option<Capability> {
        (self.level != Level::Manage).then_some(Capability::RestrictLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let scope = decider.restricted(self.list_id)?;
        decider.manage(scope)?;
        if let Err(refusal) = decider.need(Capability::RestrictLists) {
            // The only manager could otherwise neither hand the list over nor leave, once their role was lowered.
            if decider.keep_a_manager(scope, decider.by).is_ok() {
                return Err(refusal);
            }
            decider.need_person()?;
        }
        let member = decider.world.tables.members.get(&self.user_id).filter(|it| it.state != MemberState::Left);
        let member = member.ok_or_else(|| Refusal::not_found(words::NO_MEMBER).with_field("userId"))?;
        if self.level != Level::Manage {
            decider.keep_a_manager(scope, self.user_id)?;
        } else if !can_have(decider.standing_of(member.role), self.level) {
            return Err(Refusal::new(RefusalCode::Conflict, words::ROLE_CANNOT_MANAGE_LISTS).with_field("level"));
        }
        decider.share(scope, self.list_id, self.user_id, self.level);
        Ok(())
    }
}

impl Act for ShareRemove {
    fn needs(&self, by: UserId) -> Option<Capability> {
        Some(Capability::RestrictLists).filter(|_| self.user_id != by)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let scope = decider.restricted(self.list_id)?;
        if self.user_id != decider.by {
            decider.manage(scope)?;
        }
        let known = decider.share_of(scope, self.user_id);
        let share = known.ok_or_else(|| Refusal::not_found(words::NO_MEMBER).with_field("userId"))?;
        decider.keep_a_manager(scope, self.user_id)?;
        decider.put(scope, Write::delete(Entity::Share(share)));
        Ok(())
    }
}

impl Decider<'_> {
    /// Refuses the command if the workspace cannot have restricted lists yet, because it has no commons. A
    /// periodic job adds the commons within seconds.
    ///
    /// # Errors
    /// `unavailable`.
    pub(in crate::domain::kinds) fn need_restricted_lists(&self) -> Result<(), Refusal> {
        self.world.scopes.commons.map(drop).ok_or_else(|| Refusal::unavailable(1_000))
    }

    /// Shares a restricted list with a person.
    pub(in crate::domain::kinds) fn share(&mut self, scope: ScopeId, list: ListId, user: UserId, level: Level) {
        let before = self.share_of(scope, user);
        let share = before.clone().unwrap_or_else(|| Share {
            id: Share::id_of(list, user),
            list_id: list,
            user_id: user,
            level: String::new(),
            created_at: self.at,
        });
        let after = Share { level: level.word().to_owned(), ..share };
        self.put(scope, Write { before: before.map(Entity::Share), after: Some(Entity::Share(after)) });
    }

    /// Refuses a person whose share does not let them manage the list of a scope.
    pub(in crate::domain::kinds) fn manage(&self, scope: ScopeId) -> Result<(), Refusal> {
        match self.world.scopes.level_in(scope, self.by) {
            None | Some(Level::Manage) => Ok(()),
            Some(_) => Err(Refusal::new(RefusalCode::Forbidden, words::ONLY_MANAGERS)),
        }
    }

    /// Takes the shares of a person who leaves or is removed. A list that only this person manages goes to the person who
    /// removes them.
    ///
    /// # Errors
    /// `last_manager` if the person leaves by themselves.
    pub(in crate::domain::kinds) fn leave_lists(&mut self, user: UserId) -> Result<(), Refusal> {
        let mut scopes: Vec<ScopeId> = self.world.scopes.lists().collect();
        scopes.sort();
        for scope in scopes {
            let Some(share) = self.share_of(scope, user) else { continue };
            if user == self.by {
                self.keep_a_manager(scope, user)?;
            }
            self.hand_over_list(scope, &share);
            self.put(scope, Write::delete(Entity::Share(share)));
        }
        Ok(())
    }

    /// Gives the lists that only this person manages to the person who deactivates them. The shares stay.
    pub(in crate::domain::kinds) fn hand_over_lists(&mut self, user: UserId) {
        let mut scopes: Vec<ScopeId> = self.world.scopes.lists().collect();
        scopes.sort();
        for scope in scopes {
            if let Some(share) = self.share_of(scope, user) {
                self.hand_over_list(scope, &share);
            }
        }
    }

    fn hand_over_list(&mut self, scope: ScopeId, share: &Share) {
        if self.keep_a_manager(scope, share.user_id).is_err() {
            self.share(scope, share.list_id, self.by, Level::Manage);
        }
    }

    /// The scope of a restricted list that the person sees.
    fn restricted(&self, list: ListId) -> Result<ScopeId, Refusal> {
        self.need_restricted_lists()?;
        self.list(list, "listId")?;
        let scope = self.world.home_of(EntityKind::List, list.0);
        if self.world.scopes.is_list(scope) {
            return Ok(scope);
        }
        Err(Refusal::new(RefusalCode::Conflict, words::LIST_IS_OPEN).with_field("listId"))
    }

    pub(super) fn share_of(&self, scope: ScopeId, user: UserId) -> Option<Share> {
        self.world.scopes.shares(scope).find(|share| share.user_id == user).cloned()
    }

    /// Refuses to take the level manage from the only active member who has it.
    fn keep_a_manager(&self, scope: ScopeId, leaving: UserId) -> Result<(), Refusal> {
        let manages = |share: &Share| share.level() == Level::Manage;
        let active = |user| self.world.sight().standing(user).is_some();
        let shares = || self.world.scopes.shares(scope).filter(|share| manages(share));
        let others = shares().any(|share| share.user_id != leaving && active(share.user_id));
        if others || !shares().any(|share| share.user_id == leaving) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::LastManager, words::ONE_MANAGER_AT_LEAST))
    }
}
