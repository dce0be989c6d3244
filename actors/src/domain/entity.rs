//! Every kind of entity, each named once. They are wire types as well: camelCase JSON, `null` for "none".
//!
//! The list below is the one place where a kind is declared. Changes, snapshots, the world's tables, loading, storing,
//! the backup and the web app's types come from it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use uuid::Uuid;

use super::ids::{
    ActivityId, AttributeId, BaselineId, ComponentId, FixVersionId, GroupId, ImportId, LabelId, LinkLagId, ListId,
    OptionId, PreferencesId, ReactionId, RecurrenceId, RoadmapPlaceId, RoleId, SavedViewId, SecondFactorRuleId,
    ShareId, SprintId, StatusId, SubscriptionId, SystemAttributeId, TaskTypeId, TemplateId, TicketId, UrlLinkId,
    UserId, WorkCalendarId,
};
pub use super::kinds::{
    activity::{Activity, ActivityKind},
    attribute::{Attribute, AttributeOption, AttributeType},
    baseline::Baseline,
    color::Color,
    component::Component,
    file::File,
    fix_version::{FixVersion, VersionState},
    group::Group,
    import::{ImportJob, ImportState},
    label::Label,
    link::{Link, LinkKind},
    link_lag::LinkLag,
    list::{List, ListIcon},
    member::{HeldRole, Member, MemberState, Role},
    preferences::Preferences,
    reaction::Reaction,
    recurrence::{CountedFrom, Period, Recurrence},
    roadmap_place::RoadmapPlace,
    role::RoleRecord,
    saved_view::{DateLayout, OwnPage, SavedView, ViewLayout},
    second_factor_rule::SecondFactorRule,
    share::Share,
    sprint::{Sprint, SprintState},
    status::{Status, StatusCategory},
    subscription::{Reason, TicketSubscription},
    system_attribute::{SystemAttribute, SystemKey},
    task_type::{TaskType, TypeIcon},
    template::Template,
    ticket::{LastActivity, ListRank, Priority, Source, Ticket},
    url_link::UrlLink,
    work_calendar::WorkCalendar,
    workspace::Workspace,
};

/// Counts what a build knows: kinds, and fields of kinds. Raise it by one with each kind or field that is added. A page
/// asks for a fresh snapshot once both the page and its node know more than the node that made the page's copy. Builds
/// without a number know what number 0 knows.
pub const SCHEMA: u32 = 12;

/// Where the rows of a kind belong, and when they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// Few rows of a workspace, which every decision may rely on. They are whole in memory and in every snapshot.
    Config,
    /// The same, for all members and guests: in the commons of a workspace that has them (SC4).
    Common,
    /// Rows that live with a ticket or list. They are in snapshots; deciding loads them when a command touches them.
    Scoped,
    /// Rows of one member. They are in that member's snapshot.
    Personal,
    /// Rows that are read when a ticket is opened. They are in no snapshot.
    Detail,
}

/// How the rows of a kind are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// By SQL of its own, because rows of the kind come with nearly every edit.
    Hot,
    /// By the one statement for all cold kinds.
    Cold,
}

macro_rules! kinds {
    ($(
        $(#[$doc:meta])*
        $name:literal => $kind:ident($row:ty): $home:ident, $storage:ident in $table:literal $(, kept as $field:ident by $id:ty)?;
    )+) => {
        /// The name of a kind in changes and snapshots.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
        pub enum EntityKind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)+
        }

        impl EntityKind {
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The kind's name on the wire.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            pub fn home(self) -> Home {
                match self {
                    $(Self::$kind => Home::$home,)+
                }
            }

            pub fn storage(self) -> Storage {
                match self {
                    $(Self::$kind => Storage::$storage,)+
                }
            }

            /// The kind's table in the database.
            pub fn table(self) -> &'static str {
                match self {
                    $(Self::$kind => $table,)+
                }
            }
        }

        /// Any entity, whole.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "entity", content = "data")]
        pub enum Entity {
            $(#[serde(rename = $name)] $kind($row),)+
        }

        impl Entity {
            pub fn kind(&self) -> EntityKind {
                match self {
                    $(Self::$kind(_) => EntityKind::$kind,)+
                }
            }

            pub fn id(&self) -> Uuid {
                match self {
                    $(Self::$kind(it) => it.id.0,)+
                }
            }

            /// The fields, as the wire has them.
            pub fn to_fields(&self) -> Map<String, Value> {
                let value = match self {
                    $(Self::$kind(it) => serde_json::to_value(it),)+
                };
                match value {
                    Ok(Value::Object(fields)) => fields,
                    // Without fields the change would be stored and sent as an empty one.
                    other => unreachable!("{:?} is no object: {other:?}", self.kind()),
                }
            }

            /// The entity of a kind that these fields describe.
            ///
            /// # Errors
            /// If a field is missing or has a value of another type.
            pub fn from_fields(kind: EntityKind, fields: Map<String, Value>) -> Result<Self, serde_json::Error> {
                let value = Value::Object(fields);
                Ok(match kind {
                    $(EntityKind::$kind => Self::$kind(serde_json::from_value(value)?),)+
                })
            }
        }

        /// The rows that a world holds, by kind and id.
        #[derive(Clone, Debug, Default)]
        pub struct Tables {
            $($(pub $field: HashMap<$id, $row>,)?)+
        }

        impl Tables {
            /// Inserts or replaces a row. A kind without a table here is left to the world.
            pub(super) fn put(&mut self, entity: Entity) {
                match entity {
                    $(Entity::$kind(it) => {
                        let _row = it;
                        $(self.$field.insert(_row.id, _row);)?
                    })+
                }
            }

            pub(super) fn remove(&mut self, kind: EntityKind, id: Uuid) {
                match kind {
                    $(EntityKind::$kind => {
                        let _id = id;
                        $(self.$field.remove(&<$id>::from(_id));)?
                    })+
                }
            }

            pub(super) fn get(&self, kind: EntityKind, id: Uuid) -> Option<Entity> {
                match kind {
                    $(EntityKind::$kind => {
                        let _id = id;
                        $(return self.$field.get(&<$id>::from(_id)).cloned().map(Entity::$kind);)?
                        #[allow(unreachable_code, reason = "reached by a kind that the world holds elsewhere")]
                        None
                    })+
                }
            }
        }

        /// Visits the types of all rows, for the web app's types.
        #[cfg(test)]
        pub(crate) fn visit_rows(visitor: &mut impl ts_rs::TypeVisitor) {
            $(visitor.visit::<$row>();)+
        }
    };
}

