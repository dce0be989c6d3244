//! Texts of notifications, in mails and push messages, and on the page that ends the mails.

pub const STOP: &str = "Unsubscribe";
pub const LIST_TAKEN: &str = "A list is no longer shared with you";

#[must_use]
pub fn subject_of_several(count: usize, workspace: &str) -> String {
    format!("{count} updates in {workspace}")
}

#[must_use]
pub fn more_changes(count: usize) -> String {
    format!("and {count} more")
}

/// A person whom the workspace no longer knows.
pub const SOMEONE: &str = "Someone";

#[must_use]
pub fn mentioned(who: &str) -> String {
    format!("{who} mentioned you")
}

#[must_use]
pub fn commented(who: &str) -> String {
    format!("{who} commented")
}

#[must_use]
pub fn assigned(who: &str) -> String {
    format!("{who} assigned this task to you")
}

#[must_use]
pub fn unassigned(who: &str) -> String {
    format!("{who} removed you as an assignee")
}

#[must_use]
pub fn created(who: &str) -> String {
    format!("{who} created this task")
}

#[must_use]
pub fn status(who: &str, status: Option<&str>) -> String {
    status.map_or_else(|| format!("{who} changed the status"), |status| format!("{who} changed the status to {status}"))
}

#[must_use]
pub fn renamed(who: &str) -> String {
    format!("{who} renamed this task")
}

/// `day` is a day in the format of mails.
#[must_use]
pub fn due(day: &str) -> String {
    format!("Due on {day}")
}

#[must_use]
pub fn list_shared(who: &str, list: &str) -> String {
    format!("{who} shared the list {list} with you")
}

#[must_use]
pub fn member_again(who: &str, workspace: &str) -> String {
    format!("{who} made you a member of {workspace} again")
}

#[must_use]
pub fn member_no_longer(workspace: &str) -> String {
    format!("You're no longer a member of {workspace}")
}

// The page that ends mails.

pub const UNSUBSCRIBE_TEXT: &str = "You can turn emails on again in your preferences.";
pub const UNSUBSCRIBED_TEXT: &str = "You get no more emails about it. You can turn them on again in your preferences.";
pub const UNSUBSCRIBE_UNKNOWN: &str = "This link isn't valid";
pub const UNSUBSCRIBE_UNKNOWN_TEXT: &str = "Use the link of a newer email, or turn emails off in your preferences.";

#[must_use]
pub fn unsubscribe_question(workspace: &str) -> String {
    format!("Stop emails about {workspace}?")
}

#[must_use]
pub fn unsubscribed(workspace: &str) -> String {
    format!("You've unsubscribed from {workspace}")
}
