//! The order of the roadmap that people have made by hand: one rank for each item that somebody has moved.

pub mod commands;
mod moves;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    ids::{RoadmapItemId, RoadmapPlaceId},
    rank::Rank,
};

/// What a line of the roadmap shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RoadmapKind {
    Version,
    Epic,
    Sprint,
}

/// A fix version, an epic or a sprint on the roadmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoadmapItem {
    pub kind: RoadmapKind,
    pub id: RoadmapItemId,
}

impl RoadmapItem {
    /// The id of the item's place: an item has at most one.
    pub fn place(self) -> RoadmapPlaceId {
        let name: &[u8] = match self.kind {
            RoadmapKind::Version => b"roadmap version",
            RoadmapKind::Epic => b"roadmap epic",
            RoadmapKind::Sprint => b"roadmap sprint",
        };
        RoadmapPlaceId(Uuid::new_v5(&self.id.0, name))
    }
}

/// The place of an item among all items of the roadmap. It lives where the item lives. An item without a row was never
/// moved by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RoadmapPlace {
    /// Derived from the item.
    pub id: RoadmapPlaceId,
    pub kind: RoadmapKind,
    pub item_id: RoadmapItemId,
    pub rank: Rank,
}