kinds! {
    "workspace" => Workspace(Workspace): Common, Hot in "workspaces";
    "member" => Member(Member): Common, Cold in "members", kept as members by UserId;
    "status" => Status(Status): Common, Cold in "statuses", kept as statuses by StatusId;
    "list" => List(List): Config, Cold in "lists", kept as lists by ListId;
    "group" => Group(Group): Config, Cold in "list_groups", kept as groups by GroupId;
    "label" => Label(Label): Common, Cold in "labels", kept as labels by LabelId;
    "attribute" => Attribute(Attribute): Common, Cold in "attributes", kept as attributes by AttributeId;
    "option" => Option(AttributeOption): Common, Cold in "options", kept as options by OptionId;
    "systemAttribute" => SystemAttribute(SystemAttribute): Common, Cold in "system_attributes", kept as system_attributes by SystemAttributeId;
    "workCalendar" => WorkCalendar(WorkCalendar): Common, Cold in "work_calendars", kept as work_calendars by WorkCalendarId;
    "secondFactorRule" => SecondFactorRule(SecondFactorRule): Common, Cold in "second_factor_rules", kept as second_factor_rules by SecondFactorRuleId;
    "taskType" => TaskType(TaskType): Common, Cold in "task_types", kept as task_types by TaskTypeId;
    "component" => Component(Component): Common, Cold in "components", kept as components by ComponentId;
    "fixVersion" => FixVersion(FixVersion): Common, Cold in "fix_versions", kept as fix_versions by FixVersionId;
    "sprint" => Sprint(Sprint): Common, Cold in "sprints", kept as sprints by SprintId;
    "ticket" => Ticket(Box<Ticket>): Scoped, Hot in "tickets", kept as tickets by TicketId;
    "link" => Link(Link): Scoped, Hot in "links";
    "file" => File(File): Scoped, Cold in "files";
    "activity" => Activity(Activity): Detail, Hot in "activities", kept as activities by ActivityId;
    "reaction" => Reaction(Reaction): Detail, Hot in "reactions", kept as reactions by ReactionId;
    "role" => Role(RoleRecord): Common, Cold in "roles", kept as roles by RoleId;
    "linkLag" => LinkLag(LinkLag): Config, Cold in "link_lags", kept as link_lags by LinkLagId;
    "recurrence" => Recurrence(Recurrence): Config, Cold in "recurrences", kept as recurrences by RecurrenceId;
    "savedView" => SavedView(SavedView): Config, Cold in "saved_views", kept as saved_views by SavedViewId;
    "baseline" => Baseline(Baseline): Config, Cold in "baselines", kept as baselines by BaselineId;
    "roadmapPlace" => RoadmapPlace(RoadmapPlace): Config, Cold in "roadmap_places", kept as roadmap_places by RoadmapPlaceId;
    "template" => Template(Template): Config, Cold in "templates", kept as templates by TemplateId;
    "share" => Share(Share): Config, Cold in "shares", kept as shares by ShareId;
    "urlLink" => UrlLink(UrlLink): Config, Cold in "url_links", kept as url_links by UrlLinkId;
    "import" => Import(ImportJob): Personal, Cold in "imports", kept as imports by ImportId;
    "preferences" => Preferences(Preferences): Personal, Cold in "preferences", kept as preferences by PreferencesId;
    "ticketSubscription" => TicketSubscription(TicketSubscription): Personal, Cold in "ticket_subscriptions", kept as subscriptions by SubscriptionId;
}

impl EntityKind {
    /// Whether every decision may rely on entities of this kind (they are few and kept whole in memory).
    pub fn is_config(self) -> bool {
        matches!(self.home(), Home::Config | Home::Common)
    }
}

impl Entity {
    /// The fields in which this differs from how it was before, as the wire has them.
    pub fn fields_since(&self, before: &Self) -> Map<String, Value> {
        if let (Self::Ticket(after), Self::Ticket(before)) = (self, before) {
            return after.fields_since(before);
        }
        let old = before.to_fields();
        let mut fields = self.to_fields();
        fields.retain(|name, value| old.get(name) != Some(value));
        fields
    }
}
