//! Of which activities the subscribers of a ticket are notified, and the newest of them.

use super::{LastActivity, Ticket};
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
    let number = ticket.last_activity.as_ref().map_or(0, |last| last.number) + 1;
    ticket.last_activity = Some(LastActivity { id, kind: kind.word().to_owned(), user_id, at, number });
}
