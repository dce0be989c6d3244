//! What may be done to fix versions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{FixVersion, VersionState};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::PlainDate,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{FixVersionId, UserId},
    kinds::{
        named::{description, taken, unused},
        patch::{given, present},
        ticket::removal::Removal,
    },
    limits,
    refusal::Refusal,
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct FixVersionCreate {
    pub fix_version_id: FixVersionId,
    pub name: String,
    pub description: Option<String>,
    pub start_date: Option<PlainDate>,
    pub release_date: Option<PlainDate>,
    pub state: Option<VersionState>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct FixVersionUpdate {
    pub fix_version_id: FixVersionId,
    pub patch: FixVersionPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct FixVersionPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub start_date: Option<Option<PlainDate>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub release_date: Option<Option<PlainDate>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub state: Option<VersionState>,
}

/// Deletes a fix version. Its tickets get the replacement, or lose it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct FixVersionDelete {
    pub fix_version_id: FixVersionId,
    pub move_to: Option<FixVersionId>,
}

impl Act for FixVersionCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.fix_version_id;
        let versions = &decider.world.tables.fix_versions;
        limits::room_for(versions.len(), limits::CONFIG_ENTITIES)?;
        if versions.contains_key(&id) {
            return Err(taken("fixVersionId"));
        }
        let version = FixVersion {
            id,
            name: unused(&self.name, versions.values().map(|it| &it.name))?,
            description: description(self.description.as_deref().unwrap_or_default())?,
            start_date: self.start_date,
            release_date: self.release_date,
            state: self.state.unwrap_or_default(),
            created_at: decider.at,
        };
        check_days(&version)?;
        decider.put_shared(Write::create(Entity::FixVersion(version)));
        Ok(())
    }
}

impl Act for FixVersionUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.fix_version(self.fix_version_id, "fixVersionId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = decider.world.tables.fix_versions.values().filter(|it| it.id != before.id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        if let Some(text) = &self.patch.description {
            after.description = description(text)?;
        }
        after.start_date = self.patch.start_date.unwrap_or(after.start_date);
        after.release_date = self.patch.release_date.unwrap_or(after.release_date);
        after.state = self.patch.state.unwrap_or(after.state);
        check_days(&after)?;
        decider.put_shared(Write::update(Entity::FixVersion(before), Entity::FixVersion(after)));
        Ok(())
    }
}

impl Act for FixVersionDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.remove(&self.removal())
    }
}

impl FixVersionDelete {
    pub fn removal(&self) -> Removal {
        Removal::FixVersion { id: self.fix_version_id, move_to: self.move_to }
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the version.
    pub(in crate::domain::kinds) fn fix_version(&self, id: FixVersionId, field: &str) -> Result<FixVersion, Refusal> {
        let world = self.world;
        let known = world.tables.fix_versions.get(&id).filter(|_| world.shows(self.by, EntityKind::FixVersion, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_FIX_VERSION).with_field(field))
    }
}

fn check_days(version: &FixVersion) -> Result<(), Refusal> {
    match (version.start_date, version.release_date) {
        (Some(start), Some(release)) if release < start => {
            Err(Refusal::invalid("releaseDate", words::RELEASE_BEFORE_START))
        }
        _ => Ok(()),
    }
}
