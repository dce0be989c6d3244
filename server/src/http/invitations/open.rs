//! The open invitation links of a workspace: list them and revoke them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use actors::domain::entity::Role;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::{Right, may};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::super::Door;
use super::{may_invite_to, role_of};
use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};

/// The most open links of a workspace.
pub(super) const MOST: i64 = 1_000;

/// The id of a link, for members who may revoke it. It is part of the token's hash, and does not open the link.
macro_rules! link_id {
    () => {
        "encode(substring(token_hash from 1 for 16), 'hex')::uuid"
    };
}

/// The open links of a workspace.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenInvitations {
    /// The newest first.
    invitations: Vec<OpenInvitation>,
}

/// An open invitation link. The link itself is not stored and cannot be shown again.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenInvitation {
    id: Uuid,
    role: String,
    created_user_id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
    /// The current role of the link's maker. A link closes when its maker may no longer invite to its role.
    #[serde(skip)]
    made_by: String,
}

async fn administers(door: &Door, workspace: Uuid, principal: Principal) -> Result<Role, Refusal> {
    let role = door.stage.role(WorkspaceId(workspace), UserId(principal.user_id)).await?;
    if may(role, Right::Administer) { Ok(role) } else { Err(Code::Forbidden.into()) }
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
    let mut invitations: Vec<OpenInvitation> = door
        .db
        .run(move |pool| async move {
            sqlx::query_as(concat!(
                "select ",
                link_id!(),
                " as id, i.role, i.created_by as created_user_id, i.created_at, i.expires_at, m.role as made_by
                 from invitations i
                 join members m on m.workspace_id = i.workspace_id and m.id = i.created_by and m.state = 'active'
                 where i.workspace_id = $1 and i.accepted_by is null and i.expires_at > now()
                 order by i.created_at desc limit $2"
            ))
            .bind(workspace)
            .bind(MOST)
            .fetch_all(&pool)
            .await
        })
        .await?;
    invitations.retain(|link| role_of(&link.made_by).is_some_and(|maker| may_invite_to(maker, &link.role)));
    Ok(Json(OpenInvitations { invitations }))
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
    // The link is made to expire, since nodes of every version refuse an expired link.
    let used: Option<bool> = door
        .db
        .run(move |pool| async move {
            sqlx::query_scalar(concat!(
                "update invitations set expires_at = least(expires_at, now())
                 where workspace_id = $1 and ",
                link_id!(),
                " = $2 returning accepted_by is not null"
            ))
            .bind(workspace)
            .bind(link)
            .fetch_optional(&pool)
            .await
        })
        .await?;
    match used {
        Some(false) => Ok(HttpResponse::NoContent().finish()),
        Some(true) => Err(Code::Gone.into()),
        None => Err(Code::NotFound.into()),
    }
}
