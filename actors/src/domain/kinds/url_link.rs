//! Links from tickets to addresses of the web.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{TicketId, UrlLinkId, UserId},
};

/// A link from a ticket to an address. It lives with the ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UrlLink {
    pub id: UrlLinkId,
    pub ticket_id: TicketId,
    /// http or https.
    pub url: String,
    /// Empty if no person has given one: readers then show the host of the address.
    pub title: String,
    pub created_user_id: UserId,
    pub created_at: Instant,
}
