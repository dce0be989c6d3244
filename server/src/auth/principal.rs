//! The person and session that a request speaks for.

use time::OffsetDateTime;
use uuid::Uuid;

/// Somebody whose access token counts. A handler that takes one cannot be reached without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Principal {
    /// Who.
    pub user_id: Uuid,
    /// Their sign-in.
    pub session_id: Uuid,
    /// When the token runs out, by the database's clock.
    pub expires_at: OffsetDateTime,
}
