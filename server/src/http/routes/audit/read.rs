//! Reading the log: pages, and files.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path, Query};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::file;
use super::record::{AuditRecord, Sight};
use super::wanted::{Form, Wanted};
use crate::auth::Caller;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::queries::audit::keep;
use crate::queries::audit::read::page;
use crate::words::refusals as words;

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditPage {
    /// The newest first.
    records: Vec<AuditRecord>,
    /// The page after this one begins before this record; null if this page is the last.
    next: Option<Uuid>,
    /// The days for which the workspace keeps its records.
    keep_days: i32,
    /// Whether the caller may change that.
    may_keep: bool,
}

/// The audit log, newest first, for callers who may read it. With `format`, a file of all records that the filter lets
/// through.
#[utoipa::path(get, path = "/api/workspaces/{id}/audit", tag = "workspaces", params(
    ("id" = Uuid, Path), ("by" = Option<Uuid>, Query), ("kind" = Option<String>, Query),
    ("from" = Option<OffsetDateTime>, Query), ("to" = Option<OffsetDateTime>, Query), ("before" = Option<Uuid>, Query),
    ("limit" = Option<i64>, Query), ("format" = Option<String>, Query)), security(("bearer" = [])), responses(
    (status = 200, description = "A page, or a file", content((AuditPage = "application/json"), (String = "text/csv"))),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn list(
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    query: Result<Query<Wanted>, actix_web::Error>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    let sight = Sight::of(&door, workspace, caller).await?;
    let query = query.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::AUDIT_QUERY))?;
    let (filter, form) = query.into_inner().parse()?;
    let Form::Page { before, limit } = form else {
        return file::stream(door, workspace, caller, filter, form == Form::Csv).await;
    };
    let mut rows = page(&door.db, workspace, filter, before, limit.saturating_add(1)).await?;
    let has_more = rows.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    if has_more {
        rows.pop();
    }
    let next = rows.last().map(|row| row.id).filter(|_| has_more);
    let keep_days = keep::days(&door.db, workspace).await?;
    let records = rows.into_iter().map(|row| sight.shown(row)).collect();
    Ok(HttpResponse::Ok().json(AuditPage { records, next, keep_days, may_keep: sight.may_keep }))
}
