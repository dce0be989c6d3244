//! People who join by the mail domain of their address. docs/IDENTITY.md has the rules (AD1 to AD8).

use serde::Serialize;

use super::{Role, commands::NewMember};
use crate::domain::{decider::Decider, refusal::Refusal, rights::Standing};

/// Whether a person with these rights may list mail domains.
pub fn may_set(standing: Standing) -> bool {
    standing.is_owner
}

/// Whether people can join with a role by their mail domain.
pub fn may_be_given(role: Role) -> bool {
    matches!(role, Role::Member | Role::Guest)
}

/// The facts that decide whether a mail domain is verified at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Everyone can get an address at the domain.
    pub is_public: bool,
    /// An active owner of the workspace has a confirmed address at the domain.
    pub is_an_owners: bool,
}

impl Proof {
    /// Whether the domain is verified: new accounts with an address there join.
    pub fn holds(self) -> bool {
        !self.is_public && self.is_an_owners
    }
}

/// The new account (`by` of the order) joins because the workspace lists its mail domain.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DomainJoin {
    /// For the audit log.
    pub domain: String,
    pub role: Role,
    pub member: NewMember,
}

impl DomainJoin {
    /// Makes the person a member, or one who waits for a second factor. Changes nothing for a person who is or was
    /// a member: people who left, were removed or were deactivated do not come back, and a member keeps the role.
    ///
    /// # Errors
    /// `forbidden` for a role that people cannot join with.
    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        if !may_be_given(self.role) {
            return Err(Refusal::forbidden());
        }
        if decider.world.tables.members.contains_key(&decider.by) {
            return Ok(());
        }
        let member = NewMember { role: self.role.into(), invited_by: None, lists: Vec::new(), ..self.member.clone() };
        member.join(decider)
    }
}
