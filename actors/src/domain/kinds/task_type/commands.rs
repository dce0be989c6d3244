//! What may be done to task types.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{TaskType, TypeIcon};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{TaskTypeId, UserId},
    kinds::{
        color::Color,
        named::{rank_behind, taken, unused},
        patch::given,
        ticket::removal::Removal,
    },
    limits,
    rank::Rank,
    refusal::Refusal,
    world::World,
};
use crate::words;

/// Makes a task type, behind `after` or last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TaskTypeCreate {
    pub task_type_id: TaskTypeId,
    pub name: String,
    pub icon: Option<TypeIcon>,
    pub color: Option<Color>,
    pub container: Option<bool>,
    pub after: Option<TaskTypeId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TaskTypeUpdate {
    pub task_type_id: TaskTypeId,
    pub patch: TaskTypePatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct TaskTypePatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub icon: Option<TypeIcon>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub container: Option<bool>,
}

/// Puts a task type behind another one, or first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaskTypeMove {
    pub task_type_id: TaskTypeId,
    pub after: Option<TaskTypeId>,
}

/// Deletes a task type. Its tickets get the replacement, or have no type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TaskTypeDelete {
    pub task_type_id: TaskTypeId,
    pub move_to: Option<TaskTypeId>,
}

impl Act for TaskTypeCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.task_type_id);
        let types = &world.tables.task_types;
        limits::room_for(types.len(), limits::TASK_TYPES)?;
        if types.contains_key(&id) {
            return Err(taken("taskTypeId"));
        }
        let name = unused(&self.name, types.values().map(|it| &it.name))?;
        let last = types.values().max_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id))).map(|it| it.id);
        let rank = rank(world, self.after.or(last), id)?;
        let color = self.color.unwrap_or_else(|| Color::nth(types.len()));
        let (icon, container) = (self.icon.unwrap_or_default(), self.container.unwrap_or(false));
        let task_type = TaskType { id, name, icon, color, container, rank, created_at: decider.at };
        decider.put_shared(Write::create(Entity::TaskType(task_type)));
        Ok(())
    }
}

impl Act for TaskTypeUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.task_type(self.task_type_id, "taskTypeId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = decider.world.tables.task_types.values().filter(|it| it.id != before.id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        after.icon = self.patch.icon.unwrap_or(after.icon);
        after.color = self.patch.color.unwrap_or(after.color);
        after.container = self.patch.container.unwrap_or(after.container);
        decider.put_shared(Write::update(Entity::TaskType(before), Entity::TaskType(after)));
        Ok(())
    }
}

impl Act for TaskTypeMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.task_type(self.task_type_id, "taskTypeId")?;
        let after = TaskType { rank: rank(decider.world, self.after, self.task_type_id)?, ..before.clone() };
        decider.put_shared(Write::update(Entity::TaskType(before), Entity::TaskType(after)));
        Ok(())
    }
}

impl Act for TaskTypeDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageAttributes)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.remove(&self.removal())
    }
}

impl TaskTypeDelete {
    pub fn removal(&self) -> Removal {
        Removal::TaskType { id: self.task_type_id, move_to: self.move_to }
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the task type.
    pub(in crate::domain::kinds) fn task_type(&self, id: TaskTypeId, field: &str) -> Result<TaskType, Refusal> {
        let world = self.world;
        let known = world.tables.task_types.get(&id).filter(|_| world.shows(self.by, EntityKind::TaskType, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_TASK_TYPE).with_field(field))
    }
}

fn rank(world: &World, after: Option<TaskTypeId>, moving: TaskTypeId) -> Result<Rank, Refusal> {
    rank_behind(world.tables.task_types.values().map(|it| (it.id, &it.rank)), after, moving, words::NO_TASK_TYPE)
}
