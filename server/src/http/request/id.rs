//! The id of a request, in its answer and in all its log lines.

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use uuid::Uuid;

/// The header that carries the id.
pub(crate) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The id that the caller sent, if it cannot harm a log; else a new one.
    pub(crate) fn of(request: &ServiceRequest) -> Self {
        let given = request.headers().get(X_REQUEST_ID).and_then(|value| value.to_str().ok());
        match given {
            Some(given) if is_plain(given) => Self(given.to_owned()),
            _ => Self::fresh(),
        }
    }

    /// A new, unique id.
    pub(crate) fn fresh() -> Self {
        Self(Uuid::now_v7().to_string())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id as a header.
    pub(crate) fn header(&self) -> HeaderValue {
        HeaderValue::from_str(&self.0).unwrap_or(HeaderValue::from_static("-"))
    }
}

fn is_plain(text: &str) -> bool {
    (8..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_' || b == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q03_a_callers_request_id_is_taken_only_if_it_is_plain() {
        assert!(is_plain("0191a2b3-4c5d"));
        for wrong in ["short", "a b c d e f", "line\nbreak-line", "\u{1b}[31mred-red", &"x".repeat(65)] {
            assert!(!is_plain(wrong), "{wrong:?}");
        }
    }
}
