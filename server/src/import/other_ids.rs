//! New ids for imported tickets whose id belongs to a ticket that the importer may not see, and for lists likewise.
//!
//! The importer must not learn that such a ticket exists. So the imported ticket gets another id, derived
//! from the first id and the target list. Importing the same file again derives the same id.

use std::collections::HashMap;

use actors::domain::ids::{ActivityId, ListId, TicketId};
use uuid::Uuid;

use super::plan::Plan;

/// The next id to try, after an id that is taken.
pub(super) fn next(id: TicketId, list: Option<ListId>) -> TicketId {
    TicketId(again(id.0, list))
}

/// The next id to try for a new list, after an id that is taken.
pub(super) fn next_list(id: ListId) -> ListId {
    ListId(again(id.0, None))
}

/// Gives the file's new list another id.
pub(super) fn put_list(plan: &mut Plan, ids: Option<(ListId, ListId)>) {
    let Some((old, new)) = ids else { return };
    plan.frame.list.iter_mut().for_each(|list| list.id = new);
    let targets = plan.tickets.iter_mut().filter_map(|planned| planned.ticket.list.as_mut());
    targets.filter(|list| **list == old).for_each(|list| *list = new);
}

fn again(id: Uuid, list: Option<ListId>) -> Uuid {
    Uuid::new_v5(&id, list.map_or(Uuid::nil(), |list| list.0).as_bytes())
}

/// Replaces the tickets' ids, also in their comments and in the links in all texts.
pub(super) fn apply(plan: &mut Plan, others: &HashMap<TicketId, TicketId>) {
    if others.is_empty() {
        return;
    }
    for planned in &mut plan.tickets {
        let ticket = &mut planned.ticket;
        if let Some(other) = others.get(&ticket.id) {
            ticket.id = *other;
            for comment in &mut ticket.comments {
                comment.id = ActivityId(Uuid::new_v5(&comment.id.0, other.0.as_bytes()));
            }
        }
        relink(&mut ticket.description, others);
        ticket.comments.iter_mut().for_each(|comment| relink(&mut comment.message, others));
    }
}

/// The form of links that `references` writes.
const LINK: &str = "(ticket:";
const ID: usize = 36;

fn relink(text: &mut String, others: &HashMap<TicketId, TicketId>) {
    let mut at = 0;
    while let Some(found) = text[at..].find(LINK) {
        let start = at + found + LINK.len();
        at = start;
        let id = text.get(start..start + ID).and_then(|id| Uuid::try_parse(id).ok());
        if let Some(other) = id.and_then(|id| others.get(&TicketId(id))) {
            // Both ids have the same length.
            text.replace_range(start..start + ID, &other.0.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_follow_a_ticket_that_got_another_id() {
        let (old, kept) = (TicketId(Uuid::from_u128(1)), TicketId(Uuid::from_u128(2)));
        let new = next(old, None);
        let mut text = format!("[#1](ticket:{old}) [#2](ticket:{kept}) (ticket:é");
        relink(&mut text, &HashMap::from([(old, new)]));
        assert_eq!(text, format!("[#1](ticket:{new}) [#2](ticket:{kept}) (ticket:é"));
    }
}
