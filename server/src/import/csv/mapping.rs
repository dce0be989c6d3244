//! The targets of columns. A column is dropped only if the user says so.

use std::collections::BTreeMap;

use actors::domain::{entity::AttributeType, ids::AttributeId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::import::plan::ImportRefusal;
use crate::words::import as words;

/// The target of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ColumnTarget")]
pub enum Target {
    /// The key of the ticket, so that the file can be imported again.
    Key,
    Title,
    Description,
    Status,
    Assignees,
    /// Who created the ticket.
    Reporter,
    /// Several names, separated by commas, semicolons or bars.
    Labels,
    Priority,
    StartDate,
    DueDate,
    CreatedAt,
    ClosedAt,
    /// The address of the ticket's page in its old tool.
    Address,
    Comment,
    TaskType,
    /// Several names, separated like labels.
    Components,
    /// Several names, separated like labels.
    FixVersions,
    /// One label, `column: value`.
    Label,
    /// A line at the end of the description, `column: value`.
    DescriptionLine,
    /// Left out; the report says so.
    Ignore,
    /// The values of an attribute of the workspace.
    Attribute(AttributeId),
    /// The values of an attribute of this type, with the name of the column. The import makes it.
    NewAttribute(AttributeType),
}

impl Target {
    /// The targets that name no attribute.
    pub const ALL: [Self; 20] = [
        Self::Key,
        Self::Title,
        Self::Description,
        Self::Status,
        Self::Assignees,
        Self::Reporter,
        Self::Labels,
        Self::Priority,
        Self::StartDate,
        Self::DueDate,
        Self::CreatedAt,
        Self::ClosedAt,
        Self::Address,
        Self::Comment,
        Self::TaskType,
        Self::Components,
        Self::FixVersions,
        Self::Label,
        Self::DescriptionLine,
        Self::Ignore,
    ];

    /// Whether only one column may have this target. Of attributes, `Fields` decides.
    #[must_use]
    pub fn is_single(self) -> bool {
        !matches!(
            self,
            Self::Assignees
                | Self::Labels
                | Self::Comment
                | Self::Components
                | Self::FixVersions
                | Self::Label
                | Self::DescriptionLine
                | Self::Ignore
                | Self::Attribute(_)
                | Self::NewAttribute(_)
        )
    }

    /// The usual target of a column with this name.
    fn suggested(column: &str) -> Option<Self> {
        let name: String = column.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        Some(match name.as_str() {
            "key" | "issuekey" | "ticketkey" | "ticket" | "number" | "id" | "issueid" => Self::Key,
            "title" | "summary" | "name" | "subject" => Self::Title,
            "description" | "body" | "details" | "text" => Self::Description,
            "status" | "state" => Self::Status,
            "assignee" | "assignees" | "assignedto" | "owner" => Self::Assignees,
            "reporter" | "creator" | "author" | "createdby" | "reportedby" => Self::Reporter,
            "label" | "labels" | "tag" | "tags" => Self::Labels,
            "priority" => Self::Priority,
            "start" | "startdate" => Self::StartDate,
            "due" | "duedate" | "deadline" => Self::DueDate,
            "created" | "createdat" | "createddate" | "creationdate" | "opened" => Self::CreatedAt,
            "closed" | "closedat" | "resolved" | "resolutiondate" | "completed" | "completedat" => Self::ClosedAt,
            "url" | "issueurl" | "ticketurl" | "taskurl" | "weburl" | "permalink" => Self::Address,
            "comment" | "comments" => Self::Comment,
            "type" | "issuetype" | "tasktype" | "tickettype" => Self::TaskType,
            "component" | "components" => Self::Components,
            "fixversion" | "fixversions" | "milestone" => Self::FixVersions,
            _ => return None,
        })
    }
}

/// The targets by column. Columns with the same name count as one column with several cells a row. `null` leaves a
/// column out, as [`Target::Ignore`] does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(rename = "ColumnMapping", type = "Record<string, ColumnTarget | null>")]
pub struct Mapping(pub BTreeMap<String, Option<Target>>);

/// A column, as shown to the person who maps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ImportColumn")]
pub struct Column {
    pub name: String,
    /// The first few different values.
    pub samples: Vec<String>,
    /// The number of cells that are not empty.
    pub filled: u64,
    /// Null if only a person can choose.
    pub suggested: Option<Target>,
    /// The type of an attribute that this column could become; null if some cell is too long for any.
    pub attribute: Option<AttributeType>,
}

/// The columns of a file before they are mapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Inspection {
    pub columns: Vec<Column>,
    /// The number of rows under the header.
    pub rows: u64,
}

impl Inspection {
    /// The mapping of the columns with a suggestion; the person must map the others.
    #[must_use]
    pub fn suggested(&self) -> Mapping {
        let known = self.columns.iter().filter(|column| column.suggested.is_some());
        Mapping(known.map(|column| (column.name.clone(), column.suggested)).collect())
    }
}

/// The suggestion for each column of a header. A target for one column only goes to the first column that fits.
pub(super) fn suggest(header: &[String]) -> Vec<Option<Target>> {
    let mut given: Vec<Target> = Vec::new();
    // "Issue id" is a worse key than "Issue key", whichever comes first.
    let exact_key = header.iter().any(|name| Target::suggested(name) == Some(Target::Key) && !is_id(name));
    let choose = |name: &String| {
        let target = Target::suggested(name)?;
        let doubled =
            target.is_single() && (given.contains(&target) || header.iter().filter(|other| *other == name).count() > 1);
        if doubled || target == Target::Key && exact_key && is_id(name) {
            return None;
        }
        given.push(target);
        Some(target)
    };
    header.iter().map(choose).collect()
}

fn is_id(name: &str) -> bool {
    name.trim().to_lowercase().ends_with("id")
}

/// The target of each cell of a row.
///
/// # Errors
/// If a column has no target, two columns share a target for one column, the title has no column, or a name is not in
/// the header.
pub(super) fn resolve(header: &[String], mapping: &Mapping) -> Result<Vec<Target>, ImportRefusal> {
    if let Some(name) = mapping.0.keys().find(|name| !header.contains(name)) {
        return Err(ImportRefusal::invalid(name, words::no_such_column(name)));
    }
    let mut targets: Vec<Target> = Vec::with_capacity(header.len());
    for (place, name) in header.iter().enumerate() {
        let Some(target) = mapping.0.get(name) else {
            return Err(ImportRefusal::invalid(name, words::column_not_mapped(name)));
        };
        let target = target.unwrap_or(Target::Ignore);
        let taken = targets.iter().position(|other| *other == target).filter(|_| target.is_single());
        if let Some(taken) = taken {
            let (first, second) = (&header[taken], place + 1);
            let message =
                if first == name { words::column_twice(name) } else { words::mapped_to_the_same(first, name, second) };
            return Err(ImportRefusal::invalid(name, message));
        }
        targets.push(target);
    }
    if !targets.contains(&Target::Title) {
        return Err(ImportRefusal::invalid("title", words::NO_TITLE_COLUMN));
    }
    Ok(targets)
}
