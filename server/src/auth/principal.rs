//! The person and session that a request speaks for.

use time::OffsetDateTime;
use uuid::Uuid;

/// The user and session of a valid access token. A handler that takes a principal cannot be reached without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The user.
    pub user_id: Uuid,
    /// The session.
    pub session_id: Uuid,
    /// The expiry of the token, by the database's clock.
    pub expires_at: OffsetDateTime,
}
