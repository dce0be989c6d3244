//! The roles that every workspace with commons has from the start.

use uuid::Uuid;

use super::RoleRecord;
use crate::{
    domain::{
        date::Instant,
        ids::{RoleId, WorkspaceId},
    },
    words,
};

/// A built-in role. Its row is locked: no command changes or deletes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInRole {
    /// Stands in `system`. A member who is owner, admin, member or guest holds the word itself; a member with another
    /// role holds the id of its row.
    pub word: &'static str,
    pub name: &'static str,
    pub description: &'static str,
    /// The coarse words, which nodes of schema 1 understand. Nobody becomes an owner by the row of a role.
    pub coarse: &'static [&'static str],
}

/// All built-in roles, from the highest.
pub const BUILT_IN_ROLES: [BuiltInRole; 6] = [
    BuiltInRole {
        word: "owner",
        name: "Owner",
        description: words::ROLE_OWNER,
        coarse: &["read", "work", "administer"],
    },
    BuiltInRole {
        word: "admin",
        name: "Admin",
        description: words::ROLE_ADMIN,
        coarse: &["read", "work", "administer"],
    },
    BuiltInRole { word: "member", name: "Member", description: words::ROLE_MEMBER, coarse: &["read", "work"] },
    BuiltInRole { word: "commenter", name: "Commenter", description: words::ROLE_COMMENTER, coarse: &["read"] },
    BuiltInRole { word: "viewer", name: "Viewer", description: words::ROLE_VIEWER, coarse: &["read"] },
    BuiltInRole { word: "guest", name: "Guest", description: words::ROLE_GUEST, coarse: &[] },
];

impl BuiltInRole {
    /// The id of the role's row in a workspace.
    pub fn id(&self, workspace: WorkspaceId) -> RoleId {
        RoleId(Uuid::new_v5(&workspace.0, format!("role {}", self.word).as_bytes()))
    }

    /// The role's row in a workspace, created at this time.
    pub fn record(&self, workspace: WorkspaceId, created_at: Instant) -> RoleRecord {
        RoleRecord {
            id: self.id(workspace),
            name: self.name.to_owned(),
            description: self.description.to_owned(),
            capabilities: self.coarse.iter().map(|word| (*word).to_owned()).collect(),
            system: Some(self.word.to_owned()),
            created_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::domain::{
        entity::{Entity, EntityKind, Role},
        rights::{Right, Standing, may},
    };

    #[test]
    fn sc3_the_coarse_words_give_each_built_in_role_exactly_these_rights_at_every_node() {
        let table = [
            ("owner", [true, true, true], Role::Admin),
            ("admin", [true, true, true], Role::Admin),
            ("member", [true, true, false], Role::Member),
            ("commenter", [true, false, false], Role::Guest),
            ("viewer", [true, false, false], Role::Guest),
            ("guest", [false, false, false], Role::Guest),
        ];
        let rows = BUILT_IN_ROLES.map(|role| {
            let words: Vec<String> = role.coarse.iter().map(|word| (*word).to_owned()).collect();
            let standing = Standing::of_capabilities(&words);
            (role.word, [Right::Read, Right::Work, Right::Administer].map(|right| may(standing, right)), standing.rank)
        });
        assert_eq!(rows, table);
    }

    #[test]
    fn every_built_in_role_has_an_id_of_its_own_in_every_workspace() {
        let workspaces = [1, 2].map(|n| WorkspaceId(Uuid::from_u128(n)));
        let ids: HashSet<RoleId> =
            workspaces.iter().flat_map(|workspace| BUILT_IN_ROLES.map(|role| role.id(*workspace))).collect();
        assert_eq!(ids.len(), 2 * BUILT_IN_ROLES.len());
    }

    #[test]
    fn a_role_without_the_fields_of_schema_2_is_read() {
        let old = serde_json::json!({"id": Uuid::nil(), "name": "Any", "capabilities": ["read"], "createdAt": "2030-05-01T12:00:00Z"});
        let serde_json::Value::Object(fields) = old else { panic!("no object") };
        let Ok(Entity::Role(role)) = Entity::from_fields(EntityKind::Role, fields) else { panic!("not read") };
        assert_eq!((role.description.as_str(), role.system), ("", None));
    }
}
