//! Turns rows into tickets.

use std::collections::{BTreeMap, HashMap};

use actors::domain::{
    ids::{ActivityId, FixVersionId, ListId, TicketId},
    kinds::fix_version::VersionState,
    kinds::import::order::{
        ImportComment, ImportList, ImportSource, ImportStatus, ImportTicket, ImportVersion, imported_id,
    },
    limits,
};
use csv::StringRecord;

use super::{
    fields::{self, Fields, Guess},
    mapping::{Column, Inspection, Mapping, Target, resolve, suggest},
    row::Draft,
    table::Table,
    values,
};
use crate::import::{
    MOST_NUMBER, nearest_color,
    plan::{Context, Gatherer, ImportRefusal, Plan, PlannedTicket, RowRefusal},
    text,
};
use crate::words::import as words;

/// The columns of a file, with samples, and the targets that their names suggest.
///
/// # Errors
/// If the file is broken.
pub fn inspect(bytes: &[u8], context: &Context) -> Result<Inspection, ImportRefusal> {
    const SAMPLES: usize = 3;
    let table = Table::open(bytes)?;
    let mut columns: Vec<Column> = Vec::new();
    let mut places = Vec::with_capacity(table.header.len());
    for (name, suggested) in table.header.iter().zip(suggest(&table.header)) {
        let known = columns.iter().position(|column| column.name == *name);
        places.push(known.unwrap_or(columns.len()));
        if known.is_none() {
            columns.push(Column { name: name.clone(), samples: Vec::new(), filled: 0, suggested, attribute: None });
        }
    }
    let names: Vec<&str> = columns.iter().filter(|it| it.suggested.is_none()).map(|it| it.name.as_str()).collect();
    let attributes = fields::suggested(context, &names);
    let mut guesses: Vec<Guess> = columns.iter().map(|_| Guess::default()).collect();
    let mut rows = 0;
    table.each(|_, record| {
        rows += 1;
        for (cell, place) in record.iter().zip(&places) {
            let column = &mut columns[*place];
            if values::is_nothing(cell) {
                continue;
            }
            column.filled += 1;
            guesses[*place].see(cell);
            if column.samples.len() < SAMPLES {
                let sample: String = cell.trim().chars().take(80).collect();
                if !column.samples.contains(&sample) {
                    column.samples.push(sample);
                }
            }
        }
    })?;
    for (column, guess) in columns.iter_mut().zip(guesses) {
        column.attribute = guess.value_type();
        column.suggested = column.suggested.or_else(|| attributes.get(&column.name).copied());
    }
    Ok(Inspection { columns, rows })
}

/// Reads the rows by a mapping. An error in a row keeps that row out. A broken file, or a mapping that leaves a column
/// without a target, is refused.
///
/// # Errors
/// If the file is broken, the mapping does not fit the file, or the file holds more than an import may.
pub fn parse(bytes: &[u8], file_name: &str, mapping: &Mapping, context: &Context) -> Result<Plan, ImportRefusal> {
    let table = Table::open(bytes)?;
    let targets = resolve(&table.header, mapping)?;
    let attributes = Fields::resolve(&table.header, &targets, context, list_of(context, &stem(file_name)))?;
    let mut reading = Reading::begin(context, file_name, &table.header, targets, attributes);
    let mut rows = 0;
    table.each(|row, record| {
        rows += 1;
        if rows <= Plan::MOST_TICKETS {
            reading.row(row, record);
        }
    })?;
    if rows > Plan::MOST_TICKETS {
        let most = Plan::MOST_TICKETS;
        return Err(ImportRefusal::too_large(words::too_many_rows(rows, most)));
    }
    let plan = reading.finish()?;
    plan.check_size(context)?;
    Ok(plan)
}

/// A file that is being read.
/// The list into which the tickets of a file with this name are imported.
fn list_of(context: &Context, stem: &str) -> ListId {
    ListId(imported_id(context.workspace, "csv", "list", &stem.to_lowercase()))
}

