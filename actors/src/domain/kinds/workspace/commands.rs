//! What may be done to the workspace itself.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Attribute, AttributeType, Entity},
    ids::{AttributeId, UserId},
    kinds::patch::{given, present},
    limits,
    refusal::Refusal,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct WorkspaceUpdate {
    pub patch: WorkspacePatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct WorkspacePatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub icon: Option<Option<String>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub estimate_id: Option<Option<AttributeId>>,
}

impl Act for WorkspaceUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::UpdateWorkspace)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.world.workspace.clone();
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            after.name = limits::line("name", name, limits::NAME_CHARS)?;
        }
        if let Some(icon) = &self.patch.icon {
            after.icon = icon.as_deref().map(|icon| limits::line("icon", icon, 16)).transpose()?;
        }
        if let Some(estimate) = self.patch.estimate_id {
            let known = |id| decider.world.tables.attributes.get(&id);
            let counts = |it: &Attribute| it.value_type == AttributeType::Number && it.list_ids.is_none();
            if estimate.is_some_and(|id| !known(id).is_some_and(counts)) {
                return Err(Refusal::invalid("estimateId", words::NOT_A_NUMBER_ATTRIBUTE));
            }
            after.estimate_id = estimate;
        }
        decider.put_shared(Write::update(Entity::Workspace(before), Entity::Workspace(after)));
        Ok(())
    }
}
