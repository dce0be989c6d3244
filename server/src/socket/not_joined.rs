//! Why a socket did not join.

use actors::domain::refusal::Refusal as StageRefusal;

use crate::error::{Code, Refusal};

/// Why a socket did not join.
#[derive(Clone, Debug)]
pub(super) enum NotJoined {
    /// The session in the socket's token does not belong to the token's user.
    Session,
    /// The stage refused, or the database did not answer.
    Refused(StageRefusal),
}

impl From<Refusal> for NotJoined {
    fn from(refusal: Refusal) -> Self {
        match refusal.code {
            Code::Unauthenticated => Self::Session,
            _ => Self::Refused(StageRefusal::away(1_000)),
        }
    }
}
