//! The caller, and what callers change about themselves.

use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, ServiceConfig};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use actors::domain::entity::HeldRole;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::Narrowing;

use crate::auth::{Principal, ProfilePatch, User};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/me").get(read))
        .service(web::resource("/api/me/profile").post(change_profile))
        .service(web::resource("/api/me/active-workspace").post(open_workspace));
}

/// A workspace, as a member sees it in the list of their workspaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Membership {
    /// Its id, which is also the id of its scope.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A picture or an emoji.
    pub icon: Option<String>,
    /// The key of its ticket numbers: `KEY-12`.
    pub key: String,
    /// The role of the caller.
    #[schema(value_type = String)]
    pub role: HeldRole,
}

/// A workspace that the user cannot open before the account has a second factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct WaitingWorkspace {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The key in the addresses of its pages.
    pub key: String,
}

/// The user, with their workspaces.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Me {
    /// The user.
    pub user: User,
    /// Their workspaces.
    pub workspaces: Vec<Membership>,
    /// The workspaces that require a second factor, which the account does not have.
    pub waiting: Vec<WaitingWorkspace>,
    /// Whether they own the instance.
    #[serde(rename = "instanceOwner")]
    pub instance_owner: bool,
}

/// The caller, with their workspaces.
#[utoipa::path(get, path = "/api/me", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = Me),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn read(principal: Principal, door: Data<Door>) -> Result<Json<Me>, Refusal> {
    let id = UserId(principal.user_id);
    // The three reads do not depend on each other. With a slow database, one after another would take three times as long.
    let (user, found, waiting) =
        tokio::join!(door.auth.user(&principal), door.stage.workspaces_of(id), door.stage.waiting_workspaces_of(id));
    let mut user = user?;
    let workspaces: Vec<Membership> = found?
        .into_iter()
        .map(|it| Membership { id: it.id.0, name: it.name, icon: it.icon, key: it.key, role: it.role })
        .collect();
    let waiting = waiting?.into_iter().map(|it| WaitingWorkspace { id: it.id.0, name: it.name, key: it.key }).collect();
    // The person may have lost the workspace.
    user.active_workspace_id = user.active_workspace_id.filter(|id| workspaces.iter().any(|it| it.id == *id));
    let instance_owner = door.owner.is(&user, &door.db).await?;
    Ok(Json(Me { user, workspaces, waiting, instance_owner }))
}

/// Changes what the caller says about themselves. The members of all their workspaces follow a moment later (PF2).
#[utoipa::path(post, path = "/api/me/profile", tag = "identity", request_body = ProfilePatch, security(("bearer" = [])), responses(
    (status = 200, body = User, description = "The user after the change"),
    (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn change_profile(
    principal: Principal,
    door: Data<Door>,
    body: Body<ProfilePatch>,
) -> Result<Json<User>, Refusal> {
    door.auth.change_profile(&principal, body.0).await.map(Json)
}

/// The workspace that a person has opened.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OpenedWorkspace {
    workspace_id: Uuid,
}

/// Remembers the workspace that the caller has opened, so that a new device opens it too.
#[utoipa::path(post, path = "/api/me/active-workspace", tag = "identity", request_body = OpenedWorkspace, security(("bearer" = [])), responses(
    (status = 204, description = "It is remembered"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The caller's role sees nothing of it"),
    (status = 404, body = ErrorBody, description = "The caller has no such workspace"),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn open_workspace(
    principal: Principal,
    door: Data<Door>,
    body: Body<OpenedWorkspace>,
) -> Result<HttpResponse, Refusal> {
    let workspace = body.0.workspace_id;
    door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id), Narrowing::NONE).await?;
    door.auth.remember_workspace(&principal, workspace).await?;
    Ok(HttpResponse::NoContent().finish())
}
