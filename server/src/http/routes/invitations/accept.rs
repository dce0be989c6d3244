//! Accepting an invitation by its token. A GET changes nothing.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::origin::Origin;
use actors::domain::refusal::{Refusal as StageRefusal, RefusalCode};
use actors::journal::Departure;
use actors::words::DEACTIVATED;
use uuid::Uuid;

use super::preview::{InvitationPreview, InvitedTo};
use crate::auth::{Principal, User};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::routes::workspaces::member_of;
use crate::invitations::rank::still_given;
use crate::invitations::state::{refusal, refusal_once_counted, state_of};
use crate::invitations::tokens;
use crate::queries::invitations::accept::spend;
use crate::queries::invitations::{Stored, read};
use crate::words::refusals as words;

/// An invitation, for every holder of its token.
#[utoipa::path(get, path = "/api/invitations/{token}", tag = "invitations", params(("token" = String, Path)), responses(
    (status = 200, body = InvitationPreview),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn read(
    request: HttpRequest,
    door: Data<Door>,
    token: Path<String>,
) -> Result<Json<InvitationPreview>, Refusal> {
    let stored = find(&request, &door, &token).await?;
    if let Some(code) = refusal(state_of(&stored)) {
        return Err(code.into());
    }
    let given = still_given(door.stage.journal(), &stored).await.map_err(StageRefusal::from)?;
    if given.is_none() { Err(Code::InviteRevoked.into()) } else { Ok(Json(stored.into())) }
}

/// Accepts an invitation. A second call of the same person gets the same answer.
#[utoipa::path(post, path = "/api/invitations/{token}/accept", tag = "invitations", params(("token" = String, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = InvitedTo),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The invitation is to another address, or a right is missing"),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn accept(
    principal: Principal,
    request: HttpRequest,
    door: Data<Door>,
    token: Path<String>,
) -> Result<Json<InvitedTo>, Refusal> {
    let stored = find(&request, &door, &token).await?;
    let user = door.auth.user(&principal).await?;
    join(&door, door.origin_of(&request), stored, user).await.map(Json)
}

/// Makes a person a member by an invitation.
pub(super) async fn join(door: &Door, from: Option<Origin>, stored: Stored, user: User) -> Result<InvitedTo, Refusal> {
    let (workspace, me) = (WorkspaceId(stored.workspace_id), UserId(user.id));
    let email_key = user.email.to_ascii_lowercase();
    // The token alone proves nothing: mails are forwarded. The account's address is confirmed.
    if stored.email_key.as_ref().is_some_and(|invited| *invited != email_key) {
        return Err(Code::InviteEmailMismatch.into());
    }
    let journal = door.stage.journal();
    let departure = journal.departure_of(workspace, me).await.map_err(StageRefusal::from)?;
    if departure == Some(Departure::Deactivated) {
        return Err(Refusal::new(Code::Forbidden).message(DEACTIVATED));
    }
    let has_left = departure.is_some();
    let is_member = journal.sight_of(workspace, me).await.map_err(StageRefusal::from)?.is_some();
    if read::was_used_by(&door.db, stored.token_hash.clone(), user.id).await? {
        // A person who has left cannot come back by the invitation that they joined with.
        if has_left {
            return Err(Code::InviteUsed.into());
        }
        if let Some(code) = refusal_once_counted(&stored).filter(|_| !is_member) {
            return Err(code.into());
        }
    } else {
        if let Some(code) = refusal(state_of(&stored)) {
            return Err(code.into());
        }
        // A link for several people is known to those who have left.
        if has_left && stored.most_uses != Some(1) {
            return Err(Refusal::new(Code::InviteUsed).message(words::PERSONAL_INVITATION));
        }
    }
    let given = still_given(journal, &stored).await.map_err(StageRefusal::from)?;
    let Some((role, _)) = given.filter(|_| !is_member) else {
        // A member keeps their role, and does not count as a use of a link.
        if is_member && stored.email_key.is_some() {
            spend(&door.db, stored.token_hash.clone(), user.id, from, email_key).await?;
        }
        return if is_member { Ok(invited_to(stored)) } else { Err(Code::InviteRevoked.into()) };
    };
    if !spend(&door.db, stored.token_hash.clone(), user.id, from, email_key).await? {
        return Err(ended_meanwhile(door, &stored).await?.into());
    }
    let member = member_of(user, role, Some(UserId(stored.created_by)));
    match door.stage.join_workspace(workspace, me, CommandId(Uuid::now_v7()), from, member).await {
        Ok(_) => Ok(invited_to(stored)),
        // The inviter has lost the right at this moment.
        Err(refused) if refused.code == RefusalCode::Forbidden => Err(Code::InviteRevoked.into()),
        Err(refused) => Err(refused.into()),
    }
}

/// Why an invitation that was pending a moment ago could not be used.
async fn ended_meanwhile(door: &Door, stored: &Stored) -> Result<Code, Refusal> {
    let now = read::by_id(&door.db, stored.workspace_id, stored.id).await?;
    Ok(now.and_then(|now| refusal(state_of(&now))).unwrap_or(Code::InviteUsed))
}

fn invited_to(stored: Stored) -> InvitedTo {
    InvitedTo { id: stored.workspace_id, name: stored.workspace_name, icon: stored.workspace_icon }
}

/// The invitation with a token. Unknown tokens are counted for the network.
async fn find(request: &HttpRequest, door: &Door, token: &str) -> Result<Stored, Refusal> {
    let network = door.network_of(request);
    door.auth.may_name_invitation(&network).await?;
    match read::by_token(&door.db, tokens::hashes(token)).await? {
        Some(stored) => Ok(stored),
        None => {
            door.auth.unknown_invitation(&network).await?;
            Err(Code::NotFound.into())
        }
    }
}
