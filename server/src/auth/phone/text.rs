//! The jobs that send text messages. A job contains the id of a request, but no number and no code. The message is
//! written when the job runs. If the request is no longer open, no message is sent.

use std::time::Duration;

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

use super::purpose::Purpose;
use crate::auth::Auth;
use crate::auth::account_mail::LEAST_CODE_LIFE;
use crate::sms::TextMessage;
use crate::words::sms as words;

/// A text message of a request.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "text", rename_all = "camelCase")]
pub enum CodeText {
    /// The code.
    Code {
        /// The request.
        request: Uuid,
    },
    /// Why there is no code.
    NoCode {
        /// The request.
        request: Uuid,
    },
}

impl Job for CodeText {
    type Context = Auth;
    const KIND: &'static str = "sms.code";
    const PLAN: Plan = Plan {
        // If the answers of the gateway are lost, each try may be another message. After about a minute, the person asks for
        // another code anyway. A job whose code has expired does not run (JB5).
        tries: 4,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(60),
        time_limit: Duration::from_secs(60),
        every: None,
    };

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let message = match self {
            Self::Code { request } => auth.code_text(request, run.id).await?,
            Self::NoCode { request } => auth.no_code_text(request).await?,
        };
        let Some(message) = message else { return Ok(Done::Obsolete) };
        auth.send_text(message, run.id).await
    }
}

/// The columns of an open request that its messages need.
#[derive(sqlx::FromRow)]
struct Request {
    purpose: String,
    phone: String,
    reference: String,
    code_hash: Option<Vec<u8>>,
    expires_at: OffsetDateTime,
    now: OffsetDateTime,
}

/// The name of the purpose, for the gateway and the development mailbox.
const fn said(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::SignUp => "sign-up",
        Purpose::Password => "password",
        Purpose::Number => "number",
    }
}

impl Auth {
    /// Sends the message of a job, once.
    pub(super) async fn send_text(&self, message: TextMessage, job: Uuid) -> Result<Done, Failure> {
        match self.inner.sms.send(message, job).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }

    /// The message with a request's code; `None` if the request is used, has expired or has a newer code.
    async fn code_text(&self, id: Uuid, job: Uuid) -> Result<Option<TextMessage>, sqlx::Error> {
        let Some(request) = self.open_request(id).await? else { return Ok(None) };
        let Request { purpose, phone, reference, code_hash, expires_at, now } = request;
        let left = expires_at - now;
        let code = code_hash.and_then(|hash| self.inner.keys.mailed_code(&hash, id, job));
        let Some(code) = code.filter(|_| left > LEAST_CODE_LIFE) else { return Ok(None) };
        let minutes = left.whole_seconds().unsigned_abs().div_ceil(60);
        let own = Url::parse(self.inner.site.public_url()).ok();
        let host = own.as_ref().and_then(Url::host_str).unwrap_or_default();
        let purpose = said(Purpose::of_word(&purpose));
        let text = words::code(purpose, &code, &reference, minutes, host);
        Ok(Some(TextMessage { number: phone, text, purpose, code: Some(code) }))
    }

    /// The message that says why a request has no code.
    async fn no_code_text(&self, id: Uuid) -> Result<Option<TextMessage>, sqlx::Error> {
        let Some(Request { purpose, phone, .. }) = self.open_request(id).await? else { return Ok(None) };
        let purpose = Purpose::of_word(&purpose);
        let text = match purpose {
            Purpose::SignUp => words::NUMBER_TAKEN,
            Purpose::Password => words::NO_RESET,
            Purpose::Number => words::NUMBER_IN_USE,
        };
        Ok(Some(TextMessage { number: phone, text: text.to_owned(), purpose: said(purpose), code: None }))
    }

    async fn open_request(&self, id: Uuid) -> Result<Option<Request>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select purpose, phone, reference, code_hash, expires_at, now() as now from phone_codes
                     where id = $1 and used_at is null and expires_at > now()",
                )
                .bind(id)
                .fetch_optional(&pool)
                .await
            })
            .await
    }
}
