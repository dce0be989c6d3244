//! The queue of jobs, for the owner of the instance. No payload leaves the database: it names rows of people.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use actors::jobs::{FailedJob, KindOfJobs, PeriodicJob};
use serde::Serialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::owner::owner_only;
use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;

/// The queue at one moment.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct JobsOverview {
    /// The kinds that have jobs; periodic kinds are apart.
    kinds: Vec<JobKind>,
    /// Dead letters first, then jobs that are tried again; the latest failures, at most 50.
    failures: Vec<JobFailure>,
    /// The periodic jobs.
    schedule: Vec<ScheduledJob>,
}

/// The jobs of one kind.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobKind {
    /// The name, such as `mail.account`.
    kind: String,
    /// Jobs that wait for a run.
    waiting: i64,
    /// Jobs that run now.
    running: i64,
    /// Jobs that ended in the last day.
    done: i64,
    /// Jobs of the last day whose reason had gone before they could run.
    obsolete: i64,
    /// Dead letters.
    failed: i64,
    /// The age of the oldest open job.
    oldest_seconds: Option<i64>,
}

/// A job whose last run failed.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobFailure {
    /// The id, to retry or discard a dead letter by.
    id: Uuid,
    /// The name of the kind.
    kind: String,
    /// True for a dead letter, which is not tried again by itself.
    dead: bool,
    /// Runs that have begun.
    tries: i32,
    /// Runs that may begin.
    most_tries: i32,
    /// Why the last run failed: a sentence without secrets and addresses.
    error: String,
    /// When the last run ended.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    failed_at: OffsetDateTime,
    /// When the next run is due; nothing for a dead letter.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    next_at: Option<OffsetDateTime>,
}

/// A periodic job.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScheduledJob {
    /// The name of the kind.
    kind: String,
    /// The time from the end of one run to the next.
    every_seconds: i64,
    /// True while it runs.
    running: bool,
    /// When the last run ended; nothing before the first.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    last_at: Option<OffsetDateTime>,
    /// When the next run is due.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    next_at: OffsetDateTime,
    /// Why the last run failed; nothing if it succeeded.
    error: Option<String>,
}

impl From<KindOfJobs> for JobKind {
    fn from(row: KindOfJobs) -> Self {
        let KindOfJobs { kind, waiting, running, done, obsolete, dead, oldest_seconds } = row;
        Self { kind, waiting, running, done, obsolete, failed: dead, oldest_seconds }
    }
}

impl From<FailedJob> for JobFailure {
    fn from(row: FailedJob) -> Self {
        let FailedJob { id, kind, dead, tries, most_tries, error, failed_at, next_at } = row;
        Self { id, kind, dead, tries, most_tries, error, failed_at, next_at }
    }
}

impl From<PeriodicJob> for ScheduledJob {
    fn from(row: PeriodicJob) -> Self {
        let PeriodicJob { kind, every_seconds, running, last_at, next_at, error } = row;
        Self { kind, every_seconds, running, last_at, next_at, error }
    }
}

/// The queue of jobs, for the instance's owner only.
#[utoipa::path(get, path = "/api/admin/jobs", tag = "admin", security(("bearer" = [])), responses(
    (status = 200, body = JobsOverview),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
pub(crate) async fn jobs(principal: Principal, door: Data<Door>) -> Result<Json<JobsOverview>, Refusal> {
    owner_only(&principal, &door).await?;
    let seen = door.jobs.overview().await?;
    Ok(Json(JobsOverview {
        kinds: seen.kinds.into_iter().map(JobKind::from).collect(),
        failures: seen.failed.into_iter().map(JobFailure::from).collect(),
        schedule: seen.periodic.into_iter().map(ScheduledJob::from).collect(),
    }))
}

/// Gives a dead letter all its tries again.
#[utoipa::path(post, path = "/api/admin/jobs/{id}/retry", tag = "admin", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 204, description = "retried"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn retry(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<HttpResponse, Refusal> {
    owner_only(&principal, &door).await?;
    found(door.jobs.retry(id.into_inner()).await?)
}

/// Deletes a dead letter.
#[utoipa::path(post, path = "/api/admin/jobs/{id}/discard", tag = "admin", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 204, description = "deleted"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn discard(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<HttpResponse, Refusal> {
    owner_only(&principal, &door).await?;
    found(door.jobs.discard(id.into_inner()).await?)
}

fn found(there: bool) -> Result<HttpResponse, Refusal> {
    if there { Ok(HttpResponse::NoContent().finish()) } else { Err(Code::NotFound.into()) }
}
