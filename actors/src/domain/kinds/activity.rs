//! A ticket's history: comments, and what edits left behind.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::{
    date::Instant,
    ids::{ActivityId, TicketId, UserId},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ActivityKind {
    CreatedAt,
    NameChange,
    StatusChange,
    ListsChange,
    AssigneeChange,
    Comment,
    Description,
    /// Any other field; `data.field` names it.
    CustomFieldChange,
    SubtaskAdded,
    TaskTrashed,
    TaskRestored,
}

impl ActivityKind {
    /// The word of the kind on the wire and in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::CreatedAt => "createdAt",
            Self::NameChange => "nameChange",
            Self::StatusChange => "statusChange",
            Self::ListsChange => "listsChange",
            Self::AssigneeChange => "assigneeChange",
            Self::Comment => "comment",
            Self::Description => "description",
            Self::CustomFieldChange => "customFieldChange",
            Self::SubtaskAdded => "subtaskAdded",
            Self::TaskTrashed => "taskTrashed",
            Self::TaskRestored => "taskRestored",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Activity {
    pub id: ActivityId,
    pub ticket_id: TicketId,
    pub kind: ActivityKind,
    pub user_id: UserId,
    /// A comment's text, Markdown.
    pub message: Option<String>,
    /// `{from, to}`, `{added, removed}`, and `field` with customFieldChange.
    #[ts(type = "Record<string, unknown> | null")]
    #[schema(value_type = Option<Object>)]
    pub data: Option<serde_json::Value>,
    pub created_at: Instant,
    /// When its text was last edited.
    pub updated_at: Option<Instant>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_a_kind_is_its_name_on_the_wire() -> Result<(), serde_json::Error> {
        use ActivityKind::*;
        for kind in [
            CreatedAt,
            NameChange,
            StatusChange,
            ListsChange,
            AssigneeChange,
            Comment,
            Description,
            CustomFieldChange,
            SubtaskAdded,
            TaskTrashed,
            TaskRestored,
        ] {
            assert_eq!(serde_json::to_value(kind)?, kind.word());
        }
        Ok(())
    }
}
