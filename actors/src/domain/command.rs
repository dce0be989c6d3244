//! What somebody can ask for.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::{
    date::PlainDate,
    entity::{Color, LinkKind, Priority, Role, StatusCategory},
    ids::{ActivityId, LabelId, LinkId, ListId, StatusId, TicketId, UserId},
    limits,
    reading::{blamed, expected, no_array_for_an_object},
    refusal::{Refusal, RefusalCode},
};
use crate::words;

/// A command of a client, by its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all_fields = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub enum Command {
    #[serde(rename = "workspace.update")]
    WorkspaceUpdate { patch: WorkspacePatch },
    #[serde(rename = "member.setRole")]
    MemberSetRole { user_id: UserId, role: Role },
    #[serde(rename = "member.remove")]
    MemberRemove { user_id: UserId },
    #[serde(rename = "status.create")]
    StatusCreate { status_id: StatusId, name: String, category: StatusCategory, after: Option<StatusId> },
    #[serde(rename = "status.update")]
    StatusUpdate { status_id: StatusId, patch: StatusPatch },
    #[serde(rename = "status.move")]
    StatusMove { status_id: StatusId, after: Option<StatusId> },
    #[serde(rename = "status.delete")]
    StatusDelete { status_id: StatusId, move_to: StatusId },
    #[serde(rename = "list.create")]
    ListCreate { list_id: ListId, name: String, color: Option<Color>, after: Option<ListId> },
    #[serde(rename = "list.update")]
    ListUpdate { list_id: ListId, patch: NamedPatch },
    #[serde(rename = "list.move")]
    ListMove { list_id: ListId, after: Option<ListId> },
    #[serde(rename = "list.delete")]
    ListDelete { list_id: ListId, move_to: Option<ListId> },
    #[serde(rename = "label.create")]
    LabelCreate { label_id: LabelId, name: String, color: Option<Color> },
    #[serde(rename = "label.update")]
    LabelUpdate { label_id: LabelId, patch: NamedPatch },
    #[serde(rename = "label.delete")]
    LabelDelete { label_id: LabelId },
    #[serde(rename = "ticket.create")]
    TicketCreate(Box<NewTicket>),
    #[serde(rename = "ticket.update")]
    TicketUpdate { ticket_id: TicketId, patch: Box<TicketPatch> },
    #[serde(rename = "tickets.update")]
    TicketsUpdate { ticket_ids: Vec<TicketId>, patch: Box<TicketPatch> },
    #[serde(rename = "ticket.trash")]
    TicketTrash { ticket_id: TicketId },
    #[serde(rename = "ticket.restore")]
    TicketRestore { ticket_id: TicketId },
    #[serde(rename = "ticket.delete")]
    TicketDelete { ticket_id: TicketId },
    #[serde(rename = "tickets.trash")]
    TicketsTrash { ticket_ids: Vec<TicketId> },
    #[serde(rename = "tickets.restore")]
    TicketsRestore { ticket_ids: Vec<TicketId> },
    #[serde(rename = "ticket.move")]
    TicketMove { ticket_id: TicketId, list_id: ListId, after: Option<TicketId> },
    #[serde(rename = "tickets.move")]
    TicketsMove { ticket_ids: Vec<TicketId>, list_id: ListId, after: Option<TicketId> },
    #[serde(rename = "subtask.move")]
    SubtaskMove { ticket_id: TicketId, after: Option<TicketId> },
    #[serde(rename = "link.create")]
    LinkCreate {
        link_id: LinkId,
        /// The link's kind; `kind` is the command's.
        #[serde(rename = "linkKind")]
        link_kind: LinkKind,
        from_ticket_id: TicketId,
        to_ticket_id: TicketId,
    },
    #[serde(rename = "link.delete")]
    LinkDelete { link_id: LinkId },
    #[serde(rename = "comment.create")]
    CommentCreate { comment_id: ActivityId, ticket_id: TicketId, message: String },
    #[serde(rename = "comment.update")]
    CommentUpdate { comment_id: ActivityId, message: String },
    #[serde(rename = "comment.delete")]
    CommentDelete { comment_id: ActivityId },
    #[serde(rename = "reaction.add")]
    ReactionAdd { activity_id: ActivityId, emoji: String },
    #[serde(rename = "reaction.remove")]
    ReactionRemove { activity_id: ActivityId, emoji: String },
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct WorkspacePatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub icon: Option<Option<String>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct StatusPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub category: Option<StatusCategory>,
}

