//! The lag and the kind of a "blocks" link. The kind says which ends of two tickets the link joins. The lag is the
//! number of days between these ends.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::ids::{LinkId, LinkLagId};

/// The kind of a "blocks" link. Finish-to-start, for example: the first ticket must finish before the second may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LinkEnds {
    FinishToStart,
    StartToStart,
    FinishToFinish,
    StartToFinish,
}

/// The row lives in the scope of its link. A link without a row is finish-to-start, without a lag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LinkLag {
    /// Derived from the link: there is one row for it.
    pub id: LinkLagId,
    pub link_id: LinkId,
    /// Whole days. Below 0, the second ticket may be earlier. 0 occurs only in a row with `ends`.
    pub days: i32,
    /// None for finish-to-start. Rows and events of the previous version lack the field.
    #[serde(default)]
    pub ends: Option<LinkEnds>,
}

impl LinkLag {
    /// The id of the lag of a link.
    pub fn id_of(link: LinkId) -> LinkLagId {
        LinkLagId(Uuid::new_v5(&link.0, b"lag"))
    }
}