struct Reading<'a> {
    context: &'a Context,
    header: &'a [String],
    targets: Vec<Target>,
    attributes: Fields,
    file: String,
    /// The file's name without its ending. It names the list, and distinguishes plain keys of this file from those of
    /// others.
    stem: String,
    list: ImportList,
    gatherer: Gatherer<'a>,
    /// The row of each key.
    keys: HashMap<String, u64>,
    /// The number of rows with each title, if there is no column of keys.
    titles: HashMap<String, usize>,
    plan: Plan,
    left_out: BTreeMap<usize, u64>,
    nulls: u64,
    /// Tickets without an author.
    nameless: u64,
    unknown_statuses: BTreeMap<String, u64>,
}

impl<'a> Reading<'a> {
    fn begin(
        context: &'a Context,
        file_name: &str,
        header: &'a [String],
        targets: Vec<Target>,
        attributes: Fields,
    ) -> Self {
        let stem = stem(file_name);
        let id = list_of(context, &stem);
        Self {
            context,
            header,
            targets,
            attributes,
            list: ImportList { id, name: stem.clone() },
            file: file_name.to_owned(),
            stem,
            gatherer: Gatherer::new(context, "csv"),
            keys: HashMap::new(),
            titles: HashMap::new(),
            plan: Plan::default(),
            left_out: BTreeMap::new(),
            nulls: 0,
            nameless: 0,
            unknown_statuses: BTreeMap::new(),
        }
    }

    fn row(&mut self, row: u64, record: &StringRecord) {
        match self.ticket(row, record) {
            Ok(ticket) => self.plan.tickets.push(PlannedTicket { row: Some(row), ticket }),
            Err(no) => self.plan.refuse(Some(row), no),
        }
    }

    fn ticket(&mut self, row: u64, record: &StringRecord) -> Result<ImportTicket, RowRefusal> {
        let draft = Draft::read(self.header, &self.targets, &self.attributes, record)?;
        let key = match &draft.key {
            Some(key) => key.clone(),
            None if self.targets.contains(&Target::Key) => return Err(RowRefusal::invalid(words::KEY_EMPTY)),
            None => {
                let nth = self.titles.entry(draft.title.clone()).or_default();
                *nth += 1;
                format!("{}\n{nth}", draft.title)
            }
        };
        if let Some(first) = self.keys.get(&key) {
            return Err(RowRefusal::doubled(words::key_twice(&text::quote(&key), *first)));
        }
        self.keys.insert(key.clone(), row);
        for (name, cell) in &draft.formulas {
            self.plan.report.note(Some(row), words::formula(name, &text::quote(cell)));
        }
        for note in &draft.notes {
            self.plan.report.note(Some(row), note.clone());
        }
        self.nulls += draft.nulls;
        for place in &draft.left_out {
            *self.left_out.entry(*place).or_default() += 1;
        }
        if let Some(word) = &draft.unknown_status {
            *self.unknown_statuses.entry(word.clone()).or_default() += 1;
        }
        Ok(self.build(row, &key, draft))
    }

    /// The row is taken: only now are its people and labels added.
    fn build(&mut self, row: u64, key: &str, draft: Draft) -> ImportTicket {
        let source = if is_project_key(key) { "csv".to_owned() } else { format!("csv:{}", self.stem.to_lowercase()) };
        let id = |kind: &str, key: &str| imported_id(self.context.workspace, &source, kind, key);
        let said = draft.created_at.unwrap_or(self.context.now);
        let comments = draft.comments.iter().enumerate().map(|(nth, comment)| ImportComment {
            id: ActivityId(id("comment", &format!("{key}\n{nth}"))),
            by: comment.by.as_deref().and_then(|name| self.gatherer.person(name)),
            at: comment.at.unwrap_or(said),
            message: comment.message.clone(),
        });
        let comments = comments.collect();
        let mut labels = Vec::new();
        for (name, color) in &draft.labels {
            let color = color.as_deref().unwrap_or(name);
            if let Some(label) = self.gatherer.label(name, nearest_color::of_name(color))
                && !labels.contains(&label)
            {
                labels.push(label);
            }
        }
        let mut assignees = Vec::new();
        for name in &draft.assignees {
            if let Some(person) = self.gatherer.person(name)
                && !assignees.contains(&person)
            {
                assignees.push(person);
            }
        }
        let status = draft.status.unwrap_or(match draft.closed_at {
            Some(_) if !self.targets.contains(&Target::Status) => ImportStatus::Completed,
            _ => ImportStatus::Open,
        });
        let created_by = draft.reporter.as_deref().and_then(|name| self.gatherer.person(name));
        self.nameless += u64::from(created_by.is_none());
        let task_type = draft.task_type.as_deref().and_then(|name| self.gatherer.task_type(name));
        let components = unique(draft.components.iter().filter_map(|name| self.gatherer.component(name)));
        let fix_versions =
            unique(draft.fix_versions.iter().filter_map(|name| self.gatherer.fix_version(name, plain_version)));
        let (fields, notes) = self.attributes.values(draft.fields, &mut self.gatherer, self.context);
        for note in notes {
            self.plan.report.note(Some(row), note);
        }
        ImportTicket {
            id: TicketId(id("ticket", key)),
            number: draft.key.as_deref().and_then(number),
            title: draft.title,
            description: draft.description,
            status,
            created_by,
            created_at: draft.created_at,
            closed_at: draft.closed_at,
            closed_by: None,
            assignees,
            labels,
            list: Some(self.list.id),
            priority: draft.priority,
            start_date: draft.start_date,
            due_date: draft.due_date,
            comments,
            source: ImportSource { key: draft.key, file: self.file.clone(), address: draft.address },
            fields,
            task_type,
            components,
            fix_versions,
        }
    }

