//! Every command, each named once.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::{
    capability::Capability,
    decider::{Act, Decider, Touches},
    ids::UserId,
    kinds::{
        activity::{
            commands::{CommentCreate, CommentDelete, CommentUpdate},
            thread::{CommentReopen, CommentResolve},
        },
        attribute::{
            commands::{AttributeCreate, AttributeDelete, AttributeMove, AttributeUpdate},
            label_set::commands::{LabelSetCreate, LabelSetDelete, LabelSetMove, LabelSetMoveLabel, LabelSetUpdate},
            option::{OptionCreate, OptionDelete, OptionMove, OptionUpdate},
        },
        baseline::commands::{BaselineCreate, BaselineDelete, BaselineUpdate},
        component::commands::{ComponentCreate, ComponentDelete, ComponentUpdate},
        file::commands::{FileDelete, FileRestore},
        fix_version::commands::{FixVersionCreate, FixVersionDelete, FixVersionUpdate},
        group::commands::{GroupCreate, GroupDelete, GroupMove, GroupUpdate},
        label::commands::{LabelCreate, LabelDelete, LabelUpdate},
        link::commands::{LinkCreate, LinkDelete},
        link_lag::commands::LinkLagSet,
        list::{
            archive::{ListArchive, ListUnarchive},
            commands::{ListCreate, ListDelete, ListMove, ListUpdate},
            restrict::{ListOpen, ListRestrict},
        },
        member::{
            commands::{MemberHandOver, MemberSetRole},
            leaving::{MemberDeactivate, MemberRemove, MemberRestore},
        },
        preferences::commands::PreferencesUpdate,
        reaction::commands::{ReactionAdd, ReactionRemove},
        recurrence::commands::{RecurrenceRemove, RecurrenceSet},
        roadmap_place::commands::{RoadmapPlaceClear, RoadmapPlaceMove},
        role::commands::{RoleCreate, RoleDelete, RoleUpdate},
        saved_view::{
            commands::{SavedViewCreate, SavedViewDelete, SavedViewUpdate},
            order::SavedViewMove,
        },
        share::commands::{ShareRemove, ShareSet},
        sprint::commands::{SprintComplete, SprintCreate, SprintDelete, SprintUpdate},
        status::commands::{StatusCreate, StatusDelete, StatusMove, StatusUpdate},
        subscription::commands::SubscriptionUpdate,
        system_attribute::commands::SystemAttributeSet,
        task_type::commands::{TaskTypeCreate, TaskTypeDelete, TaskTypeMove, TaskTypeUpdate},
        template::commands::{TemplateCreate, TemplateDelete, TemplateUpdate},
        ticket::{
            commands::{TicketCreate, TicketUpdate, TicketsUpdate},
            order::{SubtaskMove, TicketMove, TicketsMove},
            removal::Removal,
            trash::{TicketDelete, TicketRestore, TicketTrash, TicketsRestore, TicketsTrash},
        },
        url_link::commands::{UrlLinkCreate, UrlLinkDelete, UrlLinkUpdate},
        work_calendar::commands::WorkCalendarUpdate,
        workspace::commands::WorkspaceUpdate,
    },
    reading::{self, Unreadable},
    refusal::{Refusal, RefusalCode},
    world::World,
};
use crate::words;

macro_rules! commands {
    ($($name:literal => $command:ident$(($boxed:ty))?;)+) => {
        /// A command of a client, by its `kind`.
        #[derive(Clone, Debug, PartialEq, Serialize, TS)]
        #[serde(tag = "kind")]
        pub enum Command {
            $(#[serde(rename = $name)] $command(commands!(@row $command $($boxed)?)),)+
        }

        impl Command {
            /// The names of all commands.
            pub const KINDS: &[&str] = &[$($name),+];

            fn read(kind: &str, fields: Value) -> Result<Self, Unreadable> {
                Ok(match kind {
                    $($name => Self::$command(reading::read(fields)?),)+
                    _ => return Err(Unreadable::new(RefusalCode::UnknownKind, words::no_such_command(kind)).within("kind")),
                })
            }

            fn act(&self) -> &dyn Act {
                match self {
                    $(Self::$command(it) => commands!(@act it $($boxed)?),)+
                }
            }

            /// The command's `kind`.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$command(_) => $name,)+
                }
            }
        }

        $(impl From<$command> for Command {
            fn from(command: $command) -> Self {
                Self::$command(command.into())
            }
        })+
    };
    (@row $command:ident) => { $command };
    (@row $command:ident $boxed:ty) => { $boxed };
    (@act $it:ident) => { $it };
    (@act $it:ident $boxed:ty) => { &**$it };
}

