//! What may be done to roles. A role allows at most what its author may do. To change what the holders of a role may do,
//! a person needs more rights than they have before and afterwards, as for a change of each member.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{RoleRecord, built_in::words_of};
use crate::domain::{
    capability::{Capability, CapabilitySet},
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, HeldRole, Member},
    ids::{RoleId, UserId},
    kinds::{
        named::{taken, unused},
        patch::given,
    },
    limits,
    refusal::{Refusal, RefusalCode},
    rights::Standing,
};
use crate::words;

/// Makes a role. To duplicate a role, a client sends the capabilities of the other one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct RoleCreate {
    pub role_id: RoleId,
    pub name: String,
    pub description: Option<String>,
    pub capabilities: Vec<Capability>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct RoleUpdate {
    pub role_id: RoleId,
    pub patch: RolePatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct RolePatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<Vec<Capability>>,
}

/// Deletes a role. Its holders get another role in the same event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct RoleDelete {
    pub role_id: RoleId,
    pub move_to: HeldRole,
}

impl Act for RoleCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageRoles)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let roles = &decider.world.tables.roles;
        limits::room_for(roles.len(), limits::ROLES)?;
        if roles.contains_key(&self.role_id) {
            return Err(taken("roleId"));
        }
        let role = RoleRecord {
            id: self.role_id,
            name: unused(&self.name, roles.values().map(|it| &it.name))?,
            description: described(self.description.as_deref().unwrap_or_default())?,
            capabilities: granted(decider, &self.capabilities)?,
            system: None,
            created_at: decider.at,
        };
        decider.put_shared(Write::create(Entity::Role(role)));
        Ok(())
    }
}

impl Act for RoleUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageRoles)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = changeable(decider, self.role_id)?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = decider.world.tables.roles.values().filter(|it| it.id != before.id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        if let Some(description) = &self.patch.description {
            after.description = described(description)?;
        }
        if let Some(capabilities) = &self.patch.capabilities {
            after.capabilities = granted(decider, capabilities)?;
            if after.capabilities != before.capabilities && holders(decider, before.id).next().is_some() {
                outrank(decider, [Standing::from(&before), Standing::from(&after)])?;
            }
        }
        decider.put_shared(Write::update(Entity::Role(before), Entity::Role(after)));
        Ok(())
    }
}

impl Act for RoleDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageRoles)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let role = changeable(decider, self.role_id)?;
        if self.move_to == HeldRole::Record(role.id) {
            return Err(Refusal::invalid("moveTo", words::OTHER_ROLE));
        }
        let held = decider.held(self.move_to, "moveTo")?;
        let mut holders: Vec<Member> = holders(decider, role.id).cloned().collect();
        holders.sort_by_key(|member| member.id);
        if !holders.is_empty() {
            decider.need(Capability::ManageMembers)?;
            outrank(decider, [Standing::from(&role), decider.standing_of(held)])?;
        }
        for member in holders {
            let after = Member { role: held, ..member.clone() };
            decider.put_shared(Write::update(Entity::Member(member), Entity::Member(after)));
        }
        decider.put_shared(Write::delete(Entity::Role(role)));
        Ok(())
    }
}

impl Decider<'_> {
    /// The role, in the form in which the rows of its holders name it.
    ///
    /// # Errors
    /// `not_found`, with the field that names the role; `unavailable` for a role by id in a workspace without commons.
    pub(in crate::domain::kinds) fn held(&self, wanted: HeldRole, field: &str) -> Result<HeldRole, Refusal> {
        let HeldRole::Record(id) = wanted else { return Ok(wanted) };
        let record = self.world.tables.roles.get(&id);
        let held = record.ok_or_else(|| Refusal::not_found(words::NO_ROLE).with_field(field))?.held();
        // Builds that do not know roles by id may still serve a workspace without commons.
        let waits = self.world.scopes.commons.is_none() && matches!(held, HeldRole::Record(_));
        if waits { Err(Refusal::unavailable(1_000)) } else { Ok(held) }
    }
}

fn holders<'d>(decider: &'d Decider<'_>, role: RoleId) -> impl Iterator<Item = &'d Member> {
    decider.world.tables.members.values().filter(move |member| member.role == HeldRole::Record(role))
}

/// Refuses a person who does not have more rights than each of these.
fn outrank(decider: &Decider<'_>, others: [Standing; 2]) -> Result<(), Refusal> {
    let mine = decider.standing()?;
    if others.into_iter().all(|it| mine.outranks(it)) { Ok(()) } else { Err(Refusal::forbidden()) }
}

/// A role that people of the workspace made, and that gives no more than the person has.
fn changeable(decider: &Decider<'_>, id: RoleId) -> Result<RoleRecord, Refusal> {
    let role = decider.world.tables.roles.get(&id).cloned();
    let role = role.ok_or_else(|| Refusal::not_found(words::NO_ROLE).with_field("roleId"))?;
    if role.system.is_some() {
        return Err(Refusal::new(RefusalCode::Conflict, words::BUILT_IN_ROLE).with_field("roleId"));
    }
    if decider.standing()?.covers(Standing::from(&role)) { Ok(role) } else { Err(Refusal::forbidden()) }
}

/// The words for the capabilities of a role.
///
/// # Errors
/// `forbidden` if the person lacks one of them.
fn granted(decider: &Decider<'_>, wanted: &[Capability]) -> Result<Vec<String>, Refusal> {
    let wanted = CapabilitySet::of(wanted.iter().copied());
    if !wanted.is_within(decider.standing()?.capabilities) {
        return Err(Refusal::new(RefusalCode::Forbidden, words::MORE_THAN_YOU_HAVE).with_field("capabilities"));
    }
    Ok(words_of(wanted))
}

fn described(text: &str) -> Result<String, Refusal> {
    limits::prose("description", text, limits::ROLE_DESCRIPTION_BYTES)
}
