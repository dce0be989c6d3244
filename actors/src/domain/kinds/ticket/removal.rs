//! Deleting a row of the configuration that tickets name, such as a status or a list: those tickets are rewritten first.
//!
//! The deleting event rewrites the tickets that the person sees, and is refused if they are too many. Other members'
//! private tickets never cause a refusal. If they are more than one batch may write, [`rewrite_before`] first rewrites
//! some of them in an order of its own. The commit checks under its locks that no ticket still names the deleted entity
//! (`store_batches` in the migrations), so no dangling reference is left.

use serde_json::json;

use super::commands::TicketPatch;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Decider, Touches},
    entity::{ActivityKind, Attribute, AttributeType, Entity, StatusCategory},
    ids::{ComponentId, FixVersionId, LabelId, ListId, OptionId, SprintId, StatusId, TaskTypeId, TicketId, UserId},
    kinds::{
        attribute::value::{FieldEdit, FieldPatch, FieldValue},
        patch::SetPatch,
    },
    limits,
    refusal::{Refusal, RefusalCode},
    world::{Entry, Record, World},
};
use crate::words;

/// The most private tickets of other members that one batch rewrites.
const HIDDEN_AT_ONCE: usize = 200;

/// The entity to delete, and its replacement.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Removal {
    Status {
        id: StatusId,
        move_to: StatusId,
    },
    List {
        id: ListId,
        move_to: Option<ListId>,
    },
    Label {
        id: LabelId,
    },
    Option {
        id: OptionId,
        move_to: Option<OptionId>,
    },
    TaskType {
        id: TaskTypeId,
        move_to: Option<TaskTypeId>,
    },
    Component {
        id: ComponentId,
        move_to: Option<ComponentId>,
    },
    FixVersion {
        id: FixVersionId,
        move_to: Option<FixVersionId>,
    },
    Sprint {
        id: SprintId,
        move_to: Option<SprintId>,
    },
    /// The sprint stays. Only its tickets that are neither completed nor canceled leave it.
    OpenInSprint {
        id: SprintId,
        move_to: Option<SprintId>,
    },
}

/// Other members' private tickets that are rewritten before the delete.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PrivateRewrite {
    removal: Removal,
    tickets: Vec<TicketId>,
}

/// The tickets that name the entity to delete, sorted.
struct Naming {
    seen: Vec<TicketId>,
    hidden: Vec<TicketId>,
}

impl Removal {
    /// Whether a ticket names the entity to delete.
    fn is_named_by(&self, world: &World, entry: &Entry) -> bool {
        match self {
            Self::Status { id, .. } => entry.status == *id,
            Self::List { id, .. } => entry.lists.iter().any(|(list, _)| list == id),
            // The id of a label is never the id of an option, a person or a ticket.
            Self::Label { id } => entry.labels.contains(id) || entry.options.iter().any(|(_, label)| label.0 == id.0),
            Self::Option { id, .. } => entry.options.iter().any(|(_, option)| option == id),
            Self::TaskType { id, .. } => entry.records.contains(&Record::TaskType(*id)),
            Self::Component { id, .. } => entry.records.contains(&Record::Component(*id)),
            Self::FixVersion { id, .. } => entry.records.contains(&Record::FixVersion(*id)),
            Self::Sprint { id, .. } => entry.records.contains(&Record::Sprint(*id)),
            Self::OpenInSprint { id, .. } => {
                let category = world.tables.statuses.get(&entry.status).map(|it| it.category);
                let is_closed = matches!(category, Some(StatusCategory::Completed | StatusCategory::Canceled));
                !is_closed && entry.records.contains(&Record::Sprint(*id))
            }
        }
    }

    /// What rewrites a ticket that names the entity.
    fn patch(&self, world: &World) -> TicketPatch {
        match self {
            Self::Status { move_to, .. } => TicketPatch { status_id: Some(*move_to), ..TicketPatch::default() },
            Self::List { id, move_to } => {
                let lists = SetPatch { add: move_to.iter().copied().collect(), remove: vec![*id] };
                TicketPatch { lists: Some(lists), ..TicketPatch::default() }
            }
            Self::Label { id } => {
                let labels = SetPatch { add: Vec::new(), remove: vec![*id] };
                TicketPatch { labels: Some(labels), ..TicketPatch::default() }
            }
            Self::TaskType { move_to, .. } => TicketPatch { task_type_id: Some(*move_to), ..TicketPatch::default() },
            Self::Component { id, move_to } => {
                let components = SetPatch { add: move_to.iter().copied().collect(), remove: vec![*id] };
                TicketPatch { components_ids: Some(components), ..TicketPatch::default() }
            }
            Self::FixVersion { id, move_to } => {
                let versions = SetPatch { add: move_to.iter().copied().collect(), remove: vec![*id] };
                TicketPatch { fix_versions_ids: Some(versions), ..TicketPatch::default() }
            }
            Self::Sprint { move_to, .. } | Self::OpenInSprint { move_to, .. } => {
                TicketPatch { sprint_id: Some(*move_to), ..TicketPatch::default() }
            }
            Self::Option { id, move_to } => {
                let known = world.tables.options.get(id).and_then(|it| world.tables.attributes.get(&it.attribute_id));
                let edit = |attribute: &Attribute| match attribute.value_type {
                    AttributeType::MultiSelect => {
                        let (add, remove) = (move_to.iter().copied().collect(), vec![*id]);
                        Some(FieldEdit::Set { add, remove })
                    }
                    _ => move_to.map(|to| FieldEdit::Value(FieldValue::Options(vec![to]))),
                };
                let fields = known.map(|attribute| FieldPatch::from([(attribute.id, edit(attribute))]));
                TicketPatch { fields, ..TicketPatch::default() }
            }
        }
    }

