//! Repeating tickets: when such a ticket is completed, the next one is made.

pub mod commands;
pub mod dates;
pub mod repeat;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    date::{Instant, PlainDate},
    ids::{RecurrenceId, TicketId, UserId},
};

/// The period of a recurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Period {
    Day,
    Week,
    Month,
    Year,
}

/// The day from which the next date is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CountedFrom {
    DueDate,
    Completion,
}

/// How a ticket repeats. The row lives with its ticket. When the ticket is completed, the next ticket gets the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Recurrence {
    /// Derived from the ticket: there is one row for it.
    pub id: RecurrenceId,
    pub ticket_id: TicketId,
    pub period: Period,
    /// Every n periods.
    pub interval: i32,
    /// Of a week: its days, 1 for Monday to 7 for Sunday; none means the day of the week of the date before. Of a month or a
    /// year with `nth`: the one day of the week.
    pub weekdays: Vec<i32>,
    /// Of a month or a year: the day of the month. In a shorter month, the last day. Null means the day of the date before.
    pub month_day: Option<i32>,
    /// Of a month or a year: which of the weekdays of the month, 1 to 4, or -1 for the last one.
    pub nth: Option<i32>,
    pub counted_from: CountedFrom,
    /// No ticket is due after this day.
    pub ends_on: Option<PlainDate>,
    /// How many tickets there are in all.
    pub times: Option<i32>,
    /// Which of them this ticket is, from 1.
    pub occurrence: i32,
    pub created_user_id: UserId,
    pub created_at: Instant,
}

impl Recurrence {
    /// The id of the recurrence of a ticket.
    pub fn id_of(ticket: TicketId) -> RecurrenceId {
        RecurrenceId(Uuid::new_v5(&ticket.0, b"recurrence"))
    }
}
