//! The working days of a workspace: some days of the week, without holidays. Plans skip all other days.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    date::PlainDate,
    ids::{WorkCalendarId, WorkspaceId},
};

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// A day on which the workspace does not work, whatever day of the week it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DayOff {
    pub date: PlainDate,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WorkCalendar {
    /// Derived from the id of the workspace, which has one row.
    pub id: WorkCalendarId,
    /// The days of the week on which people work, Monday first; at least one.
    pub weekdays: Vec<Weekday>,
    /// The earliest first; at most one for each date.
    pub holidays: Vec<DayOff>,
}

impl WorkCalendar {
    pub fn id_of(workspace: WorkspaceId) -> WorkCalendarId {
        WorkCalendarId(Uuid::new_v5(&workspace.0, b"workCalendar"))
    }

    /// The working days of a workspace without a row: Monday to Friday, without holidays.
    pub fn usual(workspace: WorkspaceId) -> Self {
        use Weekday::{Friday, Monday, Thursday, Tuesday, Wednesday};
        let weekdays = vec![Monday, Tuesday, Wednesday, Thursday, Friday];
        Self { id: Self::id_of(workspace), weekdays, holidays: Vec::new() }
    }
}
