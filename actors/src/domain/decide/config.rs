//! Statuses, lists, labels and the workspace itself.

use super::Desk;
use crate::domain::{
    change::Write,
    command::{NamedPatch, StatusPatch, WorkspacePatch},
    entity::{Color, Entity, Label, List, Status, StatusCategory},
    ids::{LabelId, ListId, StatusId},
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
    world::Entry,
};
use crate::words;

impl Desk<'_> {
    pub(super) fn update_workspace(&mut self, patch: &WorkspacePatch) -> Result<(), Refusal> {
        let before = self.world.workspace.clone();
        let mut after = before.clone();
        if let Some(name) = &patch.name {
            after.name = limits::line("name", name, limits::NAME_CHARS)?;
        }
        if let Some(icon) = &patch.icon {
            after.icon = icon.as_deref().map(|icon| limits::line("icon", icon, 16)).transpose()?;
        }
        self.put_config(Write::update(Entity::Workspace(before), Entity::Workspace(after)));
        Ok(())
    }

    pub(super) fn create_status(
        &mut self,
        id: StatusId,
        name: &str,
        category: StatusCategory,
        after: Option<StatusId>,
    ) -> Result<(), Refusal> {
        limits::room_for(self.world.statuses.len(), limits::CONFIG_ENTITIES)?;
        if self.world.statuses.contains_key(&id) {
            return Err(taken("statusId"));
        }
        let name = limits::line("name", name, limits::NAME_CHARS)?;
        self.unused(self.world.statuses.values().map(|it| &it.name), &name)?;
        let rank = match after {
            Some(_) => self.status_rank(after, id)?,
            None => self.status_rank(self.world.statuses_in_order().last().map(|it| it.id), id)?,
        };
        self.put_config(Write::create(Entity::Status(Status { id, name, category, rank, created_at: self.at })));
        Ok(())
    }

    pub(super) fn update_status(&mut self, id: StatusId, patch: &StatusPatch) -> Result<(), Refusal> {
        let before = self.status(id, "statusId")?;
        let mut after = before.clone();
        if let Some(name) = &patch.name {
            after.name = limits::line("name", name, limits::NAME_CHARS)?;
            self.unused(self.world.statuses.values().filter(|it| it.id != id).map(|it| &it.name), &after.name)?;
        }
        if let Some(category) = patch.category {
            // Completion is stored with each ticket, so a status in use cannot change its category. Other members'
            // private tickets keep their completion until they enter a status again.
            let used = |entry: &Entry| entry.status == id && self.world.sees(self.by, entry.scope);
            if category != before.category && self.world.index.tickets().any(|(_, entry)| used(entry)) {
                return Err(Refusal::new(RefusalCode::Conflict, words::STATUS_IN_USE).with_field("category"));
            }
            self.decision.exact |= category != before.category;
            after.category = category;
        }
        self.put_config(Write::update(Entity::Status(before), Entity::Status(after)));
        Ok(())
    }

    pub(super) fn move_status(&mut self, id: StatusId, behind: Option<StatusId>) -> Result<(), Refusal> {
        let before = self.status(id, "statusId")?;
        let after = Status { rank: self.status_rank(behind, id)?, ..before.clone() };
        self.put_config(Write::update(Entity::Status(before), Entity::Status(after)));
        Ok(())
    }

    pub(super) fn create_list(
        &mut self,
        id: ListId,
        name: &str,
        color: Option<Color>,
        after: Option<ListId>,
    ) -> Result<(), Refusal> {
        limits::room_for(self.world.lists.len(), limits::CONFIG_ENTITIES)?;
        if self.world.lists.contains_key(&id) {
            return Err(taken("listId"));
        }
        let name = limits::line("name", name, limits::NAME_CHARS)?;
        self.unused(self.world.lists.values().map(|it| &it.name), &name)?;
        let last = self.world.lists.values().max_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id))).map(|it| it.id);
        let list = List {
            id,
            name,
            color: color.unwrap_or_else(|| Color::nth(self.world.lists.len())),
            rank: self.list_rank(after.or(last), id)?,
            suggested: false,
            created_user_id: self.by,
            created_at: self.at,
        };
        self.put_config(Write::create(Entity::List(list)));
        Ok(())
    }

    pub(super) fn update_list(&mut self, id: ListId, patch: &NamedPatch) -> Result<(), Refusal> {
        let before = self.list(id, "listId")?;
        let mut after = before.clone();
        if let Some(name) = &patch.name {
            after.name = limits::line("name", name, limits::NAME_CHARS)?;
            self.unused(self.world.lists.values().filter(|it| it.id != id).map(|it| &it.name), &after.name)?;
        }
        after.color = patch.color.unwrap_or(after.color);
        self.put_config(Write::update(Entity::List(before), Entity::List(after)));
        Ok(())
    }

    pub(super) fn move_list(&mut self, id: ListId, behind: Option<ListId>) -> Result<(), Refusal> {
        let before = self.list(id, "listId")?;
        let after = List { rank: self.list_rank(behind, id)?, ..before.clone() };
        self.put_config(Write::update(Entity::List(before), Entity::List(after)));
        Ok(())
    }

    pub(super) fn create_label(&mut self, id: LabelId, name: &str, color: Option<Color>) -> Result<(), Refusal> {
        limits::room_for(self.world.labels.len(), limits::CONFIG_ENTITIES)?;
        if self.world.labels.contains_key(&id) {
            return Err(taken("labelId"));
        }
        let name = limits::line("name", name, limits::NAME_CHARS)?;
        self.unused(self.world.labels.values().map(|it| &it.name), &name)?;
        let color = color.unwrap_or_else(|| Color::nth(self.world.labels.len()));
        self.put_config(Write::create(Entity::Label(Label { id, name, color, created_at: self.at })));
        Ok(())
    }

    pub(super) fn update_label(&mut self, id: LabelId, patch: &NamedPatch) -> Result<(), Refusal> {
        let before = self.label(id)?;
        let mut after = before.clone();
        if let Some(name) = &patch.name {
            after.name = limits::line("name", name, limits::NAME_CHARS)?;
            self.unused(self.world.labels.values().filter(|it| it.id != id).map(|it| &it.name), &after.name)?;
        }
        after.color = patch.color.unwrap_or(after.color);
        self.put_config(Write::update(Entity::Label(before), Entity::Label(after)));
        Ok(())
    }

    pub(super) fn status(&self, id: StatusId, field: &str) -> Result<Status, Refusal> {
        self.world.statuses.get(&id).cloned().ok_or_else(|| Refusal::not_found(words::NO_STATUS).with_field(field))
    }

    pub(super) fn list(&self, id: ListId, field: &str) -> Result<List, Refusal> {
        self.world.lists.get(&id).cloned().ok_or_else(|| Refusal::not_found(words::NO_LIST).with_field(field))
    }

    pub(super) fn label(&self, id: LabelId) -> Result<Label, Refusal> {
        self.world.labels.get(&id).cloned().ok_or_else(|| Refusal::not_found(words::NO_LABEL).with_field("labelId"))
    }

    fn status_rank(&self, after: Option<StatusId>, moving: StatusId) -> Result<Rank, Refusal> {
        let order = self.world.statuses.values().map(|it| (it.id, &it.rank));
        rank_behind(order.collect(), after, moving, words::NO_STATUS)
    }

    fn list_rank(&self, after: Option<ListId>, moving: ListId) -> Result<Rank, Refusal> {
        let order = self.world.lists.values().map(|it| (it.id, &it.rank));
        rank_behind(order.collect(), after, moving, words::NO_LIST)
    }

    fn unused<'n>(&self, mut names: impl Iterator<Item = &'n String>, name: &str) -> Result<(), Refusal> {
        let wanted = name.to_lowercase();
        if names.any(|known| known.to_lowercase() == wanted) {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::name_taken(name)).with_field("name"));
        }
        Ok(())
    }
}

fn taken(field: &str) -> Refusal {
    Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field(field)
}

fn rank_behind<Id: Copy + Ord>(
    mut order: Vec<(Id, &Rank)>,
    after: Option<Id>,
    moving: Id,
    missing: &str,
) -> Result<Rank, Refusal> {
    order.retain(|(id, _)| *id != moving);
    order.sort_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
    let next = match after {
        None => 0,
        Some(after) => {
            1 + order
                .iter()
                .position(|(id, _)| *id == after)
                .ok_or_else(|| Refusal::not_found(missing).with_field("after"))?
        }
    };
    let low = next.checked_sub(1).and_then(|place| order.get(place)).map(|(_, rank)| *rank);
    Ok(Rank::between(low, order.get(next).map(|(_, rank)| *rank)))
}
