//! API keys: those of the caller in a workspace, and the call that tells a program about its key. docs/IDENTITY.md has the
//! rules (AK1 to AK9).

use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::capability::Capability;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::Narrowing;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{ApiKey, KeptKey, MadeKey, NewKey, Principal};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/key").get(read))
        .service(web::resource("/api/workspaces/{id}/api-keys").get(list).post(make))
        .service(web::resource("/api/workspaces/{id}/api-keys/{keyId}/revoke").post(revoke));
}

/// The caller's API keys in a workspace.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct ApiKeys {
    /// The newest first, at most 20.
    keys: Vec<ApiKeyOfList>,
}

/// An API key, without the key itself.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ApiKey")]
pub(crate) struct ApiKeyOfList {
    id: Uuid,
    name: String,
    /// The last four characters of the key.
    hint: String,
    /// The words of the capabilities that the key names.
    #[ts(as = "Vec<Capability>")]
    capabilities: Vec<String>,
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
    /// The app that got the key; null if the person made it.
    app_id: Option<Uuid>,
}

impl From<KeptKey> for ApiKeyOfList {
    fn from(key: KeptKey) -> Self {
        let KeptKey { id, name, hint, capabilities, created_at, expires_at, used_at, used_from, app_id } = key;
        Self { id, name, hint, capabilities, created_at, expires_at, used_at, used_from, app_id }
    }
}

/// A new API key.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewApiKey {
    /// 1 to 100 characters.
    name: String,
    /// The words of capabilities, each of which the caller has. A key always reads what its owner sees, and a key of the
    /// workspace all open lists.
    #[ts(as = "Vec<Capability>")]
    capabilities: Vec<String>,
    /// 30, 90 or 365; without it, the key does not expire.
    #[ts(optional)]
    days: Option<u32>,
}

impl From<NewApiKey> for NewKey {
    fn from(new: NewApiKey) -> Self {
        let NewApiKey { name, capabilities, days } = new;
        Self { name, capabilities, days }
    }
}

/// An API key that was made.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeApiKey {
    /// The key itself, for `Authorization: Bearer`. No other answer holds it.
    key: String,
    api_key: ApiKeyOfList,
}

/// What the API key of a call may do.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnKey {
    id: Uuid,
    /// The person for whom the key acts; null for a key of the workspace.
    user_id: Option<Uuid>,
    /// The only workspace in which the key works.
    workspace_id: Uuid,
    /// The words of what the key may do now. For a personal key, these are the capabilities that the person still has.
    capabilities: Vec<&'static str>,
}

/// The caller's API keys in a workspace.
#[utoipa::path(get, path = "/api/workspaces/{id}/api-keys", tag = "identity", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = ApiKeys),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The call was made with an API key"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<Json<ApiKeys>, Refusal> {
    let workspace = id.into_inner();
    door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    let keys = door.auth.keys_of(principal.user_id, workspace).await?;
    Ok(Json(ApiKeys { keys: keys.into_iter().map(ApiKeyOfList::from).collect() }))
}

/// Makes an API key, and sends the caller a notice by mail. The answer holds the key; no later one does.
#[utoipa::path(post, path = "/api/workspaces/{id}/api-keys", tag = "identity", request_body = NewApiKey,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 201, body = MadeApiKey),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The caller lacks one of the capabilities, or the call was made with an API key"),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "`too_many`: the caller has 20 keys in the workspace"),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn make(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<NewApiKey>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    let author = door.author_of(&request, principal);
    let made = door.auth.make_key(&principal, workspace, standing.capabilities, body.into(), author).await?;
    let MadeKey { text, kept } = made;
    Ok(HttpResponse::Created().json(MadeApiKey { key: text, api_key: kept.into() }))
}

/// Ends an API key of the caller. All nodes refuse the key from now on.
#[utoipa::path(post, path = "/api/workspaces/{id}/api-keys/{keyId}/revoke", tag = "identity",
    params(("id" = Uuid, Path), ("keyId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The call was made with an API key"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn revoke(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, key) = path.into_inner();
    door.auth.revoke_key(principal.user_id, workspace, key, door.author_of(&request, principal)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// What the API key of this call may do, for programs.
#[utoipa::path(get, path = "/api/key", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = OwnKey),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The call was not made with an API key"),
))]
pub(crate) async fn read(key: ApiKey, door: Data<Door>) -> Result<Json<OwnKey>, Refusal> {
    let ApiKey { id, user_id, is_of_workspace, workspace_id, capabilities: _ } = key;
    let standing = door.stage.standing(WorkspaceId(workspace_id), UserId(user_id), key.narrowing()).await?;
    let capabilities = standing.capabilities.iter().map(Capability::word).collect();
    let user_id = Some(user_id).filter(|_| !is_of_workspace);
    Ok(Json(OwnKey { id, user_id, workspace_id, capabilities }))
}