commands! {
    "workspace.update" => WorkspaceUpdate;
    "workCalendar.update" => WorkCalendarUpdate;
    "member.setRole" => MemberSetRole;
    "member.remove" => MemberRemove;
    "member.deactivate" => MemberDeactivate;
    "member.restore" => MemberRestore;
    "member.handOver" => MemberHandOver;
    "role.create" => RoleCreate;
    "role.update" => RoleUpdate;
    "role.delete" => RoleDelete;
    "status.create" => StatusCreate;
    "status.update" => StatusUpdate;
    "status.move" => StatusMove;
    "status.delete" => StatusDelete;
    "list.create" => ListCreate;
    "list.update" => ListUpdate;
    "list.move" => ListMove;
    "list.delete" => ListDelete;
    "list.restrict" => ListRestrict;
    "list.open" => ListOpen;
    "list.archive" => ListArchive;
    "list.unarchive" => ListUnarchive;
    "group.create" => GroupCreate;
    "group.update" => GroupUpdate;
    "group.move" => GroupMove;
    "group.delete" => GroupDelete;
    "share.set" => ShareSet;
    "share.remove" => ShareRemove;
    "savedView.create" => SavedViewCreate(Box<SavedViewCreate>);
    "savedView.update" => SavedViewUpdate(Box<SavedViewUpdate>);
    "savedView.move" => SavedViewMove;
    "savedView.delete" => SavedViewDelete;
    "baseline.create" => BaselineCreate;
    "baseline.update" => BaselineUpdate;
    "baseline.delete" => BaselineDelete;
    "roadmapPlace.move" => RoadmapPlaceMove;
    "roadmapPlace.clear" => RoadmapPlaceClear;
    "template.create" => TemplateCreate(Box<TemplateCreate>);
    "template.update" => TemplateUpdate(Box<TemplateUpdate>);
    "template.delete" => TemplateDelete;
    "label.create" => LabelCreate;
    "label.update" => LabelUpdate;
    "label.delete" => LabelDelete;
    "attribute.create" => AttributeCreate(Box<AttributeCreate>);
    "attribute.update" => AttributeUpdate;
    "attribute.move" => AttributeMove;
    "attribute.delete" => AttributeDelete;
    "systemAttribute.set" => SystemAttributeSet;
    "option.create" => OptionCreate;
    "option.update" => OptionUpdate;
    "option.move" => OptionMove;
    "option.delete" => OptionDelete;
    "labelSet.create" => LabelSetCreate;
    "labelSet.update" => LabelSetUpdate;
    "labelSet.move" => LabelSetMove;
    "labelSet.moveLabel" => LabelSetMoveLabel;
    "labelSet.delete" => LabelSetDelete;
    "taskType.create" => TaskTypeCreate;
    "taskType.update" => TaskTypeUpdate;
    "taskType.move" => TaskTypeMove;
    "taskType.delete" => TaskTypeDelete;
    "component.create" => ComponentCreate;
    "component.update" => ComponentUpdate;
    "component.delete" => ComponentDelete;
    "fixVersion.create" => FixVersionCreate;
    "fixVersion.update" => FixVersionUpdate;
    "fixVersion.delete" => FixVersionDelete;
    "sprint.create" => SprintCreate;
    "sprint.update" => SprintUpdate;
    "sprint.complete" => SprintComplete;
    "sprint.delete" => SprintDelete;
    "ticket.create" => TicketCreate(Box<TicketCreate>);
    "ticket.update" => TicketUpdate;
    "tickets.update" => TicketsUpdate;
    "ticket.trash" => TicketTrash;
    "ticket.restore" => TicketRestore;
    "ticket.delete" => TicketDelete;
    "tickets.trash" => TicketsTrash;
    "tickets.restore" => TicketsRestore;
    "ticket.move" => TicketMove;
    "tickets.move" => TicketsMove;
    "subtask.move" => SubtaskMove;
    "link.create" => LinkCreate;
    "link.delete" => LinkDelete;
    "linkLag.set" => LinkLagSet;
    "urlLink.create" => UrlLinkCreate;
    "urlLink.update" => UrlLinkUpdate;
    "urlLink.delete" => UrlLinkDelete;
    "recurrence.set" => RecurrenceSet(Box<RecurrenceSet>);
    "recurrence.remove" => RecurrenceRemove;
    "file.delete" => FileDelete;
    "file.restore" => FileRestore;
    "comment.create" => CommentCreate;
    "comment.update" => CommentUpdate;
    "comment.delete" => CommentDelete;
    "comment.resolve" => CommentResolve;
    "comment.reopen" => CommentReopen;
    "reaction.add" => ReactionAdd;
    "reaction.remove" => ReactionRemove;
    "subscription.update" => SubscriptionUpdate;
    "preferences.update" => PreferencesUpdate(Box<PreferencesUpdate>);
}

