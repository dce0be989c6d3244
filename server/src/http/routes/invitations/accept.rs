//! Accepting an invitation by its token. A GET changes nothing.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::member::commands::NewMember;
use actors::domain::kinds::share::invited::InvitedList;
use actors::domain::origin::Origin;
use actors::domain::refusal::{Refusal as StageRefusal, RefusalCode};
use actors::journal::Departure;
use actors::words::DEACTIVATED;
use uuid::Uuid;

use super::preview::{InvitationPreview, InvitedTo};
use crate::auth::{GateMembers, Principal, User, member_of};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::invitations::acceptance::order_id;
use crate::invitations::rank::{Given, still_given};
use crate::invitations::state::{refusal, refusal_once_counted, state_of};
use crate::invitations::tokens;
use crate::queries::invitations::accept::spend;
use crate::queries::invitations::{Stored, read};
use crate::queries::shares::shared_with;
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
    let (stored, given) = opened(&request, &door, &token).await?;
    // Mails and links are forwarded: the holder of a token learns no name of a restricted list.
    let lists = given.lists(&door.db, &stored).await?.len();
    Ok(Json(InvitationPreview::of(stored, lists, None)))
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
    // The person has joined already. The page of the workspace says that a second factor is missing.
    if departure == Some(Departure::Waits) {
        return Ok(invited_to(stored));
    }
    let has_left = departure.is_some();
    let is_member = journal.sight_of(workspace, me).await.map_err(StageRefusal::from)?.is_some();
    let was_counted = read::was_used_by(&door.db, stored.token_hash.clone(), user.id).await?;
    if was_counted {
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
    let Some(given) = given else {
        return if is_member { Ok(invited_to(stored)) } else { Err(Code::InviteRevoked.into()) };
    };
    if is_member {
        // An invitation that has ended since shares no list.
        let gains = refusal_once_counted(&stored).is_none() && gains_lists(door, &stored, given, user.id).await?;
        // A member who gains nothing does not count as a use of a link.
        if !gains && stored.email_key.is_some() {
            spend(&door.db, stored.token_hash.clone(), user.id, from, email_key).await?;
            return Ok(invited_to(stored));
        }
        if !gains {
            return Ok(invited_to(stored));
        }
    }
    let Some(counted) = spend(&door.db, stored.token_hash.clone(), user.id, from, email_key).await? else {
        return Err(ended_meanwhile(door, &stored).await?.into());
    };
    let known = counted.at.and_then(|at| order_id(stored.id, user.id, at, door.stage.now()));
    let order = match known {
        Some(order) => order,
        // This acceptance took effect long ago.
        None if is_member => return Ok(invited_to(stored)),
        None => CommandId(Uuid::now_v7()),
    };
    let member = member_of(user.clone(), given.role, Some(UserId(stored.created_by)));
    let member = NewMember { lists: stored.lists.clone(), ..member };
    match door.stage.join_workspace(workspace, me, order, from, member).await {
        Ok(_) => {
            door.auth.profile_was_copied(&user).await?;
            // If the workspace requires a second factor, the person has joined as one who waits for it.
            let gate = GateMembers { workspace: Some(stored.workspace_id), user: Some(user.id) };
            if !matches!(gate.apply(&door.stage).await, Ok(true)) {
                door.jobs.wake();
            }
            Ok(invited_to(stored))
        }
        // The acceptance took effect before, when the person had another name.
        Err(refused) if refused.code == RefusalCode::IdempotencyMismatch && is_member => Ok(invited_to(stored)),
        // The inviter has lost the right at this moment.
        Err(refused) if refused.code == RefusalCode::Forbidden => Err(Code::InviteRevoked.into()),
        Err(refused) => Err(refused.into()),
    }
}

/// Whether a member gains access to a restricted list, or a higher level there.
async fn gains_lists(door: &Door, stored: &Stored, given: Given, user: Uuid) -> Result<bool, Refusal> {
    let given = given.lists(&door.db, stored).await?;
    if given.is_empty() {
        return Ok(false);
    }
    let own = shared_with(&door.db, stored.workspace_id, user).await?;
    let has = |list: &InvitedList| own.iter().any(|it| it.id() == list.list_id && it.level() >= list.level);
    Ok(!given.iter().all(|(list, _)| has(list)))
}

/// Why an invitation that was pending a moment ago could not be used.
async fn ended_meanwhile(door: &Door, stored: &Stored) -> Result<Code, Refusal> {
    let now = read::by_id(&door.db, stored.workspace_id, stored.id).await?;
    Ok(now.and_then(|now| refusal(state_of(&now))).unwrap_or(Code::InviteUsed))
}

fn invited_to(stored: Stored) -> InvitedTo {
    InvitedTo { id: stored.workspace_id, name: stored.workspace_name, icon: stored.workspace_icon }
}

/// The open invitation with a token.
///
/// # Errors
/// `not_found`, or why it is not open.
pub(crate) async fn opened_by(request: &HttpRequest, door: &Door, token: &str) -> Result<Stored, Refusal> {
    opened(request, door, token).await.map(|(stored, _)| stored)
}

async fn opened(request: &HttpRequest, door: &Door, token: &str) -> Result<(Stored, Given), Refusal> {
    let stored = find(request, door, token).await?;
    if let Some(code) = refusal(state_of(&stored)) {
        return Err(code.into());
    }
    let given = still_given(door.stage.journal(), &stored).await.map_err(StageRefusal::from)?;
    Ok((stored, given.ok_or(Code::InviteRevoked)?))
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
