//! API keys of the workspace. docs/IDENTITY.md has the rules (AK10 to AK16).
//!
//! A key has a row of `member`, so that its edits have an author with a name. The row has the state `left`, so all code for
//! people leaves the key out, even in builds that do not know these keys.

use serde::Serialize;

use super::{Member, MemberState, Role};
use crate::domain::{
    capability::{Capability, CapabilitySet},
    change::Write,
    date::Instant,
    decider::Decider,
    entity::Entity,
    ids::UserId,
    limits,
    refusal::{Refusal, RefusalCode},
    rights::Standing,
};
use crate::words;

/// Makes or revokes a key, for a person who may manage the keys of the workspace. The order does not contain the secret.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "workspaceKey")]
pub enum WorkspaceKey {
    #[serde(rename_all = "camelCase")]
    Make {
        key: UserId,
        name: String,
        capabilities: Vec<Capability>,
        /// For the audit log.
        expires_at: Option<Instant>,
    },
    #[serde(rename_all = "camelCase")]
    Revoke { key: UserId },
}

impl WorkspaceKey {
    /// # Errors
    /// `not_found` for a person who is not in the workspace, and for an unknown or revoked key; `forbidden` for a person who
    /// may not manage keys, and for a capability that the person does not have or that no key of the workspace may hold;
    /// `too_many` for the 51st key.
    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.need_person()?;
        decider.need(Capability::ManageApiKeys)?;
        match self {
            Self::Make { key, name, capabilities, expires_at: _ } => make(decider, *key, name, capabilities),
            Self::Revoke { key } => revoke(decider, *key),
        }
    }
}

/// The capabilities that a person with these rights may give to a key of the workspace.
pub fn may_give_key(standing: Standing) -> CapabilitySet {
    standing.capabilities.and(CapabilitySet::for_workspace_keys())
}

fn make(decider: &mut Decider<'_>, key: UserId, name: &str, capabilities: &[Capability]) -> Result<(), Refusal> {
    let wanted = CapabilitySet::of(capabilities.iter().copied().chain([Capability::Read]));
    if !wanted.is_within(may_give_key(decider.standing()?)) {
        return Err(Refusal::new(RefusalCode::Forbidden, words::KEY_ABOVE_MAKER).with_field("capabilities"));
    }
    let members = &decider.world.tables.members;
    if members.contains_key(&key) {
        return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN));
    }
    let in_force = members.values().filter(|member| member.api_key.as_ref().is_some_and(|it| !it.is_empty())).count();
    if in_force >= limits::WORKSPACE_KEYS {
        return Err(Refusal::new(RefusalCode::TooMany, words::TOO_MANY_WORKSPACE_KEYS));
    }
    let member = Member {
        id: key,
        role: Role::Guest.into(),
        state: MemberState::Left,
        firstname: words::API_KEY.to_owned(),
        lastname: name.to_owned(),
        // People cannot mention a key.
        username: String::new(),
        avatar_url: None,
        created_at: decider.at,
        deactivated_at: None,
        department: String::new(),
        designation: String::new(),
        second_factor_missing: false,
        api_key: Some(wanted.iter().map(|it| it.word().to_owned()).collect()),
    };
    decider.put_shared(Write::create(Entity::Member(member)));
    Ok(())
}

fn revoke(decider: &mut Decider<'_>, key: UserId) -> Result<(), Refusal> {
    let known = decider.world.tables.members.get(&key).cloned();
    let in_force = known.filter(|member| member.api_key.as_ref().is_some_and(|it| !it.is_empty()));
    let before = in_force.ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE_KEY))?;
    let after = Member { api_key: Some(Vec::new()), ..before.clone() };
    decider.put_shared(Write::update(Entity::Member(before), Entity::Member(after)));
    Ok(())
}
