//! One row, read and checked before its people and labels are added.

use actors::domain::{
    date::{Instant, PlainDate},
    entity::{AttributeType, Priority},
    kinds::import::order::ImportStatus,
    limits,
};
use csv::StringRecord;

use super::{
    fields::{self, Cell, Fields},
    mapping::Target,
    values,
};
use crate::import::{plan::RowRefusal, text};
use crate::words::import as words;

/// The content of a row.
#[derive(Default)]
pub(super) struct Draft {
    pub key: Option<String>,
    pub title: String,
    pub description: String,
    pub status: Option<ImportStatus>,
    pub unknown_status: Option<String>,
    pub assignees: Vec<String>,
    pub reporter: Option<String>,
    /// The names of labels. For labels of the form `column: value` also the column: labels of one column share a hue.
    pub labels: Vec<(String, Option<String>)>,
    pub priority: Option<Priority>,
    pub start_date: Option<PlainDate>,
    pub due_date: Option<PlainDate>,
    pub created_at: Option<Instant>,
    pub closed_at: Option<Instant>,
    pub address: Option<String>,
    pub comments: Vec<DraftComment>,
    pub task_type: Option<String>,
    pub components: Vec<String>,
    pub fix_versions: Vec<String>,
    /// The values of attributes, by the place of the column.
    pub fields: Vec<(usize, Cell)>,
    lines: Vec<String>,
    /// Remarks on values that were taken.
    pub notes: Vec<String>,
    /// The column and the cell.
    pub formulas: Vec<(String, String)>,
    /// Positions of columns that hold something and are left out.
    pub left_out: Vec<usize>,
    pub nulls: u64,
}

pub(super) struct DraftComment {
    pub by: Option<String>,
    pub at: Option<Instant>,
    pub message: String,
}

impl Draft {
    pub fn read(
        header: &[String],
        targets: &[Target],
        attributes: &Fields,
        record: &StringRecord,
    ) -> Result<Self, RowRefusal> {
        if record.len() != header.len() {
            let (has, wants) = (record.len(), header.len());
            return Err(RowRefusal::invalid(words::wrong_count_of_cells(has, wants)));
        }
        let mut draft = Self::default();
        for (place, ((name, target), cell)) in header.iter().zip(targets).zip(record).enumerate() {
            if cell.contains('\0') {
                return Err(RowRefusal::invalid(words::cell_nul(name)));
            }
            if *target == Target::Title {
                draft.title = text::title(cell)?;
                draft.see_formula(name, cell);
            } else if values::is_nothing(cell) {
                draft.nulls += u64::from(!cell.trim().is_empty());
            } else if *target == Target::Ignore {
                draft.left_out.push(place);
            } else if let Some(value_type) = attributes.type_at(place) {
                draft.take_value(place, name, value_type, attributes.is_of_list(place), cell)?;
            } else {
                draft.take(name, *target, cell)?;
            }
        }
        draft.settle()
    }

    /// A cell becomes a line of the description, so that no text is lost, if it does not fit its attribute or if the
    /// tickets of the file's list do not have the attribute.
    fn take_value(
        &mut self,
        place: usize,
        name: &str,
        of: AttributeType,
        is_of_list: bool,
        cell: &str,
    ) -> Result<(), RowRefusal> {
        match fields::read(of, cell) {
            _ if !is_of_list => {
                self.add_line(name, cell)?;
                self.notes.push(words::attribute_of_other_lists(name, &text::quote(cell)));
            }
            Some(value) => self.fields.push((place, value)),
            None => {
                self.add_line(name, cell)?;
                self.notes.push(words::value_does_not_fit(name, &text::quote(cell)));
            }
        }
        if !matches!(of, AttributeType::Number | AttributeType::Date) {
            self.see_formula(name, cell);
        }
        Ok(())
    }

    fn add_line(&mut self, name: &str, cell: &str) -> Result<(), RowRefusal> {
        text::prose(name, cell, limits::DESCRIPTION_BYTES)?;
        self.lines.push(format!("{name}: {}", cell.trim()));
        Ok(())
    }

