//! What may be done to sprints.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Sprint, SprintState};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::PlainDate,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{SprintId, UserId},
    kinds::{
        named::{taken, unused},
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
pub struct SprintCreate {
    pub sprint_id: SprintId,
    pub name: String,
    pub goal: Option<String>,
    pub start_date: Option<PlainDate>,
    pub end_date: Option<PlainDate>,
    pub state: Option<SprintState>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SprintUpdate {
    pub sprint_id: SprintId,
    pub patch: SprintPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct SprintPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub start_date: Option<Option<PlainDate>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub end_date: Option<Option<PlainDate>>,
    /// `active` starts a sprint, or reopens a completed one.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub state: Option<SprintState>,
}

/// Completes a sprint. Its open tickets go to another sprint, or out of any sprint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SprintComplete {
    pub sprint_id: SprintId,
    pub move_to: Option<SprintId>,
}

/// Deletes a sprint. Its tickets go to the replacement, or out of any sprint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SprintDelete {
    pub sprint_id: SprintId,
    pub move_to: Option<SprintId>,
}

impl Act for SprintCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.sprint_id;
        let sprints = &decider.world.tables.sprints;
        limits::room_for(sprints.len(), limits::CONFIG_ENTITIES)?;
        if sprints.contains_key(&id) {
            return Err(taken("sprintId"));
        }
        let mut sprint = Sprint {
            id,
            name: unused(&self.name, sprints.values().map(|it| &it.name))?,
            goal: goal(self.goal.as_deref().unwrap_or_default())?,
            start_date: self.start_date,
            end_date: self.end_date,
            state: SprintState::Planned,
            started_at: None,
            completed_at: None,
            created_at: decider.at,
        };
        sprint.enter(self.state.unwrap_or_default(), decider.at);
        check_days(&sprint)?;
        decider.put_shared(Write::create(Entity::Sprint(sprint)));
        Ok(())
    }
}

impl Act for SprintUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.sprint(self.sprint_id, "sprintId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = decider.world.tables.sprints.values().filter(|it| it.id != before.id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        if let Some(text) = &self.patch.goal {
            after.goal = goal(text)?;
        }
        after.start_date = self.patch.start_date.unwrap_or(after.start_date);
        after.end_date = self.patch.end_date.unwrap_or(after.end_date);
        if let Some(state) = self.patch.state {
            after.enter(state, decider.at);
        }
        check_days(&after)?;
        decider.put_shared(Write::update(Entity::Sprint(before), Entity::Sprint(after)));
        Ok(())
    }
}

impl Act for SprintComplete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageLabels)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.sprint(self.sprint_id, "sprintId")?;
        let mut after = before.clone();
        after.enter(SprintState::Completed, decider.at);
        decider.release_all(&self.removal())?;
        decider.put_shared(Write::update(Entity::Sprint(before), Entity::Sprint(after)));
        Ok(())
    }
}

impl SprintComplete {
    /// The open tickets leave the sprint, as all tickets do before a delete.
    pub fn removal(&self) -> Removal {
        Removal::OpenInSprint { id: self.sprint_id, move_to: self.move_to }
    }
}

impl Act for SprintDelete {
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

impl SprintDelete {
    pub fn removal(&self) -> Removal {
        Removal::Sprint { id: self.sprint_id, move_to: self.move_to }
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the sprint.
    pub(in crate::domain::kinds) fn sprint(&self, id: SprintId, field: &str) -> Result<Sprint, Refusal> {
        let world = self.world;
        let known = world.tables.sprints.get(&id).filter(|_| world.shows(self.by, EntityKind::Sprint, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_SPRINT).with_field(field))
    }

    /// The sprint that tickets move from, if they may move to the other one.
    pub(in crate::domain::kinds) fn left_sprint(&self, id: SprintId, to: Option<SprintId>) -> Result<Sprint, Refusal> {
        let sprint = self.sprint(id, "sprintId")?;
        if let Some(to) = to
            && (self.sprint(to, "moveTo")?.state == SprintState::Completed || to == id)
        {
            return Err(Refusal::invalid("moveTo", words::OTHER_SPRINT));
        }
        Ok(sprint)
    }
}

/// The goal of a sprint, within its limits.
fn goal(text: &str) -> Result<String, Refusal> {
    limits::prose("goal", text.trim(), limits::CONFIG_DESCRIPTION_BYTES)
}

fn check_days(sprint: &Sprint) -> Result<(), Refusal> {
    match (sprint.start_date, sprint.end_date) {
        (Some(start), Some(end)) if end < start => Err(Refusal::invalid("endDate", words::SPRINT_END_BEFORE_START)),
        _ => Ok(()),
    }
}
