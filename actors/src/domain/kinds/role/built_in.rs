//! The roles that every workspace with commons has from the start, and the words in the rows of roles.

use uuid::Uuid;

use super::RoleRecord;
use crate::{
    domain::{
        capability::{
            Capability::{self, *},
            CapabilitySet,
        },
        date::Instant,
        ids::{RoleId, WorkspaceId},
        kinds::member::Role,
    },
    words,
};

/// A role that every workspace has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BuiltIn {
    Owner,
    Admin,
    Member,
    Commenter,
    Viewer,
    Guest,
}

impl From<Role> for BuiltIn {
    fn from(role: Role) -> Self {
        match role {
            Role::Owner => Self::Owner,
            Role::Admin => Self::Admin,
            Role::Member => Self::Member,
            Role::Guest => Self::Guest,
        }
    }
}

/// What a member may do besides reading and commenting.
pub(in crate::domain) const WORK: &[Capability] =
    &[CreateLists, EditLists, DeleteLists, ManageLabels, CreateTickets, EditTickets, DeleteTickets, Import];
/// What only owners may do, unless a role of the workspace says otherwise.
const FOR_OWNERS: &[Capability] = &[ManageRoles, ReadAudit];

impl BuiltIn {
    pub const ALL: [Self; 6] = [Self::Owner, Self::Admin, Self::Member, Self::Commenter, Self::Viewer, Self::Guest];

    /// The word of the role in `system`, and in the rows of the members who hold one of the four roles that every version
    /// knows.
    pub fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Member => "member",
            Self::Commenter => "commenter",
            Self::Viewer => "viewer",
            Self::Guest => "guest",
        }
    }

    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Owner => "Owner",
            Self::Admin => "Admin",
            Self::Member => "Member",
            Self::Commenter => "Commenter",
            Self::Viewer => "Viewer",
            Self::Guest => "Guest",
        }
    }

    pub fn description(self) -> &'static str {
        match self {
            Self::Owner => words::ROLE_OWNER,
            Self::Admin => words::ROLE_ADMIN,
            Self::Member => words::ROLE_MEMBER,
            Self::Commenter => words::ROLE_COMMENTER,
            Self::Viewer => words::ROLE_VIEWER,
            Self::Guest => words::ROLE_GUEST,
        }
    }

    /// What the holders of the role may do.
    pub fn capabilities(self) -> CapabilitySet {
        let work = WORK.iter().copied();
        match self {
            Self::Owner => CapabilitySet::all(),
            Self::Admin => CapabilitySet::of(Capability::ALL.iter().copied().filter(|it| !FOR_OWNERS.contains(it))),
            Self::Member => CapabilitySet::of(work.chain([Read, RestrictLists, Comment])),
            Self::Commenter => CapabilitySet::of([Read, Comment]),
            Self::Viewer => CapabilitySet::of([Read]),
            Self::Guest => CapabilitySet::of([CreateTickets, EditTickets, DeleteOwnTickets, Comment]),
        }
    }

    /// The id of the role's row in a workspace.
    pub fn id(self, workspace: WorkspaceId) -> RoleId {
        RoleId(Uuid::new_v5(&workspace.0, format!("role {}", self.word()).as_bytes()))
    }

    /// The role's row in a workspace.
    pub fn record(self, workspace: WorkspaceId, created_at: Instant) -> RoleRecord {
        RoleRecord {
            id: self.id(workspace),
            name: self.name().to_owned(),
            description: self.description().to_owned(),
            capabilities: words_of(self.capabilities()),
            system: Some(self.word().to_owned()),
            created_at,
        }
    }
}

/// The words that a role's row names: those of its capabilities, and the coarse ones that cover no more than they do.
pub fn words_of(capabilities: CapabilitySet) -> Vec<String> {
    let has = |all: &[Capability]| all.iter().all(|it| capabilities.has(*it));
    let works = has(WORK) && has(&[Read, Comment]);
    let administers = works && CapabilitySet::is_within(BuiltIn::Admin.capabilities(), capabilities);
    let coarse = [("work", works), ("administer", administers)];
    let coarse = coarse.into_iter().filter(|(_, fits)| *fits).map(|(word, _)| word);
    capabilities.iter().map(Capability::word).chain(coarse).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::entity::{Entity, EntityKind};

    #[test]
    fn sc3_rows_name_the_coarse_words_only_where_nodes_of_the_build_before_give_no_more_for_them() {
        let coarse = |role: BuiltIn| {
            let words = words_of(role.capabilities());
            ["read", "work", "administer"].map(|word| words.iter().any(|it| it == word))
        };
        assert_eq!(coarse(BuiltIn::Owner), [true, true, true]);
        assert_eq!(coarse(BuiltIn::Admin), [true, true, true]);
        assert_eq!(coarse(BuiltIn::Member), [true, true, false]);
        assert_eq!(coarse(BuiltIn::Commenter), [true, false, false]);
        assert_eq!(coarse(BuiltIn::Viewer), [true, false, false]);
        assert_eq!(coarse(BuiltIn::Guest), [false, false, false]);
    }

    #[test]
    fn sc3_the_row_of_a_built_in_role_reads_back_as_the_role() {
        let workspace = WorkspaceId(Uuid::from_u128(1));
        let at = Instant::new(time::OffsetDateTime::UNIX_EPOCH);
        for role in BuiltIn::ALL {
            let record = role.record(workspace, at);
            assert_eq!(record.system.as_deref().and_then(BuiltIn::named), Some(role));
            assert_eq!(CapabilitySet::named(&record.capabilities), role.capabilities());
        }
    }

    #[test]
    fn a_role_without_the_fields_of_schema_2_is_read() {
        let old = serde_json::json!({"id": Uuid::nil(), "name": "Any", "capabilities": ["read"], "createdAt": "2030-05-01T12:00:00Z"});
        let serde_json::Value::Object(fields) = old else { panic!("no object") };
        let Ok(Entity::Role(role)) = Entity::from_fields(EntityKind::Role, fields) else { panic!("not read") };
        assert_eq!((role.description.as_str(), role.system), ("", None));
    }
}
