//! What a person may do in a workspace, in the form that a node sends to clients. Clients compute no rights: they look
//! them up in this list.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use ts_rs::TS;

use super::{
    capability::Capability,
    entity::{HeldRole, Role, RoleRecord},
    ids::{ListId, RoleId},
    kinds::{member::commands::may_give, role::built_in::WORK, share::Level},
    rights::{Place, Standing, Verdict, may},
};

/// What a person may do to other members who hold a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CapabilitiesOnMembers {
    /// The role of the other members.
    pub role: HeldRole,
    /// The roles that the person may give them; empty if the person may not change their role.
    pub give: Vec<HeldRole>,
    /// Whether the person may remove them.
    pub remove: bool,
}

/// All that a person may do in a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// The words of capabilities, with `leave` and `work` for pages of the previous version.
    #[ts(type = "Array<Capability | 'leave' | 'work'>")]
    pub may: Vec<&'static str>,
    /// One entry for each role: first the four roles that every version knows, from the highest.
    pub members: Vec<CapabilitiesOnMembers>,
    /// The restricted lists that are shared with the person, with the level of the person's share. In these lists the
    /// person may do what `levels` says, and not what `may` says. Nodes of the previous version leave them out.
    #[ts(optional, as = "Option<BTreeMap<ListId, Level>>")]
    pub lists: BTreeMap<ListId, Level>,
    /// What each of these levels leaves of the person's capabilities.
    #[ts(optional, type = "Partial<Record<Level, Array<Capability>>>")]
    pub levels: BTreeMap<Level, Vec<&'static str>>,
}

const ROLES: [Role; 4] = [Role::Owner, Role::Admin, Role::Member, Role::Guest];

impl Capabilities {
    /// What a person with this standing may do. `None` stands for a person who is not in the workspace.
    /// `has_commons` is false in a workspace without commons: no role by id can be given there yet, and a guest would see
    /// nothing. `shares` are the levels of the person's shares.
    pub fn of(
        standing: Option<Standing>,
        roles: &HashMap<RoleId, RoleRecord>,
        has_commons: bool,
        shares: impl IntoIterator<Item = (ListId, Level)>,
    ) -> Self {
        let Some(mine) = standing else { return Self::default() };
        let words = ROLES.map(|role| (HeldRole::Word(role), Standing::of(role.into(), roles)));
        let mut records: Vec<&RoleRecord> = roles.values().collect();
        records.sort_by_key(|role| (role.created_at, role.id));
        let records = records.into_iter().map(|role| (role.held(), Standing::from(role)));
        let records = records.filter(|(held, _)| matches!(held, HeldRole::Record(_)));
        let all: Vec<(HeldRole, Standing)> = words.into_iter().chain(records).collect();
        let manages = mine.has(Capability::ManageMembers);
        let can_be_given = |role: &HeldRole| has_commons || matches!(role, HeldRole::Word(it) if *it != Role::Guest);
        let may_get =
            |theirs, wanted: &(HeldRole, Standing)| can_be_given(&wanted.0) && may_give(mine, theirs, wanted.1);
        let on = |(role, theirs): &(HeldRole, Standing)| CapabilitiesOnMembers {
            role: *role,
            give: all.iter().filter(|wanted| manages && may_get(*theirs, wanted)).map(|(role, _)| *role).collect(),
            remove: manages && mine.outranks(*theirs),
        };
        let works = WORK.iter().chain([&Capability::Comment]).all(|it| mine.has(*it));
        let work = works.then_some("work");
        let lists: BTreeMap<ListId, Level> = shares.into_iter().collect();
        Self {
            may: mine.capabilities.iter().map(Capability::word).chain(["leave"]).chain(work).collect(),
            members: all.iter().map(on).collect(),
            levels: lists.values().map(|level| (*level, at_level(mine, *level))).collect(),
            lists,
        }
    }
}

