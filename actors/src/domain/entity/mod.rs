//! The things a workspace is made of. They are wire types as well: camelCase JSON, `null` for "none".

mod activity;
mod config;
mod import;
mod ticket;

pub use activity::{Activity, ActivityKind, Reaction};
pub use config::{Color, Label, List, Member, MemberState, Role, Status, StatusCategory, Workspace};
pub use import::{ImportJob, ImportState};
pub use ticket::{Link, LinkKind, ListRank, Priority, Source, Ticket};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

/// The name of an entity's kind in changes and snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum EntityKind {
    Workspace,
    Member,
    Status,
    List,
    Label,
    Ticket,
    Link,
    Activity,
    Reaction,
    Import,
}

impl EntityKind {
    /// Whether every decision may rely on entities of this kind (they are few and kept whole in memory).
    pub fn is_config(self) -> bool {
        matches!(self, Self::Workspace | Self::Member | Self::Status | Self::List | Self::Label)
    }
}

/// Any entity, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entity", content = "data", rename_all = "camelCase")]
pub enum Entity {
    Workspace(Workspace),
    Member(Member),
    Status(Status),
    List(List),
    Label(Label),
    Ticket(Box<Ticket>),
    Link(Link),
    Activity(Activity),
    Reaction(Reaction),
    Import(ImportJob),
}

macro_rules! each_entity {
    ($($variant:ident),+) => {
        impl Entity {
            pub fn kind(&self) -> EntityKind {
                match self {
                    $(Self::$variant(_) => EntityKind::$variant,)+
                }
            }

            pub fn id(&self) -> Uuid {
                match self {
                    $(Self::$variant(it) => it.id.0,)+
                }
            }

            /// The fields, as the wire has them.
            pub fn to_fields(&self) -> serde_json::Map<String, serde_json::Value> {
                let value = match self {
                    $(Self::$variant(it) => serde_json::to_value(it),)+
                };
                match value {
                    Ok(serde_json::Value::Object(fields)) => fields,
                    // Without fields the change would be stored and sent as an empty one.
                    other => unreachable!("{:?} is no object: {other:?}", self.kind()),
                }
            }

            /// The entity of a kind that these fields describe.
            pub fn from_fields(
                kind: EntityKind,
                fields: serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, serde_json::Error> {
                let value = serde_json::Value::Object(fields);
                Ok(match kind {
                    $(EntityKind::$variant => Self::$variant(serde_json::from_value(value)?),)+
                })
            }
        }
    };
}

impl Entity {
    /// The fields in which this differs from how it was before, as the wire has them.
    pub fn fields_since(&self, before: &Self) -> serde_json::Map<String, serde_json::Value> {
        if let (Self::Ticket(after), Self::Ticket(before)) = (self, before) {
            return after.fields_since(before);
        }
        let old = before.to_fields();
        let mut fields = self.to_fields();
        fields.retain(|name, value| old.get(name) != Some(value));
        fields
    }
}

each_entity!(Workspace, Member, Status, List, Label, Ticket, Link, Activity, Reaction, Import);
