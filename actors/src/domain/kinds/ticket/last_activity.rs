//! Of which activities the subscribers of a ticket are notified, and the newest of them.

use std::collections::BTreeMap;

use super::{EarlierActivity, LastActivity, Ticket};
use crate::domain::{
    date::Instant,
    entity::ActivityKind,
    ids::{ActivityId, UserId},
};

/// Whether subscribers are notified of activities of this kind (IN2). The others are read in the history of the ticket.
fn notifies(kind: ActivityKind) -> bool {
    use ActivityKind::{AssigneeChange, Comment, CreatedAt, NameChange, StatusChange};
    matches!(kind, CreatedAt | Comment | StatusChange | AssigneeChange | NameChange)
}

/// Makes an activity the last one of its ticket, if subscribers are notified of its kind.
pub(in crate::domain::kinds) fn set_last_activity(
    ticket: &mut Ticket,
    id: ActivityId,
    kind: ActivityKind,
    user_id: UserId,
    at: Instant,
) {
    if !notifies(kind) {
        return;
    }
    let (mut number, mut earlier) = (1, BTreeMap::new());
    if let Some(last) = ticket.last_activity.take() {
        number = last.number + 1;
        earlier = last.earlier;
        if last.kind != ActivityKind::CreatedAt.word() {
            earlier.insert(last.kind, EarlierActivity { user_id: last.user_id, number: last.number });
        }
        earlier.remove(kind.word());
    }
    ticket.last_activity = Some(LastActivity { id, kind: kind.word().to_owned(), user_id, at, number, earlier });
}
