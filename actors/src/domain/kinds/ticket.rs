//! Tickets.

pub mod commands;
mod copy;
pub mod describe;
pub(super) mod durations;
pub(super) mod edit;
pub(super) mod fields;
pub(super) mod home;
pub(super) mod last_activity;
mod linked;
pub mod order;
pub mod removal;
pub mod trash;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::{
    date::{Instant, PlainDate},
    ids::{ActivityId, ComponentId, FixVersionId, LabelId, ListId, SprintId, StatusId, TaskTypeId, TicketId, UserId},
    kinds::attribute::value::{FieldValue, FieldValues, changed},
    rank::Rank,
};

/// How far ahead the work is meant; sorts by 0, 20, 40, 60, 80.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Priority {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

/// A ticket's place in one of its lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListRank {
    pub list_id: ListId,
    pub rank: Rank,
}

/// The origin of an imported ticket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// The ticket's key in the file: `#123`, `MESOS-313`. Null if the file has no keys.
    pub key: Option<String>,
    /// The file's name.
    pub file: String,
    /// The address of the ticket's page, http or https.
    pub address: Option<String>,
    /// A checksum of title and description as the import left them.
    pub words: String,
}

/// The newest activity of a ticket of which its subscribers are notified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastActivity {
    pub id: ActivityId,
    /// The kind of the activity: a word, since a later build may write kinds that this one does not know.
    pub kind: String,
    /// The kinds of what its author did to the ticket within a minute, oldest first and `kind` last. Absent if that is
    /// one kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub kinds: Vec<String>,
    pub user_id: UserId,
    pub at: Instant,
    /// Counts the activities of the ticket of which its subscribers are notified.
    #[ts(type = "number")]
    pub number: i64,
    /// The newest activity of each other kind, by the word of the kind: a person may want no news of some kinds. The creation,
    /// which is always number 1, is left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, EarlierActivity>>", optional)]
    pub earlier: BTreeMap<String, EarlierActivity>,
}

