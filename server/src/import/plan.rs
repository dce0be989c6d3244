//! What a file asks for, once read: nothing has changed yet.

use std::collections::{HashMap, HashSet};

use actors::domain::{
    date::Instant,
    entity::Color,
    ids::{LabelId, ListId, UserId, WorkspaceId},
    kinds::import::order::{ImportFrame, ImportLabel, ImportPerson, ImportTicket, imported_id},
    limits,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::report::{Report, brief};
use crate::error::Code;
use crate::words::import as words;

/// What a reader has to know of the place that the file goes to.
#[derive(Clone, Debug)]
pub struct Context {
    pub workspace: WorkspaceId,
    /// When the import was asked for; stands where a date is needed and the file has none.
    pub now: Instant,
    /// The workspace's lists.
    pub lists: HashSet<ListId>,
    /// The workspace's labels by their names in lower case: an imported label of that name is that label.
    pub labels: HashMap<String, LabelId>,
}

/// A ticket, and where in the file it was.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedTicket {
    pub row: Option<u64>,
    pub ticket: ImportTicket,
}

/// Everything that an import will hand to the stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub frame: ImportFrame,
    pub tickets: Vec<PlannedTicket>,
    /// Tickets that the file holds and the import does not take.
    pub refused: usize,
    pub report: Report,
}

/// What an import is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Counts {
    /// That will be taken.
    pub tickets: usize,
    pub people: usize,
    pub labels: usize,
    pub comments: usize,
    /// Tickets that will not be taken; the report says why.
    pub refused: usize,
}

/// A file that cannot be imported at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRefusal {
    pub code: Code,
    pub message: String,
    /// The CSV's column, or the request's field, that is to blame.
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

    /// A choice that does not fit the file.
    #[must_use]
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::of(Code::ValidationFailed, None, message) }
    }

    fn of(code: Code, row: Option<u64>, message: impl Into<String>) -> Self {
        let message = brief(message.into());
        let mut report = Report::default();
        report.refuse(row, code, message.clone());
        Self { code, message, field: None, report }
    }
}

impl Plan {
    /// Bounds on what one file may ask for: it stays in memory until it is done.
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
            refused: self.refused,
        }
    }

    /// A row that is not taken.
    pub fn refuse(&mut self, row: Option<u64>, no: RowRefusal) {
        self.refused += 1;
        self.report.refuse(row, no.code, no.message);
    }

    /// # Errors
    /// Where the file asks for more than an import may, or than the workspace has room for.
    pub fn check_size(&self, context: &Context) -> Result<(), ImportRefusal> {
        let counts = self.counts();
        let labels = limits::CONFIG_ENTITIES.saturating_sub(context.labels.len());
        let lists = usize::from(self.frame.list.as_ref().is_some_and(|list| !context.lists.contains(&list.id)));
        let bounds = [
            ("tickets", counts.tickets, Self::MOST_TICKETS),
            ("comments", counts.comments, Self::MOST_COMMENTS),
            ("people", counts.people, Self::MOST_PEOPLE),
            ("new labels", counts.labels, labels),
            ("new lists", lists, limits::CONFIG_ENTITIES.saturating_sub(context.lists.len())),
        ];
        match bounds.into_iter().find(|(_, count, most)| count > most) {
            Some((what, count, most)) => Err(ImportRefusal::too_large(words::too_many_of(what, count, most))),
            None => Ok(()),
        }
    }
}

/// Why one row is not taken.
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

/// Gathers the people and labels that the rows name, each once.
pub(super) struct Gatherer<'a> {
    context: &'a Context,
    source: &'a str,
    people: HashSet<UserId>,
    labels: HashMap<String, LabelId>,
    pub frame: ImportFrame,
}

impl<'a> Gatherer<'a> {
    /// `source` is where the people come from: the same name from the same source is the same person.
    pub fn new(context: &'a Context, source: &'a str) -> Self {
        let (people, labels) = (HashSet::new(), HashMap::new());
        Self { context, source, people, labels, frame: ImportFrame::default() }
    }

    /// Names that the workspace could not show are no people.
    pub fn person(&mut self, name: &str) -> Option<UserId> {
        let username = limits::line("username", name, limits::NAME_CHARS).ok()?;
        // One person above the limit is enough for `check_size` to refuse the file; more would fill the memory.
        if self.frame.people.len() > Plan::MOST_PEOPLE {
            return None;
        }
        let key = username.to_lowercase();
        let id = UserId(imported_id(self.context.workspace, self.source, "person", &key));
        if self.people.insert(id) {
            self.frame.people.push(ImportPerson { id, username });
        }
        Some(id)
    }

    /// Labels are known by their names whatever file they come from; the workspace's own come first.
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
