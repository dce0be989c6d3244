//! Saved views: a name for a filter, an order, a grouping, a layout, columns and a display. A view is for one person,
//! or for everyone who sees the list.

pub mod commands;
pub mod display;
pub(in crate::domain::kinds) mod moves;
pub mod order;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use self::display::ViewDisplay;
use super::list::ListIcon;
use crate::domain::{
    date::Instant,
    ids::{ListId, SavedViewId, UserId},
    rank::Rank,
};

/// How a view shows its tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ViewLayout {
    Spreadsheet,
    Kanban,
}

/// A layout that shows tickets by their dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DateLayout {
    Calendar,
    Gantt,
}

/// A page that shows each reader their own tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OwnPage {
    /// The tickets that are assigned to the reader.
    Mine,
    Created,
    Completed,
    Subscribed,
    Private,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    pub id: SavedViewId,
    pub name: String,
    /// Lives in its creator's personal scope.
    pub personal: bool,
    pub created_user_id: UserId,
    /// The list whose tickets the view shows. Null if the view shows a page or all tickets. If the list is deleted,
    /// clients do not show the view.
    pub list_id: Option<ListId>,
    pub layout: ViewLayout,
    /// If set, it overrides `layout`. It is separate, because builds before schema 7 cannot read a third layout.
    #[serde(default)]
    pub date_layout: Option<DateLayout>,
    /// The text of a filter, with ids (`domain/filter`).
    pub filter: String,
    /// The field that it groups by: its word, or `none`.
    pub group_by: String,
    /// The field that it sorts by: its word, or `manual`.
    pub sort_by: String,
    pub descending: bool,
    /// The columns of the spreadsheet: ids of fields. A field that is gone is not shown.
    pub columns: Vec<String>,
    pub created_at: Instant,
    /// Null in views that builds before schema 8 created: then each browser uses its own display settings.
    #[serde(default)]
    pub display: Option<Box<ViewDisplay>>,
    #[serde(default)]
    pub icon: Option<ListIcon>,
    /// The page whose tickets the view shows. Null if the view shows a list or all tickets.
    #[serde(default)]
    pub page: Option<OwnPage>,
    /// The position among the views of the same list or page in the same scope. Null in views that builds before schema
    /// 8 created: these views come first, in the order of their ids.
    #[serde(default)]
    pub rank: Option<Rank>,
    /// The person who locked the view. Null if the view is not locked. Nodes before schema 12 leave it out.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub locked_by_user_id: Option<UserId>,
}
