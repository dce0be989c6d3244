//! Reactions to comments and to other entries of a history.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::{
    date::Instant,
    ids::{ActivityId, ReactionId, TicketId, UserId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reaction {
    /// Derived from activity, user and emoji: the same reaction twice is the same row.
    pub id: ReactionId,
    pub activity_id: ActivityId,
    pub ticket_id: TicketId,
    pub user_id: UserId,
    pub emoji: String,
    pub created_at: Instant,
}

impl Reaction {
    pub fn id_of(activity: ActivityId, user: UserId, emoji: &str) -> ReactionId {
        let mut name = user.0.as_bytes().to_vec();
        name.extend_from_slice(emoji.as_bytes());
        ReactionId(uuid::Uuid::new_v5(&activity.0, &name))
    }
}
