//! The one function that decides what a person may do.

use std::collections::HashMap;

use super::{
    capability::{Capability, CapabilitySet},
    entity::{HeldRole, Member, MemberState, Role, RoleRecord},
    ids::RoleId,
    kinds::{role::BuiltIn, share::Level},
};

/// The rights of a member, from the role that the member holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Owners may change and remove every member. No role that a workspace defines makes an owner.
    pub is_owner: bool,
    pub capabilities: CapabilitySet,
}

impl From<BuiltIn> for Standing {
    fn from(role: BuiltIn) -> Self {
        Self { is_owner: role == BuiltIn::Owner, capabilities: role.capabilities() }
    }
}

impl Standing {
    /// A role by id gives the rights that its record names in words that this build knows. A role without a record gives
    /// no right.
    pub fn of(role: HeldRole, roles: &HashMap<RoleId, RoleRecord>) -> Self {
        match role {
            HeldRole::Word(role) => role.into(),
            HeldRole::Record(id) => roles.get(&id).map_or(Self::of_capabilities(CapabilitySet::default()), Self::from),
        }
    }

    /// The rights of a member. An active person has the rights of the role, and an API key of the workspace has the
    /// capabilities that it names; `None` for all others.
    pub fn of_member(member: &Member, roles: &HashMap<RoleId, RoleRecord>) -> Option<Self> {
        match &member.api_key {
            Some(words) => Self::of_key(words),
            None => (member.state == MemberState::Active).then(|| Self::of(member.role, roles)),
        }
    }

    /// The rights of an API key of the workspace with these words; `None` for a revoked key, whose row names none. All
    /// other keys can read.
    pub fn of_key(words: &[String]) -> Option<Self> {
        let capabilities = CapabilitySet::named(words).and(CapabilitySet::for_workspace_keys());
        capabilities.has(Capability::Read).then(|| Self::of_capabilities(capabilities))
    }

    pub fn of_capabilities(capabilities: CapabilitySet) -> Self {
        Self { is_owner: false, capabilities }
    }

    /// The rights of a role's record, from its word if it is built in, and from its words of capabilities. A built-in role
    /// gives what this build says, whatever its record names. No record makes an owner.
    pub fn of_record(system: Option<&str>, words: &[String]) -> Self {
        let built_in = system.and_then(BuiltIn::named).filter(|it| *it != BuiltIn::Owner);
        Self::of_capabilities(built_in.map_or_else(|| CapabilitySet::named(words), BuiltIn::capabilities))
    }

    pub fn has(self, capability: Capability) -> bool {
        self.capabilities.has(capability)
    }

    /// Whether a person with these rights may change or remove a member with the rights `other`: only if the member may do
    /// less. Owners may change and remove every member.
    pub fn outranks(self, other: Self) -> bool {
        let less = other.capabilities != self.capabilities && other.capabilities.is_within(self.capabilities);
        self.is_owner || (!other.is_owner && less)
    }

    /// Whether these rights include all of `other`.
    pub fn covers(self, other: Self) -> bool {
        self.is_owner || (!other.is_owner && other.capabilities.is_within(self.capabilities))
    }
}

/// What is left of a person's rights. A session leaves all of them; an API key leaves those that the key names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Narrowing(Option<CapabilitySet>);

impl Narrowing {
    /// All rights are left.
    pub const NONE: Self = Self(None);

    /// Only these capabilities are left.
    pub fn to(capabilities: CapabilitySet) -> Self {
        Self(Some(capabilities))
    }

    /// True for an API key, whatever its capabilities.
    pub fn is_key(self) -> bool {
        self.0.is_some()
    }

    /// The rights that are left of a person's rights. A key never has the rights that only owners have.
    pub fn of(self, standing: Standing) -> Standing {
        match self.0 {
            None => standing,
            Some(left) => Standing::of_capabilities(standing.capabilities.and(left)),
        }
    }
}

impl From<&RoleRecord> for Standing {
    fn from(record: &RoleRecord) -> Self {
        Self::of_record(record.system.as_deref(), &record.capabilities)
    }
}

impl From<Role> for Standing {
    fn from(role: Role) -> Self {
        BuiltIn::from(role).into()
    }
}

/// Whether a person may be in a workspace, if the workspace requires a second factor of its members. A member who may not
/// is not active, and only active members have a standing.
pub fn admits(second_factor_required: bool, has_second_factor: bool) -> bool {
    !second_factor_required || has_second_factor
}

/// Where a person would do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Whether the person sees the scope.
    pub is_seen: bool,
    /// In the scope of a restricted list: what the share says.
    pub level: Option<Level>,
    /// Whether the thing is the person's own.
    pub is_own: bool,
}

impl Place {
    /// The workspace as a whole.
    pub const WORKSPACE: Self = Self { is_seen: true, level: None, is_own: false };
}

/// The answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Allowed,
    /// Answered with `forbidden`.
    Denied,
    /// Answered with `not_found`, exactly like a thing that does not exist.
    Invisible,
}

