//! What may be done to lists.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::List;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{ListId, UserId},
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListCreate {
    pub list_id: ListId,
    pub name: String,
    pub color: Option<Color>,
    pub after: Option<ListId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListUpdate {
    pub list_id: ListId,
    pub patch: ListPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct ListPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListMove {
    pub list_id: ListId,
    pub after: Option<ListId>,
}

/// Deletes a list. Its tickets move into another list, or stay without this one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListDelete {
    pub list_id: ListId,
    pub move_to: Option<ListId>,
}

impl Act for ListCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::CreateLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.list_id);
        let lists: Vec<&List> = beside(world, id).collect();
        limits::room_for(lists.len(), limits::CONFIG_ENTITIES)?;
        if world.tables.lists.contains_key(&id) {
            return Err(taken("listId"));
        }
        let last = world.lists_of(decider.by).max_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id))).map(|it| it.id);
        let list = List {
            id,
            name: unused(&self.name, lists.iter().map(|it| &it.name))?,
            color: self.color.unwrap_or_else(|| Color::nth(lists.len())),
            rank: rank(decider, self.after.or(last), id)?,
            suggested: false,
            created_user_id: decider.by,
            created_at: decider.at,
        };
        decider.put_shared(Write::create(Entity::List(list)));
        Ok(())
    }
}

impl Act for ListUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.list_id;
        let before = decider.list(id, "listId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = beside(decider.world, id).filter(|it| it.id != id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        after.color = self.patch.color.unwrap_or(after.color);
        decider.put_shared(Write::update(Entity::List(before), Entity::List(after)));
        Ok(())
    }
}

impl Act for ListMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.list(self.list_id, "listId")?;
        let after = List { rank: rank(decider, self.after, self.list_id)?, ..before.clone() };
        decider.put_shared(Write::update(Entity::List(before), Entity::List(after)));
        Ok(())
    }
}

impl Act for ListDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::DeleteLists)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.removal().touch(world, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.remove(&self.removal())
    }
}

impl ListDelete {
    pub fn removal(&self) -> Removal {
        Removal::List { id: self.list_id, move_to: self.move_to }
    }
}

impl Decider<'_> {
    /// # Errors
    /// `not_found`, with the field that names the list.
    pub(in crate::domain::kinds) fn list(&self, id: ListId, field: &str) -> Result<List, Refusal> {
        let known = self.world.tables.lists.get(&id).filter(|_| self.world.shows(self.by, EntityKind::List, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_LIST).with_field(field))
    }
}

/// The lists in the same scope as this one. Names of lists are unique within a scope, and lists are counted by scope.
fn beside(world: &World, id: ListId) -> impl Iterator<Item = &List> {
    let home = world.home_of(EntityKind::List, id.0);
    world.tables.lists.values().filter(move |it| world.home_of(EntityKind::List, it.id.0) == home)
}

fn rank(decider: &Decider<'_>, after: Option<ListId>, moving: ListId) -> Result<Rank, Refusal> {
    rank_behind(decider.world.lists_of(decider.by).map(|it| (it.id, &it.rank)), after, moving, words::NO_LIST)
}
