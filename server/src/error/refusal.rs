//! A refusal that the caller is meant to read.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use actix_web::http::header::{HeaderValue, RETRY_AFTER, SEC_WEBSOCKET_VERSION, UPGRADE};
use actix_web::http::{ConnectionType, StatusCode};
use actix_web::{HttpResponse, ResponseError};
use uuid::Uuid;

use super::Code;
use super::body::{ErrorBody, ErrorDetail, ErrorItem};

/// A refusal that the caller is meant to read: the only error that a handler returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The row of the table.
    pub code: Code,
    /// A sentence for people, without anything internal.
    pub message: Cow<'static, str>,
    /// The field that caused the refusal.
    pub field: Option<String>,
    /// How long to wait before a repetition makes sense.
    pub retry_after: Option<Duration>,
    /// The tickets of a circle.
    pub path: Option<Vec<Uuid>>,
    /// The values of the field that caused the refusal.
    pub items: Option<Vec<ErrorItem>>,
}

impl Refusal {
    /// A refusal with the text of the table.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self { code, message: Cow::Borrowed(code.message()), field: None, retry_after: None, path: None, items: None }
    }

    /// A value that is not allowed, in the field that holds it.
    #[must_use]
    pub fn invalid(field: impl Into<String>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::ValidationFailed).field(field).message(message)
    }

    /// The same refusal with another text.
    #[must_use]
    pub fn message(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.message = message.into();
        self
    }

    /// The same refusal, naming one field.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// The same refusal, saying how long to wait.
    #[must_use]
    pub const fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// The same refusal, naming the values of the field that caused the refusal.
    #[must_use]
    pub fn items(mut self, items: Vec<ErrorItem>) -> Self {
        self.items = Some(items);
        self
    }

    /// The JSON of the refusal.
    #[must_use]
    pub fn body(&self) -> ErrorBody {
        ErrorBody {
            error: ErrorDetail {
                code: self.code.as_str().to_owned(),
                message: self.message.clone().into_owned(),
                field: self.field.clone(),
                retry_after_ms: self.retry_after.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)),
                path: self.path.clone(),
                items: self.items.clone(),
            },
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message)
    }
}

impl std::error::Error for Refusal {}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

/// A database that is away is `unavailable`. An error of the database is `internal`, unless its cause is a character
/// that no text can hold.
impl From<sqlx::Error> for Refusal {
    fn from(error: sqlx::Error) -> Self {
        match judge(&error) {
            Code::Unavailable => {
                tracing::warn!(%error, "the database did not answer");
                Self::new(Code::Unavailable).retry_after(Duration::from_secs(1))
            }
            Code::ValidationFailed => Self::new(Code::ValidationFailed).message(actors::words::NUL),
            code => {
                tracing::error!(%error, "the database answered with an error");
                Self::new(code)
            }
        }
    }
}

fn judge(error: &sqlx::Error) -> Code {
    use sqlx::Error as E;
    let state = error.as_database_error().and_then(|error| error.code());
    match (error, state.as_deref()) {
        (E::Io(_) | E::Tls(_) | E::PoolTimedOut | E::PoolClosed | E::WorkerCrashed, _) => Code::Unavailable,
        (_, Some("22021")) => Code::ValidationFailed,
        // A lock was not granted in time, or two transactions waited for each other.
        (_, Some("55P03" | "40P01")) => Code::Unavailable,
        // The database is out of resources or shutting down, or a timeout cancelled the statement.
        (_, Some(state)) if state.starts_with("53") || state.starts_with("57") => Code::Unavailable,
        _ => Code::Internal,
    }
}

impl ResponseError for Refusal {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.code.status()).json(self.body());
        if self.code == Code::UpgradeRequired {
            // RFC 9110, 15.5.22: a 426 names the protocol to change to. Some clients read all bytes behind that header
            // as the new protocol. For them, the end of the connection is the end of the answer.
            response.head_mut().set_connection_type(ConnectionType::Close);
            response.headers_mut().insert(UPGRADE, HeaderValue::from_static("websocket"));
            response.headers_mut().insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        }
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_millis().div_ceil(1000).max(1);
            if let Ok(value) = HeaderValue::from_str(&seconds.to_string()) {
                response.headers_mut().insert(RETRY_AFTER, value);
            }
        }
        response
    }
}