    fn needs(&self) -> Capability {
        match self {
            Self::Status { .. } => Capability::ManageStatuses,
            Self::List { .. } => Capability::DeleteLists,
            Self::Label { .. }
            | Self::Component { .. }
            | Self::FixVersion { .. }
            | Self::Sprint { .. }
            | Self::OpenInSprint { .. } => Capability::ManageLabels,
            Self::Option { .. } | Self::TaskType { .. } => Capability::ManageAttributes,
        }
    }

    fn naming(&self, world: &World, by: UserId) -> Naming {
        let all = world.index.tickets().filter(|(_, entry)| self.is_named_by(world, entry));
        let (mut seen, mut hidden) = (Vec::new(), Vec::new());
        for (id, entry) in all {
            if world.sees(by, entry.scope) { seen.push(id) } else { hidden.push(id) }
        }
        seen.sort();
        hidden.sort();
        Naming { seen, hidden }
    }

    /// The tickets that name the entity: those that the person sees, and at most as many others as one batch rewrites.
    ///
    /// # Errors
    /// `unavailable` if other members' private tickets must be rewritten first.
    pub(in crate::domain::kinds) fn tickets(
        &self,
        world: &World,
        by: UserId,
    ) -> Result<(Vec<TicketId>, Vec<TicketId>), Refusal> {
        let Naming { seen, hidden } = self.naming(world, by);
        if hidden.len() > HIDDEN_AT_ONCE { Err(Refusal::unavailable(100)) } else { Ok((seen, hidden)) }
    }

    /// The tickets that must be loaded whole to decide on the delete, or on a rewrite before it.
    pub(in crate::domain::kinds) fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        let Naming { seen, hidden } = self.naming(world, by);
        if seen.len() > limits::TICKETS_AN_EVENT {
            return;
        }
        touches.tickets.extend(hidden.iter().take(HIDDEN_AT_ONCE));
        if hidden.len() <= HIDDEN_AT_ONCE {
            touches.tickets.extend(seen);
        }
    }
}

impl PrivateRewrite {
    pub(in crate::domain) fn tickets(&self) -> &[TicketId] {
        &self.tickets
    }
}

/// The rewrite of private tickets that must be committed before a delete. `None` if the delete can be decided at once, or is refused.
pub(in crate::domain) fn rewrite_before(decider: &Decider<'_>, removal: Removal) -> Option<PrivateRewrite> {
    decider.check_removal(&removal).ok()?;
    let Naming { seen, mut hidden } = removal.naming(decider.world, decider.by);
    if seen.len() > limits::TICKETS_AN_EVENT || hidden.len() <= HIDDEN_AT_ONCE {
        return None;
    }
    hidden.truncate(HIDDEN_AT_ONCE);
    Some(PrivateRewrite { removal, tickets: hidden })
}

