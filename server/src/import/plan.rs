//! The content of a file, once read: nothing has changed yet.

use std::collections::{HashMap, HashSet};

use actors::domain::{
    date::Instant,
    entity::{AttributeType, Color},
    ids::{ComponentId, FixVersionId, LabelId, ListId, TaskTypeId, UserId, WorkspaceId},
    kinds::import::order::{ImportFrame, ImportLabel, ImportPerson, ImportTicket, ImportVersion, imported_id},
    limits,
};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::records::{Gathered, Known, KnownTickets, Records};
use super::report::{Report, brief};
use crate::error::Code;
use crate::words::import as words;

/// The state of the workspace that a reader needs.
#[derive(Clone, Debug)]
pub struct Context {
    pub workspace: WorkspaceId,
    /// The time of the import; used if a date is needed and the file has none.
    pub now: Instant,
    /// The workspace's lists.
    pub lists: HashSet<ListId>,
    /// The workspace's labels by their names in lower case: an imported label with such a name becomes that label.
    pub labels: HashMap<String, LabelId>,
    pub records: Records,
    /// Empty if the workspace has no attribute whose values are tickets.
    pub tickets: KnownTickets,
}

impl Context {
    fn known(&self) -> Known<'_> {
        Known { workspace: self.workspace, records: &self.records }
    }
}

/// A ticket, and its row in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedTicket {
    pub row: Option<u64>,
    pub ticket: ImportTicket,
}

/// Everything that an import hands to the stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub frame: ImportFrame,
    pub tickets: Vec<PlannedTicket>,
    /// The tickets of the file that the import leaves out.
    pub refused: usize,
    pub report: Report,
    /// The attributes of the frame that the workspace does not have yet.
    pub new_attributes: Vec<NewAttribute>,
}

/// An attribute that an import makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ImportedAttribute")]
pub struct NewAttribute {
    pub name: String,
    #[serde(rename = "type")]
    pub value_type: AttributeType,
    pub options: usize,
}

/// The counts of an import before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Counts {
    /// Tickets that will be taken.
    pub tickets: usize,
    pub people: usize,
    pub labels: usize,
    pub comments: usize,
    /// Attributes that the import makes.
    pub attributes: usize,
    /// Task types, components and fix versions that the import makes.
    pub records: usize,
    /// Tickets that will not be taken; the report says why.
    pub refused: usize,
}

/// A file that cannot be imported at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRefusal {
    pub code: Code,
    pub message: String,
    /// The CSV's column, or the request's field, that caused the refusal.
    pub field: Option<String>,
    pub report: Report,
}

impl ImportRefusal {
    /// The file is broken at this row.
    #[must_use]
    pub fn broken(row: Option<u64>, message: impl Into<String>) -> Self {
        Self::of(Code::ImportRefused, row, message)
    }

    /// The file holds more than an import may.
    #[must_use]
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::of(Code::PayloadTooLarge, None, message)
    }

    /// A mapping that does not fit the file.
    #[must_use]
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::of(Code::ValidationFailed, None, message) }
    }

    /// A mapping that needs a right which the importer does not have.
    #[must_use]
    pub fn forbidden(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::of(Code::Forbidden, None, message) }
    }

    fn of(code: Code, row: Option<u64>, message: impl Into<String>) -> Self {
        let message = brief(message.into());
        let mut report = Report::default();
        report.refuse(row, code, message.clone());
        Self { code, message, field: None, report }
    }
}

impl Plan {
    /// The limits of one file: it stays in memory until its import ends.
    pub const MOST_TICKETS: usize = 100_000;
    pub const MOST_COMMENTS: usize = 1_000_000;
    pub const MOST_PEOPLE: usize = 5_000;

    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            tickets: self.tickets.len(),
            people: self.frame.people.len(),
            labels: self.frame.labels.len(),
            comments: self.tickets.iter().map(|it| it.ticket.comments.len()).sum(),
            attributes: self.new_attributes.len(),
            records: self.frame.task_types.len() + self.frame.components.len() + self.frame.fix_versions.len(),
            refused: self.refused,
        }
    }

    /// A row that is left out.
    pub fn refuse(&mut self, row: Option<u64>, no: RowRefusal) {
        self.refused += 1;
        self.report.refuse(row, no.code, no.message);
    }

    /// # Errors
    /// If the file holds more than an import may, or more than the workspace has room for.
    pub fn check_size(&self, context: &Context) -> Result<(), ImportRefusal> {
        let counts = self.counts();
        let labels = limits::CONFIG_ENTITIES.saturating_sub(context.labels.len());
        let lists = usize::from(self.frame.list.as_ref().is_some_and(|list| !context.lists.contains(&list.id)));
        let (records, room) = (&context.records, usize::saturating_sub);
        let bounds = [
            ("tickets", counts.tickets, Self::MOST_TICKETS),
            ("comments", counts.comments, Self::MOST_COMMENTS),
            ("people", counts.people, Self::MOST_PEOPLE),
            ("new labels", counts.labels, labels),
            ("new task types", self.frame.task_types.len(), room(limits::TASK_TYPES, records.task_types.len())),
            ("new components", self.frame.components.len(), room(limits::CONFIG_ENTITIES, records.components.len())),
            ("new versions", self.frame.fix_versions.len(), room(limits::CONFIG_ENTITIES, records.fix_versions.len())),
            ("new attributes", counts.attributes, room(limits::ATTRIBUTES, records.attributes.len())),
            ("new lists", lists, limits::CONFIG_ENTITIES.saturating_sub(context.lists.len())),
        ];
        match bounds.into_iter().find(|(_, count, most)| count > most) {
            Some((what, count, most)) => Err(ImportRefusal::too_large(words::too_many_of(what, count, most))),
            None => Ok(()),
        }
    }
}

