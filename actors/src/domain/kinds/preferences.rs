//! The preferences of a member in one workspace: the theme, the first day of the week, the default view, and about
//! what, where and when the member is notified. [`own_places`] has what the member keeps at hand.

pub mod commands;
pub mod own_places;

use std::collections::BTreeMap;

use own_places::{Favorite, ShortcutKeys, SidebarPages};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    date::Instant,
    ids::{PreferencesId, UserId, WorkspaceId},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    Light,
    Dark,
    /// Follows the system.
    Auto,
}

/// The day on which weeks begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WeekStart {
    Monday,
    Sunday,
    Saturday,
}

/// The view of a page whose address names no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DefaultView {
    Gantt,
    Spreadsheet,
    Kanban,
    Calendar,
}

/// Of what a person is notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum NotificationKind {
    /// A ticket of which the person is the reporter, or a subtask of a ticket that the person follows.
    CreateTicket,
    /// A text names the person.
    Mention,
    /// A comment on a ticket that the person follows.
    Comment,
    /// The person becomes an assignee.
    #[serde(rename = "assigneAdd")]
    AssigneeAdd,
    /// The person is no longer an assignee.
    #[serde(rename = "assigneRemove")]
    AssigneeRemove,
    /// A list is shared with the person, or the person is a member again.
    UserAdd,
    /// A list is no longer shared with the person, or the person is no longer a member.
    UserRemove,
    /// The status of a ticket that the person follows.
    Status,
    /// The title of a ticket that the person follows.
    Name,
}

impl NotificationKind {
    pub const ALL: [Self; 9] = [
        Self::CreateTicket,
        Self::Mention,
        Self::Comment,
        Self::AssigneeAdd,
        Self::AssigneeRemove,
        Self::UserAdd,
        Self::UserRemove,
        Self::Status,
        Self::Name,
    ];

    /// Where a person who has not chosen is notified (NT2). The web app has the same table, in
    /// `web/src/sync/notifications.ts`.
    pub fn usual(self) -> &'static [Channel] {
        match self {
            Self::Mention | Self::AssigneeAdd => &[Channel::InApp, Channel::Mail, Channel::Push],
            Self::Comment | Self::UserAdd | Self::UserRemove => &[Channel::InApp, Channel::Mail],
            Self::CreateTicket | Self::AssigneeRemove | Self::Status | Self::Name => &[Channel::InApp],
        }
    }
}

/// Where a person is notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Channel {
    InApp,
    Mail,
    Push,
}

/// How often mails leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Digest {
    /// A few minutes after something has happened.
    Off,
    Daily,
    /// From Monday to Friday.
    Weekdays,
    /// On Mondays.
    Weekly,
}

/// The hours of each day in which no mail and no push message leaves, in the person's time zone. They may include midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    pub from: i32,
    pub to: i32,
}

/// When an assignee is reminded of the due date of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Reminder {
    DayBefore,
    OnDay,
}

/// The channels of the kinds that the person has chosen.
pub type Channels = BTreeMap<NotificationKind, Vec<Channel>>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    /// Derived from workspace and person: there is one row for both.
    pub id: PreferencesId,
    pub workspace_user_id: UserId,
    /// Null if each device keeps a theme of its own.
    pub theme: Option<Theme>,
    /// A name of the IANA database; null stands for UTC.
    pub time_zone: Option<String>,
    /// A kind that is missing has its usual channels.
    pub notifications: Channels,
    /// False sends no mail about the workspace, whatever the channels.
    pub mails: bool,
    pub digest: Digest,
    /// The hour at which digests and reminders leave, in the time zone.
    pub digest_hour: i32,
    pub quiet_hours: Option<QuietHours>,
    pub reminders: Vec<Reminder>,
    /// Null stands for the usual day of the browser's language.
    #[serde(default)]
    pub week_start: Option<WeekStart>,
    /// Null stands for the gantt, and on a phone for the spreadsheet.
    #[serde(default)]
    pub default_view: Option<DefaultView>,
    /// In the member's order; null until the member has starred a place.
    #[serde(default)]
    pub favorites: Option<Vec<Favorite>>,
    /// Null stands for the usual pages of the sidebar in their usual order.
    #[serde(default)]
    pub pages: Option<SidebarPages>,
    /// Null stands for the default keys.
    #[serde(default)]
    pub shortcuts: Option<ShortcutKeys>,
    pub created_at: Instant,
}

impl Preferences {
    pub fn id_of(workspace: WorkspaceId, user: UserId) -> PreferencesId {
        PreferencesId(Uuid::new_v5(&workspace.0, user.0.as_bytes()))
    }

    /// The preferences of a person who has chosen nothing.
    pub fn new(workspace: WorkspaceId, user: UserId, at: Instant) -> Self {
        Self {
            id: Self::id_of(workspace, user),
            workspace_user_id: user,
            theme: None,
            time_zone: None,
            notifications: Channels::new(),
            mails: true,
            digest: Digest::Off,
            digest_hour: 8,
            quiet_hours: None,
            reminders: Vec::new(),
            week_start: None,
            default_view: None,
            favorites: None,
            pages: None,
            shortcuts: None,
            created_at: at,
        }
    }

    /// Whether the person is notified of a kind in a channel.
    pub fn notifies(&self, kind: NotificationKind, channel: Channel) -> bool {
        let chosen = self.notifications.get(&kind).map_or(kind.usual(), Vec::as_slice);
        (channel != Channel::Mail || self.mails) && chosen.contains(&channel)
    }
}