/// The newest activity of a kind, if a ticket has a newer one of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierActivity {
    pub user_id: UserId,
    #[ts(type = "number")]
    pub number: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ticket {
    pub id: TicketId,
    /// Shown as `KEY-12` if the workspace gave the number, and as `MY-12` if a person's own scope gave it to a private
    /// ticket. Negative for a private ticket that keeps a number of the workspace: -12 is `KEY-12`.
    #[ts(type = "number")]
    pub number: i64,
    /// Lives in its creator's personal scope.
    pub private: bool,
    pub title: String,
    /// Markdown. Not in snapshots and not kept in memory: absent means "ask for the ticket whole".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub description: Option<String>,
    /// Tells an unchanged description without the text; 0 for an empty one. Never leaves the server.
    #[serde(skip)]
    #[ts(skip)]
    pub description_sum: i64,
    pub status_id: StatusId,
    pub previous_status_id: Option<StatusId>,
    pub created_user_id: UserId,
    pub report_by: Option<UserId>,
    pub assignees_ids: Vec<UserId>,
    pub labels: Vec<LabelId>,
    pub lists: Vec<ListRank>,
    pub parent_ticket_id: Option<TicketId>,
    /// Its subtasks, first to last.
    pub subtasks_order: Vec<TicketId>,
    pub priority: Option<Priority>,
    pub start_date: Option<PlainDate>,
    pub due_date: Option<PlainDate>,
    pub completed: bool,
    pub completed_at: Option<Instant>,
    pub completed_by_user_id: Option<UserId>,
    pub trashed_at: Option<Instant>,
    pub trashed_by_user_id: Option<UserId>,
    pub comments: i32,
    pub commented_by_user_ids: Vec<UserId>,
    /// Seconds from creation to completion.
    #[ts(type = "number | null")]
    pub completed_in: Option<i64>,
    /// Seconds from the end of the due date to completion; 0 when in time.
    #[ts(type = "number | null")]
    pub delayed_for: Option<i64>,
    /// Seconds of the finished spells in statuses of the category started.
    #[ts(type = "number")]
    pub in_progress_for: i64,
    /// When the present spell began.
    pub in_progress_since: Option<Instant>,
    /// Absent if the ticket was not imported, or was imported by a build that kept no source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub source: Option<Source>,
    /// The values of its attributes, by the attribute's id. An update carries those that change, and null for a value that
    /// is gone. Nodes before schema 3 leave them out.
    #[serde(default, skip_serializing_if = "FieldValues::is_empty")]
    #[ts(as = "Option<FieldValues>", optional)]
    #[schema(value_type = BTreeMap<String, FieldValue>)]
    pub fields: FieldValues,
    /// Absent until subscribers are notified of an activity. Nodes before schema 4 leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last_activity: Option<LastActivity>,
    /// Null for a ticket without a type. Nodes before schema 4 leave this field and the next two out.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub task_type_id: Option<TaskTypeId>,
    #[serde(default)]
    #[ts(as = "Option<Vec<ComponentId>>", optional)]
    pub components_ids: Vec<ComponentId>,
    #[serde(default)]
    #[ts(as = "Option<Vec<FixVersionId>>", optional)]
    pub fix_versions_ids: Vec<FixVersionId>,
    /// Null for a ticket that is in no sprint. Nodes before schema 5 leave it out.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub sprint_id: Option<SprintId>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Ticket {
    /// The lists that the ticket is in.
    pub fn list_ids(&self) -> impl Iterator<Item = ListId> {
        self.lists.iter().map(|place| place.list_id)
    }

    /// A shared ticket with nothing in it yet. Its status is entered with `enter_status`, which keeps the books.
    pub fn blank(id: TicketId, number: i64, status: StatusId, by: UserId, at: Instant) -> Self {
        Self {
            id,
            number,
            private: false,
            title: String::new(),
            description: None,
            description_sum: 0,
            status_id: status,
            previous_status_id: None,
            created_user_id: by,
            report_by: None,
            assignees_ids: Vec::new(),
            labels: Vec::new(),
            lists: Vec::new(),
            parent_ticket_id: None,
            subtasks_order: Vec::new(),
            priority: None,
            start_date: None,
            due_date: None,
            completed: false,
            completed_at: None,
            completed_by_user_id: None,
            trashed_at: None,
            trashed_by_user_id: None,
            comments: 0,
            commented_by_user_ids: Vec::new(),
            completed_in: None,
            delayed_for: None,
            in_progress_for: 0,
            in_progress_since: None,
            source: None,
            fields: FieldValues::new(),
            last_activity: None,
            task_type_id: None,
            components_ids: Vec::new(),
            fix_versions_ids: Vec::new(),
            sprint_id: None,
            created_at: at,
            updated_at: at,
        }
    }

    /// The fields in which this differs from how it was before, as the wire has them. What nearly every edit needs,
    /// so only what differs is turned into JSON.
    pub fn fields_since(&self, before: &Self) -> Map<String, Value> {
        let mut fields = Map::new();
        macro_rules! compare {
            ($($name:literal => $field:ident),+ $(,)?) => {
                // Named one by one, so that a new field does not compile until it is compared.
                let Self { description_sum: _, fields: _, $($field),+ } = self;
                $(
                    if *$field != before.$field && let Ok(value) = serde_json::to_value($field) {
                        fields.insert($name.to_owned(), value);
                    }
                )+
            };
        }
        compare! {
            "id" => id,
            "number" => number,
            "private" => private,
            "title" => title,
            "description" => description,
            "statusId" => status_id,
            "previousStatusId" => previous_status_id,
            "createdUserId" => created_user_id,
            "reportBy" => report_by,
            "assigneesIds" => assignees_ids,
            "labels" => labels,
            "lists" => lists,
            "parentTicketId" => parent_ticket_id,
            "subtasksOrder" => subtasks_order,
            "priority" => priority,
            "startDate" => start_date,
            "dueDate" => due_date,
            "completed" => completed,
            "completedAt" => completed_at,
            "completedByUserId" => completed_by_user_id,
            "trashedAt" => trashed_at,
            "trashedByUserId" => trashed_by_user_id,
            "comments" => comments,
            "commentedByUserIds" => commented_by_user_ids,
            "completedIn" => completed_in,
            "delayedFor" => delayed_for,
            "inProgressFor" => in_progress_for,
            "inProgressSince" => in_progress_since,
            "source" => source,
            "lastActivity" => last_activity,
            "taskTypeId" => task_type_id,
            "componentsIds" => components_ids,
            "fixVersionsIds" => fix_versions_ids,
            "sprintId" => sprint_id,
            "createdAt" => created_at,
            "updatedAt" => updated_at,
        }
        if self.fields != before.fields {
            fields.insert("fields".to_owned(), changed(&before.fields, &self.fields));
        }
        // Absent means "ask", also where it was there before.
        if self.description.is_none() {
            fields.remove("description");
        }
        // A source is never removed, nor is a last activity.
        if self.source.is_none() {
            fields.remove("source");
        }
        if self.last_activity.is_none() {
            fields.remove("lastActivity");
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};
    use uuid::Uuid;

    use super::*;

    fn fields(ticket: &Ticket) -> Map<String, Value> {
        serde_json::to_value(ticket).ok().and_then(|it| it.as_object().cloned()).unwrap_or_default()
    }

    #[test]
    fn the_changed_fields_are_those_that_a_comparison_of_whole_tickets_finds() -> Result<(), serde_json::Error> {
        let at: Instant = serde_json::from_value(json!("2018-07-12T09:30:00Z"))?;
        let blank = Ticket::blank(TicketId(Uuid::from_u128(1)), 7, StatusId(Uuid::nil()), UserId(Uuid::nil()), at);
        let mut other = fields(&blank);
        for (name, value) in other.iter_mut().filter(|(name, _)| *name != "id") {
            *value = match (name.as_str(), &value) {
                ("priority", _) => json!("week"),
                ("lists", _) => json!([{"listId": Uuid::from_u128(2), "rank": "a0"}]),
                ("startDate" | "dueDate", _) => json!("2018-08-10"),
                ("completedIn" | "delayedFor", _) => json!(60),
                (name, Value::Null) if name.ends_with("At") || name.ends_with("Since") => json!("2018-08-10T00:00:00Z"),
                (_, Value::Null) => json!(Uuid::from_u128(3)),
                (_, Value::Bool(it)) => json!(!it),
                (_, Value::Number(_)) => json!(11),
                (_, Value::Array(_)) => json!([Uuid::from_u128(4)]),
                (name, _) if name.ends_with("At") => json!("2018-08-10T00:00:00Z"),
                (name, _) if name.ends_with("Id") => json!(Uuid::from_u128(5)),
                _ => json!("Warn against low entropy PSKs"),
            };
        }
        other.insert("description".to_owned(), json!("In 4.2.11"));
        other.insert("source".to_owned(), json!({"key": "#1", "file": "a.json", "address": null, "words": "1"}));
        other.insert(
            "lastActivity".to_owned(),
            json!({"id": Uuid::from_u128(6), "kind": "comment", "userId": Uuid::from_u128(7), "at": "2018-08-10T00:00:00Z", "number": 3}),
        );
        let other: Ticket = serde_json::from_value(Value::Object(other))?;
        for (before, after) in [(&blank, &other), (&other, &blank), (&other, &other)] {
            let (old, mut new) = (fields(before), fields(after));
            new.retain(|name, value| old.get(name) != Some(value));
            assert_eq!(after.fields_since(before), new);
        }
        // All but the id differ, so none was left out of the comparison.
        assert_eq!(other.fields_since(&blank).len(), fields(&other).len() - 1);
        Ok(())
    }
}
