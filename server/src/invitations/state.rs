//! What has become of an invitation, as a pure function of its row.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::error::Code;
use crate::queries::invitations::Stored;

/// What has become of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "InvitationState")]
#[schema(as = InvitationState)]
pub enum State {
    /// It can still be accepted.
    Pending,
    /// It has been used up.
    Accepted,
    /// It is too old.
    Expired,
    /// It was revoked.
    Revoked,
    /// The invited person has declined.
    Declined,
}

/// What has become of an invitation, apart from the rights of its inviter.
#[must_use]
pub fn state_of(stored: &Stored) -> State {
    if stored.is_revoked {
        State::Revoked
    } else if stored.is_declined {
        State::Declined
    } else if stored.accepted_by.is_some() {
        State::Accepted
    } else if stored.is_expired {
        State::Expired
    } else {
        State::Pending
    }
}

/// The refusal for a person who would accept; none while the invitation is pending.
#[must_use]
pub const fn refusal(state: State) -> Option<Code> {
    match state {
        State::Pending => None,
        State::Accepted => Some(Code::InviteUsed),
        State::Expired => Some(Code::InviteExpired),
        State::Revoked | State::Declined => Some(Code::InviteRevoked),
    }
}

/// The refusal for a person who is no member although the invitation has counted them: the node may have stopped between
/// the two steps. Only this person still joins by an invitation that has been used up.
#[must_use]
pub const fn refusal_once_counted(stored: &Stored) -> Option<Code> {
    if stored.is_revoked || stored.is_declined {
        Some(Code::InviteRevoked)
    } else if stored.is_expired {
        Some(Code::InviteExpired)
    } else {
        None
    }
}
