//! Tickets and the links between them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::{Instant, PlainDate},
    ids::{LabelId, LinkId, ListId, StatusId, TicketId, UserId},
    rank::Rank,
};

/// How far ahead the work is meant; sorts by 0, 20, 40, 60, 80.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Priority {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

/// A ticket's place in one of its lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListRank {
    pub list_id: ListId,
    pub rank: Rank,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Ticket {
    pub id: TicketId,
    /// Unique in its scope; shown as `KEY-12`, or `MY-12` for a private one.
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
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Ticket {
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
            created_at: at,
            updated_at: at,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LinkKind {
    /// `from` blocks `to`.
    Blocks,
    Relates,
    /// `from` duplicates `to`.
    Duplicates,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    pub id: LinkId,
    pub kind: LinkKind,
    pub from_ticket_id: TicketId,
    pub to_ticket_id: TicketId,
    pub created_user_id: UserId,
    pub created_at: Instant,
}
