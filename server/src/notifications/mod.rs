//! Notifications by mail: [`sort`] finds who is notified of what is noted of events, [`remind`] of what is due, and [`mail`]
//! sends what waits for a person. docs/decisions/notifications.md lists the rules NT1 to NT12.

pub mod mail;
mod news;
pub mod remind;
pub mod sort;
