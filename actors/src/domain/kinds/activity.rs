//! A ticket's history: comments, and what edits left behind.

pub mod commands;
pub mod passage;
pub mod thread;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::{
    date::Instant,
    ids::{ActivityId, AttributeId, ListId, TicketId, UserId},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ActivityKind {
    CreatedAt,
    NameChange,
    StatusChange,
    /// One list more, one list fewer, or one list in the place of another.
    ListsChange,
    /// Any other change of the lists.
    MultipleListsChange,
    AssigneeChange,
    Comment,
    /// A comment was deleted. `data.userId` is its author.
    CommentDeleted,
    Description,
    /// Any other field; `data.field` names it.
    CustomFieldChange,
    /// Another reporter. The creator of a ticket never changes.
    CreatedUserIdChange,
    /// In the history of the parent.
    SubtaskAdded,
    /// In the history of the subtask.
    SubtaskAddedItem,
    /// The status of the ticket was deleted. `data.name` is the name that it had.
    StatusRemoved,
    /// An option that the ticket had was deleted. `data.field` is its attribute, `data.name` the name that it had.
    FieldOptionRemoved,
    TaskTypeChange,
    /// The type of the ticket was deleted. `data.name` is the name that it had.
    TaskTypeRemoved,
    ComponentsChange,
    FixVersionsChange,
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
            Self::MultipleListsChange => "multipleListsChange",
            Self::AssigneeChange => "assigneeChange",
            Self::Comment => "comment",
            Self::CommentDeleted => "commentDeleted",
            Self::Description => "description",
            Self::CustomFieldChange => "customFieldChange",
            Self::CreatedUserIdChange => "createdUserIdChange",
            Self::SubtaskAdded => "subtaskAdded",
            Self::SubtaskAddedItem => "subtaskAddedItem",
            Self::StatusRemoved => "statusRemoved",
            Self::FieldOptionRemoved => "fieldOptionRemoved",
            Self::TaskTypeChange => "taskTypeChange",
            Self::TaskTypeRemoved => "taskTypeRemoved",
            Self::ComponentsChange => "componentsChange",
            Self::FixVersionsChange => "fixVersionsChange",
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
    /// `{from, to}`, `{added, removed}`, and `field` with customFieldChange. For a comment: thread and passage (CT5).
    #[ts(type = "Record<string, unknown> | null")]
    #[schema(value_type = Option<Object>)]
    pub data: Option<serde_json::Value>,
    pub created_at: Instant,
    /// When its text was last edited.
    pub updated_at: Option<Instant>,
}

impl Activity {
    /// The lists that a change of lists names.
    pub fn lists_named(&self) -> impl Iterator<Item = ListId> {
        let is_of_lists = matches!(self.kind, ActivityKind::ListsChange | ActivityKind::MultipleListsChange);
        let sides = self.data.iter().filter(move |_| is_of_lists);
        sides
            .flat_map(|data| ["added", "removed"].into_iter().filter_map(|side| data.get(side)?.as_array()))
            .flatten()
            .filter_map(|id| id.as_str()?.parse().ok().map(ListId))
    }

    /// The attribute whose value changed.
    pub fn attribute_named(&self) -> Option<AttributeId> {
        let is_of_value = matches!(self.kind, ActivityKind::CustomFieldChange | ActivityKind::FieldOptionRemoved);
        let field = self.data.as_ref().filter(|_| is_of_value)?.get("field")?;
        field.as_str()?.parse().ok().map(AttributeId)
    }

    /// The activity without the names of some lists. None if it named no others.
    pub fn without_lists(mut self, hidden: &HashSet<ListId>) -> Option<Self> {
        if self.lists_named().all(|list| !hidden.contains(&list)) {
            return Some(self);
        }
        let data = self.data.as_mut()?;
        for side in ["added", "removed"] {
            let Some(ids) = data.get_mut(side).and_then(serde_json::Value::as_array_mut) else { continue };
            ids.retain(|id| !id.as_str().and_then(|id| id.parse().ok()).is_some_and(|id| hidden.contains(&ListId(id))));
        }
        let is_of_several =
            ["added", "removed"].iter().any(|side| data[side].as_array().is_some_and(|it| it.len() > 1));
        if !is_of_several {
            // The other kind would tell that there was another list.
            self.kind = ActivityKind::ListsChange;
        }
        let names_others = self.lists_named().next().is_some();
        names_others.then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn hm4_a_change_of_lists_is_told_without_hidden_lists_and_not_at_all_if_it_names_no_others() {
        let [open, secret] = [1, 2].map(|n| ListId(Uuid::from_u128(n)));
        let moved = |added: &[ListId], removed: &[ListId]| Activity {
            id: ActivityId(Uuid::nil()),
            ticket_id: TicketId(Uuid::nil()),
            kind: if added.len() > 1 { ActivityKind::MultipleListsChange } else { ActivityKind::ListsChange },
            user_id: UserId(Uuid::nil()),
            message: None,
            data: Some(serde_json::json!({"added": added, "removed": removed})),
            created_at: Instant::new(time::OffsetDateTime::UNIX_EPOCH),
            updated_at: None,
        };
        let hidden = HashSet::from([secret]);
        assert_eq!(moved(&[open], &[secret]).without_lists(&hidden), Some(moved(&[open], &[])));
        assert_eq!(moved(&[], &[secret]).without_lists(&hidden), None);
        assert_eq!(moved(&[open, secret], &[]).without_lists(&hidden), Some(moved(&[open], &[])));
        assert_eq!(moved(&[secret], &[]).without_lists(&HashSet::new()), Some(moved(&[secret], &[])));
    }

    #[test]
    fn the_word_of_a_kind_is_its_name_on_the_wire() -> Result<(), serde_json::Error> {
        use ActivityKind::*;
        for kind in [
            CreatedAt,
            NameChange,
            StatusChange,
            ListsChange,
            MultipleListsChange,
            AssigneeChange,
            Comment,
            CommentDeleted,
            Description,
            CustomFieldChange,
            CreatedUserIdChange,
            SubtaskAdded,
            SubtaskAddedItem,
            StatusRemoved,
            FieldOptionRemoved,
            TaskTypeChange,
            TaskTypeRemoved,
            ComponentsChange,
            FixVersionsChange,
            TaskTrashed,
            TaskRestored,
        ] {
            assert_eq!(serde_json::to_value(kind)?, kind.word());
        }
        Ok(())
    }
}
