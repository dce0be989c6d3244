//! Imported things enter by the same door: judged, numbered and told of like any edit.

use serde_json::{Value, json};

use super::{Desk, history, tickets::check_dates};
use crate::domain::{
    change::Write,
    date::Instant,
    entity::{
        Activity, ActivityKind, Color, Entity, ImportJob, ImportState, Label, List, ListRank, Member, MemberState,
        Role, Source, Status, StatusCategory, Ticket,
    },
    ids::{ImportId, StatusId, UserId},
    import::{ImportFrame, ImportOrder, ImportSource, ImportStatus, ImportTicket, imported_id},
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
    rights::Right,
    world::personal_scope,
};
use crate::words;

impl Desk<'_> {
    pub(super) fn import(&mut self, order: &ImportOrder) -> Result<(), Refusal> {
        match order {
            ImportOrder::Prepare(frame) => self.prepare(frame),
            ImportOrder::Tickets(tickets) => {
                limits::at_most("tickets", tickets.len(), limits::TICKETS_AN_EVENT)?;
                // Wished numbers must be free for every node.
                self.decision.exact = true;
                let mut numbers = Numbers { next: self.next_number(self.world.scope()), taken: Vec::new() };
                for ticket in tickets {
                    self.import_ticket(ticket, &mut numbers)?;
                }
                Ok(())
            }
            ImportOrder::Progress(job) => {
                let before = self.world.imports.get(&job.id).cloned().map(Entity::Import);
                let scope = personal_scope(self.world.workspace.id, self.by);
                self.put(scope, Write { before, after: Some(Entity::Import((**job).clone())) });
                Ok(())
            }
            ImportOrder::Interrupted(id) => {
                self.interrupt_import(*id);
                Ok(())
            }
        }
    }

    /// A job that has ended meanwhile stays as it ended.
    fn interrupt_import(&mut self, id: ImportId) {
        let Some(job) = self.world.imports.get(&id).filter(|job| job.state == ImportState::Running).cloned() else {
            return;
        };
        let message = words::import_interrupted(job.done, job.total);
        let mut report = vec![json!({"row": null, "code": "interrupted", "message": message})];
        report.extend(job.report.as_array().into_iter().flatten().take(limits::REPORT_ENTRIES - 1).cloned());
        let after = ImportJob {
            state: ImportState::Interrupted,
            finished_at: Some(self.at),
            report: Value::Array(report),
            ..job.clone()
        };
        let scope = personal_scope(self.world.workspace.id, self.by);
        self.put(scope, Write::update(Entity::Import(job), Entity::Import(after)));
    }

    fn prepare(&mut self, frame: &ImportFrame) -> Result<(), Refusal> {
        for person in &frame.people {
            if !self.world.members.contains_key(&person.id) {
                let member = Member {
                    id: person.id,
                    role: Role::Member,
                    state: MemberState::Pending,
                    firstname: String::new(),
                    lastname: String::new(),
                    username: limits::line("username", &person.username, limits::NAME_CHARS)?,
                    avatar_url: None,
                    created_at: self.at,
                };
                self.put_config(Write::create(Entity::Member(member)));
            }
        }
        let mut labels = self.world.labels.len();
        for label in &frame.labels {
            if !self.world.labels.contains_key(&label.id) {
                limits::room_for(labels, limits::CONFIG_ENTITIES)?;
                labels += 1;
                let name = limits::line("name", &label.name, limits::NAME_CHARS)?;
                self.put_config(Write::create(Entity::Label(Label {
                    id: label.id,
                    name,
                    color: label.color,
                    created_at: self.at,
                })));
            }
        }
        let new_list = frame.list.as_ref().filter(|list| !self.world.lists.contains_key(&list.id));
        if let Some(list) = new_list {
            limits::room_for(self.world.lists.len(), limits::CONFIG_ENTITIES)?;
            let last = self.world.lists.values().map(|it| &it.rank).max();
            let list = List {
                id: list.id,
                name: limits::line("name", &list.name, limits::NAME_CHARS)?,
                color: Color::nth(self.world.lists.len()),
                rank: Rank::between(last, None),
                suggested: false,
                created_user_id: self.by,
                created_at: self.at,
            };
            self.put_config(Write::create(Entity::List(list)));
        }
        if frame.canceled {
            self.bring_canceled();
        }
        Ok(())
    }

    /// Adds a status of the category canceled, if the workspace has none and the importer may make statuses. New
    /// workspaces have none.
    fn bring_canceled(&mut self) {
        let statuses = self.world.statuses_in_order();
        let there = |it: &&Status| it.category == StatusCategory::Canceled;
        let id = StatusId(imported_id(self.world.workspace.id, "import", "status", "canceled"));
        let full = statuses.len() >= limits::CONFIG_ENTITIES;
        if full || self.need(Right::Administer).is_err() || statuses.iter().any(|it| there(it) || it.id == id) {
            return;
        }
        let named = |name: &str| statuses.iter().any(|it| it.name.to_lowercase() == name.to_lowercase());
        let Some(name) = ["Canceled", "Canceled (imported)"].into_iter().find(|name| !named(name)) else { return };
        let rank = Rank::between(statuses.last().map(|it| &it.rank), None);
        let (name, category) = (name.to_owned(), StatusCategory::Canceled);
        self.put_config(Write::create(Entity::Status(Status { id, name, category, rank, created_at: self.at })));
    }

    fn import_ticket(&mut self, new: &ImportTicket, numbers: &mut Numbers) -> Result<(), Refusal> {
        let scope = self.world.scope();
        let known = match self.ticket(new.id) {
            Ok((at, ticket)) if at == scope => Some(ticket),
            Ok(_) => return Ok(()), // Somebody made it private: it is theirs now.
            Err(_) if self.world.index.get(new.id).is_some() => return Ok(()),
            Err(_) => None,
        };
        let status = self.import_status(new.status)?;
        let description = limits::prose("description", &new.description, limits::DESCRIPTION_BYTES)?;
        let sum = limits::text_sum(&description);
        let mut ticket = match known.clone() {
            Some(ticket) => ticket,
            None => self.blank(new, &status, numbers),
        };
        let title = limits::line("title", &new.title, limits::TITLE_CHARS)?;
        let writable = known.as_ref().is_none_or(|it| self.may_write_words(it));
        if writable {
            ticket.title = title;
            if known.is_none() || sum != ticket.description_sum {
                ticket.description = Some(description);
                ticket.description_sum = sum;
            }
        }
        put_source(&mut ticket, &new.source, writable);
        let before = (ticket.assignees_ids.len(), ticket.labels.len());
        for user in &new.assignees {
            if !ticket.assignees_ids.contains(user) {
                ticket.assignees_ids.push(*user);
            }
        }
        limits::grown("assigneesIds", before.0, ticket.assignees_ids.len(), limits::ASSIGNEES)?;
        for label in &new.labels {
            if !ticket.labels.contains(label) && self.world.labels.contains_key(label) {
                ticket.labels.push(*label);
            }
        }
        limits::grown("labels", before.1, ticket.labels.len(), limits::LABELS)?;
        if known.is_none()
            && let Some(list) = new.list
        {
            let rank = numbers.rank(self.world.index.rank_last(list, &[scope]));
            ticket.lists.push(ListRank { list_id: list, rank });
        }
        ticket.priority = new.priority.or(ticket.priority);
        ticket.start_date = new.start_date.or(ticket.start_date);
        ticket.due_date = new.due_date.or(ticket.due_date);
        if new.start_date.is_some() || new.due_date.is_some() {
            check_dates(ticket.start_date, ticket.due_date)?;
        }
        let category = |id| self.world.statuses.get(&id).map(|it| it.category);
        if known.is_none() || category(ticket.status_id) != Some(status.category) {
            let closed = new.closed_at.unwrap_or(self.at);
            history::enter_status(&mut ticket, &status, new.closed_by, closed);
        }
        self.import_comments(new, &mut ticket)?;
        if known.as_ref() != Some(&ticket) {
            if known.is_some() {
                ticket.updated_at = self.at;
            }
            self.save(scope, ticket);
        }
        Ok(())
    }

    fn import_comments(&mut self, new: &ImportTicket, ticket: &mut Ticket) -> Result<(), Refusal> {
        for comment in &new.comments {
            let text = limits::prose("comments", &comment.message, limits::COMMENT_BYTES)?;
            let user = comment.by.unwrap_or(self.by);
            if let Some(known) = self.world.activities.get(&comment.id).cloned() {
                if known.ticket_id != ticket.id {
                    continue;
                }
                if known.message.as_deref() != Some(&text)
                    && self.may_speak_for(known.user_id)
                    && known.updated_at.is_none()
                {
                    let after = Activity { message: Some(text), ..known.clone() };
                    self.put(self.world.scope(), Write::update(Entity::Activity(known), Entity::Activity(after)));
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
            self.put(self.world.scope(), Write::create(Entity::Activity(activity)));
        }
        Ok(())
    }

    /// Whether an import may replace this user's words: only the importer's own, or those of a person who is known from
    /// imports alone.
    fn may_speak_for(&self, user: UserId) -> bool {
        let pending = |member: &Member| member.state == MemberState::Pending;
        user == self.by || self.world.members.get(&user).is_some_and(pending)
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
        Ticket::blank(new.id, numbers.take(wished), status.id, by, created_at)
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

/// The numbers and the rank that one event hands out.
struct Numbers {
    next: i64,
    taken: Vec<i64>,
}

impl Numbers {
    fn take(&mut self, wished: Option<i64>) -> i64 {
        let number = wished.unwrap_or(self.next);
        self.next = self.next.max(number + 1);
        self.taken.push(number);
        number
    }

    /// Behind everything that this event has put into the list before.
    fn rank(&self, last: Rank) -> Rank {
        (1..self.taken.len()).fold(last, |rank, _| Rank::between(Some(&rank), None))
    }
}
