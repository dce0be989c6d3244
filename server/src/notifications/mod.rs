//! Notifications by mail and web push: [`sort`] finds who is notified of what is noted of events, [`remind`] of what is due,
//! and [`mail`] and [`push`] send what waits for a person. docs/decisions/notifications.md lists the rules NT1 to NT16.

pub mod mail;
mod news;
pub mod push;
pub mod remind;
mod shown;
pub mod sort;
mod taking;
