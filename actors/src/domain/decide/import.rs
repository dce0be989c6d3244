//! Imported things enter by the same door: judged, numbered and told of like any edit.

use serde_json::{Value, json};

use super::{Desk, history};
use crate::domain::{
    change::Write,
    date::Instant,
    entity::{
        Activity, ActivityKind, Color, Entity, ImportJob, ImportState, Label, List, ListRank, Member, MemberState,
        Role, Status, StatusCategory, Ticket,
    },
    ids::ImportId,
    import::{ImportFrame, ImportOrder, ImportStatus, ImportTicket},
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
    world::personal_scope,
};

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
        let message = format!(
            "The import stopped after {} of {} tickets: the node that ran it is gone. Import the file again to go on; \
             what is there already is not doubled.",
            job.done, job.total
        );
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
        for label in &frame.labels {
            if !self.world.labels.contains_key(&label.id) {
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
        Ok(())
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
        ticket.title = limits::line("title", &new.title, limits::TITLE_CHARS)?;
        if known.is_none() || sum != ticket.description_sum {
            ticket.description = Some(description);
            ticket.description_sum = sum;
        }
        for user in &new.assignees {
            if !ticket.assignees_ids.contains(user) {
                ticket.assignees_ids.push(*user);
            }
        }
        for label in &new.labels {
            if !ticket.labels.contains(label) && self.world.labels.contains_key(label) {
                ticket.labels.push(*label);
            }
        }
        if known.is_none()
            && let Some(list) = new.list
        {
            let rank = numbers.rank(self.world.index.rank_last(list));
            ticket.lists.push(ListRank { list_id: list, rank });
        }
        ticket.priority = new.priority.or(ticket.priority);
        ticket.start_date = new.start_date.or(ticket.start_date);
        ticket.due_date = new.due_date.or(ticket.due_date);
        let category = |id| self.world.statuses.get(&id).map(|it| it.category);
        if known.is_none() || category(ticket.status_id) != Some(status.category) {
            let closed = new.closed_at.unwrap_or(self.at);
            history::enter_status(&mut ticket, &status, new.closed_by.unwrap_or(self.by), closed);
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
                if known.message.as_deref() != Some(&text) {
                    let after = Activity { message: Some(text), ..known.clone() };
                    self.put(self.world.scope(), Write::update(Entity::Activity(known), Entity::Activity(after)));
                }
                continue;
            }
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
            .ok_or_else(|| Refusal::new(RefusalCode::Conflict, "The workspace has no status."))
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