    fn take(&mut self, name: &str, target: Target, cell: &str) -> Result<(), RowRefusal> {
        match target {
            Target::Title | Target::Ignore | Target::Attribute(_) | Target::NewAttribute(_) => {}
            Target::Key => self.key = Some(line(name, cell, limits::TITLE_CHARS)?),
            Target::Description => self.description = text::prose(name, cell, limits::DESCRIPTION_BYTES)?,
            Target::DescriptionLine => self.add_line(name, cell)?,
            Target::TaskType => self.task_type = Some(line(name, cell, limits::NAME_CHARS)?),
            Target::Components => {
                for component in values::names(cell) {
                    self.components.push(line(name, component, limits::NAME_CHARS)?);
                    room("components", self.components.len(), limits::COMPONENTS)?;
                }
            }
            Target::FixVersions => {
                for version in values::names(cell) {
                    self.fix_versions.push(line(name, version, limits::NAME_CHARS)?);
                    room("fix versions", self.fix_versions.len(), limits::FIX_VERSIONS)?;
                }
            }
            Target::Status => {
                self.status = values::status(cell);
                self.unknown_status = self.status.is_none().then(|| cell.trim().to_owned());
            }
            Target::Priority => {
                self.priority = values::priority(cell);
                if self.priority.is_none() {
                    self.notes.push(words::priority_unknown(name, &text::quote(cell)));
                }
            }
            Target::StartDate => self.start_date = Some(date(name, cell)?),
            Target::DueDate => self.due_date = Some(date(name, cell)?),
            Target::CreatedAt => self.created_at = Some(instant(name, cell)?),
            Target::ClosedAt => self.closed_at = Some(instant(name, cell)?),
            Target::Address => match values::address(cell) {
                Some(address) => self.address = Some(address),
                None => {
                    self.add_line(name, cell)?;
                    self.notes.push(words::not_an_address(name, &text::quote(cell)));
                }
            },
            Target::Reporter => self.reporter = Some(line(name, cell, limits::NAME_CHARS)?),
            Target::Assignees => {
                for person in values::names(cell) {
                    self.assignees.push(line(name, person, limits::NAME_CHARS)?);
                    room("assignees", self.assignees.len(), limits::ASSIGNEES)?;
                }
            }
            Target::Labels => {
                for label in values::names(cell) {
                    self.labels.push((line(name, label, limits::NAME_CHARS)?, None));
                    room("labels", self.labels.len(), limits::LABELS)?;
                }
            }
            Target::Label => {
                let label = line(name, &format!("{name}: {}", cell.trim()), limits::NAME_CHARS)?;
                self.labels.push((label, Some(name.to_owned())));
            }
            Target::Comment => self.comments.push(comment(name, cell)?),
        }
        if is_text(target) {
            self.see_formula(name, cell);
        }
        Ok(())
    }

    fn settle(mut self) -> Result<Self, RowRefusal> {
        if !self.lines.is_empty() {
            let lines = self.lines.join("\n");
            let parts = [self.description.trim_end(), &lines];
            let whole: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            self.description = text::prose("description", &whole.join("\n\n"), limits::DESCRIPTION_BYTES)?;
        }
        room("labels", self.labels.len(), limits::LABELS)?;
        if let (Some(start), Some(due)) = (self.start_date, self.due_date)
            && due < start
        {
            return Err(RowRefusal::invalid(words::due_before_start(due, start)));
        }
        Ok(self)
    }

    fn see_formula(&mut self, name: &str, cell: &str) {
        if values::is_formula(cell) {
            self.formulas.push((name.to_owned(), cell.chars().take(80).collect()));
        }
    }
}

/// Whether a cell is taken over as text.
fn is_text(target: Target) -> bool {
    matches!(
        target,
        Target::Key
            | Target::Description
            | Target::DescriptionLine
            | Target::Assignees
            | Target::Reporter
            | Target::Labels
            | Target::Label
            | Target::TaskType
            | Target::Components
            | Target::FixVersions
            | Target::Comment
    )
}

/// Refuses the row at the first value above the limit: a cell may hold millions.
fn room(what: &str, count: usize, most: usize) -> Result<(), RowRefusal> {
    if count > most { Err(RowRefusal::invalid(words::row_has_too_many(what, most))) } else { Ok(()) }
}

fn line(name: &str, cell: &str, chars: usize) -> Result<String, RowRefusal> {
    limits::line(name, cell, chars)
        .map_err(|refusal| RowRefusal::invalid(words::cell_invalid(name, &text::quote(cell), &refusal.message)))
}

fn date(name: &str, cell: &str) -> Result<PlainDate, RowRefusal> {
    values::date(cell).ok_or_else(|| RowRefusal::invalid(words::not_a_date(name, &text::quote(cell))))
}

fn instant(name: &str, cell: &str) -> Result<Instant, RowRefusal> {
    values::instant(cell).ok_or_else(|| RowRefusal::invalid(words::not_an_instant(name, &text::quote(cell))))
}

/// A comment as it is, or in Jira's form: `date;author;text`.
fn comment(name: &str, cell: &str) -> Result<DraftComment, RowRefusal> {
    let mut parts = cell.splitn(3, ';');
    let jira = (parts.next().and_then(values::instant), parts.next().map(str::trim), parts.next());
    let (at, by, message) = match jira {
        (Some(at), Some(by), Some(message)) => (Some(at), Some(line(name, by, limits::NAME_CHARS)?), message),
        _ => (None, None, cell),
    };
    Ok(DraftComment { by, at, message: text::prose(name, message, limits::COMMENT_BYTES)? })
}
