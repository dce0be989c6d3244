//! The scopes of a workspace, and who follows them: the one rule of visibility.

use std::collections::HashMap;

use serde::Serialize;
use ts_rs::TS;
use uuid::Uuid;

use super::{
    capability::Capability,
    entity::{EntityKind, HeldRole, Home, Member, MemberState, RoleRecord, Share},
    ids::{ListId, RoleId, ScopeId, ShareId, UserId, WorkspaceId},
    kinds::share::Level,
    rights::Standing,
};

/// The scope that only one member of one workspace follows.
pub fn personal_scope(workspace: WorkspaceId, user: UserId) -> ScopeId {
    ScopeId(Uuid::new_v5(&workspace.0, user.0.as_bytes()))
}

/// The id of a workspace's commons. Not every workspace has commons.
pub fn commons_of(workspace: WorkspaceId) -> ScopeId {
    ScopeId(Uuid::new_v5(&workspace.0, b"commons"))
}

/// The scope of a restricted list.
pub fn list_scope(workspace: WorkspaceId, list: ListId) -> ScopeId {
    ScopeId(Uuid::new_v5(&workspace.0, format!("list {list}").as_bytes()))
}

/// A scope that begins when something is first written into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewScope {
    Personal(UserId),
    List(ListId),
}

impl NewScope {
    pub fn id(self, workspace: WorkspaceId) -> ScopeId {
        match self {
            Self::Personal(user) => personal_scope(workspace, user),
            Self::List(list) => list_scope(workspace, list),
        }
    }
}

/// What a scope holds, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ScopeKind {
    /// What every active member follows, guests included: people, statuses, labels, roles. A workspace may have none;
    /// then the workspace scope holds all of it, and guests follow nothing.
    Commons,
    /// What all members but guests follow: open lists and their tickets.
    Workspace,
    /// A restricted list with its tickets, for the people with whom it is shared.
    List,
    /// What belongs to one member.
    Personal,
}

impl ScopeKind {
    /// The kind with this name in the database; `None` for a kind of a later version.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "commons" => Some(Self::Commons),
            "workspace" => Some(Self::Workspace),
            "list" => Some(Self::List),
            "personal" => Some(Self::Personal),
            _ => None,
        }
    }
}

/// The scopes of a workspace besides its own and the personal ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scopes {
    pub commons: Option<ScopeId>,
    /// The scopes of restricted lists, with the people who follow them.
    lists: HashMap<ScopeId, HashMap<ShareId, Share>>,
}

impl Scopes {
    pub fn add_list(&mut self, scope: ScopeId) {
        self.lists.entry(scope).or_default();
    }

    pub fn is_list(&self, scope: ScopeId) -> bool {
        self.lists.contains_key(&scope)
    }

    /// Takes in a share that lives in a scope. A share outside the scope of a list has no effect.
    pub fn put_share(&mut self, scope: ScopeId, share: &Share) {
        if let Some(shares) = self.lists.get_mut(&scope) {
            shares.insert(share.id, share.clone());
        }
    }

    pub fn remove_share(&mut self, scope: ScopeId, share: ShareId) {
        if let Some(shares) = self.lists.get_mut(&scope) {
            shares.remove(&share);
        }
    }

    /// Forgets with whom a list is shared, until the workspace is read anew.
    pub fn forget_shares(&mut self, scope: ScopeId) {
        self.lists.remove(&scope);
    }

    /// The people with whom a list is shared.
    pub fn people_of(&self, scope: ScopeId) -> impl Iterator<Item = UserId> {
        self.lists.get(&scope).into_iter().flat_map(|shares| shares.values()).map(|share| share.user_id)
    }

    /// Takes over with whom a list is shared.
    pub fn take_list(&mut self, scope: ScopeId, from: &Self) {
        if let Some(shares) = from.lists.get(&scope) {
            self.lists.insert(scope, shares.clone());
        }
    }

    /// The scopes of restricted lists.
    pub fn lists(&self) -> impl Iterator<Item = ScopeId> {
        self.lists.keys().copied()
    }

    /// The shares of a restricted list.
    pub fn shares(&self, scope: ScopeId) -> impl Iterator<Item = &Share> {
        self.lists.get(&scope).into_iter().flat_map(HashMap::values)
    }

    fn share(&self, scope: ScopeId, share: ShareId) -> Option<&Share> {
        self.lists.get(&scope)?.get(&share)
    }

    fn is_shared(&self, scope: ScopeId, user: UserId) -> bool {
        self.lists.get(&scope).is_some_and(|shares| shares.values().any(|share| share.user_id == user))
    }

    /// The level of a person in the scope of a restricted list, `View` without a share. `None` if the scope is no restricted
    /// list.
    pub fn level_in(&self, scope: ScopeId, user: UserId) -> Option<Level> {
        let shares = self.lists.get(&scope)?;
        let own = shares.values().filter(|share| share.user_id == user);
        Some(own.map(Share::level).max().unwrap_or(Level::View))
    }

    /// The restricted lists that are shared with a person, with the levels of the person's shares.
    pub fn levels_of(&self, user: UserId) -> impl Iterator<Item = (ListId, Level)> {
        let shares = self.lists.values().flat_map(HashMap::values);
        shares.filter(move |share| share.user_id == user).map(|share| (share.list_id, share.level()))
    }

    /// The scope of new rows of a kind: the commons for kinds with the home `Common`, else the workspace scope.
    pub fn home_of_new(&self, kind: EntityKind, workspace: WorkspaceId) -> ScopeId {
        self.commons.filter(|_| kind.home() == Home::Common).unwrap_or(workspace.scope())
    }

