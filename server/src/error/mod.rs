//! The one table of refusals, and the shape in which a refusal leaves the node.
//!
//! Which type goes where: a *Refusal* is a no that the caller is meant to read, and the only
//! error that a handler returns. Everything else (a database that is away, a bug) becomes one
//! through `From`, is logged there once with its cause, and tells the caller nothing of it.

mod body;
mod refusal;
mod stage;

pub use body::ErrorBody;
pub use refusal::Refusal;

use actix_web::http::StatusCode;

/// Declares the table: code, wire name, HTTP status, words for a person.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $wire:literal $status:ident $message:literal;)*) => {
        /// What a refusal is about. Stable, and shared by HTTP and the socket.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code there is, in the order of the table.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The name on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $wire,)* }
            }

            /// The HTTP status that goes with it.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $(Code::$name => StatusCode::$status,)* }
            }

            /// What is said where nothing better is known.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Code::$name => $message,)* }
            }
        }
    };
}

codes! {
    /// No credential, or one that does not count here.
    Unauthenticated "unauthenticated" UNAUTHORIZED "Sign in first.";
    /// The access token has run out.
    TokenExpired "token_expired" UNAUTHORIZED "The access token has expired. Refresh it.";
    /// The session was ended.
    TokenRevoked "token_revoked" UNAUTHORIZED "Access Token has been revoked";
    /// A spent refresh token came back: its whole family is ended.
    RefreshReused "refresh_reused" UNAUTHORIZED "This sign-in was used twice and has been ended. Sign in again.";
    /// The refresh token has run out.
    RefreshExpired "refresh_expired" UNAUTHORIZED "Refresh Token has expired";
    /// The refresh token's session was ended.
    RefreshRevoked "refresh_revoked" UNAUTHORIZED "Refresh Token has been revoked";
    /// The email or the password is wrong: one answer for both.
    WrongCredentials "wrong_credentials" UNAUTHORIZED "The email or the password is wrong.";
    /// Visible, but the right is missing.
    Forbidden "forbidden" FORBIDDEN "You do not have the right to do this.";
    /// The `Origin` is not one of ours.
    OriginDenied "origin_denied" FORBIDDEN "Requests from this origin are not accepted.";
    /// Does not exist, or not for the caller.
    NotFound "not_found" NOT_FOUND "There is nothing here.";
    /// The method is not one of the resource's.
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED "This method is not allowed here.";
    /// The thing is in a state that does not allow this.
    Conflict "conflict" CONFLICT "The state of this does not allow it.";
    /// The id or the name is taken.
    AlreadyExists "already_exists" CONFLICT "This exists already.";
    /// A ticket would block itself, or be its own ancestor.
    Cycle "cycle" CONFLICT "This would make a circle.";
    /// The command id was used for another command.
    IdempotencyMismatch "idempotency_mismatch" CONFLICT "This command id was used for another command.";
    /// The edit would touch more tickets than one event may.
    TooMany "too_many" CONFLICT "This touches too many tasks at once.";
    /// A workspace keeps at least one owner.
    LastOwner "last_owner" CONFLICT "A workspace keeps at least one owner.";
    /// A one-time thing that was used or has expired.
    Gone "gone" GONE "This was used already or has expired.";
    /// The command id is older than seven days.
    CommandExpired "command_expired" GONE "This edit is older than seven days.";
    /// The body is larger than the limit.
    PayloadTooLarge "payload_too_large" PAYLOAD_TOO_LARGE "This is too large.";
    /// The body is not of a type that is understood here.
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE "Send application/json, not compressed.";
    /// A value is not allowed; `field` says which.
    ValidationFailed "validation_failed" UNPROCESSABLE_ENTITY "A value is not allowed.";
    /// The request names a field that does not exist or is not the caller's to set.
    UnknownField "unknown_field" UNPROCESSABLE_ENTITY "There is no such field.";
    /// There is no such command.
    UnknownKind "unknown_kind" UNPROCESSABLE_ENTITY "There is no such command.";
    /// The file cannot be imported; the report says why, by row.
    ImportRefused "import_refused" UNPROCESSABLE_ENTITY "The file cannot be imported.";
    /// The protocol version is not spoken here.
    UpgradeRequired "upgrade_required" UPGRADE_REQUIRED "This version of the protocol is not spoken here.";
    /// Too fast.
    RateLimited "rate_limited" TOO_MANY_REQUESTS "Too many tries. Wait a little.";
    /// A dependency is away or a queue is full.
    Unavailable "unavailable" SERVICE_UNAVAILABLE "Not available right now. Try again in a moment.";
    /// A fault of ours; the log has the rest under the request id.
    Internal "internal" INTERNAL_SERVER_ERROR "Something went wrong on our side.";
}

impl Code {
    /// The code for an answer that a library made by itself, known only by its status.
    #[must_use]
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::UNAUTHORIZED => Self::Unauthenticated,
            StatusCode::FORBIDDEN => Self::Forbidden,
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::CONFLICT => Self::Conflict,
            StatusCode::GONE => Self::Gone,
            StatusCode::PAYLOAD_TOO_LARGE => Self::PayloadTooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            StatusCode::UPGRADE_REQUIRED => Self::UpgradeRequired,
            StatusCode::TOO_MANY_REQUESTS => Self::RateLimited,
            StatusCode::SERVICE_UNAVAILABLE => Self::Unavailable,
            status if status.is_client_error() => Self::ValidationFailed,
            _ => Self::Internal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_one_in_the_protocol() {
        let text = include_str!("../../../docs/PROTOCOL.md");
        let written: Vec<(&str, u16)> = text
            .lines()
            .filter_map(|line| {
                let mut cells = line.strip_prefix("| `")?.split('|').map(str::trim);
                let code = cells.next()?.strip_suffix('`')?;
                let is_code = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
                is_code.then_some((code, cells.next()?.parse().ok()?))
            })
            .collect();
        let ours: Vec<(&str, u16)> = Code::ALL.iter().map(|code| (code.as_str(), code.status().as_u16())).collect();
        assert_eq!(ours, written);
    }
}
