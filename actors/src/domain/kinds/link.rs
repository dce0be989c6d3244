//! Links between tickets.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{LinkId, TicketId, UserId},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LinkKind {
    /// `from` blocks `to`.
    Blocks,
    Relates,
    /// `from` duplicates `to`.
    Duplicates,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    pub id: LinkId,
    pub kind: LinkKind,
    pub from_ticket_id: TicketId,
    pub to_ticket_id: TicketId,
    pub created_user_id: UserId,
    pub created_at: Instant,
}
