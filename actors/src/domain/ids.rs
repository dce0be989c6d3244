//! Ids, one type for each kind of thing, so that one is never passed where another is meant.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::words;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, TS, ToSchema)]
        #[serde(transparent)]
        #[ts(type = "string")]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(from)?;
                Uuid::parse_str(&text).map(Self).map_err(|_| D::Error::custom(words::ID_EXPECTED))
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }
    )+};
}

ids! {
    /// A workspace. Its workspace scope has the same id.
    WorkspaceId,
    /// A person, and their membership in any workspace.
    UserId,
    /// A stream of events.
    ScopeId,
    StatusId,
    ListId,
    LabelId,
    /// A field that a workspace adds to its tickets.
    AttributeId,
    /// A value that an attribute lets people choose.
    OptionId,
    /// A set of labels that an attribute offers.
    LabelSetId,
    /// A sort of ticket, such as a bug or an epic.
    TaskTypeId,
    /// A part of what the workspace builds.
    ComponentId,
    /// A version in which tickets are fixed.
    FixVersionId,
    SprintId,
    TicketId,
    LinkId,
    /// An entry of a ticket's history; comments are activities too.
    ActivityId,
    ReactionId,
    GroupId,
    ImportId,
    /// A file of a ticket.
    FileId,
    /// The place of an item in the order of the roadmap.
    RoadmapPlaceId,
    /// A fix version, an epic or a sprint on the roadmap.
    RoadmapItemId,
    RoleId,
    LinkLagId,
    /// What a person has chosen for themselves in a workspace.
    PreferencesId,
    SystemAttributeId,
    /// The working days of a workspace.
    WorkCalendarId,
    SecondFactorRuleId,
    RecurrenceId,
    UrlLinkId,
    /// The icon of a site that links name.
    SiteIconId,
    SavedViewId,
    BaselineId,
    TemplateId,
    ShareId,
    /// A person's row about a ticket.
    SubscriptionId,
    /// Made by the client, UUIDv7, remembered for seven days.
    CommandId,
    /// A scope's incarnation.
    Epoch,
}

impl WorkspaceId {
    /// The scope that all members follow.
    pub fn scope(self) -> ScopeId {
        ScopeId(self.0)
    }
}

/// The milliseconds since 1970 that a UUIDv7 carries, or `None` for any other version.
pub fn millis_of_v7(id: Uuid) -> Option<u64> {
    (id.get_version_num() == 7).then(|| (id.as_u128() >> 80) as u64)
}

/// An id that the server makes during a decision. The same command at the same place always gets the same id, so a
/// decision can be repeated. The ids of one command sort in the order in which they were made.
pub fn derived_v7(millis: u64, command: CommandId, ordinal: u16) -> Uuid {
    let seed = Uuid::new_v5(&command.0, &ordinal.to_be_bytes()).as_u128();
    let time = u128::from(millis & 0xFFFF_FFFF_FFFF) << 80;
    let order = u128::from(ordinal & 0x0FFF) << 64;
    let rest = seed & 0x3FFF_FFFF_FFFF_FFFF;
    Uuid::from_u128(time | (0x7 << 76) | order | (0x2 << 62) | rest)
}
