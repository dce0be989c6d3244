//! The mail domains by which people join a workspace when they sign up. For owners.

use actix_web::HttpRequest;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::kinds::member::domain_join::may_set;
use actors::domain::rights::Narrowing;
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{JoinDomains, JoinRole, Principal};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/domains").get(list).post(set))
        .service(web::resource("/api/workspaces/{id}/domains/remove").post(remove));
}

/// A domain, and the role of people who join by it.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetJoinDomain {
    /// Such as `example.org`; subdomains are not included.
    #[schema(max_length = 253)]
    domain: String,
    role: JoinRole,
}

/// A domain to remove.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemoveJoinDomain {
    #[schema(max_length = 253)]
    domain: String,
}

/// The domains, for owners.
#[utoipa::path(get, path = "/api/workspaces/{id}/domains", tag = "workspaces", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = JoinDomains),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<Json<JoinDomains>, Refusal> {
    let workspace = id.into_inner();
    needs_owner(&door, &principal, workspace).await?;
    door.auth.join_domains(&principal, workspace).await.map(Json)
}

/// Adds a domain, or changes its role. People who already joined keep their role.
#[utoipa::path(post, path = "/api/workspaces/{id}/domains", tag = "workspaces", request_body = SetJoinDomain,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = JoinDomains),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The workspace has too many domains"),
    (status = 422, body = ErrorBody, description = "The text is not a domain, or the domain is not verified"),
))]
pub(crate) async fn set(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<SetJoinDomain>,
) -> Result<Json<JoinDomains>, Refusal> {
    let workspace = id.into_inner();
    needs_owner(&door, &principal, workspace).await?;
    let author = door.author_of(&request, principal);
    door.auth.set_join_domain(workspace, author, &body.domain, body.role).await?;
    door.auth.join_domains(&principal, workspace).await.map(Json)
}

/// Removes a domain. People who joined by it stay. The answer is the same for a domain that is not listed.
#[utoipa::path(post, path = "/api/workspaces/{id}/domains/remove", tag = "workspaces", request_body = RemoveJoinDomain,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = JoinDomains),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn remove(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<RemoveJoinDomain>,
) -> Result<Json<JoinDomains>, Refusal> {
    let workspace = id.into_inner();
    needs_owner(&door, &principal, workspace).await?;
    door.auth.remove_join_domain(workspace, door.author_of(&request, principal), &body.domain).await?;
    door.auth.join_domains(&principal, workspace).await.map(Json)
}

async fn needs_owner(door: &Door, principal: &Principal, workspace: Uuid) -> Result<(), Refusal> {
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    if may_set(standing) { Ok(()) } else { Err(Code::Forbidden.into()) }
}
