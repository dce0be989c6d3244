//! The lag of a "blocks" link: how many days after the end of one ticket the other may begin.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::ids::{LinkId, LinkLagId};

/// The row lives with its link. A link without a row has no lag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LinkLag {
    /// Derived from the link: there is one row for it.
    pub id: LinkLagId,
    pub link_id: LinkId,
    /// Whole days, not 0; below 0, the second ticket may begin earlier.
    pub days: i32,
}

impl LinkLag {
    /// The id of the lag of a link.
    pub fn id_of(link: LinkId) -> LinkLagId {
        LinkLagId(Uuid::new_v5(&link.0, b"lag"))
    }
}
