//! An imported ticket, new or known. Its fields pass the checks of every edit.

use super::order::{ImportSource, ImportStatus, ImportTicket};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::Instant,
    decider::Decider,
    entity::{
        Activity, ActivityKind, AttributeType, Entity, EntityKind, Member, MemberState, Source, Status, StatusCategory,
        Ticket,
    },
    ids::{LabelId, ListId, OptionId, ScopeId, TicketId, UserId},
    kinds::{
        attribute::value::{FieldEdit, FieldPatch},
        patch::SetPatch,
        ticket::{commands::TicketPatch, durations},
    },
    limits,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

impl Decider<'_> {
    pub(super) fn import_ticket(&mut self, new: &ImportTicket, numbers: &mut Numbers) -> Result<(), Refusal> {
        // A list that the importer does not see is left out.
        let is_hidden =
            |list: &ListId| self.world.tables.lists.contains_key(list) && self.list(*list, "lists").is_err();
        let list = new.list.filter(|list| !is_hidden(list));
        let (scope, known) = match self.ticket(new.id) {
            Ok((at, ticket)) if !ticket.private => {
                if self.allow(Capability::EditTickets, at, &ticket).is_err() {
                    return Ok(());
                }
                (at, Some(ticket))
            }
            // The ticket is private, or in a restricted list that the importer does not see: no longer the import's to change.
            Ok(_) => return Ok(()),
            Err(_) if self.world.index.get(new.id).is_some() => return Ok(()),
            Err(_) => (list.map_or(self.world.scope(), |list| self.world.home_of(EntityKind::List, list.0)), None),
        };
        let status = self.import_status(new.status)?;
        let mut ticket = match known.clone() {
            Some(ticket) => ticket,
            None => self.blank(new, &status, numbers),
        };
        let writable = known.as_ref().is_none_or(|it| self.may_write_words(it));
        let fields = self.imported_fields(new, scope, known.as_ref(), list);
        self.rely_on_linked(&fields);
        self.change_fields(scope, &mut ticket, &fields)?;
        put_source(&mut ticket, &new.source, writable);
        let category = |id| self.world.tables.statuses.get(&id).map(|it| it.category);
        if known.is_none() || category(ticket.status_id) != Some(status.category) {
            let closed = new.closed_at.unwrap_or(self.at);
            durations::enter_status(&mut ticket, &status, new.closed_by, closed);
        }
        self.import_comments(new, scope, &mut ticket)?;
        if known.as_ref() != Some(&ticket) {
            if known.is_some() {
                ticket.updated_at = self.at;
            }
            self.save(scope, ticket);
        }
        Ok(())
    }

    /// What an import sets. Labels that are gone are left out, and so are people who are gone or do not see the ticket: the
    /// file cannot know of it. A known ticket stays in its lists.
    fn imported_fields(
        &self,
        new: &ImportTicket,
        scope: ScopeId,
        known: Option<&Ticket>,
        list: Option<ListId>,
    ) -> TicketPatch {
        let writable = known.is_none_or(|it| self.may_write_words(it));
        let list = list.filter(|_| known.is_none());
        let places: Vec<ListId> = known.into_iter().flat_map(Ticket::list_ids).chain(list).collect();
        fn added<T>(add: Vec<T>) -> Option<SetPatch<T>> {
            (!add.is_empty()).then(|| SetPatch { add, remove: Vec::new() })
        }
        let labels = new.labels.iter().filter(|id| self.world.tables.labels.contains_key(id)).copied().collect();
        let people = new.assignees.iter().filter(|id| self.may_be_named(scope, **id)).copied().collect();
        TicketPatch {
            title: writable.then(|| new.title.clone()),
            description: writable.then(|| new.description.clone()),
            assignees_ids: added(people),
            labels: added(labels),
            lists: added(list.into_iter().collect()),
            priority: new.priority.map(Some),
            start_date: new.start_date.map(Some),
            due_date: new.due_date.map(Some),
            fields: Some(self.imported_values(new, scope, &places)).filter(|fields| !fields.is_empty()),
            task_type_id: new.task_type.filter(|id| self.world.tables.task_types.contains_key(id)).map(Some),
            components_ids: added(
                new.components.iter().filter(|id| self.world.tables.components.contains_key(id)).copied().collect(),
            ),
            fix_versions_ids: added(
                new.fix_versions.iter().filter(|id| self.world.tables.fix_versions.contains_key(id)).copied().collect(),
            ),
            // The status and the reporter are set on their own, and a file sets none of the others.
            status_id: None,
            report_by: None,
            parent_ticket_id: None,
            private: None,
            sprint_id: None,
        }
    }

    /// The imported values for a ticket in these lists. Attributes of other lists are left out. So are attributes,
    /// options and people that no longer exist or that the importer does not see.
    fn imported_values(&self, new: &ImportTicket, scope: ScopeId, lists: &[ListId]) -> FieldPatch {
        let tables = &self.world.tables;
        let mut fields = FieldPatch::new();
        for (id, edit) in &new.fields {
            let seen = self.attribute(*id, "fields").ok();
            let Some(attribute) = seen.filter(|it| it.is_of(lists.iter().copied())) else { continue };
            let stays = |option: &OptionId| match attribute.value_type {
                AttributeType::Users => self.may_be_named(scope, UserId(option.0)),
                AttributeType::LinkedTasks => {
                    let other = TicketId(option.0);
                    other != new.id && self.visible(other, "fields").is_ok_and(|home| self.may_name(scope, home))
                }
                _ if attribute.is_of_labels() => {
                    attribute.offers(*option) && tables.labels.contains_key(&LabelId(option.0))
                }
                _ => tables.options.get(option).is_some_and(|it| it.attribute_id == *id),
            };
            let edit = match edit {
                Some(FieldEdit::Set { add, .. }) => {
                    let add: Vec<OptionId> = add.iter().copied().filter(stays).collect();
                    if add.is_empty() {
                        continue;
                    }
                    Some(FieldEdit::Set { add, remove: Vec::new() })
                }
                Some(FieldEdit::Value(value)) if !value.options().iter().all(stays) => continue,
                other => other.clone(),
            };
            fields.insert(*id, edit);
        }
        fields
    }

    fn import_comments(&mut self, new: &ImportTicket, scope: ScopeId, ticket: &mut Ticket) -> Result<(), Refusal> {
        for comment in &new.comments {
            let text = limits::prose("comments", &comment.message, limits::COMMENT_BYTES)?;
            let user = comment.by.unwrap_or(self.by);
            if let Some(known) = self.world.tables.activities.get(&comment.id).cloned() {
                if known.ticket_id != ticket.id {
                    continue;
                }
                if known.message.as_deref() != Some(&text)
                    && self.may_speak_for(known.user_id)
                    && known.updated_at.is_none()
                {
                    let after = Activity { message: Some(text), ..known.clone() };
                    self.put(scope, Write::update(Entity::Activity(known), Entity::Activity(after)));
                }
                continue;
            }
            limits::room_for(usize::try_from(ticket.comments).unwrap_or(0), limits::COMMENTS)?;
            ticket.comments += 1;
            if !ticket.commented_by_user_ids.contains(&user) {
                ticket.commented_by_user_ids.push(user);
            }
            let activity = Activity {
                id: comment.id,
                ticket_id: ticket.id,
                kind: ActivityKind::Comment,
                user_id: user,
                message: Some(text),
                data: None,
                created_at: comment.at,
                updated_at: None,
            };
            self.put(scope, Write::create(Entity::Activity(activity)));
        }
        Ok(())
    }

    /// Whether an import may replace this user's words: only the importer's own, or those of a person who is known from
    /// imports alone.
    fn may_speak_for(&self, user: UserId) -> bool {
        let pending = |member: &Member| member.state == MemberState::Pending;
        user == self.by || self.world.tables.members.get(&user).is_some_and(pending)
    }

    /// Whether the import may replace title and description: they are unchanged since an import, and from a user whose
    /// words it may replace.
    fn may_write_words(&self, ticket: &Ticket) -> bool {
        let untouched = match &ticket.source {
            Some(source) => source.words == words_of(ticket),
            // The ticket was imported by a build that kept no source.
            None => ticket.updated_at == ticket.created_at,
        };
        untouched && self.may_speak_for(ticket.created_user_id)
    }

    fn blank(&self, new: &ImportTicket, status: &Status, numbers: &mut Numbers) -> Ticket {
        let created_at: Instant = new.created_at.unwrap_or(self.at);
        let wished = new.number.filter(|number| {
            *number > 0
                && self.world.index.by_number(self.world.scope(), *number).is_none()
                && !numbers.taken.contains(number)
        });
        let by = new.created_by.unwrap_or(self.by);
        let ticket = Ticket::blank(new.id, numbers.take(wished), status.id, by, created_at);
        Ticket { description: Some(String::new()), ..ticket }
    }

    fn import_status(&self, wanted: ImportStatus) -> Result<Status, Refusal> {
        let order = self.world.statuses_in_order();
        let first = |category| order.iter().find(|it| it.category == category).copied().cloned();
        let found = match wanted {
            ImportStatus::Open => first(StatusCategory::ByDefault),
            ImportStatus::Completed => first(StatusCategory::Completed),
            ImportStatus::Canceled => first(StatusCategory::Canceled).or_else(|| first(StatusCategory::Completed)),
        };
        found
            .or_else(|| order.first().copied().cloned())
            .ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NO_STATUS_IN_WORKSPACE))
    }
}

/// A checksum of a ticket's title and description.
fn words_of(ticket: &Ticket) -> String {
    limits::text_sum(&format!("{}\n{}", ticket.title, ticket.description_sum)).to_string()
}

/// Sets the source at the first import; it stays afterwards. Words that an import may not replace are not noted in it.
fn put_source(ticket: &mut Ticket, from: &ImportSource, writable: bool) {
    let words = words_of(ticket);
    match &mut ticket.source {
        Some(source) if writable => source.words = words,
        Some(_) => {}
        None => {
            let ImportSource { key, file, address } = from.clone();
            let words = if writable { words } else { String::new() };
            ticket.source = Some(Source { key, file, address, words });
        }
    }
}

/// The numbers that one event hands out.
pub(super) struct Numbers {
    next: i64,
    taken: Vec<i64>,
}

impl Numbers {
    pub fn from(next: i64) -> Self {
        Self { next, taken: Vec::new() }
    }

    fn take(&mut self, wished: Option<i64>) -> i64 {
        let number = wished.unwrap_or(self.next);
        self.next = self.next.max(number + 1);
        self.taken.push(number);
        number
    }
}