impl Command {
    /// Reads a command from JSON text.
    ///
    /// # Errors
    /// `validation_failed`, `unknown_kind`, `unknown_field` or `too_many`, with the field that is wrong.
    pub fn from_json(text: &str) -> Result<Self, Refusal> {
        Self::from_value(reading::json(text.as_bytes())?)
    }

    /// Reads a command from JSON.
    ///
    /// # Errors
    /// As [`Self::from_json`].
    pub fn from_value(value: Value) -> Result<Self, Refusal> {
        let Value::Object(mut fields) = value else {
            return Err(Refusal::new(RefusalCode::ValidationFailed, words::OBJECT_EXPECTED));
        };
        let kind = match fields.remove("kind") {
            Some(Value::String(kind)) => kind,
            Some(_) => return Err(Refusal::invalid("kind", words::TEXT_EXPECTED)),
            None => return Err(Refusal::invalid("kind", words::FIELD_MISSING)),
        };
        let command = Self::read(&kind, Value::Object(fields))?;
        command.act().check_size()?;
        Ok(command)
    }

    /// The capability without which the command is refused; `None` if every active member may send the command.
    pub fn needs(&self, by: UserId) -> Option<Capability> {
        self.act().needs(by)
    }

    /// Whether an API key may send the command, if the key's capabilities allow the command. What every member may do, such
    /// as leaving, is for people alone: no capability of a key could allow or forbid it.
    pub fn is_for_keys(&self, by: UserId) -> bool {
        match self {
            // The right that these commands need depends on the owner of the comment, the view or the baseline, or on the other
            // managers of the list. So it is known only when they are decided.
            Self::CommentDelete(_)
            | Self::ShareSet(_)
            | Self::SavedViewUpdate(_)
            | Self::SavedViewMove(_)
            | Self::SavedViewDelete(_)
            | Self::BaselineUpdate(_)
            | Self::BaselineDelete(_) => true,
            _ => self.needs(by).is_some(),
        }
    }

    /// The number of tickets that the command names; 0 for a command of one ticket or of none.
    pub fn tickets(&self) -> usize {
        self.act().tickets()
    }

    pub(super) fn touch(&self, world: &World, by: UserId, touches: &mut Touches) {
        self.act().touch(world, by, touches);
    }

    pub(super) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        self.act().decide(decider)
    }

    /// What a delete removes, and what a restricted list is to tickets that do not move along; `None` for every other
    /// command.
    pub(super) fn removal(&self) -> Option<Removal> {
        match self {
            Self::StatusDelete(command) => Some(command.removal()),
            Self::ListDelete(command) => Some(command.removal()),
            Self::LabelDelete(command) => Some(command.removal()),
            Self::OptionDelete(command) => Some(command.removal()),
            Self::TaskTypeDelete(command) => Some(command.removal()),
            Self::ComponentDelete(command) => Some(command.removal()),
            Self::FixVersionDelete(command) => Some(command.removal()),
            Self::SprintComplete(command) => Some(command.removal()),
            Self::SprintDelete(command) => Some(command.removal()),
            Self::ListRestrict(command) => Some(command.removal()),
            _ => None,
        }
    }
}
