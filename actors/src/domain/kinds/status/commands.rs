//! What may be done to statuses.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Status, StatusCategory};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{StatusId, UserId},
    kinds::{
        named::{rank_behind, taken, unused},
        patch::given,
        ticket::removal::Removal,
    },
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
    world::{Entry, World},
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct StatusCreate {
    pub status_id: StatusId,
    pub name: String,
    pub category: StatusCategory,
    pub after: Option<StatusId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct StatusUpdate {
    pub status_id: StatusId,
    pub patch: StatusPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct StatusPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub category: Option<StatusCategory>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct StatusMove {
    pub status_id: StatusId,
    pub after: Option<StatusId>,
}

/// Deletes a status. Its tickets get another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct StatusDelete {
    pub status_id: StatusId,
    pub move_to: StatusId,
}

impl Act for StatusCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageStatuses)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.status_id);
        limits::room_for(world.tables.statuses.len(), limits::CONFIG_ENTITIES)?;
        if world.tables.statuses.contains_key(&id) {
            return Err(taken("statusId"));
        }
        let name = unused(&self.name, world.tables.statuses.values().map(|it| &it.name))?;
        let last = world.statuses_in_order().last().map(|it| it.id);
        let rank = rank(world, self.after.or(last), id)?;
        let status = Status { id, name, category: self.category, rank, created_at: decider.at };
        decider.put_shared(Write::create(Entity::Status(status)));
        Ok(())
    }
}

impl Act for StatusUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageStatuses)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.status_id);
        let before = decider.status(id, "statusId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            after.name = unused(name, world.tables.statuses.values().filter(|it| it.id != id).map(|it| &it.name))?;
        }
        if let Some(category) = self.patch.category {
            // Completion is stored with each ticket, so a status in use cannot change its category. Other members'
            // private tickets keep their completion until they enter a status again.
            let used = |entry: &Entry| entry.status == id && world.sees(decider.by, entry.scope);
            if category != before.category && world.index.tickets().any(|(_, entry)| used(entry)) {
                return Err(Refusal::new(RefusalCode::Conflict, words::STATUS_IN_USE).with_field("category"));
            }
            decider.decision.relies_on_scopes |= category != before.category;
            after.category = category;
        }
        decider.put_shared(Write::update(Entity::Status(before), Entity::Status(after)));
        Ok(())
    }
}

impl Act for StatusMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageStatuses)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.status(self.status_id, "statusId")?;
        let after = Status { rank: rank(decider.world, self.after, self.status_id)?, ..before.clone() };
        decider.put_shared(Write::update(Entity::Status(before), Entity::Status(after)));
        Ok(())
    }
}

impl Act for StatusDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::ManageStatuses)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.remove(&self.removal())
    }
}

impl StatusDelete {
    pub fn removal(&self) -> Removal {
        Removal::Status { id: self.status_id, move_to: self.move_to }
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the status.
    pub(in crate::domain::kinds) fn status(&self, id: StatusId, field: &str) -> Result<Status, Refusal> {
        let known = self.world.tables.statuses.get(&id).filter(|_| self.world.shows(self.by, EntityKind::Status, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_STATUS).with_field(field))
    }
}

fn rank(world: &World, after: Option<StatusId>, moving: StatusId) -> Result<Rank, Refusal> {
    rank_behind(world.tables.statuses.values().map(|it| (it.id, &it.rank)), after, moving, words::NO_STATUS)
}
