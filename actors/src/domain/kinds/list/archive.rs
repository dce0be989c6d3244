//! Archiving a list, and bringing it back. An archived list stays readable. Its tickets rest: they change only if they are
//! in a list that is not archived as well.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::List;
use crate::domain::{
    capability::Capability,
    change::Write,
    date::Instant,
    decider::{Act, Decider},
    entity::{Entity, EntityKind, Ticket},
    ids::{ListId, UserId},
    refusal::{Refusal, RefusalCode},
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListArchive {
    pub list_id: ListId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ListUnarchive {
    pub list_id: ListId,
}

impl Act for ListArchive {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let now = decider.at;
        decider.archive(self.list_id, |before| before.or(Some(now)))
    }
}

impl Act for ListUnarchive {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.archive(self.list_id, |_| None)
    }
}

impl Decider<'_> {
    fn archive(&mut self, id: ListId, at: impl Fn(Option<Instant>) -> Option<Instant>) -> Result<(), Refusal> {
        let before = self.list(id, "listId")?;
        // Asked also if nothing changes.
        self.allow_in(Capability::EditLists, self.world.home_of(EntityKind::List, id.0), words::NO_LIST)?;
        let after = List { archived_at: at(before.archived_at), ..before.clone() };
        self.put_shared(Write::update(Entity::List(before), Entity::List(after)));
        Ok(())
    }

    /// A list that tickets may come into.
    ///
    /// # Errors
    /// `not_found`, or `conflict` if the list is archived, with the field that names the list.
    pub(in crate::domain::kinds) fn list_in_use(&self, id: ListId, field: &str) -> Result<List, Refusal> {
        let list = self.list(id, field)?;
        if list.archived_at.is_some() {
            return Err(Refusal::new(RefusalCode::Conflict, words::LIST_ARCHIVED).with_field(field));
        }
        Ok(list)
    }

    /// # Errors
    /// `conflict` if all lists of the ticket are archived.
    pub(in crate::domain::kinds) fn check_in_use(&self, ticket: &Ticket) -> Result<(), Refusal> {
        if rests(self.world, ticket) {
            return Err(Refusal::new(RefusalCode::Conflict, words::TASK_ARCHIVED));
        }
        Ok(())
    }
}

/// True if a ticket is in lists, and all of them are archived.
fn rests(world: &World, ticket: &Ticket) -> bool {
    let is_archived = |id: ListId| world.tables.lists.get(&id).is_some_and(|list| list.archived_at.is_some());
    !ticket.lists.is_empty() && ticket.lists.iter().all(|place| is_archived(place.list_id))
}
