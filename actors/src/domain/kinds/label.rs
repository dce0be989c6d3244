//! The labels that tickets have.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::color::Color;
use crate::domain::{date::Instant, ids::LabelId};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    pub id: LabelId,
    pub name: String,
    pub color: Color,
    pub created_at: Instant,
}
