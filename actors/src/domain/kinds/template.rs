//! Templates: what a person gives new tickets or a new list at once. A template is used by commands that exist, so the node
//! only keeps it.

pub mod commands;
mod content;
pub(in crate::domain::kinds) mod moves;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    attribute::value::FieldValues,
    color::Color,
    list::ListIcon,
    saved_view::{DateLayout, ViewLayout, display::ViewDisplay},
    ticket::Priority,
};
use crate::domain::{
    date::Instant,
    ids::{ComponentId, FixVersionId, LabelId, ListId, StatusId, TaskTypeId, TemplateId, UserId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    pub id: TemplateId,
    pub name: String,
    /// The list whose new tickets it is for; null for those of all lists. It lives in the scope of that list.
    pub list_id: Option<ListId>,
    /// What a new list gets. Null for a template of a ticket.
    pub list: Option<TemplateList>,
    /// The ticket that is made, or the tickets of the list.
    pub tickets: Vec<TemplateTicket>,
    pub created_user_id: UserId,
    pub created_at: Instant,
}

/// The values of a new ticket. What is gone when the template is used is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct TemplateTicket {
    pub title: String,
    pub description: String,
    /// The first status if it is null.
    pub status_id: Option<StatusId>,
    pub priority: Option<Priority>,
    pub assignees_ids: Vec<UserId>,
    pub labels: Vec<LabelId>,
    #[ts(type = "Record<string, FieldValue>")]
    pub fields: FieldValues,
    pub task_type_id: Option<TaskTypeId>,
    pub components_ids: Vec<ComponentId>,
    pub fix_versions_ids: Vec<FixVersionId>,
    /// How many days after its use the ticket begins.
    pub start_after: Option<i32>,
    /// How many days after its use the ticket is due.
    pub due_after: Option<i32>,
    pub subtasks: Vec<TemplateTicket>,
}

/// The settings of a new list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TemplateList {
    pub color: Color,
    #[serde(default)]
    pub icon: Option<ListIcon>,
    #[serde(default)]
    pub description: String,
    /// The views that all who see the list share.
    #[serde(default)]
    pub views: Vec<TemplateView>,
}

/// A saved view of a new list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TemplateView {
    pub name: String,
    pub layout: ViewLayout,
    /// The same as in a saved view.
    #[serde(default)]
    pub date_layout: Option<DateLayout>,
    /// Here, the id of the template means the new list. The filter names no other list.
    pub filter: String,
    pub group_by: String,
    pub sort_by: String,
    pub descending: bool,
    pub columns: Vec<String>,
    /// Here, the id of the template means the new list.
    #[serde(default)]
    pub display: Option<Box<ViewDisplay>>,
    #[serde(default)]
    pub icon: Option<ListIcon>,
}
