//! What may be done to groups of lists.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Group;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, EntityKind, List},
    ids::{GroupId, UserId},
    kinds::{
        color::Color,
        named::{rank_behind, taken, unused},
        patch::{given, present},
    },
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct GroupCreate {
    pub group_id: GroupId,
    pub name: String,
    pub color: Option<Color>,
    pub parent_group_id: Option<GroupId>,
    pub after: Option<GroupId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct GroupUpdate {
    pub group_id: GroupId,
    pub patch: GroupPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct GroupPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// Puts a group behind another, or first. `parentGroupId` also puts it into another group, null into none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct GroupMove {
    pub group_id: GroupId,
    pub after: Option<GroupId>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub parent_group_id: Option<Option<GroupId>>,
}

/// Deletes a group. What stands in it moves up, into the group around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct GroupDelete {
    pub group_id: GroupId,
}

impl Act for GroupCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.group_id);
        decider.arranges()?;
        let groups = &world.tables.groups;
        limits::room_for(groups.len(), limits::GROUPS)?;
        if groups.contains_key(&id) {
            return Err(taken("groupId"));
        }
        if let Some(parent) = self.parent_group_id {
            decider.group(parent, "parentGroupId")?;
            check_levels(1 + levels_above(world, parent).len())?;
        }
        let last = groups.values().max_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id))).map(|it| it.id);
        let group = Group {
            id,
            name: unused(&self.name, groups.values().map(|it| &it.name))?,
            color: self.color.unwrap_or_else(|| Color::nth(groups.len())),
            rank: rank(world, self.after.or(last), id)?,
            parent_group_id: self.parent_group_id,
            created_at: decider.at,
        };
        decider.put_shared(Write::create(Entity::Group(group)));
        Ok(())
    }
}

impl Act for GroupUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let before = decider.group(self.group_id, "groupId")?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            let others = decider.world.tables.groups.values().filter(|it| it.id != before.id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        after.color = self.patch.color.unwrap_or(after.color);
        decider.put_shared(Write::update(Entity::Group(before), Entity::Group(after)));
        Ok(())
    }
}

impl Act for GroupMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, id) = (decider.world, self.group_id);
        let before = decider.group(id, "groupId")?;
        let parent_group_id = self.parent_group_id.unwrap_or(before.parent_group_id);
        if let Some(parent) = parent_group_id.filter(|_| parent_group_id != before.parent_group_id) {
            decider.group(parent, "parentGroupId")?;
            let above = levels_above(world, parent);
            if above.contains(&id) {
                return Err(Refusal::new(RefusalCode::Cycle, words::GROUP_IN_ITSELF).with_field("parentGroupId"));
            }
            check_levels(levels_below(world, id) + above.len())?;
        }
        let after = Group { rank: rank(world, self.after, id)?, parent_group_id, ..before.clone() };
        decider.put_shared(Write::update(Entity::Group(before), Entity::Group(after)));
        Ok(())
    }
}

impl Act for GroupDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (world, group) = (decider.world, decider.group(self.group_id, "groupId")?);
        let up = group.parent_group_id;
        let mut inner: Vec<Group> = within(world, group.id).cloned().collect();
        inner.sort_by_key(|it| it.id);
        let mut lists: Vec<List> =
            world.lists_of(decider.by).filter(|it| it.group_id == Some(group.id)).cloned().collect();
        lists.sort_by_key(|it| it.id);
        for before in inner {
            let after = Group { parent_group_id: up, ..before.clone() };
            decider.put_shared(Write::update(Entity::Group(before), Entity::Group(after)));
        }
        // A list that the person may not edit keeps the id of the group, and stands outside of all groups.
        for before in lists {
            let home = world.home_of(EntityKind::List, before.id.0);
            if decider.allow_in(Capability::EditLists, home, words::NO_LIST).is_ok() {
                let after = List { group_id: up, ..before.clone() };
                decider.put_shared(Write::update(Entity::List(before), Entity::List(after)));
            }
        }
        decider.put_shared(Write::delete(Entity::Group(group)));
        Ok(())
    }
}

impl Decider<'_> {
    /// A group that the person may change.
    ///
    /// # Errors
    /// `not_found`, with the field that names the group.
    pub(in crate::domain::kinds) fn group(&self, id: GroupId, field: &str) -> Result<Group, Refusal> {
        let known = self.world.tables.groups.get(&id).filter(|_| self.world.shows(self.by, EntityKind::Group, id.0));
        known.cloned().ok_or_else(|| Refusal::not_found(words::NO_GROUP).with_field(field))
    }

    /// Groups are of the workspace: a person who follows only restricted lists arranges none.
    fn arranges(&self) -> Result<(), Refusal> {
        self.allow_in(Capability::EditLists, self.world.scope(), words::NO_WORKSPACE)
    }
}

/// The groups that stand in a group.
fn within(world: &World, group: GroupId) -> impl Iterator<Item = &Group> {
    world.tables.groups.values().filter(move |it| it.parent_group_id == Some(group))
}

/// A group and those around it, the innermost first.
fn levels_above(world: &World, group: GroupId) -> Vec<GroupId> {
    let mut above = vec![group];
    let mut at = group;
    while let Some(parent) = world.tables.groups.get(&at).and_then(|it| it.parent_group_id) {
        if above.contains(&parent) || !world.tables.groups.contains_key(&parent) {
            break;
        }
        above.push(parent);
        at = parent;
    }
    above
}

/// The number of levels of a group with what stands in it: 1 for a group without groups.
fn levels_below(world: &World, group: GroupId) -> usize {
    let mut level: Vec<GroupId> = vec![group];
    let mut levels = 0;
    while !level.is_empty() && levels <= limits::GROUP_LEVELS {
        levels += 1;
        level = level.iter().flat_map(|it| within(world, *it)).map(|it| it.id).collect();
    }
    levels
}

fn check_levels(levels: usize) -> Result<(), Refusal> {
    if levels <= limits::GROUP_LEVELS {
        return Ok(());
    }
    Err(Refusal::invalid("parentGroupId", words::deepest_group(limits::GROUP_LEVELS)))
}

fn rank(world: &World, after: Option<GroupId>, moving: GroupId) -> Result<Rank, Refusal> {
    rank_behind(world.tables.groups.values().map(|it| (it.id, &it.rank)), after, moving, words::NO_GROUP)
}
