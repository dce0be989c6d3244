//! What may be done to components.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Component;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{ComponentId, UserId},
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
pub struct ComponentCreate {
    pub component_id: ComponentId,
    pub name: String,
    pub description: Option<String>,
    pub lead_user_id: Option<UserId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ComponentUpdate {
    pub component_id: ComponentId,
    pub patch: ComponentPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct ComponentPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub lead_user_id: Option<Option<UserId>>,
}

/// Deletes a component. Its tickets get the replacement, or lose it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ComponentDelete {
    pub component_id: ComponentId,
    pub move_to: Option<ComponentId>,
}

impl Act for ComponentCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.component_id;
        let components = &decider.world.tables.components;
        limits::room_for(components.len(), limits::CONFIG_ENTITIES)?;
        if components.contains_key(&id) {
            return Err(taken("componentId"));
        }
        let name = unused(&self.name, components.values().map(|it| &it.name))?;
        let description = description(self.description.as_deref().unwrap_or_default())?;
        let lead_user_id = decider.lead(self.lead_user_id)?;
        let component = Component { id, name, description, lead_user_id, created_at: decider.at };
        decider.put_shared(Write::create(Entity::Component(component)));
        Ok(())
    }
}

impl Act for ComponentUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.component(self.component_id, "componentId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = decider.world.tables.components.values().filter(|it| it.id != before.id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        if let Some(text) = &self.patch.description {
            after.description = description(text)?;
        }
        if let Some(lead) = self.patch.lead_user_id.filter(|lead| *lead != before.lead_user_id) {
            after.lead_user_id = decider.lead(lead)?;
        }
        decider.put_shared(Write::update(Entity::Component(before), Entity::Component(after)));
        Ok(())
    }
}

impl Act for ComponentDelete {
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

impl ComponentDelete {
    pub fn removal(&self) -> Removal {
        Removal::Component { id: self.component_id, move_to: self.move_to }
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the component.
    pub(in crate::domain::kinds) fn component(&self, id: ComponentId, field: &str) -> Result<Component, Refusal> {
        let world = self.world;
        let known = world.tables.components.get(&id).filter(|_| world.shows(self.by, EntityKind::Component, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_COMPONENT).with_field(field))
    }

    /// The lead must be a member who has not left.
    fn lead(&self, lead: Option<UserId>) -> Result<Option<UserId>, Refusal> {
        match lead {
            Some(user) if !self.is_member(user) => Err(Refusal::not_found(words::NO_MEMBER).with_field("leadUserId")),
            lead => Ok(lead),
        }
    }
}
