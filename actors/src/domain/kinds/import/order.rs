//! What an importer hands to the stage: things with ids derived from their source, so that handing them over
//! again updates and never doubles.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::domain::{
    date::{Instant, PlainDate},
    entity::{AttributeType, Color, ImportJob, Priority},
    ids::{
        ActivityId, AttributeId, ComponentId, FixVersionId, ImportId, LabelId, ListId, OptionId, TaskTypeId, TicketId,
        UserId, WorkspaceId,
    },
    kinds::{attribute::value::FieldPatch, fix_version::VersionState, task_type::TypeIcon},
};

/// One step of an import.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportOrder {
    /// The rows of the configuration that the tickets will refer to. What is there already stays as it is.
    Prepare(Box<ImportFrame>),
    /// At most `limits::TICKETS_AN_EVENT` tickets, with their comments.
    Tickets(Vec<ImportTicket>),
    /// How far the import is.
    Progress(Box<ImportJob>),
    /// The node that ran the import is gone.
    Interrupted(ImportId),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportFrame {
    pub people: Vec<ImportPerson>,
    pub labels: Vec<ImportLabel>,
    pub list: Option<ImportList>,
    /// Some ticket of the file is canceled. A workspace without such a status gets one, if the importer may make
    /// statuses.
    pub canceled: bool,
    /// New attributes, and known ones that get new options.
    #[serde(default)]
    pub attributes: Vec<ImportAttribute>,
    #[serde(default)]
    pub task_types: Vec<ImportTaskType>,
    #[serde(default)]
    pub components: Vec<ImportComponent>,
    #[serde(default)]
    pub fix_versions: Vec<ImportVersion>,
}

/// An attribute. If the workspace has it, it gets the options alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportAttribute {
    pub id: AttributeId,
    pub name: String,
    pub value_type: AttributeType,
    pub options: Vec<ImportOption>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportOption {
    pub id: OptionId,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportTaskType {
    pub id: TaskTypeId,
    pub name: String,
    pub icon: TypeIcon,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportComponent {
    pub id: ComponentId,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportVersion {
    pub id: FixVersionId,
    pub name: String,
    pub description: String,
    pub release_date: Option<PlainDate>,
    pub state: VersionState,
}

/// Becomes a member in the state pending, to be invited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportPerson {
    pub id: UserId,
    pub username: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportLabel {
    pub id: LabelId,
    pub name: String,
    pub color: Color,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportList {
    pub id: ListId,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportStatus {
    /// The first status by default.
    Open,
    /// The first status of the category completed.
    Completed,
    /// The first status of the category canceled. If there is none and the importer may not make one, the first of the
    /// category completed.
    Canceled,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportTicket {
    pub id: TicketId,
    /// Taken where it is free in the workspace; else the next free one.
    pub number: Option<i64>,
    pub title: String,
    pub description: String,
    pub status: ImportStatus,
    pub created_by: Option<UserId>,
    pub created_at: Option<Instant>,
    pub closed_at: Option<Instant>,
    pub closed_by: Option<UserId>,
    pub assignees: Vec<UserId>,
    pub labels: Vec<LabelId>,
    pub list: Option<ListId>,
    pub priority: Option<Priority>,
    pub start_date: Option<PlainDate>,
    pub due_date: Option<PlainDate>,
    pub comments: Vec<ImportComment>,
    pub source: ImportSource,
    /// Null clears a value, which only a checkbox of the file does.
    #[serde(default)]
    pub fields: FieldPatch,
    #[serde(default)]
    pub task_type: Option<TaskTypeId>,
    #[serde(default)]
    pub components: Vec<ComponentId>,
    #[serde(default)]
    pub fix_versions: Vec<FixVersionId>,
}

/// The origin of a ticket: its key, its file, its page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportSource {
    pub key: Option<String>,
    pub file: String,
    pub address: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportComment {
    pub id: ActivityId,
    pub by: Option<UserId>,
    pub at: Instant,
    pub message: String,
}

impl ImportOrder {
    pub fn tickets(&self) -> impl Iterator<Item = TicketId> {
        let tickets = if let Self::Tickets(tickets) = self { tickets.as_slice() } else { &[] };
        tickets.iter().map(|ticket| ticket.id)
    }

    pub fn comments(&self) -> impl Iterator<Item = ActivityId> {
        let tickets = if let Self::Tickets(tickets) = self { tickets.as_slice() } else { &[] };
        tickets.iter().flat_map(|ticket| ticket.comments.iter().map(|comment| comment.id))
    }
}

/// The id of a thing from elsewhere: always the same in one workspace, never the same in two.
pub fn imported_id(workspace: WorkspaceId, source: &str, kind: &str, key: &str) -> Uuid {
    Uuid::new_v5(&workspace.0, format!("{source}\n{kind}\n{key}").as_bytes())
}