/// The words of what a person may do in a restricted list at a level.
fn at_level(standing: Standing, level: Level) -> Vec<&'static str> {
    let place = Place { level: Some(level), ..Place::WORKSPACE };
    let allowed = |it: &Capability| may(standing, *it, place) == Verdict::Allowed;
    Capability::ALL.iter().copied().filter(allowed).map(Capability::word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{date::Instant, ids::WorkspaceId, kinds::role::BuiltIn};

    fn roles() -> HashMap<RoleId, RoleRecord> {
        let at = Instant::new(time::OffsetDateTime::UNIX_EPOCH);
        let workspace = WorkspaceId(uuid::Uuid::from_u128(1));
        BuiltIn::ALL.into_iter().map(|role| role.record(workspace, at)).map(|role| (role.id, role)).collect()
    }

    fn of(role: BuiltIn) -> Capabilities {
        with_shares(role, &[])
    }

    fn with_shares(role: BuiltIn, shares: &[(ListId, Level)]) -> Capabilities {
        Capabilities::of(Some(role.into()), &roles(), true, shares.iter().copied())
    }

    fn list(n: u128) -> ListId {
        ListId(uuid::Uuid::from_u128(n))
    }

    #[test]
    fn cp1_in_a_restricted_list_the_level_of_the_share_narrows_the_role_as_the_decision_does() {
        let levels = [Level::View, Level::Comment, Level::Edit, Level::Manage];
        for role in BuiltIn::ALL {
            for level in levels {
                let told = with_shares(role, &[(list(1), level)]);
                assert_eq!(told.lists, BTreeMap::from([(list(1), level)]));
                for capability in Capability::ALL.iter().copied() {
                    let place = Place { level: Some(level), ..Place::WORKSPACE };
                    let decided = may(role.into(), capability, place) == Verdict::Allowed;
                    assert_eq!(
                        told.levels[&level].contains(&capability.word()),
                        decided,
                        "{role:?} {level:?} {capability:?}"
                    );
                }
            }
        }
        let guest = with_shares(BuiltIn::Guest, &[(list(1), Level::Comment)]);
        assert_eq!(guest.levels[&Level::Comment], ["comment"]);
        assert!(guest.may.contains(&"editTickets"), "elsewhere the role counts");
    }

    #[test]
    fn cp1_the_list_names_the_levels_that_the_person_has_and_no_others() {
        let told =
            with_shares(BuiltIn::Member, &[(list(1), Level::View), (list(2), Level::Edit), (list(3), Level::View)]);
        assert_eq!(told.lists.len(), 3);
        assert_eq!(told.levels.keys().copied().collect::<Vec<_>>(), [Level::View, Level::Edit]);
        assert_eq!(with_shares(BuiltIn::Member, &[]).levels, BTreeMap::new());
        let gone = Capabilities::of(None, &roles(), true, [(list(1), Level::Manage)]);
        assert_eq!(gone, Capabilities::default(), "a person who is not in the workspace has no lists");
    }

    #[test]
    fn cp1_the_list_names_the_capabilities_of_the_role_and_the_words_of_the_version_before() {
        let words = |role: BuiltIn| role.capabilities().iter().map(Capability::word).collect::<Vec<_>>();
        for (role, old) in [
            (BuiltIn::Owner, vec!["leave", "work"]),
            (BuiltIn::Member, vec!["leave", "work"]),
            (BuiltIn::Commenter, vec!["leave"]),
            (BuiltIn::Guest, vec!["leave"]),
        ] {
            assert_eq!(of(role).may, [words(role), old].concat(), "{role:?}");
        }
        assert_eq!(Capabilities::of(None, &roles(), true, []), Capabilities::default());
    }

    #[test]
    fn cp1_without_commons_only_the_roles_are_given_that_every_version_knows_and_that_see_something() {
        let mine = Capabilities::of(Some(BuiltIn::Owner.into()), &roles(), false, []);
        let given = [Role::Owner, Role::Admin, Role::Member].map(HeldRole::Word);
        assert!(mine.members.iter().all(|it| it.give == given), "{mine:?}");
    }

    #[test]
    fn cp1_owners_give_and_remove_every_role_admins_those_that_allow_less_and_others_none() {
        let held = |role: BuiltIn| roles()[&role.id(WorkspaceId(uuid::Uuid::from_u128(1)))].held();
        let all = BuiltIn::ALL.map(held);
        let on = |mine, theirs| {
            let theirs = held(theirs);
            of(mine).members.into_iter().find(|it| it.role == theirs).map(|it| (it.give, it.remove))
        };
        let given = |give: &[HeldRole], remove| {
            let order: Vec<HeldRole> = of(BuiltIn::Owner).members.into_iter().map(|it| it.role).collect();
            Some((order.into_iter().filter(|it| give.contains(it)).collect::<Vec<_>>(), remove))
        };
        for theirs in BuiltIn::ALL {
            assert_eq!(on(BuiltIn::Owner, theirs), given(&all, true), "{theirs:?}");
            let lower = ![BuiltIn::Owner, BuiltIn::Admin].contains(&theirs);
            assert_eq!(on(BuiltIn::Admin, theirs), given(if lower { &all[2..] } else { &[] }, lower), "{theirs:?}");
            assert_eq!(on(BuiltIn::Member, theirs), given(&[], false), "{theirs:?}");
        }
    }
}