impl Decider<'_> {
    pub(in crate::domain::kinds) fn remove(&mut self, removal: &Removal) -> Result<(), Refusal> {
        let gone = self.release_all(removal)?;
        self.delete_place_of(&gone);
        self.put_shared(Write::delete(gone));
        Ok(())
    }

    /// Rewrites the tickets that name the entity, and returns the entity.
    pub(in crate::domain::kinds) fn release_all(&mut self, removal: &Removal) -> Result<Entity, Refusal> {
        let gone = self.check_removal(removal)?;
        let Naming { seen, hidden } = removal.naming(self.world, self.by);
        if seen.len() > limits::TICKETS_AN_EVENT {
            let (count, most) = (seen.len(), limits::TICKETS_AN_EVENT);
            return Err(Refusal::new(RefusalCode::TooMany, words::used_by_too_many(count, most)));
        }
        if hidden.len() > HIDDEN_AT_ONCE {
            return Err(Refusal::unavailable(100));
        }
        // The visible tickets come first: nothing in their events may depend on other members' private tickets.
        for id in seen.into_iter().chain(hidden) {
            if !self.release(removal, id)? {
                return Err(Refusal::unavailable(100));
            }
        }
        Ok(gone)
    }

    /// Rewrites the tickets that still name the entity.
    pub(in crate::domain) fn rewrite(&mut self, rewrite: &PrivateRewrite) -> Result<(), Refusal> {
        self.need(rewrite.removal.needs())?;
        self.check_removal(&rewrite.removal)?;
        for id in &rewrite.tickets {
            self.release(&rewrite.removal, *id)?;
        }
        Ok(())
    }

    /// Removes the reference from a ticket. The right to delete a list includes this for all members' tickets. Returns
    /// false if the ticket is not loaded.
    fn release(&mut self, removal: &Removal, id: TicketId) -> Result<bool, Refusal> {
        let (Some(entry), Some(ticket)) = (self.world.index.get(id), self.world.tables.tickets.get(&id)) else {
            return Ok(false);
        };
        if removal.is_named_by(self.world, entry) {
            let mut ticket = (**ticket).clone();
            // A deletion in the configuration must not notify the subscribers of every changed ticket.
            let last_activity = ticket.last_activity.clone();
            let noted = self.decision.writes.len();
            self.patch_ticket(entry.scope, &mut ticket, &removal.patch(self.world))?;
            if let Removal::Label { id } = removal {
                self.take_label_from_values(entry.scope, &mut ticket, *id);
            }
            self.note_removal(noted, removal);
            ticket.last_activity = last_activity;
            self.save(entry.scope, ticket);
        }
        Ok(true)
    }

    /// Lets the history, from the write `noted` on, say that what the ticket named was deleted, and how it was named.
    fn note_removal(&mut self, noted: usize, removal: &Removal) {
        let tables = &self.world.tables;
        let (is, becomes, name) = match removal {
            Removal::Status { id, .. } => {
                let name = tables.statuses.get(id).map(|it| &it.name);
                (ActivityKind::StatusChange, ActivityKind::StatusRemoved, name)
            }
            Removal::TaskType { id, .. } => {
                let name = tables.task_types.get(id).map(|it| &it.name);
                (ActivityKind::TaskTypeChange, ActivityKind::TaskTypeRemoved, name)
            }
            Removal::Option { id, .. } => {
                let name = tables.options.get(id).map(|it| &it.name);
                (ActivityKind::CustomFieldChange, ActivityKind::FieldOptionRemoved, name)
            }
            Removal::List { .. }
            | Removal::Label { .. }
            | Removal::Component { .. }
            | Removal::FixVersion { .. }
            | Removal::Sprint { .. }
            | Removal::OpenInSprint { .. } => return,
        };
        for (_, write) in self.decision.writes.iter_mut().skip(noted) {
            if let Some(Entity::Activity(activity)) = &mut write.after
                && activity.kind == is
            {
                activity.kind = becomes;
                if let Some(data) = &mut activity.data {
                    data["name"] = json!(name);
                }
            }
        }
    }

    /// The entity to delete, or a refusal if it must stay.
    fn check_removal(&self, removal: &Removal) -> Result<Entity, Refusal> {
        match removal {
            Removal::Status { id, move_to } => {
                let status = self.status(*id, "statusId")?;
                self.status(*move_to, "moveTo")?;
                if id == move_to {
                    return Err(Refusal::invalid("moveTo", words::OTHER_STATUS));
                }
                Ok(Entity::Status(status))
            }
            Removal::List { id, move_to } => {
                let list = self.list(*id, "listId")?;
                if let Some(to) = move_to {
                    self.list_in_use(*to, "moveTo")?;
                    if !self.world.is_open(*to) {
                        return Err(Refusal::invalid("moveTo", words::OPEN_LIST_EXPECTED));
                    }
                    if to == id {
                        return Err(Refusal::invalid("moveTo", words::OTHER_LIST));
                    }
                }
                Ok(Entity::List(list))
            }
            Removal::Label { id } => Ok(Entity::Label(self.label(*id)?)),
            Removal::Option { id, move_to } => {
                let option = self.option_to_change(*id)?;
                if let Some(to) = move_to
                    && (to == id || self.option(*to, "moveTo")?.attribute_id != option.attribute_id)
                {
                    return Err(Refusal::invalid("moveTo", words::OTHER_OPTION));
                }
                Ok(Entity::Option(option))
            }
            Removal::TaskType { id, move_to } => {
                let task_type = self.task_type(*id, "taskTypeId")?;
                if let Some(to) = move_to
                    && self.task_type(*to, "moveTo")?.id == *id
                {
                    return Err(Refusal::invalid("moveTo", words::OTHER_TASK_TYPE));
                }
                Ok(Entity::TaskType(task_type))
            }
            Removal::Component { id, move_to } => {
                let component = self.component(*id, "componentId")?;
                if let Some(to) = move_to
                    && self.component(*to, "moveTo")?.id == *id
                {
                    return Err(Refusal::invalid("moveTo", words::OTHER_COMPONENT));
                }
                Ok(Entity::Component(component))
            }
            Removal::FixVersion { id, move_to } => {
                let version = self.fix_version(*id, "fixVersionId")?;
                if let Some(to) = move_to
                    && self.fix_version(*to, "moveTo")?.id == *id
                {
                    return Err(Refusal::invalid("moveTo", words::OTHER_FIX_VERSION));
                }
                Ok(Entity::FixVersion(version))
            }
            Removal::Sprint { id, move_to } | Removal::OpenInSprint { id, move_to } => {
                Ok(Entity::Sprint(self.left_sprint(*id, *move_to)?))
            }
        }
    }
}