    /// The scopes whose configuration every decision relies on.
    pub fn relied_on(&self, workspace: WorkspaceId) -> impl Iterator<Item = ScopeId> {
        [Some(workspace.scope()), self.commons].into_iter().flatten()
    }
}

/// The data that decides who sees which scope: members, their roles, and the shares of lists.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub workspace: WorkspaceId,
    pub members: &'a HashMap<UserId, Member>,
    pub roles: &'a HashMap<RoleId, RoleRecord>,
    pub scopes: &'a Scopes,
}

impl Sight<'_> {
    /// What an active member or an API key of the workspace may do; `None` for all others.
    pub fn standing(&self, user: UserId) -> Option<Standing> {
        Standing::of_member(self.members.get(&user)?, self.roles)
    }

    fn is_key(&self, user: UserId) -> bool {
        self.members.get(&user).is_some_and(Member::is_key)
    }

    /// Whether a person follows a scope.
    pub fn follows(&self, user: UserId, scope: ScopeId) -> bool {
        self.standing(user).is_some_and(|standing| self.is_open_to(user, standing, scope))
    }

    /// Whether a person follows a scope, or will follow it after accepting an invitation.
    pub fn will_follow(&self, user: UserId, scope: ScopeId) -> bool {
        let member = self.members.get(&user).filter(|member| member.state != MemberState::Left);
        member.is_some_and(|member| self.is_open_to(user, Standing::of(member.role, self.roles), scope))
    }

    fn is_open_to(&self, user: UserId, standing: Standing, scope: ScopeId) -> bool {
        if scope == self.workspace.scope() {
            return standing.has(Capability::Read);
        }
        if self.is_key(user) {
            return self.scopes.commons == Some(scope);
        }
        enters(standing, self.scopes.commons)
            && (self.scopes.commons == Some(scope)
                || self.scopes.is_shared(scope, user)
                || scope == personal_scope(self.workspace, user))
    }

    /// The scopes that a person follows: the workspace's first, if they follow it. A person who follows no scope may not enter.
    pub fn scopes_of(&self, user: UserId) -> Vec<ScopeId> {
        let Some(standing) = self.standing(user) else { return Vec::new() };
        if self.is_key(user) {
            return scopes_of_key(self.workspace, self.scopes.commons);
        }
        let shared = self.scopes.lists.keys().copied().filter(|scope| self.scopes.is_shared(*scope, user));
        scopes_of(self.workspace, user, standing, self.scopes.commons, shared)
    }

    pub fn kind_of(&self, scope: ScopeId) -> ScopeKind {
        if scope == self.workspace.scope() {
            ScopeKind::Workspace
        } else if self.scopes.commons == Some(scope) {
            ScopeKind::Commons
        } else if self.scopes.is_list(scope) {
            ScopeKind::List
        } else {
            ScopeKind::Personal
        }
    }
}

/// The scopes that an active member follows. `shared` are the scopes of the lists that are shared with the member.
pub fn scopes_of(
    workspace: WorkspaceId,
    user: UserId,
    standing: Standing,
    commons: Option<ScopeId>,
    shared: impl Iterator<Item = ScopeId>,
) -> Vec<ScopeId> {
    if !enters(standing, commons) {
        return Vec::new();
    }
    let home = Some(workspace.scope()).filter(|_| standing.has(Capability::Read));
    home.into_iter().chain(commons).chain(shared).chain([personal_scope(workspace, user)]).collect()
}

/// The scopes that an API key of the workspace follows. It sees no restricted list, and has no personal scope.
pub fn scopes_of_key(workspace: WorkspaceId, commons: Option<ScopeId>) -> Vec<ScopeId> {
    [Some(workspace.scope()), commons].into_iter().flatten().collect()
}

/// False if the workspace has no commons and the person may not read the workspace scope: then there is nothing for the
/// person to follow.
fn enters(standing: Standing, commons: Option<ScopeId>) -> bool {
    commons.is_some() || standing.has(Capability::Read)
}

/// The data of a [`Sight`], kept apart from the world because a round may hold the world.
#[derive(Clone, Debug)]
pub struct Roster {
    workspace: WorkspaceId,
    pub members: HashMap<UserId, Member>,
    pub roles: HashMap<RoleId, RoleRecord>,
    pub scopes: Scopes,
}

impl Roster {
    pub fn new(workspace: WorkspaceId) -> Self {
        Self { workspace, members: HashMap::new(), roles: HashMap::new(), scopes: Scopes::default() }
    }

    pub fn sight(&self) -> Sight<'_> {
        let Self { workspace, members, roles, scopes } = self;
        Sight { workspace: *workspace, members, roles, scopes }
    }

    /// The people who hold a role that the workspace defines.
    pub fn holders(&self, role: RoleId) -> impl Iterator<Item = UserId> {
        let held = move |member: &&Member| member.role == HeldRole::Record(role);
        self.members.values().filter(held).map(|member| member.id)
    }

    /// The people who may give roles to members.
    pub fn managers(&self) -> impl Iterator<Item = UserId> {
        let manages = |user: &UserId| self.sight().standing(*user).is_some_and(|it| it.has(Capability::ManageMembers));
        self.members.keys().copied().filter(manages)
    }

    /// Forgets who follows what, until the workspace is read anew.
    pub fn clear(&mut self) {
        *self = Self::new(self.workspace);
    }

    pub fn share(&self, scope: ScopeId, share: ShareId) -> Option<&Share> {
        self.scopes.share(scope, share)
    }
}
