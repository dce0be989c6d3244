//! A plan in batches that one event can carry.

use actors::domain::kinds::attribute::value::FieldEdit;
use actors::domain::kinds::import::order::{ImportFrame, ImportTicket};

use super::plan::PlannedTicket;

/// Small enough for people to see tickets arrive while the import goes on.
const TICKETS: usize = 50;
/// An event reaches every socket of the workspace, and a socket's outbox holds a mebibyte.
const BYTES: usize = 256 * 1024;
/// People or labels of one event.
const FRAME: usize = 500;

/// Attributes of one event: each may have as many options as an attribute can.
const ATTRIBUTES: usize = 4;

/// The rows of a plan's configuration in batches; the list is in the first.
pub(super) fn frames(frame: ImportFrame) -> Vec<ImportFrame> {
    let ImportFrame { people, labels, list, canceled, attributes, task_types, components, fix_versions } = frame;
    let rows = [people.len(), labels.len(), task_types.len(), components.len(), fix_versions.len()];
    let count = rows.into_iter().max().unwrap_or(0).div_ceil(FRAME).max(attributes.len().div_ceil(ATTRIBUTES)).max(1);
    let (mut people, mut labels, mut list) = (people.into_iter(), labels.into_iter(), list);
    let (mut attributes, mut task_types) = (attributes.into_iter(), task_types.into_iter());
    let (mut components, mut fix_versions) = (components.into_iter(), fix_versions.into_iter());
    let part = |_| ImportFrame {
        people: people.by_ref().take(FRAME).collect(),
        labels: labels.by_ref().take(FRAME).collect(),
        list: list.take(),
        canceled,
        attributes: attributes.by_ref().take(ATTRIBUTES).collect(),
        task_types: task_types.by_ref().take(FRAME).collect(),
        components: components.by_ref().take(FRAME).collect(),
        fix_versions: fix_versions.by_ref().take(FRAME).collect(),
    };
    (0..count).map(part).collect()
}

/// The tickets in batches, in order. A ticket with many comments is split over several, each with some of the comments;
/// `first` is true for the first of them only.
pub(super) fn batches(tickets: Vec<PlannedTicket>) -> Vec<Vec<Part>> {
    let mut batches = Vec::new();
    let mut batch: Vec<Part> = Vec::new();
    let mut bytes = 0;
    for part in tickets.into_iter().flat_map(parts) {
        let more = size(&part.ticket);
        // No batch holds a ticket twice: one order can decide on a ticket only once.
        if !batch.is_empty() && (batch.len() >= TICKETS || bytes + more > BYTES || !part.first) {
            batches.push(std::mem::take(&mut batch));
            bytes = 0;
        }
        bytes += more;
        batch.push(part);
    }
    if !batch.is_empty() {
        batches.push(batch);
    }
    batches
}

/// A ticket with all or some of its comments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub row: Option<u64>,
    pub ticket: ImportTicket,
    /// Whether this is the first part of the ticket.
    pub first: bool,
}

fn parts(planned: PlannedTicket) -> Vec<Part> {
    let PlannedTicket { row, mut ticket } = planned;
    let comments = std::mem::take(&mut ticket.comments);
    let mut parts = vec![Part { row, ticket: ticket.clone(), first: true }];
    let mut bytes = size(&ticket);
    for comment in comments {
        let more = comment.message.len() + OVERHEAD;
        if bytes + more > BYTES {
            parts.push(Part { row, ticket: ticket.clone(), first: false });
            bytes = size(&ticket);
        }
        bytes += more;
        if let Some(part) = parts.last_mut() {
            part.ticket.comments.push(comment);
        }
    }
    parts
}

/// The size of an entity besides its texts, in bytes.
const OVERHEAD: usize = 512;

fn size(ticket: &ImportTicket) -> usize {
    let comments: usize = ticket.comments.iter().map(|comment| comment.message.len() + OVERHEAD).sum();
    let values: usize = ticket.fields.values().map(weight).sum();
    ticket.title.len() + ticket.description.len() + OVERHEAD + comments + values
}

/// The approximate bytes of a value, with the id of its attribute.
fn weight(edit: &Option<FieldEdit>) -> usize {
    48 + match edit {
        Some(FieldEdit::Value(value)) => value.weight(),
        Some(FieldEdit::Set { add, .. }) => add.len() * 40,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use actors::domain::{
        date::Instant,
        ids::{ActivityId, TicketId, UserId},
        kinds::import::order::{ImportComment, ImportPerson, ImportSource, ImportStatus},
    };
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;

    fn ticket(nth: u128, description: usize, comments: usize) -> PlannedTicket {
        let comment = |n: usize| ImportComment {
            id: ActivityId(Uuid::from_u128(n as u128)),
            by: None,
            at: Instant::new(OffsetDateTime::UNIX_EPOCH),
            message: "x".repeat(50_000),
        };
        let ticket = ImportTicket {
            id: TicketId(Uuid::from_u128(nth)),
            number: None,
            title: "T".to_owned(),
            description: "x".repeat(description),
            status: ImportStatus::Open,
            created_by: None,
            created_at: None,
            closed_at: None,
            closed_by: None,
            assignees: vec![],
            labels: vec![],
            list: None,
            priority: None,
            start_date: None,
            due_date: None,
            comments: (0..comments).map(comment).collect(),
            source: ImportSource::default(),
            fields: Default::default(),
            task_type: None,
            components: vec![],
            fix_versions: vec![],
        };
        PlannedTicket { row: None, ticket }
    }

    #[test]
    fn small_tickets_come_fifty_at_a_time() {
        let sizes: Vec<_> = batches((0..120).map(|nth| ticket(nth, 10, 0)).collect()).iter().map(Vec::len).collect();
        assert_eq!(sizes, [50, 50, 20]);
    }

    #[test]
    fn large_tickets_come_a_few_at_a_time() {
        let sizes: Vec<_> = batches((0..5).map(|nth| ticket(nth, 100_000, 0)).collect()).iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 2, 1]);
    }

    #[test]
    fn a_long_conversation_comes_in_parts_and_no_piece_holds_a_ticket_twice() {
        let batches = batches(vec![ticket(1, 10, 12), ticket(2, 10, 0)]);
        let comments: usize = batches.iter().flatten().map(|part| part.ticket.comments.len()).sum();
        let firsts = batches.iter().flatten().filter(|part| part.first).count();
        assert_eq!((comments, firsts, batches.len()), (12, 2, 3));
        for batch in &batches {
            assert!(batch.iter().map(|part| size(&part.ticket)).sum::<usize>() <= BYTES);
            let mut ids: Vec<_> = batch.iter().map(|part| part.ticket.id).collect();
            ids.dedup();
            assert_eq!(ids.len(), batch.len());
        }
    }

    #[test]
    fn a_frame_comes_in_parts_and_never_not_at_all() {
        assert_eq!(frames(ImportFrame::default()).len(), 1);
        let person = |n| ImportPerson { id: UserId(Uuid::from_u128(n)), username: "P".to_owned() };
        let frame = ImportFrame { people: (0..1_200).map(person).collect(), ..ImportFrame::default() };
        let sizes: Vec<_> = frames(frame).iter().map(|part| part.people.len()).collect();
        assert_eq!(sizes, [500, 500, 200]);
    }
}
