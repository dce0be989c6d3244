//! The errors of RFC 6749 and RFC 8628.

use crate::words::apps as words;

/// The error codes of RFC 6749 and RFC 8628 that Troupe uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A parameter is missing, is not valid or is named twice.
    InvalidRequest,
    /// There is no such app.
    InvalidClient,
    /// The code is not valid for this call.
    InvalidGrant,
    /// The app is not registered for device codes.
    UnauthorizedClient,
    /// The kind of grant is neither an authorization code nor a device code.
    UnsupportedGrantType,
    /// The app asks for a response type other than `code`.
    UnsupportedResponseType,
    /// The app asks for a capability that does not exist or that it is not registered for.
    InvalidScope,
    /// The person denied access.
    AccessDenied,
    /// The person has not answered yet.
    AuthorizationPending,
    /// The person has not answered yet, and the app calls too often.
    SlowDown,
    /// The device code has expired.
    ExpiredToken,
}

impl Word {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::InvalidClient => "invalid_client",
            Self::InvalidGrant => "invalid_grant",
            Self::UnauthorizedClient => "unauthorized_client",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::InvalidScope => "invalid_scope",
            Self::AccessDenied => "access_denied",
            Self::AuthorizationPending => "authorization_pending",
            Self::SlowDown => "slow_down",
            Self::ExpiredToken => "expired_token",
        }
    }
}

/// An error for an app, with a sentence for its developer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The error code.
    pub word: Word,
    /// The error of the call.
    pub description: &'static str,
}

impl Fault {
    pub(super) const fn new(word: Word, description: &'static str) -> Self {
        Self { word, description }
    }

    /// The body of a call is not a form, or names a parameter twice.
    pub const NOT_A_FORM: Self = Self::new(Word::InvalidRequest, words::NOT_A_FORM);
    /// The person denied access.
    pub(super) const DENIED: Self = Self::new(Word::AccessDenied, words::DENIED);
    /// There is no such app.
    pub(super) const NO_CLIENT: Self = Self::new(Word::InvalidClient, words::CLIENT_UNKNOWN);
    /// The code is not valid for this call.
    pub(super) const NOT_VALID: Self = Self::new(Word::InvalidGrant, words::CODE_NOT_VALID);
}
