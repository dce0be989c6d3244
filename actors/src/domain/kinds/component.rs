//! Components: the parts of what the workspace builds. A ticket may concern several.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{ComponentId, UserId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Component {
    pub id: ComponentId,
    pub name: String,
    /// One or two sentences for people; may be empty.
    pub description: String,
    /// The person who answers for it. A person who leaves the workspace stays named here.
    pub lead_user_id: Option<UserId>,
    pub created_at: Instant,
}
