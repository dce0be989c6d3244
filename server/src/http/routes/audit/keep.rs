//! How long a workspace keeps its log. Only owners change that.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::Narrowing;
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::queries::audit::keep;
use crate::words::refusals as words;

/// How long to keep the records.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuditRetention {
    /// 30 to 3,650.
    days: i64,
}

/// Sets for how many days the workspace keeps the records of its audit log. Older records are deleted within a day.
#[utoipa::path(post, path = "/api/workspaces/{id}/audit/retention", tag = "workspaces", request_body = AuditRetention,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn set(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<AuditRetention>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    if !standing.is_owner {
        return Err(Code::Forbidden.into());
    }
    let days = i32::try_from(body.days).ok().filter(|_| keep::DAYS.contains(&body.days));
    let days =
        days.ok_or_else(|| Refusal::invalid("days", words::days_between(*keep::DAYS.start(), *keep::DAYS.end())))?;
    keep::set_days(&door.db, workspace, door.author_of(&request, principal), days).await?;
    Ok(HttpResponse::NoContent().finish())
}
