//! Links that make the person who opens them a member.

pub(crate) mod open;
pub(crate) mod rank;

use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::capability::Capability;
use actors::domain::entity::Role;
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::refusal::Refusal as StageRefusal;
use rand::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use rank::{may_invite_to, role_of};

use super::workspaces::member_of;
use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::queries;
use crate::queries::invitations::{Link, MOST_OPEN, NewLink};
use crate::words::refusals as words;

/// The days for which a link is valid.
const DAYS: i64 = 7;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/invitations").get(open::list).post(invite))
        .service(web::resource("/api/workspaces/{id}/invitations/{invitationId}/revoke").post(open::revoke))
        .service(web::resource("/api/invitations/{token}").get(read))
        .service(web::resource("/api/invitations/{token}/accept").post(accept));
}

#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct NewInvitation {
    /// `member` (the default), `admin` or `guest`.
    #[ts(as = "Option<Role>")]
    role: Option<String>,
}

#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invitation {
    link: String,
    token: String,
    #[ts(as = "Role")]
    role: String,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    expires_at: OffsetDateTime,
}

#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct InvitationPreview {
    workspace: InvitedTo,
    #[ts(as = "Role")]
    role: String,
}

#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct InvitedTo {
    id: Uuid,
    name: String,
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// Makes a link. A member cannot invite to a role above their own.
#[utoipa::path(post, path = "/api/workspaces/{id}/invitations", tag = "invitations", request_body = NewInvitation,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 201, body = Invitation),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
pub(crate) async fn invite(
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
    body: Body<NewInvitation>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    let mine = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id)).await?;
    if !mine.has(Capability::Invite) {
        return Err(Code::Forbidden.into());
    }
    let role = body.0.role.unwrap_or_else(|| "member".to_owned());
    if role_of(&role).is_none_or(|wanted| wanted == Role::Owner) {
        return Err(Refusal::invalid("role", words::INVITED_ROLE));
    }
    if !may_invite_to(mine, &role) {
        return Err(Code::Forbidden.into());
    }
    let token = fresh_token();
    let expires_at = door.stage.now().get() + time::Duration::days(DAYS);
    let stored =
        NewLink { token_hash: hash(&token), workspace, role: role.clone(), created_by: principal.user_id, expires_at };
    if !queries::invitations::store(&door.db, stored).await? {
        return Err(Refusal::new(Code::TooMany).message(words::too_many_invitations(MOST_OPEN)));
    }
    let link = format!("{}/invite/{token}", door.auth.site().public_url());
    Ok(HttpResponse::Created().json(Invitation { link, token, role, expires_at }))
}

/// The workspace and role of a link, for every holder of the link.
#[utoipa::path(get, path = "/api/invitations/{token}", tag = "invitations", params(("token" = String, Path)), responses(
    (status = 200, body = InvitationPreview),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
))]
pub(crate) async fn read(door: Data<Door>, token: Path<String>) -> Result<Json<InvitationPreview>, Refusal> {
    let found = find(&door, &token).await?;
    if found.accepted_by.is_some() || found.expired || !still_stands(&door, &found).await? {
        return Err(Code::Gone.into());
    }
    Ok(Json(InvitationPreview { workspace: InvitedTo { id: found.workspace_id, name: found.name }, role: found.role }))
}

/// Accepts an invitation. A second call of the same person gets the same answer.
#[utoipa::path(post, path = "/api/invitations/{token}/accept", tag = "invitations", params(("token" = String, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = InvitedTo),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
))]
pub(crate) async fn accept(
    principal: Principal,
    door: Data<Door>,
    token: Path<String>,
) -> Result<Json<InvitedTo>, Refusal> {
    let found = find(&door, &token).await?;
    let user = door.auth.user(&principal).await?;
    let role = role_of(&found.role).ok_or(Code::Internal)?;
    let workspace = WorkspaceId(found.workspace_id);
    let again = found.accepted_by == Some(user.id);
    // A person who has left cannot come back by the link that they joined with.
    let stands = if again {
        !door.stage.journal().has_left(workspace, UserId(user.id)).await.map_err(StageRefusal::from)?
    } else {
        still_stands(&door, &found).await? && queries::invitations::spend(&door.db, hash(&token), user.id).await?
    };
    if !stands {
        return Err(Code::Gone.into());
    }
    door.stage.join_workspace(workspace, UserId(user.id), CommandId(Uuid::now_v7()), member_of(user, role)).await?;
    Ok(Json(InvitedTo { id: found.workspace_id, name: found.name }))
}

/// Whether the maker of a link may still make such a link.
async fn still_stands(door: &Door, found: &Link) -> Result<bool, Refusal> {
    let journal = door.stage.journal();
    let theirs = journal.sight_of(WorkspaceId(found.workspace_id), UserId(found.created_by)).await;
    let theirs = theirs.map_err(StageRefusal::from)?;
    Ok(theirs.is_some_and(|(theirs, _)| may_invite_to(theirs, &found.role)))
}

async fn find(door: &Door, token: &str) -> Result<Link, Refusal> {
    queries::invitations::find(&door.db, hash(token)).await?.ok_or_else(|| Code::NotFound.into())
}

/// 256 random bits, as text for an address.
fn fresh_token() -> String {
    let bytes: [u8; 32] = rand::rng().random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
