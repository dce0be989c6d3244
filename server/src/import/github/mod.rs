//! GitHub archives: issues and pull requests become tickets of one list.

mod archive;
mod comments;
mod milestones;
#[cfg(test)]
mod tests;
mod unreadable;

use std::collections::{BTreeMap, HashMap};

use actors::domain::{
    date::Instant,
    entity::Color,
    ids::{LabelId, ListId, TicketId, UserId},
    kinds::import::order::{ImportList, ImportSource, ImportStatus, ImportTicket, imported_id},
    limits,
};
use serde_json::value::RawValue;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use self::archive::{Item, Numbered};
use super::{
    nearest_color,
    plan::{Context, Gatherer, ImportRefusal, Plan, PlannedTicket, RowRefusal},
    references, text,
};
use crate::words::import as words;

/// Distinguishes pull requests from issues; both are tickets.
const PULL_REQUEST: &str = "pull request";

/// Reads an archive. An error in an issue keeps that issue out. A file that is no complete archive is refused.
///
/// # Errors
/// If the bytes are not UTF-8, not JSON, no archive, or more than an import may hold.
pub fn parse(bytes: &[u8], file_name: &str, context: &Context) -> Result<Plan, ImportRefusal> {
    let archive = unreadable::archive(text::decode(bytes, |_| None)?)?;
    let repo = archive.repo.trim();
    let name = repo.rsplit('/').next().unwrap_or(repo);
    let list = limits::line("repo", name, limits::NAME_CHARS)
        .map_err(|refusal| ImportRefusal::invalid("repo", words::archive_repo(&refusal.message)))?;
    let mut reading = Reading::begin(context, repo, &list, file_name);
    let items = archive.issues.iter().map(|raw| (Kind::Issue, *raw));
    let items: Vec<_> = items.chain(archive.pulls.iter().map(|raw| (Kind::Pull, *raw))).collect();
    if items.len() > Plan::MOST_TICKETS {
        let most = Plan::MOST_TICKETS;
        return Err(ImportRefusal::too_large(words::archive_too_many(items.len(), most)));
    }
    for label in &archive.labels {
        reading.label(&label.name, label.color.as_deref().map_or(Color::Grey, nearest_color::nearest));
    }
    let items = reading.number(items);
    for (kind, item) in items {
        match reading.ticket(kind, &item) {
            Ok(ticket) => reading.plan.tickets.push(PlannedTicket { row: Some(item.number), ticket }),
            Err(no) => reading.plan.refuse(Some(item.number), no),
        }
    }
    let plan = reading.finish();
    plan.check_size(context)?;
    Ok(plan)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Issue,
    Pull,
}

/// An archive that is being read.
struct Reading<'a> {
    context: &'a Context,
    /// The name that ids are derived from: GitHub ignores the case of letters.
    source: String,
    file: &'a str,
    /// The address of the repository's page, if the repository has a plain name.
    address: Option<String>,
    list: ImportList,
    gatherer: Gatherer<'a>,
    labels: HashMap<String, LabelId>,
    /// The ticket of each `#12`.
    tickets: HashMap<u64, TicketId>,
    plan: Plan,
    /// The number of tickets and comments of deleted accounts.
    nameless_tickets: u64,
    nameless: u64,
}

impl<'a> Reading<'a> {
    fn begin(context: &'a Context, repo: &str, list: &str, file: &'a str) -> Self {
        let source = format!("github:{}", repo.to_lowercase());
        let id = ListId(imported_id(context.workspace, &source, "list", ""));
        Self {
            context,
            source,
            file,
            address: address(repo),
            list: ImportList { id, name: list.to_owned() },
            // A login is the same person in all repositories.
            gatherer: Gatherer::new(context, "github"),
            labels: HashMap::new(),
            tickets: HashMap::new(),
            plan: Plan::default(),
            nameless_tickets: 0,
            nameless: 0,
        }
    }

    /// Reads all valid entries and gives every number its ticket, before any text is read.
    fn number(&mut self, raws: Vec<(Kind, &RawValue)>) -> Vec<(Kind, Item)> {
        let mut items = Vec::with_capacity(raws.len());
        for (place, (kind, raw)) in raws.into_iter().enumerate() {
            match unreadable::entry::<Item>(raw) {
                Ok(item) if self.tickets.contains_key(&item.number) => {
                    let no = RowRefusal::doubled(words::number_twice(item.number));
                    self.plan.refuse(Some(item.number), no);
                }
                Ok(item) => {
                    let id = TicketId(self.id("ticket", &item.number.to_string()));
                    self.tickets.insert(item.number, id);
                    items.push((kind, item));
                }
                Err(why) => {
                    let row = serde_json::from_str(raw.get()).ok().map(|it: Numbered| it.number);
                    let message = words::entry_unreadable(place + 1, &why);
                    self.plan.refuse(row, RowRefusal::invalid(message));
                }
            }
        }
        items
    }

