//! The apps of a workspace. People who may change the workspace register and remove apps. docs/APPS.md has the rules.

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

use crate::auth::{App, NewApp, Principal};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/apps").get(list).post(register))
        .service(web::resource("/api/workspaces/{id}/apps/{appId}/remove").post(remove));
}

/// The apps of a workspace.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct Apps {
    /// Ordered by name, at most 50.
    apps: Vec<RegisteredApp>,
}

/// A registered app.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegisteredApp {
    /// The `client_id` by which the app names itself. It is no secret.
    id: Uuid,
    name: String,
    /// The redirect URLs.
    redirects: Vec<String>,
    /// The words of the capabilities that the app may ask for.
    #[ts(as = "Vec<Capability>")]
    capabilities: Vec<String>,
    /// Whether the app may use device codes.
    device_codes: bool,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
}

impl From<App> for RegisteredApp {
    fn from(app: App) -> Self {
        let App { id, workspace_id: _, name, redirects, capabilities, device_codes, created_at } = app;
        Self { id, name, redirects, capabilities, device_codes, created_at }
    }
}

/// A new app.
#[derive(Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct RegisterApp {
    /// 1 to 100 characters. People see it when the app asks.
    name: String,
    /// 1 to 10 redirect URLs with https, or with http on a loopback address. An app with device codes needs none.
    redirects: Vec<String>,
    /// The words of the capabilities that the app may ask for.
    #[ts(as = "Vec<Capability>")]
    capabilities: Vec<String>,
    /// Whether the app may use device codes; false if left out.
    device_codes: Option<bool>,
}

/// Refuses callers who may not change the workspace.
async fn check(principal: &Principal, door: &Door, workspace: Uuid) -> Result<(), Refusal> {
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    if standing.has(Capability::UpdateWorkspace) { Ok(()) } else { Err(Code::Forbidden.into()) }
}

/// The apps of a workspace, for people who may change it.
#[utoipa::path(get, path = "/api/workspaces/{id}/apps", tag = "apps", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = Apps),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<Json<Apps>, Refusal> {
    let workspace = id.into_inner();
    check(&principal, &door, workspace).await?;
    let apps = door.auth.apps_of(workspace).await?;
    Ok(Json(Apps { apps: apps.into_iter().map(RegisteredApp::from).collect() }))
}

/// Registers an app, which may then ask the people of the workspace for API keys.
#[utoipa::path(post, path = "/api/workspaces/{id}/apps", tag = "apps", request_body = RegisterApp,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 201, body = RegisteredApp),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "`too_many`: the workspace has 50 apps"),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn register(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<RegisterApp>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    check(&principal, &door, workspace).await?;
    let RegisterApp { name, redirects, capabilities, device_codes } = body;
    let new = NewApp { name, redirects, capabilities, device_codes: device_codes == Some(true) };
    let app = door.auth.register_app(workspace, new, door.author_of(&request, principal)).await?;
    Ok(HttpResponse::Created().json(RegisteredApp::from(app)))
}

/// Removes an app, and ends all keys that people have given to it.
#[utoipa::path(post, path = "/api/workspaces/{id}/apps/{appId}/remove", tag = "apps",
    params(("id" = Uuid, Path), ("appId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn remove(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, app) = path.into_inner();
    check(&principal, &door, workspace).await?;
    door.auth.remove_app(workspace, app, door.author_of(&request, principal)).await?;
    Ok(HttpResponse::NoContent().finish())
}
