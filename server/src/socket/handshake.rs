//! The checks of the opening handshake (RFC 6455, 4.2.1) that the library does not make.

use actix_web::HttpRequest;
use actix_web::http::Version;
use actix_web::http::header::{HeaderName, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// Refuses any request that is not a handshake of version 13 over HTTP/1.1.
///
/// # Errors
/// `upgrade_required`.
pub(super) fn check(request: &HttpRequest) -> Result<(), Refusal> {
    let only = |name: HeaderName| {
        let mut values = request.headers().get_all(name);
        values.next().filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok()).map(str::trim)
    };
    let is_key = |key: &str| STANDARD.decode(key).is_ok_and(|bytes| bytes.len() == 16);
    if request.version() == Version::HTTP_11
        && only(SEC_WEBSOCKET_VERSION) == Some("13")
        && only(SEC_WEBSOCKET_KEY).is_some_and(is_key)
    {
        return Ok(());
    }
    Err(refused())
}

/// The schema number of the page (RS6), from the query parameter `schema`; 0 without the parameter. It is not a field
/// of `hello`, because nodes of the previous version refuse a `hello` with an unknown field.
pub(super) fn schema(request: &HttpRequest) -> u32 {
    let pairs = request.query_string().split('&').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| *name == "schema");
    named.next().and_then(|(_, value)| value.parse().ok()).unwrap_or(0)
}

/// The refusal of an invalid handshake.
pub(super) fn refused() -> Refusal {
    Refusal::new(Code::UpgradeRequired).message(words::WEBSOCKET_ONLY)
}