/// A list's or a label's patch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct NamedPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// Members to put into a set and to take out of it; concurrent additions both survive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetPatch<T> {
    #[serde(default = "Vec::new")]
    pub add: Vec<T>,
    #[serde(default = "Vec::new")]
    pub remove: Vec<T>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct NewTicket {
    pub ticket_id: TicketId,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_id: Option<StatusId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_ids: Option<Vec<ListId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignees_ids: Option<Vec<UserId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<LabelId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_date: Option<PlainDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_date: Option<PlainDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_by: Option<UserId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_ticket_id: Option<TicketId>,
}

/// Absent leaves a field alone, null clears it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct TicketPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(deserialize_with = "cleared", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub status_id: Option<StatusId>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub assignees_ids: Option<SetPatch<UserId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub labels: Option<SetPatch<LabelId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub lists: Option<SetPatch<ListId>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Priority | null")]
    pub priority: Option<Option<Priority>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub start_date: Option<Option<PlainDate>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub due_date: Option<Option<PlainDate>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub report_by: Option<Option<UserId>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub parent_ticket_id: Option<Option<TicketId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub private: Option<bool>,
}

/// Keeps null apart from absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Refuses null: the field cannot be cleared.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads null as the empty text.
fn cleared<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer).map(|text: Option<String>| Some(text.unwrap_or_default()))
}

impl Command {
    /// Reads a command; what is wrong with it is said with a code and, where one is to blame, the field.
    pub fn from_json(text: &str) -> Result<Self, Refusal> {
        no_array_for_an_object(text)?;
        let command: Self = serde_json::from_str(text).map_err(|error| refusal_of(text, &error))?;
        command.check_size()?;
        Ok(command)
    }

    /// Refuses a patch whose bytes times the number of tickets exceed an event. This is checked when the command is
    /// read: reading 700 tickets before refusing it would cost a node more than the refusal saves.
    fn check_size(&self) -> Result<(), Refusal> {
        match self {
            Self::TicketsUpdate { ticket_ids, patch }
                if ticket_ids.len() > 1
                    && limits::encoded(patch).saturating_mul(ticket_ids.len()) > limits::EVENT_BYTES =>
            {
                Err(limits::too_large())
            }
            _ => Ok(()),
        }
    }

    /// How many tickets the command names; 0 for a command of one ticket or of none.
    pub fn tickets(&self) -> usize {
        match self {
            Self::TicketsUpdate { ticket_ids, .. }
            | Self::TicketsTrash { ticket_ids }
            | Self::TicketsRestore { ticket_ids }
            | Self::TicketsMove { ticket_ids, .. } => ticket_ids.len(),
            _ => 0,
        }
    }
}

/// serde says what it met only in words; these are the two that have codes of their own.
fn refusal_of(text: &str, error: &serde_json::Error) -> Refusal {
    if !error.is_data() {
        return Refusal::new(RefusalCode::ValidationFailed, words::NOT_JSON);
    }
    let said = error.to_string();
    let quoted = said.split('`').nth(1).unwrap_or_default().to_owned();
    if said.starts_with("unknown variant") && said.contains("`workspace.update`") {
        return Refusal::new(RefusalCode::UnknownKind, words::no_such_command(&quoted)).with_field("kind");
    }
    if said.starts_with("unknown field") {
        return Refusal::new(RefusalCode::UnknownField, words::no_such_field(&quoted)).with_field(&quoted);
    }
    if said.starts_with("missing field") {
        return Refusal::new(RefusalCode::ValidationFailed, words::FIELD_MISSING).with_field(&quoted);
    }
    let refusal = Refusal::new(RefusalCode::ValidationFailed, expected(&said));
    let read = |value: &Value| Command::deserialize(value).map(drop).map_err(|error| error.to_string());
    match blamed(text, &said, read) {
        Some(field) => refusal.with_field(&field),
        None => refusal,
    }
}