/// Whether a person may do something at a place. The role says what the person may do; in a restricted list, the share
/// narrows it.
pub fn may(standing: Standing, capability: Capability, place: Place) -> Verdict {
    if !place.is_seen {
        return Verdict::Invisible;
    }
    let leaves = place.level.is_none_or(|level| level >= capability.level());
    let own = place.is_own && capability.for_own().is_some_and(|own| standing.has(own));
    if leaves && (standing.has(capability) || own) { Verdict::Allowed } else { Verdict::Denied }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::date::Instant;

    fn record(system: Option<&str>, words: &[&str]) -> (RoleId, RoleRecord) {
        let id = RoleId(uuid::Uuid::from_u128(1));
        let capabilities = words.iter().map(|word| (*word).to_owned()).collect();
        let created_at = Instant::new(time::OffsetDateTime::UNIX_EPOCH);
        let (name, description, system) = ("Any".into(), String::new(), system.map(str::to_owned));
        (id, RoleRecord { id, name, description, capabilities, system, created_at })
    }

    fn stands(system: Option<&str>, words: &[&str]) -> Standing {
        let (id, record) = record(system, words);
        Standing::of(HeldRole::Record(id), &HashMap::from([(id, record)]))
    }

    #[test]
    fn sc3_a_role_by_id_gives_what_its_record_names_and_nothing_without_a_record() {
        let of =
            |capabilities: &[Capability]| Standing::of_capabilities(CapabilitySet::of(capabilities.iter().copied()));
        assert_eq!(stands(None, &["read", "paint"]), of(&[Capability::Read]));
        assert_eq!(stands(None, &[]), of(&[]));
        assert_eq!(Standing::of(record(None, &["read"]).0.into(), &HashMap::new()), of(&[]));
    }

    #[test]
    fn sc3_the_record_of_a_built_in_role_gives_what_this_build_says_and_none_makes_an_owner() {
        assert_eq!(stands(Some("viewer"), &["read", "editTickets"]), BuiltIn::Viewer.into());
        let owner = stands(Some("owner"), &["read"]);
        assert!(!owner.is_owner && owner.has(Capability::Read) && !owner.has(Capability::ManageMembers));
    }

    #[test]
    fn sc3_what_is_not_seen_is_invisible_whatever_the_role_says() {
        let unseen = Place { is_seen: false, ..Place::WORKSPACE };
        for role in BuiltIn::ALL {
            for capability in Capability::ALL {
                assert_eq!(may(role.into(), *capability, unseen), Verdict::Invisible);
            }
        }
    }

    #[test]
    fn rf1_a_workspace_that_requires_a_second_factor_admits_nobody_without_one() {
        assert!(admits(false, false) && admits(false, true) && admits(true, true));
        assert!(!admits(true, false));
    }

    #[test]
    fn sc3_a_share_narrows_what_the_role_gives_and_never_widens_it() {
        let levels = [Level::View, Level::Comment, Level::Edit, Level::Manage];
        for role in BuiltIn::ALL {
            for capability in Capability::ALL.iter().copied() {
                for level in levels {
                    let shared = may(role.into(), capability, Place { level: Some(level), ..Place::WORKSPACE });
                    let wanted = BuiltIn::capabilities(role).has(capability) && level >= capability.level();
                    assert_eq!(shared == Verdict::Allowed, wanted, "{role:?} {capability:?} {level:?}");
                }
            }
        }
    }

    #[test]
    fn sc3_own_things_need_only_the_capability_for_own_things() {
        let standing = stands(None, &["editOwnTickets"]);
        let own = Place { is_own: true, ..Place::WORKSPACE };
        assert_eq!(may(standing, Capability::EditTickets, own), Verdict::Allowed);
        assert_eq!(may(standing, Capability::EditTickets, Place::WORKSPACE), Verdict::Denied);
        assert_eq!(may(standing, Capability::DeleteTickets, own), Verdict::Denied);
    }

    #[test]
    fn ak3_a_key_leaves_what_both_it_and_the_role_name_and_never_makes_an_owner() {
        for role in BuiltIn::ALL {
            let standing = Standing::from(role);
            assert_eq!(Narrowing::NONE.of(standing), standing);
            for capability in Capability::ALL.iter().copied() {
                let left = Narrowing::to(CapabilitySet::of([capability])).of(standing);
                assert_eq!(left.has(capability), standing.has(capability), "{role:?} {capability:?}");
                assert!(left.capabilities.is_within(standing.capabilities) && !left.is_owner);
            }
            let all = Narrowing::to(CapabilitySet::all()).of(standing);
            assert_eq!((all.capabilities, all.is_owner), (standing.capabilities, false));
        }
        assert!(!Narrowing::NONE.is_key() && Narrowing::to(CapabilitySet::default()).is_key());
    }

    #[test]
    fn sc3_a_person_outranks_those_who_may_do_less_and_owners_outrank_all() {
        let standing = |role: BuiltIn| Standing::from(role);
        let (owner, admin, member) = (standing(BuiltIn::Owner), standing(BuiltIn::Admin), standing(BuiltIn::Member));
        assert!(owner.outranks(owner) && owner.outranks(admin) && admin.outranks(member));
        assert!(!admin.outranks(admin) && !admin.outranks(owner) && !member.outranks(admin));
        assert!(admin.covers(admin) && !admin.covers(owner) && !member.covers(admin));
        let other = stands(None, &["manageRoles"]);
        assert!(!admin.outranks(other) && !other.outranks(member), "neither has all of the other");
    }
}
