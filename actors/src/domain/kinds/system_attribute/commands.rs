//! System attributes are renamed and hidden. No command deletes one or changes its type.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{SystemAttribute, SystemKey};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, EntityKind},
    ids::UserId,
    kinds::{
        named::unused,
        patch::{given, present},
    },
    refusal::Refusal,
};

/// Renames, hides or shows a field of all tickets. The name null is the name that the app gives the field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SystemAttributeSet {
    pub key: SystemKey,
    pub patch: SystemAttributePatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct SystemAttributePatch {
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub name: Option<Option<String>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
}

impl Act for SystemAttributeSet {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let tables = &decider.world.tables;
        let id = SystemAttribute::id_of(decider.world.workspace.id, self.key);
        let before = tables.system_attributes.get(&id).cloned();
        let home = decider.world.home_of(EntityKind::SystemAttribute, id.0);
        let plain = SystemAttribute { id, key: self.key, name: None, hidden: false };
        let mut after = before.clone().unwrap_or_else(|| plain.clone());
        if let Some(name) = &self.patch.name {
            let attributes = decider.attributes_beside(home).map(|it| &it.name);
            let others = tables.system_attributes.values().filter(|it| it.id != id).filter_map(|it| it.name.as_ref());
            after.name = name.as_deref().map(|name| unused(name, attributes.chain(others))).transpose()?;
        }
        after.hidden = self.patch.hidden.unwrap_or(after.hidden);
        match before {
            Some(before) if after == plain => decider.put_shared(Write::delete(Entity::SystemAttribute(before))),
            Some(before) => {
                decider.put_shared(Write::update(Entity::SystemAttribute(before), Entity::SystemAttribute(after)))
            }
            None if after == plain => {}
            None => decider.put_shared(Write::create(Entity::SystemAttribute(after))),
        }
        Ok(())
    }
}
