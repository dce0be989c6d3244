//! The pending invitations to the caller's address. The address of an account is confirmed, so these need no token.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::refusal::Refusal as StageRefusal;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::accept::join;
use super::preview::{InvitationPreview, InvitedTo};
use crate::auth::{Principal, User};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::invitations::rank::still_given;
use crate::queries::invitations::{Stored, read, write};

/// The pending invitations to one address.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct MyInvitations {
    /// The newest first.
    invitations: Vec<InvitationPreview>,
}

/// Lists the pending invitations to the caller's address.
#[utoipa::path(get, path = "/api/me/invitations", tag = "invitations", security(("bearer" = [])), responses(
    (status = 200, body = MyInvitations),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>) -> Result<Json<MyInvitations>, Refusal> {
    let user = door.auth.user(&principal).await?;
    let mut invitations = Vec::new();
    for stored in read::to_address(&door.db, user.email.to_ascii_lowercase()).await? {
        if let Some(given) = still_given(door.stage.journal(), &stored).await.map_err(StageRefusal::from)? {
            let names: Vec<String> = given.lists(&door.db, &stored).await?.into_iter().map(|(_, name)| name).collect();
            invitations.push(InvitationPreview::of(stored, names.len(), Some(names)));
        }
    }
    Ok(Json(MyInvitations { invitations }))
}

/// Accepts an invitation to the caller's address.
#[utoipa::path(post, path = "/api/me/invitations/{invitationId}/accept", tag = "invitations",
    params(("invitationId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = InvitedTo),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
))]
pub(crate) async fn accept(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
) -> Result<Json<InvitedTo>, Refusal> {
    let user = door.auth.user(&principal).await?;
    let stored = named(&door, &user, *id).await?;
    join(&door, door.origin_of(&request), stored, user).await.map(Json)
}

/// Declines an invitation to the caller's address. The invitation ends.
#[utoipa::path(post, path = "/api/me/invitations/{invitationId}/decline", tag = "invitations",
    params(("invitationId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn decline(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    id: Path<Uuid>,
) -> Result<HttpResponse, Refusal> {
    let user = door.auth.user(&principal).await?;
    let stored = named(&door, &user, *id).await?;
    write::decline(&door.db, door.author_of(&request, principal), stored.token_hash).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// An open invitation to the user's address. Any other id answers like one that does not exist.
async fn named(door: &Door, user: &User, id: Uuid) -> Result<Stored, Refusal> {
    let found = read::to_address_by_id(&door.db, user.email.to_ascii_lowercase(), id).await?;
    found.ok_or_else(|| Code::NotFound.into())
}
