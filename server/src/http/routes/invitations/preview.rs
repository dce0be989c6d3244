//! An invitation, as the invited person sees it.

use actors::domain::entity::HeldRole;
use serde::Serialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::queries::invitations::Stored;

/// The workspace of an invitation.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct InvitedTo {
    pub(super) id: Uuid,
    pub(super) name: String,
    /// A picture or an emoji.
    pub(super) icon: Option<String>,
}

/// The person who invites.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct Inviter {
    /// May be empty.
    name: String,
}

/// A pending invitation, as the invited person sees it.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvitationPreview {
    /// Names the invitation among those to the caller's address.
    id: Uuid,
    workspace: InvitedTo,
    inviter: Inviter,
    /// A word, or the id of a role of the workspace.
    #[ts(as = "HeldRole")]
    role: String,
    /// The name of a role by id.
    role_name: Option<String>,
    /// The only address that may accept; none for a link.
    email: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    expires_at: OffsetDateTime,
    /// The number of restricted lists that the invitation shares.
    lists: usize,
    /// The names of these lists; null for the holder of a token, who may be another person than the invited one.
    list_names: Option<Vec<String>>,
}

impl InvitationPreview {
    /// What an invitation gives at this moment, with the lists that it shares.
    pub(super) fn of(stored: Stored, lists: usize, list_names: Option<Vec<String>>) -> Self {
        Self {
            id: stored.id,
            workspace: InvitedTo { id: stored.workspace_id, name: stored.workspace_name, icon: stored.workspace_icon },
            inviter: Inviter { name: stored.inviter_name },
            role: stored.role,
            role_name: stored.role_name,
            email: stored.email,
            expires_at: stored.expires_at,
            lists,
            list_names,
        }
    }
}