    fn finish(mut self) -> Result<Plan, ImportRefusal> {
        let report = &mut self.plan.report;
        for (place, count) in &self.left_out {
            report.note(None, words::column_skipped(&self.header[*place], *count));
        }
        if self.nulls > 0 {
            report.note(None, words::null_is_empty(self.nulls));
        }
        for (word, count) in &self.unknown_statuses {
            report.note(None, words::status_unknown(&text::quote(word), *count));
        }
        if self.nameless > 0 {
            report.note(None, words::without_a_reporter(self.nameless));
        }
        if !self.targets.contains(&Target::Key) {
            report.note(None, words::NO_KEY_COLUMN);
        }
        self.gatherer.note_missing(report);
        self.plan.frame = self.gatherer.frame;
        self.plan.frame.list = Some(self.list);
        self.plan.frame.canceled = self.plan.tickets.iter().any(|it| it.ticket.status == ImportStatus::Canceled);
        self.attributes.finish(&mut self.plan)?;
        Ok(self.plan)
    }
}

fn unique<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut kept, item| {
        if !kept.contains(&item) {
            kept.push(item);
        }
        kept
    })
}

/// A version of which the file knows the name alone.
fn plain_version(id: FixVersionId, name: String) -> ImportVersion {
    ImportVersion { id, name, description: String::new(), release_date: None, state: VersionState::Unreleased }
}

/// The file's name, without the folder, the ending, and the ` (1)` that browsers add to a second download.
fn stem(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim();
    let name = match name.rsplit_once(" (") {
        Some((stem, rest)) if rest.strip_suffix(')').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())) => stem,
        _ => name,
    };
    let name: String = name.chars().filter(|c| !c.is_control()).take(limits::NAME_CHARS).collect();
    if name.trim().is_empty() { "Import".to_owned() } else { name.trim().to_owned() }
}

/// Whether a key has the form `MESOS-313`: such a key means the same ticket in every file.
fn is_project_key(key: &str) -> bool {
    key.split_once('-').is_some_and(|(project, number)| {
        project.starts_with(|c: char| c.is_ascii_alphabetic())
            && project.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The number at the end of a key, if the key is only a number, or a project and a number.
fn number(key: &str) -> Option<i64> {
    let digits = if is_project_key(key) { key.rsplit('-').next()? } else { key.trim_start_matches('#') };
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
    number.filter(|number| (1..=MOST_NUMBER).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_stem() {
        for (name, expected) in [
            ("mesos.csv", "mesos"),
            ("C:\\Downloads\\mesos (2).csv", "mesos"),
            ("my.team.csv", "my.team"),
            ("a (b).csv", "a (b)"),
            (".csv", "Import"),
            ("", "Import"),
        ] {
            assert_eq!(stem(name), expected);
        }
    }

    #[test]
    fn a_key_gives_its_number() {
        for (key, expected) in [
            ("MESOS-313", Some(313)),
            ("12", Some(12)),
            ("#12", Some(12)),
            ("X-0", None),
            ("99999999999", None),
            ("abc", None),
            ("", None),
        ] {
            assert_eq!(number(key), expected, "{key}");
        }
    }
}
