//! The one function that decides what a role may do.

use std::collections::HashMap;

use super::{
    entity::{HeldRole, Role, RoleRecord},
    ids::RoleId,
};

/// A right that a member may have in a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// See the workspace and everything shared in it.
    Read,
    /// Write tickets, comments and links, and the lists and labels that order them.
    Work,
    /// Leave the workspace.
    Leave,
    /// Change statuses, the workspace's name, invitations, and members of a lower rank.
    Administer,
}

/// The rights of a member, from the role that they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Decides which other members this one may change.
    pub rank: Role,
    reads: bool,
    works: bool,
}

impl From<Role> for Standing {
    fn from(rank: Role) -> Self {
        Self { rank, reads: rank >= Role::Member, works: rank >= Role::Member }
    }
}

impl Standing {
    /// A role by id gives the rights that its record names in words that this build knows. A role without a record gives
    /// the rights of a guest. A record never makes an owner.
    pub fn of(role: HeldRole, roles: &HashMap<RoleId, RoleRecord>) -> Self {
        match role {
            HeldRole::Word(role) => role.into(),
            HeldRole::Record(id) => {
                let record = roles.get(&id);
                Self::of_capabilities(record.map_or(&[], |record| &record.capabilities))
            }
        }
    }

    /// The rights of a role with these capabilities.
    pub fn of_capabilities(capabilities: &[String]) -> Self {
        let has = |capability| capabilities.iter().any(|it| it == capability);
        let reads = has("read");
        let works = reads && has("work");
        let rank = match (works, has("administer")) {
            (true, true) => Role::Admin,
            (true, false) => Role::Member,
            (false, _) => Role::Guest,
        };
        Self { rank, reads, works }
    }
}

/// True if a role has a right. For now, guests may only leave.
pub fn may(standing: impl Into<Standing>, right: Right) -> bool {
    let Standing { rank, reads, works } = standing.into();
    match right {
        Right::Leave => true,
        Right::Read => reads,
        Right::Work => works,
        Right::Administer => rank >= Role::Admin,
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
    #[test]
    fn sc3_a_role_by_id_gives_the_known_capabilities_of_its_record_and_none_without_a_record() {
        let id = RoleId(uuid::Uuid::from_u128(1));
        let table: [(&[&str], [bool; 3], Role); 8] = [
            (&[], [false, false, false], Role::Guest),
            (&["read"], [true, false, false], Role::Guest),
            (&["read", "work"], [true, true, false], Role::Member),
            (&["read", "work", "administer"], [true, true, true], Role::Admin),
            (&["work", "administer"], [false, false, false], Role::Guest),
            (&["read", "administer"], [true, false, false], Role::Guest),
            (&["owner", "Read", "tickets.edit"], [false, false, false], Role::Guest),
            (&["read", "tickets.edit"], [true, false, false], Role::Guest),
        ];
        for (words, rights, rank) in table {
            let capabilities = words.iter().map(|word| (*word).to_owned()).collect();
            let created_at = crate::domain::date::Instant::new(time::OffsetDateTime::UNIX_EPOCH);
            let (name, description, system) = ("Any".into(), String::new(), None);
            let roles = HashMap::from([(id, RoleRecord { id, name, description, capabilities, system, created_at })]);
            let standing = Standing::of(HeldRole::Record(id), &roles);
            let given = [Right::Read, Right::Work, Right::Administer].map(|right| may(standing, right));
            assert_eq!((given, standing.rank), (rights, rank), "{words:?}");
        }
        assert_eq!(Standing::of(HeldRole::Record(id), &HashMap::new()), Role::Guest.into());
    }
}
