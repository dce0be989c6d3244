//! Links that make whoever opens them a member.

pub(crate) mod open;

use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::entity::Role;
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::refusal::Refusal as StageRefusal;
use actors::domain::rights::{Right, may};
use rand::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::workspaces::member_of;
use super::{Body, Door};
use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::words::refusals as words;

const DAYS: i64 = 7;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/invitations").get(open::list).post(invite))
        .service(web::resource("/api/workspaces/{id}/invitations/{invitationId}/revoke").post(open::revoke))
        .service(web::resource("/api/invitations/{token}").get(read))
        .service(web::resource("/api/invitations/{token}/accept").post(accept));
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewInvitation {
    /// `member` (the default), `admin` or `guest`.
    role: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invitation {
    link: String,
    token: String,
    role: String,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Invited {
    workspace: InvitedTo,
    role: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InvitedTo {
    id: Uuid,
    name: String,
}

#[derive(sqlx::FromRow)]
struct Found {
    workspace_id: Uuid,
    name: String,
    role: String,
    created_by: Uuid,
    accepted_by: Option<Uuid>,
    expired: bool,
}

fn role_of(name: &str) -> Option<Role> {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// Makes a link. Nobody invites to a rank above their own.
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
    let mine = door.stage.role(WorkspaceId(workspace), UserId(principal.user_id)).await?;
    if !may(mine, Right::Administer) {
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
    let (hash, stored_role, by) = (hash(&token), role.clone(), principal.user_id);
    let made: Option<bool> = door
        .db
        .run(move |pool| async move {
            let mut tx = pool.begin().await?;
            // A statement of its own: one that waits for the lock would count what was there before the wait.
            sqlx::query("select pg_advisory_xact_lock(hashtextextended('invitations ' || $1::text, 0))")
                .bind(workspace)
                .execute(&mut *tx)
                .await?;
            let made = sqlx::query_scalar(
                "insert into invitations (token_hash, workspace_id, role, created_by, expires_at)
                 select $1, $2, $3, $4, $5
                 where (select count(*) from invitations
                        where workspace_id = $2 and accepted_by is null and expires_at > now()) < $6
                 returning true",
            )
            .bind(hash)
            .bind(workspace)
            .bind(stored_role)
            .bind(by)
            .bind(expires_at)
            .bind(open::MOST)
            .fetch_optional(&mut *tx)
            .await?;
            tx.commit().await.map(|()| made)
        })
        .await?;
    if made.is_none() {
        return Err(Refusal::new(Code::TooMany).message(words::too_many_invitations(open::MOST)));
    }
    let link = format!("{}/invite/{token}", door.auth.site().public_url());
    Ok(HttpResponse::Created().json(Invitation { link, token, role, expires_at }))
}

/// What a link leads to; for anybody who holds it.
#[utoipa::path(get, path = "/api/invitations/{token}", tag = "invitations", params(("token" = String, Path)), responses(
    (status = 200, body = Invited),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
))]
pub(crate) async fn read(door: Data<Door>, token: Path<String>) -> Result<Json<Invited>, Refusal> {
    let found = find(&door, &token).await?;
    if found.accepted_by.is_some() || found.expired || !still_stands(&door, &found).await? {
        return Err(Code::Gone.into());
    }
    Ok(Json(Invited { workspace: InvitedTo { id: found.workspace_id, name: found.name }, role: found.role }))
}

/// Takes a link up. Done again by the same person it answers the same.
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
    // Who has left does not come back by the link that they once came by.
    let stands = if again {
        !door.stage.journal().has_left(workspace, UserId(user.id)).await.map_err(StageRefusal::from)?
    } else {
        still_stands(&door, &found).await? && spend(&door, &token, user.id).await?
    };
    if !stands {
        return Err(Code::Gone.into());
    }
    door.stage.join_workspace(workspace, UserId(user.id), CommandId(Uuid::now_v7()), member_of(user, role)).await?;
    Ok(Json(InvitedTo { id: found.workspace_id, name: found.name }))
}

/// Spends a link, in one statement: two people at once cannot both come in.
async fn spend(door: &Door, token: &str, by: Uuid) -> Result<bool, Refusal> {
    let hash = hash(token);
    let spent: Option<bool> = door
        .db
        .run(move |pool| async move {
            sqlx::query_scalar(
                "update invitations set accepted_by = $2, accepted_at = now()
                 where token_hash = $1 and accepted_by is null and expires_at > now()
                 returning true",
            )
            .bind(hash)
            .bind(by)
            .fetch_optional(&pool)
            .await
        })
        .await?;
    Ok(spent.is_some())
}

/// Whether whoever made a link might still make it.
async fn still_stands(door: &Door, found: &Found) -> Result<bool, Refusal> {
    let journal = door.stage.journal();
    let theirs = journal.role_of(WorkspaceId(found.workspace_id), UserId(found.created_by)).await;
    let theirs = theirs.map_err(StageRefusal::from)?;
    Ok(theirs.is_some_and(|theirs| may_invite_to(theirs, &found.role)))
}

/// Whether a member with the role `mine` may make a link for the role `wanted`: never a higher role than their own.
fn may_invite_to(mine: Role, wanted: &str) -> bool {
    may(mine, Right::Administer) && role_of(wanted).is_some_and(|wanted| wanted <= mine)
}

async fn find(door: &Door, token: &str) -> Result<Found, Refusal> {
    let hash = hash(token);
    let found: Option<Found> = door
        .db
        .run(move |pool| async move {
            sqlx::query_as(
                "select i.workspace_id, w.name, i.role, i.created_by, i.accepted_by, i.expires_at <= now() as expired
                 from invitations i join workspaces w on w.id = i.workspace_id where i.token_hash = $1",
            )
            .bind(hash)
            .fetch_optional(&pool)
            .await
        })
        .await?;
    found.ok_or_else(|| Code::NotFound.into())
}

/// 256 random bits, as text for an address.
fn fresh_token() -> String {
    let bytes: [u8; 32] = rand::rng().random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
