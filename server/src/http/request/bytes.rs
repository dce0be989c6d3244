//! Reads a body of plain bytes, and passes each chunk on as it arrives.

use std::pin::pin;
use std::time::Instant;

use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use actix_web::web::Payload;
use bytes::Bytes;
use futures_util::StreamExt;

use crate::error::{Code, Refusal};
use crate::http::limits::minimum_rate::{MinimumRate, TooSlow};
use crate::words::refusals as words;

/// The only media type of such a body.
const BYTES: &str = "application/octet-stream";

/// Checks that a body is plain bytes and not compressed.
///
/// # Errors
/// `unsupported_media_type`.
pub(crate) fn check_headers(headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_plain = text(CONTENT_ENCODING).is_none_or(|it| it.eq_ignore_ascii_case("identity"));
    if is_plain && text(CONTENT_TYPE).unwrap_or_default().eq_ignore_ascii_case(BYTES) {
        return Ok(());
    }
    Err(Refusal::new(Code::UnsupportedMediaType).message(words::SEND_BYTES))
}

/// The length that the sender names; `usize::MAX` for a value that is not a number, which fits no body.
pub(crate) fn length_of(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH).map(|it| it.to_str().ok().and_then(|it| it.parse().ok()).unwrap_or(usize::MAX))
}

/// Passes each chunk of a body to `take` as it arrives.
///
/// # Errors
/// `wrong` if the body has another length; the errors of `take`; others if the sender is slow or is cut off.
pub(crate) async fn receive(
    mut payload: Payload,
    length: usize,
    mut rate: MinimumRate,
    wrong: impl Fn() -> Refusal,
    mut take: impl AsyncFnMut(Bytes) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut left = length;
    loop {
        let chunk = {
            let mut next = pin!(payload.next());
            loop {
                let slow = |TooSlow| Refusal::new(Code::TimedOut).message(words::FILE_TOO_SLOW);
                let until = rate.wait(Instant::now()).map_err(slow)?;
                if let Ok(come) = tokio::time::timeout_at(until.into(), &mut next).await {
                    break come;
                }
            }
        };
        let Some(chunk) = chunk else { break };
        let chunk = chunk.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::BODY_CUT_SHORT))?;
        rate.moved(chunk.len(), Instant::now());
        left = left.checked_sub(chunk.len()).ok_or_else(&wrong)?;
        take(chunk).await?;
    }
    if left == 0 { Ok(()) } else { Err(wrong()) }
}
