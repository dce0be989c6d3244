//! The one table of refusals, and the shape in which a refusal leaves the node.
//!
//! Which type goes where: a *Refusal* is an answer that the caller is meant to read, and the only error that a handler
//! returns. All other errors (a database that is away, a bug) become a refusal through `From`. They are logged there
//! once with their cause, and the caller does not see the cause.

mod body;
mod refusal;
mod stage;

pub use body::{ErrorBody, ErrorDetail, ErrorItem, ItemProblem};
pub use refusal::Refusal;

use actix_web::http::StatusCode;
use ts_rs::TS;

/// Declares the table: code, wire name, HTTP status, and the text for people.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $wire:literal $status:ident $message:expr;)*) => {
        /// What a refusal is about. Stable, and shared by HTTP and the socket.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TS)]
        #[ts(rename = "ErrorCode")]
        pub enum Code { $($(#[$doc])* #[ts(rename = $wire)] $name,)* }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The name on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $wire,)* }
            }

            /// The HTTP status of the code.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $(Code::$name => StatusCode::$status,)* }
            }

            /// The text for a refusal that has no text of its own. This column of the table belongs to the catalogue of
            /// texts.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Code::$name => $message,)* }
            }
        }
    };
}

codes! {
    /// No credential, or one that does not count here.
    Unauthenticated "unauthenticated" UNAUTHORIZED "Log in first.";
    /// The access token has run out.
    TokenExpired "token_expired" UNAUTHORIZED "The access token has expired. Refresh it.";
    /// The session was ended.
    TokenRevoked "token_revoked" UNAUTHORIZED "Access Token has been revoked";
    /// A spent refresh token came back: its whole family is ended.
    RefreshReused "refresh_reused" UNAUTHORIZED "This session was used from two places and has been ended. Log in again.";
    /// The refresh token has run out.
    RefreshExpired "refresh_expired" UNAUTHORIZED "Refresh Token has expired";
    /// The refresh token's session was ended.
    RefreshRevoked "refresh_revoked" UNAUTHORIZED "Refresh Token has been revoked";
    /// The email or the password is wrong: one answer for both.
    WrongCredentials "wrong_credentials" UNAUTHORIZED "The email or password is incorrect.";
    /// The operator has disabled the account. Said only to a person who has proved the password.
    UserDisabled "user_disabled" UNAUTHORIZED "User is disabled.";
    /// Visible, but the right is missing.
    Forbidden "forbidden" FORBIDDEN "You don't have permission to do this.";
    /// The `Origin` is not one of ours.
    OriginDenied "origin_denied" FORBIDDEN "Requests from this origin are not accepted.";
    /// The invitation was sent to an address other than the caller's.
    InviteEmailMismatch "invite_email_mismatch" FORBIDDEN "This invitation was sent to another email address.";
    /// Does not exist, or not for the caller.
    NotFound "not_found" NOT_FOUND "Not found.";
    /// The method is not one of the resource's.
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED "This method is not allowed here.";
    /// The thing is in a state that does not allow this.
    Conflict "conflict" CONFLICT "This isn't possible in the current state.";
    /// The id or the name is taken.
    AlreadyExists "already_exists" CONFLICT "This already exists.";
    /// A ticket would block itself, or be its own ancestor.
    Cycle "cycle" CONFLICT "This would create a loop.";
    /// The command id was used for another command.
    IdempotencyMismatch "idempotency_mismatch" CONFLICT actors::words::ID_REUSED;
    /// The edit would touch more tickets than one event may.
    TooMany "too_many" CONFLICT "This affects too many tasks at once.";
    /// A workspace keeps at least one owner.
    LastOwner "last_owner" CONFLICT actors::words::ONE_OWNER_AT_LEAST;
    LastManager "last_manager" CONFLICT actors::words::ONE_MANAGER_AT_LEAST;
    /// A one-time thing that was used or has expired.
    Gone "gone" GONE "This has been used or has expired.";
    /// The invitation has been used up.
    InviteUsed "invite_used" GONE "This invitation has already been used. Ask for a new one.";
    /// The invitation is too old.
    InviteExpired "invite_expired" GONE "This invitation has expired. Ask for a new one.";
    /// The invitation was revoked or declined, or the inviter may no longer invite.
    InviteRevoked "invite_revoked" GONE "This invitation was revoked. Ask for a new one.";
    /// The command id is older than seven days.
    CommandExpired "command_expired" GONE actors::words::COMMAND_TOO_OLD;
    /// The request could not be read.
    Malformed "malformed" BAD_REQUEST "This request can't be read.";
    /// The request did not arrive in time.
    TimedOut "timed_out" REQUEST_TIMEOUT "The request did not arrive in time.";
    /// The body is larger than the limit.
    PayloadTooLarge "payload_too_large" PAYLOAD_TOO_LARGE "This is too large.";
    /// The body is not of a type that is understood here.
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE "Send uncompressed application/json.";
    /// A value is not allowed; `field` says which.
    ValidationFailed "validation_failed" UNPROCESSABLE_ENTITY "A value isn't allowed.";
    /// The request names a field that does not exist or is not the caller's to set.
    UnknownField "unknown_field" UNPROCESSABLE_ENTITY "There is no such field.";
    /// There is no such command.
    UnknownKind "unknown_kind" UNPROCESSABLE_ENTITY "There is no such command.";
    /// The file cannot be imported; the report says why, by row.
    ImportRefused "import_refused" UNPROCESSABLE_ENTITY "The file can't be imported.";
    /// The protocol version is not spoken here.
    UpgradeRequired "upgrade_required" UPGRADE_REQUIRED "This version of the protocol isn't supported here.";
    /// The head of the request is larger than the limit.
    HeadersTooLarge "headers_too_large" REQUEST_HEADER_FIELDS_TOO_LARGE "The headers of this request are too large.";
    /// Too fast.
    RateLimited "rate_limited" TOO_MANY_REQUESTS "Too many attempts. Wait a moment.";
    /// A dependency is away or a queue is full.
    Unavailable "unavailable" SERVICE_UNAVAILABLE "Not available right now. Try again in a moment.";
    /// A fault of ours; the log has the rest under the request id.
    Internal "internal" INTERNAL_SERVER_ERROR actors::words::INTERNAL;
}

impl Code {
    /// The code for an answer that a library made by itself, chosen by its status.
    #[must_use]
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::BAD_REQUEST => Self::Malformed,
            StatusCode::REQUEST_TIMEOUT => Self::TimedOut,
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => Self::HeadersTooLarge,
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
