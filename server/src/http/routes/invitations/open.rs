//! The open invitation links of a workspace: list them and revoke them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use actors::domain::capability::Capability;
use actors::domain::entity::Role;
use actors::domain::ids::{UserId, WorkspaceId};
use serde::Serialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::rank::{may_invite_to, role_of};
use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::queries;
use crate::queries::invitations::OpenLink;

/// The open links of a workspace.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct OpenInvitations {
    /// The newest first.
    invitations: Vec<OpenInvitation>,
}

/// An open invitation link. The link itself is not stored and cannot be shown again.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenInvitation {
    id: Uuid,
    #[ts(as = "Role")]
    role: String,
    created_user_id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    expires_at: OffsetDateTime,
}

impl From<OpenLink> for OpenInvitation {
    fn from(link: OpenLink) -> Self {
        let OpenLink { id, role, created_user_id, created_at, expires_at, role_of_maker: _ } = link;
        Self { id, role, created_user_id, created_at, expires_at }
    }
}

async fn administers(door: &Door, workspace: Uuid, principal: Principal) -> Result<(), Refusal> {
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id)).await?;
    if standing.has(Capability::Invite) { Ok(()) } else { Err(Code::Forbidden.into()) }
}

/// Lists the open invitation links of a workspace; for admins and owners.
#[utoipa::path(get, path = "/api/workspaces/{id}/invitations", tag = "invitations", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = OpenInvitations),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn list(
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
) -> Result<Json<OpenInvitations>, Refusal> {
    let workspace = id.into_inner();
    administers(&door, workspace, principal).await?;
    let open = queries::invitations::open(&door.db, workspace).await?;
    // A link closes when its maker may no longer invite to its role.
    let stands =
        |link: &OpenLink| role_of(&link.role_of_maker).is_some_and(|maker| may_invite_to(maker.into(), &link.role));
    Ok(Json(OpenInvitations { invitations: open.into_iter().filter(stands).map(OpenInvitation::from).collect() }))
}

/// Revokes a link: from then on it answers `gone`. Idempotent; `gone` if the link was used before.
#[utoipa::path(post, path = "/api/workspaces/{id}/invitations/{invitationId}/revoke", tag = "invitations",
    params(("id" = Uuid, Path), ("invitationId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
))]
pub(crate) async fn revoke(
    principal: Principal,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, link) = path.into_inner();
    administers(&door, workspace, principal).await?;
    match queries::invitations::revoke(&door.db, workspace, link).await? {
        Some(false) => Ok(HttpResponse::NoContent().finish()),
        Some(true) => Err(Code::Gone.into()),
        None => Err(Code::NotFound.into()),
    }
}
