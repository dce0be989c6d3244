//! What may be done to lists.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{List, ListIcon};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{GroupId, ListId, ScopeId, UserId},
    kinds::{
        color::Color,
        named::{description, rank_behind, taken, unused},
        patch::{given, present},
        share::Level,
        ticket::removal::Removal,
    },
    limits,
    rank::Rank,
    refusal::Refusal,
    scope::list_scope,
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
    /// Only the people with whom it is shared see the list: first the person who makes it, as its manager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restricted: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<ListIcon>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_id: Option<GroupId>,
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
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub icon: Option<Option<ListIcon>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// Puts a list behind another, or first. `groupId` also puts it into another group, null into none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListMove {
    pub list_id: ListId,
    pub after: Option<ListId>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub group_id: Option<Option<GroupId>>,
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
        let restricted = self.restricted == Some(true);
        if restricted {
            decider.need(Capability::RestrictLists)?;
            decider.need_restricted_lists()?;
        }
        let home = if restricted { list_scope(world.workspace.id, id) } else { world.scope() };
        let lists: Vec<&List> = lists_in(world, home).collect();
        let seen = world.lists_of(decider.by).filter(|list| restricted || world.is_open(list.id)).count();
        limits::room_for(seen, limits::CONFIG_ENTITIES)?;
        // Shared views, templates and baselines of a deleted open list keep its id. A restricted list may not take their
        // list's place.
        let has_views = || world.tables.saved_views.values().any(|view| view.list_id == Some(id) && !view.personal);
        let has_templates = || world.tables.templates.values().any(|template| template.list_id == Some(id));
        let has_baselines = || world.tables.baselines.values().any(|it| it.list_id == Some(id) && !it.personal);
        let is_named = || has_views() || has_templates() || has_baselines();
        if world.tables.lists.contains_key(&id) || (restricted && is_named()) {
            return Err(taken("listId"));
        }
        if let Some(group) = self.group_id {
            decider.group(group, "groupId")?;
        }
        let last = world.lists_of(decider.by).max_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id))).map(|it| it.id);
        let list = List {
            id,
            name: unused(&self.name, lists.iter().map(|it| &it.name))?,
            color: self.color.unwrap_or_else(|| Color::nth(seen)),
            rank: rank(decider, self.after.or(last), id)?,
            suggested: false,
            created_user_id: decider.by,
            created_at: decider.at,
            icon: self.icon,
            description: description(self.description.as_deref().unwrap_or_default())?,
            group_id: self.group_id,
            archived_at: None,
        };
        decider.put(home, Write::create(Entity::List(list)));
        if restricted {
            decider.share(home, id, decider.by, Level::Manage);
        }
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
            let home = decider.world.home_of(EntityKind::List, id.0);
            let others = lists_in(decider.world, home).filter(|it| it.id != id);
            after.name = unused(name, others.map(|it| &it.name))?;
        }
        after.color = self.patch.color.unwrap_or(after.color);
        after.icon = self.patch.icon.unwrap_or(after.icon);
        if let Some(text) = &self.patch.description {
            after.description = description(text)?;
        }
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
        if let Some(Some(group)) = self.group_id.filter(|group| *group != before.group_id) {
            decider.group(group, "groupId")?;
        }
        let group_id = self.group_id.unwrap_or(before.group_id);
        let after = List { rank: rank(decider, self.after, self.list_id)?, group_id, ..before.clone() };
        decider.put_shared(Write::update(Entity::List(before), Entity::List(after)));
        Ok(())
    }
}

impl Act for ListDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::DeleteLists)
    }

    fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        if self.touch_restricted(world, touches).is_none() {
            self.removal().touch(world, by, touches);
        }
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let home = decider.world.home_of(EntityKind::List, self.list_id.0);
        if decider.world.scopes.is_list(home) {
            return self.delete_restricted(decider, home);
        }
        decider.remove(&self.removal())?;
        decider.drop_list_from_attributes(self.list_id);
        Ok(())
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

/// The lists of a scope. Names of lists are unique within a scope.
pub(super) fn lists_in(world: &World, home: ScopeId) -> impl Iterator<Item = &List> {
    world.tables.lists.values().filter(move |it| world.home_of(EntityKind::List, it.id.0) == home)
}

fn rank(decider: &Decider<'_>, after: Option<ListId>, moving: ListId) -> Result<Rank, Refusal> {
    rank_behind(decider.world.lists_of(decider.by).map(|it| (it.id, &it.rank)), after, moving, words::NO_LIST)
}
