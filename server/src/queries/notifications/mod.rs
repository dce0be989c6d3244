//! Notifications: what is read to find who is notified, what waits, and what a mail says.

pub mod causes;
pub mod content;
pub mod due;
pub mod waiting;

use std::borrow::Cow;

use actors::domain::ids::{ActivityId, CommandId, UserId};
use actors::domain::kinds::preferences::{NotificationKind, Reminder};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// The ways in which notifications wait. Each has a job of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Channel {
    /// In the next mail.
    Mail,
    /// In a mail of today, which no digest holds up.
    Reminder,
    /// On one browser of the person, by web push.
    Device(Uuid),
}

impl Channel {
    /// The stored word.
    #[must_use]
    pub fn word(self) -> Cow<'static, str> {
        match self {
            Self::Mail => "mail".into(),
            Self::Reminder => "reminder".into(),
            Self::Device(id) => format!("push {id}").into(),
        }
    }
}

/// The reason for a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Something has happened.
    Kind(NotificationKind),
    /// A ticket is due.
    Due(Reminder),
}

impl About {
    /// The stored word.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Self::Due(Reminder::OnDay) => "dueOnDay".to_owned(),
            Self::Due(Reminder::DayBefore) => "dueDayBefore".to_owned(),
            Self::Kind(kind) => {
                let word = serde_json::to_value(kind).ok();
                word.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
            }
        }
    }

    /// The reason with this stored word; none for a word of a later build.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "dueOnDay" => Some(Self::Due(Reminder::OnDay)),
            "dueDayBefore" => Some(Self::Due(Reminder::DayBefore)),
            word => serde_json::from_value(serde_json::Value::String(word.to_owned())).ok().map(Self::Kind),
        }
    }
}

/// One thing of which a person is to be notified.
#[derive(Clone, Debug)]
pub struct NewNotification {
    /// The person.
    pub user: UserId,
    /// Of what.
    pub about: About,
    /// The command that caused it.
    pub command: CommandId,
    /// The ticket, list or workspace.
    pub subject: Uuid,
    /// The activity, if there is one.
    pub activity: Option<ActivityId>,
    /// The author.
    pub by: UserId,
    /// When it happened.
    pub at: OffsetDateTime,
}
