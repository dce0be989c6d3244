//! What an import's steps do. An imported row is judged, numbered and announced like any edit.

use serde_json::{Value, json};

use super::{
    ImportJob, ImportState,
    order::{ImportFrame, ImportOrder, imported_id},
    ticket::Numbers,
};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::Decider,
    entity::{Color, Entity, Label, List, Member, MemberState, Role, Status, StatusCategory},
    ids::{ImportId, StatusId},
    limits,
    rank::Rank,
    refusal::Refusal,
    scope::personal_scope,
};
use crate::words;

impl Decider<'_> {
    pub(in crate::domain) fn import(&mut self, order: &ImportOrder) -> Result<(), Refusal> {
        match order {
            ImportOrder::Prepare(frame) => self.prepare(frame),
            ImportOrder::Tickets(tickets) => {
                limits::at_most("tickets", tickets.len(), limits::TICKETS_AN_EVENT)?;
                // Wished numbers must be free for every node.
                self.decision.relies_on_scopes = true;
                let mut numbers = Numbers::from(self.next_number(self.world.scope()));
                for ticket in tickets {
                    self.import_ticket(ticket, &mut numbers)?;
                }
                Ok(())
            }
            ImportOrder::Progress(job) => {
                let before = self.world.tables.imports.get(&job.id).cloned().map(Entity::Import);
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
        let Some(job) = self.world.tables.imports.get(&id).filter(|job| job.state == ImportState::Running).cloned()
        else {
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
            if !self.world.tables.members.contains_key(&person.id) {
                let member = Member {
                    id: person.id,
                    role: Role::Member.into(),
                    state: MemberState::Pending,
                    firstname: String::new(),
                    lastname: String::new(),
                    username: limits::line("username", &person.username, limits::NAME_CHARS)?,
                    avatar_url: None,
                    created_at: self.at,
                    deactivated_at: None,
                    department: String::new(),
                    designation: String::new(),
                    second_factor_missing: false,
                    api_key: None,
                };
                self.put_shared(Write::create(Entity::Member(member)));
            }
        }
        let mut labels = self.world.tables.labels.len();
        for label in &frame.labels {
            if !self.world.tables.labels.contains_key(&label.id) && self.need(Capability::ManageLabels).is_ok() {
                limits::room_for(labels, limits::CONFIG_ENTITIES)?;
                labels += 1;
                let name = limits::line("name", &label.name, limits::NAME_CHARS)?;
                self.put_shared(Write::create(Entity::Label(Label {
                    id: label.id,
                    name,
                    color: label.color,
                    created_at: self.at,
                })));
            }
        }
        let new_list = frame.list.as_ref().filter(|list| !self.world.tables.lists.contains_key(&list.id));
        if let Some(list) = new_list {
            self.need(Capability::CreateLists)?;
            // Lists that the importer does not see neither count nor show in the rank.
            let seen = self.world.lists_of(self.by).count();
            limits::room_for(seen, limits::CONFIG_ENTITIES)?;
            let last = self.world.lists_of(self.by).map(|it| &it.rank).max();
            let list = List {
                id: list.id,
                name: limits::line("name", &list.name, limits::NAME_CHARS)?,
                color: Color::nth(seen),
                rank: Rank::between(last, None),
                suggested: false,
                created_user_id: self.by,
                created_at: self.at,
                icon: None,
                description: String::new(),
                group_id: None,
                archived_at: None,
            };
            self.put_shared(Write::create(Entity::List(list)));
        }
        if frame.canceled {
            self.bring_canceled();
        }
        self.bring_records(frame)
    }

    /// Adds a status of the category canceled, if the workspace has none and the importer may make statuses. New
    /// workspaces have none.
    fn bring_canceled(&mut self) {
        let statuses = self.world.statuses_in_order();
        let there = |it: &&Status| it.category == StatusCategory::Canceled;
        let id = StatusId(imported_id(self.world.workspace.id, "import", "status", "canceled"));
        let full = statuses.len() >= limits::CONFIG_ENTITIES;
        if full || self.need(Capability::ManageStatuses).is_err() || statuses.iter().any(|it| there(it) || it.id == id)
        {
            return;
        }
        let named = |name: &str| statuses.iter().any(|it| it.name.to_lowercase() == name.to_lowercase());
        let Some(name) = ["Canceled", "Canceled (imported)"].into_iter().find(|name| !named(name)) else { return };
        let rank = Rank::between(statuses.last().map(|it| &it.rank), None);
        let (name, category) = (name.to_owned(), StatusCategory::Canceled);
        self.put_shared(Write::create(Entity::Status(Status { id, name, category, rank, created_at: self.at })));
    }
}
