//! Saved views: a filter, an order, a grouping, a layout and columns under a name, for one person or for all who see the
//! list.

pub mod commands;
pub(in crate::domain::kinds) mod moves;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{ListId, SavedViewId, UserId},
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    pub id: SavedViewId,
    pub name: String,
    /// Lives in its creator's personal scope.
    pub personal: bool,
    pub created_user_id: UserId,
    /// The list whose tickets it shows; null for all tickets. If the list is gone, clients do not show the view.
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
}
