//! The operator's webhook for text messages. Requests are signed as Standard Webhooks describes
//! (<https://www.standardwebhooks.com>), so a receiver can check them with a library.

use std::fmt;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use time::OffsetDateTime;
use uuid::Uuid;

use super::message::TextMessage;
use crate::config::{Secret, SmsGateway};
use crate::mail::Undelivered;
use crate::outbound::{Answer, Failed, Limits, Outbound};
use crate::words::{jobs as job_words, sms as words};

/// The limits of a request. The body of an answer is not read.
const LIMITS: Limits = Limits { time: Duration::from_secs(20), bytes: 1_024 };

/// The webhook of the operator.
#[derive(Clone)]
pub struct Gateway {
    http: Outbound,
    url: Secret,
    key: Vec<u8>,
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway").finish_non_exhaustive()
    }
}

impl Gateway {
    pub(super) fn new(config: &SmsGateway, http: Outbound) -> Result<Self, String> {
        http.check(config.url.reveal()).map_err(|_| words::WEBHOOK_REFUSED.to_owned())?;
        Ok(Self { http, url: config.url.clone(), key: config.key.clone() })
    }

    /// Sends a message to the gateway. Each attempt has the same `id`, by which the gateway tells a repeated message, and the same
    /// body.
    pub(super) async fn send(&self, message: &TextMessage, id: Uuid) -> Result<(), Undelivered> {
        let TextMessage { number, text, purpose, code: _ } = message;
        let body = json!({ "id": id, "number": number, "text": text, "purpose": purpose }).to_string();
        let sent_at = OffsetDateTime::now_utc().unix_timestamp();
        let headers = vec![
            ("content-type", "application/json".to_owned()),
            ("idempotency-key", id.to_string()),
            ("webhook-id", id.to_string()),
            ("webhook-timestamp", sent_at.to_string()),
            ("webhook-signature", signature(&self.key, id, sent_at, &body)),
        ];
        outcome(&self.http.post(self.url.reveal(), headers, body.into_bytes(), LIMITS).await)
    }
}

/// The header with the signature: the version of the scheme, and an HMAC of the id, the time and the body.
fn signature(key: &[u8], id: Uuid, sent_at: i64, body: &str) -> String {
    // HMAC takes keys of any length, so this cannot fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    mac.update(format!("{id}.{sent_at}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// Judges an answer. If the gateway is busy or broken, the job retries. If the gateway refuses the message, the job
/// does not.
fn outcome(answer: &Result<Answer, Failed>) -> Result<(), Undelivered> {
    let (lasting, reason) = match answer {
        Ok(answer) => match answer.status {
            200..=299 => return Ok(()),
            status @ (408 | 425 | 429 | 500..) => (false, job_words::sms_refused(status)),
            status => (true, job_words::sms_refused(status)),
        },
        Err(Failed::Refused) => (true, job_words::SMS_GATEWAY_PRIVATE.to_owned()),
        Err(Failed::Slow) => (false, job_words::SMS_GATEWAY_SLOW.to_owned()),
        Err(Failed::Unreachable) => (false, job_words::SMS_GATEWAY_AWAY.to_owned()),
    };
    Err(Undelivered { lasting, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16) -> Result<Answer, Failed> {
        Ok(Answer { status, content_type: None, location: None, retry_after: None, body: Vec::new(), cut: false })
    }

    #[test]
    fn ph8_a_gateway_is_asked_again_unless_it_refuses_the_message() {
        let of = |answer| outcome(&answer).map_err(|it| it.lasting);
        for status in [200, 202, 204] {
            assert_eq!(of(answer(status)), Ok(()), "{status}");
        }
        for status in [408, 425, 429, 500, 503] {
            assert_eq!(of(answer(status)), Err(false), "{status}");
        }
        for status in [301, 307, 400, 401, 404, 422] {
            assert_eq!(of(answer(status)), Err(true), "{status}");
        }
        assert_eq!(of(Err(Failed::Slow)), Err(false));
        assert_eq!(of(Err(Failed::Unreachable)), Err(false));
        assert_eq!(of(Err(Failed::Refused)), Err(true));
    }

    #[test]
    fn ph8_a_signature_depends_on_the_key_the_id_the_time_and_the_body() {
        let (one, two) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let of = |key: &[u8], id, at, body| signature(key, id, at, body);
        let first = of(b"key", one, 1, "{}");
        assert!(first.starts_with("v1,") && first.len() == 3 + 44, "{first}");
        assert_eq!(first, of(b"key", one, 1, "{}"));
        for other in
            [of(b"kez", one, 1, "{}"), of(b"key", two, 1, "{}"), of(b"key", one, 2, "{}"), of(b"key", one, 1, "[]")]
        {
            assert_ne!(first, other);
        }
    }
}
