//! A JSON body, and the exact error if it cannot be read.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use actix_web::{FromRequest, HttpRequest};
use actors::domain::reading::{self, Unreadable};
use actors::domain::refusal::RefusalCode;
use bytes::BytesMut;
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;

use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The largest body, in bytes; application data.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit(pub usize);

/// The time after which an incomplete body is refused.
const PATIENCE: Duration = Duration::from_secs(30);

/// A JSON body. No body at all is the same as `{}`.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Refusal;
    type Future = LocalBoxFuture<'static, Result<Self, Refusal>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let limit = request.app_data::<BodyLimit>().map_or(256 * 1024, |limit| limit.0);
        let checked = check_headers(request.headers(), limit);
        let mut payload = payload.take();
        Box::pin(async move {
            let kind = checked?;
            let read = read(&mut payload, limit);
            let body = tokio::time::timeout(PATIENCE, read).await.map_err(|_| Refusal::from(Code::TimedOut))??;
            match (body.is_empty(), kind) {
                (true, _) => parse(b"{}"),
                (false, Kind::Json) => parse(&body),
                (false, Kind::Missing) => Err(Code::UnsupportedMediaType.into()),
            }
            .map(Self)
        })
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Json,
    Missing,
}

fn check_headers(headers: &HeaderMap, limit: usize) -> Result<Kind, Refusal> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?").trim());
    if text(CONTENT_LENGTH).is_some_and(|length| length.parse().is_ok_and(|l: usize| l > limit)) {
        return Err(Code::PayloadTooLarge.into());
    }
    // A small body could unpack to a large one, so compressed bodies are refused.
    if text(CONTENT_ENCODING).is_some_and(|encoding| !encoding.eq_ignore_ascii_case("identity")) {
        return Err(Code::UnsupportedMediaType.into());
    }
    match text(CONTENT_TYPE) {
        None => Ok(Kind::Missing),
        Some(kind) if is_json(kind) => Ok(Kind::Json),
        Some(_) => Err(Code::UnsupportedMediaType.into()),
    }
}

/// `application/json`, in UTF-8 if it says so.
fn is_json(kind: &str) -> bool {
    let mut parts = kind.split(';').map(str::trim);
    parts.next().is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
        && parts.filter(|part| !part.is_empty()).all(|part| {
            part.split_once('=').is_some_and(|(name, value)| {
                !name.eq_ignore_ascii_case("charset") || value.trim_matches('"').eq_ignore_ascii_case("utf-8")
            })
        })
}

async fn read(payload: &mut Payload, limit: usize) -> Result<BytesMut, Refusal> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::BODY_CUT_SHORT))?;
        if body.len() + chunk.len() > limit {
            return Err(Code::PayloadTooLarge.into());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Reads a value from JSON; an error names the field that caused it.
///
/// # Errors
/// `unknown_field` or `validation_failed`.
pub fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, Refusal> {
    if holds_nul(json) {
        // PostgreSQL cannot store NUL, and no one types it.
        return Err(Refusal::new(Code::ValidationFailed).message(actors::words::NUL));
    }
    let value = reading::json(json).map_err(unreadable)?;
    reading::read(value).map_err(unreadable)
}

/// Whether JSON text writes the character NUL as an escape (JSON forbids a raw one).
fn holds_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escape = &rest[at + 1..];
        if escape.starts_with(b"u0000") {
            return true;
        }
        rest = escape.get(1..).unwrap_or_default();
    }
    false
}

/// The path of a field, such as `patch.title`.
fn unreadable(error: Unreadable) -> Refusal {
    let path = error.path();
    match (error.code, path.is_empty()) {
        (RefusalCode::UnknownField, _) => Refusal::new(Code::UnknownField).field(path),
        (_, true) => Refusal::new(Code::ValidationFailed).message(error.message),
        (_, false) => Refusal::invalid(path, error.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its shape matters")]
    struct Shape {
        email: String,
        inner: Option<Inner>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its shape matters")]
    struct Inner {
        number: i64,
    }

    #[test]
    fn the_field_that_is_to_blame_is_named() {
        use Code::{UnknownField, ValidationFailed};
        let cases = [
            (r#"{"email": "a", "role": "owner"}"#, UnknownField, Some("role")),
            (r#"{"email": "a", "inner": {"number": 1, "x": 2}}"#, UnknownField, Some("inner.x")),
            (r#"{"inner": null}"#, ValidationFailed, Some("email")),
            (r#"{"email": "a", "inner": {}}"#, ValidationFailed, Some("inner.number")),
            (r#"{"email": ["a"]}"#, ValidationFailed, Some("email")),
            (r#"{"email": "a", "inner": {"number": "1"}}"#, ValidationFailed, Some("inner.number")),
            (r#"{"email": "a", "inner": {"number": 1e400}}"#, ValidationFailed, None),
            (r#"{"email": "a"} {}"#, ValidationFailed, None),
            (r#"{"email": "#, ValidationFailed, None),
            ("[]", ValidationFailed, None),
            (r#"["a"]"#, ValidationFailed, None),
            (r#" [ "a", {"number": 1}]"#, ValidationFailed, None),
            ("", ValidationFailed, None),
        ];
        for (json, code, field) in cases {
            let refusal = parse::<Shape>(json.as_bytes()).expect_err(json);
            assert_eq!((refusal.code, refusal.field.as_deref()), (code, field), "{json}");
        }
    }

    #[test]
    fn f04_nul_is_refused_and_a_backslash_before_u0000_is_not_nul() {
        assert!(holds_nul(br#""a\u0000b""#));
        assert!(holds_nul(br#""\\\u0000""#));
        assert!(!holds_nul(br#""a\\u0000b""#));
        assert!(!holds_nul(br#""a\u00001""#.split_at(3).0));
    }

    #[test]
    fn f02_only_json_is_json() {
        for right in ["application/json", "Application/JSON; charset=utf-8", "application/json;"] {
            assert!(is_json(right), "{right}");
        }
        for wrong in ["text/plain", "application/jsonp", "application/json; charset=latin1", ""] {
            assert!(!is_json(wrong), "{wrong}");
        }
    }
}
