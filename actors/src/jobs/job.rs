//! The declaration of a kind of job.

use std::future::Future;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::journal::JournalError;
use crate::words;

/// The tries, pauses and limits of a kind of job.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Runs that may begin before the job becomes a dead letter.
    pub tries: i32,
    /// The pause after the first failure; each later pause is three times as long.
    pub first_pause: Duration,
    /// No pause is longer.
    pub longest_pause: Duration,
    /// A run that takes longer has failed. Another node may take the job five seconds later.
    pub time_limit: Duration,
    /// Of a periodic kind: the time from the end of one run to the next.
    pub every: Option<Duration>,
}

/// A kind of job. The value is its payload: ids, never a secret, a text or an address.
///
/// A job may run more than once, also after its last run was complete, so running it is idempotent. A job checks rights
/// and states again when it runs: both may have changed since it was queued.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// What a run needs.
    type Context: Clone + Send + Sync + 'static;
    /// The name, as it is stored: `mail.account`. It stays the same in all later builds.
    const KIND: &'static str;
    /// The tries, pauses and limits of the job.
    const PLAN: Plan;

    /// Runs the job once. The future may be dropped at the time limit.
    fn run(self, run: Run, context: Self::Context) -> impl Future<Output = Result<Done, Failure>> + Send;
}

/// One run of a job.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The id of the job, the same in every run.
    pub id: Uuid,
    /// Runs that have begun, this one included.
    pub tries: i32,
    /// The job is obsolete from this time on.
    pub expires_at: Option<OffsetDateTime>,
}

/// How a run ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// The job did what it is for.
    Done,
    /// There was nothing left to do: the reason for the job has gone.
    Obsolete,
    /// The job may not do its work yet, and runs again after this time, with all its tries. It still expires.
    Later(Duration),
}

/// How a run failed. The sentence is shown to admins: it holds no secret and no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A later run may succeed.
    Passing(String),
    /// A later run may succeed, but not before this time has passed: another service has said so.
    Wait(String, Duration),
    /// No later run would succeed.
    Lasting(String),
}

impl Failure {
    /// The sentence.
    #[must_use]
    pub fn text(&self) -> &str {
        let (Self::Passing(text) | Self::Wait(text, _) | Self::Lasting(text)) = self;
        text
    }
}

/// The text of a database error may hold values of rows, so only its code is kept.
impl From<&sqlx::Error> for Failure {
    fn from(error: &sqlx::Error) -> Self {
        match error.as_database_error().and_then(|error| error.code()) {
            Some(code) => Self::Passing(words::database_refused(&code)),
            None => Self::Passing(words::DATABASE_SILENT.to_owned()),
        }
    }
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::from(&error)
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::from(error.cause())
    }
}
