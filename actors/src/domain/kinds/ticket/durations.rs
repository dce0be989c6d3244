//! The times of a ticket that follow from its status. All commands that set a status use the one function here.

use crate::domain::{
    date::Instant,
    entity::{Status, StatusCategory, Ticket},
    ids::UserId,
};

/// Puts a ticket into a status and updates completion and durations. `by` is `None` if the person is unknown.
pub(in crate::domain::kinds) fn enter_status(ticket: &mut Ticket, status: &Status, by: Option<UserId>, at: Instant) {
    if ticket.status_id != status.id {
        ticket.previous_status_id = Some(ticket.status_id);
        ticket.status_id = status.id;
    }
    if let Some(since) = ticket.in_progress_since.take() {
        if status.category == StatusCategory::Started {
            ticket.in_progress_since = Some(since);
        } else {
            ticket.in_progress_for += at.seconds_since(since);
        }
    } else if status.category == StatusCategory::Started {
        ticket.in_progress_since = Some(at);
    }
    match (ticket.completed, status.category == StatusCategory::Completed) {
        (false, true) => {
            ticket.completed = true;
            ticket.completed_at = Some(at);
            ticket.completed_by_user_id = by;
        }
        (true, false) => {
            ticket.completed = false;
            ticket.completed_at = None;
            ticket.completed_by_user_id = None;
        }
        _ => {}
    }
    settle(ticket);
}

/// `completedIn` and `delayedFor` follow from completion, creation and the due date.
pub(in crate::domain::kinds) fn settle(ticket: &mut Ticket) {
    ticket.completed_in = ticket.completed_at.map(|at| at.seconds_since(ticket.created_at));
    ticket.delayed_for = match (ticket.completed_at, ticket.due_date) {
        (Some(at), Some(due)) => Some(at.seconds_since(due.end())),
        _ => None,
    };
}