/// The reason why one row is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRefusal {
    pub code: Code,
    pub message: String,
}

impl RowRefusal {
    pub fn invalid(message: impl Into<String>) -> Self {
        Self { code: Code::ValidationFailed, message: message.into() }
    }

    pub fn too_large(message: impl Into<String>) -> Self {
        Self { code: Code::PayloadTooLarge, message: message.into() }
    }

    pub fn doubled(message: impl Into<String>) -> Self {
        Self { code: Code::AlreadyExists, message: message.into() }
    }
}

/// The part of a name that all members may see: for `Ann <ann@example.org>` the name, for an address the part before the
/// at sign.
fn without_address(name: &str) -> &str {
    let (shown, address) = match name.split_once('<') {
        Some((shown, address)) => (shown.trim(), address.trim_end_matches('>')),
        None => ("", name),
    };
    let part = match address.trim().split_once('@') {
        Some((part, host)) if !part.is_empty() && host.contains('.') && !address.trim().contains(' ') => part,
        _ => return name,
    };
    if shown.is_empty() { part } else { shown }
}

/// Collects the people and labels that the rows name, each once.
pub(super) struct Gatherer<'a> {
    context: &'a Context,
    source: &'a str,
    people: HashSet<UserId>,
    labels: HashMap<String, LabelId>,
    records: Gathered,
    pub frame: ImportFrame,
}

impl<'a> Gatherer<'a> {
    /// `source` is where the people come from: the same name from the same source is the same person.
    pub fn new(context: &'a Context, source: &'a str) -> Self {
        let (people, labels) = (HashSet::new(), HashMap::new());
        Self { context, source, people, labels, records: Gathered::default(), frame: ImportFrame::default() }
    }

    /// A task type by its name; a new one if the importer may make task types.
    pub fn task_type(&mut self, name: &str) -> Option<TaskTypeId> {
        self.records.task_type(&self.context.known(), &mut self.frame, name)
    }

    /// A component by its name; a new one if the importer may make components.
    pub fn component(&mut self, name: &str) -> Option<ComponentId> {
        self.records.component(&self.context.known(), &mut self.frame, name)
    }

    /// A fix version by its name; `new` makes it if the importer may make versions.
    pub fn fix_version(
        &mut self,
        name: &str,
        new: impl FnOnce(FixVersionId, String) -> ImportVersion,
    ) -> Option<FixVersionId> {
        self.records.fix_version(&self.context.known(), &mut self.frame, name, new)
    }

    /// Says how many values the workspace has no row for, and the importer may not make one.
    pub fn note_missing(&self, report: &mut Report) {
        self.records.note_missing(report);
    }

    /// Names that the workspace could not show are left out.
    pub fn person(&mut self, name: &str) -> Option<UserId> {
        let name = limits::line("username", name, limits::NAME_CHARS).ok()?;
        // One person above the limit is enough for `check_size` to refuse the file; more would fill the memory.
        if self.frame.people.len() > Plan::MOST_PEOPLE {
            return None;
        }
        let key = name.to_lowercase();
        let id = UserId(imported_id(self.context.workspace, self.source, "person", &key));
        if self.people.insert(id) {
            self.frame.people.push(ImportPerson { id, username: without_address(&name).to_owned() });
        }
        Some(id)
    }

    /// Labels are identified by name, whatever the file; the workspace's own labels come first.
    pub fn label(&mut self, name: &str, color: Color) -> Option<LabelId> {
        let name = limits::line("name", name, limits::NAME_CHARS).ok()?;
        let key = name.to_lowercase();
        if let Some(id) = self.context.labels.get(&key).or_else(|| self.labels.get(&key)) {
            return Some(*id);
        }
        if self.frame.labels.len() > limits::CONFIG_ENTITIES {
            return None;
        }
        let id = LabelId(imported_id(self.context.workspace, "import", "label", &key));
        self.labels.insert(key, id);
        self.frame.labels.push(ImportLabel { id, name, color });
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::without_address;

    #[test]
    fn q06_the_name_of_an_imported_person_holds_no_address() {
        let cases = [
            ("ann@example.org", "ann"),
            ("Ann Lee <ann@example.org>", "Ann Lee"),
            ("<ann@example.org>", "ann"),
            ("Ann Lee", "Ann Lee"),
            ("@ann", "@ann"),
            ("ann@work", "ann@work"),
            ("Ann <3", "Ann <3"),
        ];
        for (name, shown) in cases {
            assert_eq!(without_address(name), shown, "{name}");
        }
    }
}
