//! The rule of a workspace that its members need a second factor. Only owners read and change it.

use actix_web::HttpRequest;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::second_factor_rule::order::RequireFactor;
use actors::domain::rights::Narrowing;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{GateMembers, MemberFactors, Principal, member_factors};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::queries::factor_rule;
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/second-factor").get(read).post(set));
}

/// Whether the members of a workspace need a second factor, and how many have none.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct FactorRule {
    required: bool,
    /// The members, with those who wait for a second factor.
    members: i64,
    /// The number of members without a second factor. While it is required, they cannot open the workspace.
    without: i64,
    /// Whether the caller has a second factor, without which the caller cannot require one.
    own: bool,
}

/// Whether members must have a second factor.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetFactorRule {
    required: bool,
}

/// The rule, for owners.
#[utoipa::path(get, path = "/api/workspaces/{id}/second-factor", tag = "workspaces", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = FactorRule),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn read(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<Json<FactorRule>, Refusal> {
    let workspace = id.into_inner();
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    if !standing.is_owner {
        return Err(Code::Forbidden.into());
    }
    state(&door, &principal, workspace).await.map(Json)
}

/// Sets the rule. Members without a second factor lose the workspace at once, and get it back when they have one, or when the rule
/// ends.
#[utoipa::path(post, path = "/api/workspaces/{id}/second-factor", tag = "workspaces", request_body = SetFactorRule,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = FactorRule),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The caller has no second factor"),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn set(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<SetFactorRule>,
) -> Result<Json<FactorRule>, Refusal> {
    let (workspace, by) = (id.into_inner(), UserId(principal.user_id));
    let standing = door.stage.standing(WorkspaceId(workspace), by, Narrowing::NONE).await?;
    if !standing.is_owner {
        return Err(Code::Forbidden.into());
    }
    if body.required && door.auth.factor_state(&principal).await?.since.is_none() {
        return Err(Refusal::new(Code::Conflict).message(words::FACTOR_FIRST));
    }
    let what = What::RequireFactor(RequireFactor { second_factor_required: body.required });
    let from = door.origin_of(&request).map(Arc::new);
    let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from, what };
    door.stage.submit(WorkspaceId(workspace), order).await?;
    // If this fails, the job that the database has queued applies the rule to the members.
    let gate = GateMembers { workspace: Some(workspace), user: None };
    if !matches!(gate.apply(&door.stage).await, Ok(true)) {
        tracing::warn!(%workspace, "members wait for the job that applies the rule of the workspace");
    }
    door.jobs.wake();
    state(&door, &principal, workspace).await.map(Json)
}

async fn state(door: &Door, principal: &Principal, workspace: Uuid) -> Result<FactorRule, Refusal> {
    let required = factor_rule::is_required(&door.db, workspace).await?;
    let MemberFactors { members, without } = member_factors(&door.db, workspace).await?;
    let own = door.auth.factor_state(principal).await?.since.is_some();
    Ok(FactorRule { required, members, without, own })
}