    fn ticket(&mut self, kind: Kind, item: &Item) -> Result<ImportTicket, RowRefusal> {
        let id = self.tickets.get(&item.number).copied();
        let id = id.ok_or_else(|| RowRefusal::invalid(words::NUMBER_UNKNOWN))?;
        let title = text::title(&item.title)?;
        let body = item.body.as_deref().unwrap_or_default();
        let description = text::prose("description", body, limits::DESCRIPTION_BYTES)?;
        let status = status(kind, item)?;
        let created_at = instant("createdAt", &item.created_at)?;
        let closed = item.closed_at.as_deref().or(item.merged_at.as_deref());
        let closed_at = closed.map(|text| instant("closedAt", text)).transpose()?;
        for (what, names, most) in
            [("labels", &item.labels, limits::LABELS - 1), ("assignees", &item.assignees, limits::ASSIGNEES)]
        {
            if names.len() > most {
                return Err(RowRefusal::invalid(words::item_has_too_many(what, names.len(), most)));
            }
        }
        // From here on the ticket is taken: only now are its people and labels added.
        let mut labels = unique(item.labels.iter().filter_map(|name| self.label(name, Color::Grey)));
        if kind == Kind::Pull {
            labels.extend(self.label(PULL_REQUEST, Color::Indigo).filter(|id| !labels.contains(id)));
        }
        let created_by = self.person(item.author.as_deref());
        self.nameless_tickets += u64::from(created_by.is_none());
        Ok(ImportTicket {
            id,
            number: wish(item.number),
            title,
            description: self.linked(description, limits::DESCRIPTION_BYTES),
            status,
            created_by,
            created_at: Some(created_at),
            closed_at,
            closed_by: self.person(item.merged_by.as_deref()),
            assignees: unique(item.assignees.iter().filter_map(|name| self.gatherer.person(name))),
            labels,
            list: Some(self.list.id),
            priority: None,
            start_date: None,
            due_date: None,
            comments: self.comments(item),
            source: self.source_of(kind, item.number),
            fields: BTreeMap::new(),
            task_type: item.issue_type.as_ref().and_then(|it| self.gatherer.task_type(it.name())),
            components: Vec::new(),
            fix_versions: item
                .milestone
                .as_ref()
                .and_then(|it| milestones::version(&mut self.gatherer, it))
                .into_iter()
                .collect(),
        })
    }

    fn source_of(&self, kind: Kind, number: u64) -> ImportSource {
        let page = if kind == Kind::Pull { "pull" } else { "issues" };
        let address = self.address.as_ref().map(|repo| format!("{repo}/{page}/{number}"));
        ImportSource { key: Some(format!("#{number}")), file: self.file.to_owned(), address }
    }

    fn finish(mut self) -> Plan {
        for (what, count) in [("task", self.nameless_tickets), ("comment", self.nameless)] {
            if count > 0 {
                self.plan.report.note(None, words::of_deleted_accounts(count, what));
            }
        }
        self.gatherer.note_missing(&mut self.plan.report);
        self.plan.frame = self.gatherer.frame;
        self.plan.frame.list = Some(self.list);
        self.plan.frame.canceled = self.plan.tickets.iter().any(|it| it.ticket.status == ImportStatus::Canceled);
        self.plan.tickets.sort_by_key(|it| it.row);
        self.plan
    }

    fn id(&self, kind: &str, key: &str) -> Uuid {
        imported_id(self.context.workspace, &self.source, kind, key)
    }

    fn person(&mut self, name: Option<&str>) -> Option<UserId> {
        name.and_then(|name| self.gatherer.person(name))
    }

    fn label(&mut self, name: &str, color: Color) -> Option<LabelId> {
        if let Some(id) = self.labels.get(name) {
            return Some(*id);
        }
        let id = self.gatherer.label(name, color);
        match id {
            Some(id) => {
                self.labels.insert(name.to_owned(), id);
            }
            None => self.plan.report.note(None, words::label_skipped(&text::quote(name))),
        }
        id
    }

    /// The text with its references as links, if the result is not too long.
    fn linked(&self, text: String, bytes: usize) -> String {
        let linked = references::link(&text, |number| self.tickets.get(&number.parse().ok()?).copied());
        if linked.len() > bytes { text } else { linked }
    }
}

/// A closed issue is done unless it says otherwise; a pull request is done only if it was merged.
fn status(kind: Kind, item: &Item) -> Result<ImportStatus, RowRefusal> {
    match item.state.to_ascii_uppercase().as_str() {
        "OPEN" => Ok(ImportStatus::Open),
        "MERGED" => Ok(ImportStatus::Completed),
        "CLOSED" if item.merged_at.is_some() => Ok(ImportStatus::Completed),
        "CLOSED" if kind == Kind::Pull => Ok(ImportStatus::Canceled),
        "CLOSED" => match item.state_reason.as_deref() {
            Some("NOT_PLANNED" | "DUPLICATE") => Ok(ImportStatus::Canceled),
            _ => Ok(ImportStatus::Completed),
        },
        other => Err(RowRefusal::invalid(words::state_unknown(&text::quote(other)))),
    }
}

/// The address of the repository's page. The name comes from the file, so the page is linked only if the name is a
/// plain `owner/name`.
fn address(repo: &str) -> Option<String> {
    let (owner, name) = repo.split_once('/')?;
    let plain = |part: &str| {
        !part.is_empty()
            && part.len() <= limits::NAME_CHARS
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    (plain(owner) && plain(name)).then(|| format!("https://github.com/{owner}/{name}"))
}

/// The number that the ticket should keep. No number may be so large that no further ones fit behind it.
fn wish(number: u64) -> Option<i64> {
    i64::try_from(number).ok().filter(|number| (1..=super::MOST_NUMBER).contains(number))
}

fn instant(field: &str, text: &str) -> Result<Instant, RowRefusal> {
    let at = OffsetDateTime::parse(text, &Rfc3339).ok().filter(|at| (1970..=2999).contains(&at.year()));
    at.map(Instant::new).ok_or_else(|| RowRefusal::invalid(words::field_not_a_date(field, &text::quote(text))))
}

fn unique<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut kept, item| {
        if !kept.contains(&item) {
            kept.push(item);
        }
        kept
    })
}
