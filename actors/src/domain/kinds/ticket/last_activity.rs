//! The last activity of a ticket: the newest activity of the kinds of which subscribers are notified.

use std::collections::BTreeMap;

use super::{EarlierActivity, LastActivity, Ticket};
use crate::domain::{
    date::Instant,
    entity::ActivityKind,
    ids::{ActivityId, UserId},
};

/// True if subscribers are notified of activities of this kind (IN2). Other activities stand only in the history of the
/// ticket.
fn notifies(kind: ActivityKind) -> bool {
    use ActivityKind::{AssigneeChange, Comment, CreatedAt, NameChange, StatusChange};
    matches!(kind, CreatedAt | Comment | StatusChange | AssigneeChange | NameChange)
}

/// Activities of one person that are at most this far apart are shown to subscribers as one (AG2).
const PAUSE_MILLIS: u64 = 60_000;

/// The kinds of the activities that are read as one with the newest, oldest first; empty for one kind alone.
fn gathered(last: Option<&LastActivity>, kind: &str, user_id: UserId, at: Instant) -> Vec<String> {
    let Some(last) = last.filter(|last| last.user_id == user_id && at.millis() <= last.at.millis() + PAUSE_MILLIS)
    else {
        return Vec::new();
    };
    let mut kinds = if last.kinds.is_empty() { vec![last.kind.clone()] } else { last.kinds.clone() };
    kinds.retain(|known| known != kind);
    if kinds.is_empty() {
        return kinds;
    }
    kinds.push(kind.to_owned());
    kinds
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
    let kinds = gathered(ticket.last_activity.as_ref(), kind.word(), user_id, at);
    let (mut number, mut earlier) = (1, BTreeMap::new());
    if let Some(last) = ticket.last_activity.take() {
        number = last.number + 1;
        earlier = last.earlier;
        if last.kind != ActivityKind::CreatedAt.word() {
            earlier.insert(last.kind, EarlierActivity { user_id: last.user_id, number: last.number });
        }
        earlier.remove(kind.word());
    }
    ticket.last_activity = Some(LastActivity { id, kind: kind.word().to_owned(), kinds, user_id, at, number, earlier });
}
