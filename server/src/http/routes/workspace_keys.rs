//! API keys of a workspace, for people who may manage them. docs/IDENTITY.md has the rules (AK10 to AK16).

use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::capability::Capability;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::kinds::member::workspace_key::may_give_key;
use actors::domain::rights::Narrowing;
use serde::Serialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::api_keys::NewApiKey;
use crate::auth::{Principal, WorkspaceKeptKey};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/workspace-keys").get(list).post(make))
        .service(web::resource("/api/workspaces/{id}/workspace-keys/{keyId}/revoke").post(revoke));
}

/// The API keys of a workspace.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkspaceKeys {
    /// Newest first, at most 50.
    keys: Vec<WorkspaceKeyOfList>,
    /// The words of the capabilities that the caller may give to a new key.
    #[ts(as = "Vec<Capability>")]
    may_give: Vec<&'static str>,
}

/// An API key of a workspace, without the key itself.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "WorkspaceKey")]
pub(crate) struct WorkspaceKeyOfList {
    /// Edits of the key name this id as their author.
    id: Uuid,
    name: String,
    /// The last four characters of the key.
    hint: String,
    /// The words of what the key may do.
    #[ts(as = "Vec<Capability>")]
    capabilities: Vec<String>,
    /// The person who made the key. The person may have left since.
    created_by: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    /// Null if the key does not expire.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    expires_at: Option<OffsetDateTime>,
    /// The last use; null if there was none. May be out of date by a minute.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    used_at: Option<OffsetDateTime>,
    /// The network address of that use.
    used_from: Option<String>,
}

impl From<WorkspaceKeptKey> for WorkspaceKeyOfList {
    fn from(key: WorkspaceKeptKey) -> Self {
        let WorkspaceKeptKey { id, name, hint, capabilities, created_by, created_at, expires_at, used_at, used_from } =
            key;
        Self { id, name, hint, capabilities, created_by, created_at, expires_at, used_at, used_from }
    }
}

/// A new API key of a workspace.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeWorkspaceKey {
    /// The key itself, for `Authorization: Bearer`. No other answer holds it.
    key: String,
    api_key: WorkspaceKeyOfList,
}

/// The API keys of a workspace.
#[utoipa::path(get, path = "/api/workspaces/{id}/workspace-keys", tag = "identity", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = WorkspaceKeys),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The caller may not manage API keys, or the call was made with one"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn list(
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
) -> Result<Json<WorkspaceKeys>, Refusal> {
    let workspace = id.into_inner();
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    if !standing.has(Capability::ManageApiKeys) {
        return Err(Code::Forbidden.into());
    }
    let keys = door.auth.workspace_keys(workspace).await?.into_iter().map(WorkspaceKeyOfList::from).collect();
    Ok(Json(WorkspaceKeys { keys, may_give: may_give_key(standing).iter().map(Capability::word).collect() }))
}

/// Makes an API key that belongs to the workspace and to no person. Only this answer holds the key itself.
#[utoipa::path(post, path = "/api/workspaces/{id}/workspace-keys", tag = "identity", request_body = NewApiKey,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 201, body = MadeWorkspaceKey),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The caller may not manage API keys, used an API key, or lacks one of the capabilities, or no key of a workspace can have one of them"),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "`too_many`: the workspace has 50 keys"),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn make(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<NewApiKey>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, by) = (id.into_inner(), UserId(principal.user_id));
    // Checked before the fields, so that people who may not make keys learn nothing about the fields.
    let standing = door.stage.standing(WorkspaceId(workspace), by, Narrowing::NONE).await?;
    if !standing.has(Capability::ManageApiKeys) {
        return Err(Code::Forbidden.into());
    }
    let author = (by, door.author_of(&request, principal));
    let (key, kept) = door.auth.make_workspace_key(&door.stage, workspace, author, body.into()).await?;
    Ok(HttpResponse::Created().json(MadeWorkspaceKey { key, api_key: kept.into() }))
}

/// Revokes an API key of a workspace. All nodes refuse the key from then on.
#[utoipa::path(post, path = "/api/workspaces/{id}/workspace-keys/{keyId}/revoke", tag = "identity",
    params(("id" = Uuid, Path), ("keyId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The caller may not manage API keys, or the call was made with one"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn revoke(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, key) = path.into_inner();
    let author = (UserId(principal.user_id), door.author_of(&request, principal));
    door.auth.revoke_workspace_key(&door.stage, workspace, author, key).await?;
    Ok(HttpResponse::NoContent().finish())
}
