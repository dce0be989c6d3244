//! The pending invitations of a workspace: list, revoke, send again. For members who may invite people.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::entity::HeldRole;
use actors::domain::kinds::member::commands::may_invite_to;
use actors::domain::refusal::Refusal as StageRefusal;
use serde::Serialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::inviter::inviter;
use super::lists::ListOfInvitation;
use super::make::{LONGEST_DAYS, can_mail, too_many, too_many_mails, unqueued};
use crate::auth::Caller;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::invitations::mail::{InvitationMail, token_of};
use crate::invitations::rank::still_given;
use crate::invitations::state::{State, state_of};
use crate::queries::invitations::write::{Renewal, Taken};
use crate::queries::invitations::{Stored, read, write};
use crate::queries::shares::{SharedList, shared_with};
use crate::words::refusals as words;

/// The pending invitations of a workspace.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct OpenInvitations {
    /// Those that can still be accepted, and then all others; both the newest first.
    invitations: Vec<OpenInvitation>,
}

/// A pending invitation, or one by mail that has expired or was declined in the last 30 days. Its token is not stored, so
/// no answer holds the link.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenInvitation {
    id: Uuid,
    state: State,
    /// The only address that may accept; none for a link.
    email: Option<String>,
    /// A word, or the id of a role of the workspace.
    #[ts(as = "HeldRole")]
    role: String,
    /// The name of a role by id.
    role_name: Option<String>,
    created_user_id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    expires_at: OffsetDateTime,
    /// The number of people that have joined.
    uses: i32,
    /// The number of people that may join; none without a limit.
    most_uses: Option<i32>,
    /// The time of the last mail; none for a link, and until the mail is sent.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    sent_at: Option<OffsetDateTime>,
    /// The mail server has refused the last mail for good.
    mail_failed: bool,
    /// The restricted lists that the invitation shares, as far as the caller sees them.
    lists: Vec<ListOfInvitation>,
}

impl OpenInvitation {
    /// An invitation with those of its lists that the caller sees.
    fn of(stored: Stored, seen: &[SharedList]) -> Self {
        let state = state_of(&stored);
        let lists = stored.lists.iter().filter(|list| seen.iter().any(|it| it.id() == list.list_id));
        let lists = lists.copied().map(ListOfInvitation::from).collect();
        Self {
            id: stored.id,
            state,
            email: stored.email,
            role: stored.role,
            role_name: stored.role_name,
            created_user_id: stored.created_by,
            created_at: stored.created_at,
            expires_at: stored.expires_at,
            uses: stored.uses,
            most_uses: stored.most_uses,
            sent_at: stored.sent_at,
            mail_failed: stored.mail_failed,
            lists,
        }
    }
}

/// Lists the pending invitations of a workspace.
#[utoipa::path(get, path = "/api/workspaces/{id}/invitations", tag = "invitations", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = OpenInvitations),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn list(caller: Caller, door: Data<Door>, id: Path<Uuid>) -> Result<Json<OpenInvitations>, Refusal> {
    let workspace = id.into_inner();
    inviter(&door, workspace, caller).await?;
    let found = read::of_workspace(&door.db, workspace).await?;
    // An invitation is void when its inviter may no longer invite to its role.
    let mut stands = HashMap::new();
    for stored in &found {
        let of = (stored.created_by, stored.role.clone());
        if let Entry::Vacant(unknown) = stands.entry(of) {
            let given = still_given(door.stage.journal(), stored).await.map_err(StageRefusal::from)?;
            unknown.insert(given.is_some());
        }
    }
    let standing = found.into_iter().filter(|it| stands.get(&(it.created_by, it.role.clone())) == Some(&true));
    let seen = shared_with(&door.db, workspace, caller.user_id).await?;
    Ok(Json(OpenInvitations { invitations: standing.map(|it| OpenInvitation::of(it, &seen)).collect() }))
}

/// Revokes an invitation: from then on it answers `invite_revoked`. Idempotent; `invite_used` if the invitation has
/// been used up.
#[utoipa::path(post, path = "/api/workspaces/{id}/invitations/{invitationId}/revoke", tag = "invitations",
    params(("id" = Uuid, Path), ("invitationId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody),
))]
pub(crate) async fn revoke(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, id) = path.into_inner();
    inviter(&door, workspace, caller).await?;
    match write::revoke(&door.db, workspace, door.author_of(&request, caller), id).await? {
        Some(false) => Ok(HttpResponse::NoContent().finish()),
        Some(true) => Err(Code::InviteUsed.into()),
        None => Err(Code::NotFound.into()),
    }
}

/// Sends the mail of an invitation again. The invitation is valid for as long as at first, also if it had expired. The
/// caller cannot send an invitation to a role above their own.
#[utoipa::path(post, path = "/api/workspaces/{id}/invitations/{invitationId}/resend", tag = "invitations",
    params(("id" = Uuid, Path), ("invitationId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 410, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, id) = path.into_inner();
    let mine = inviter(&door, workspace, caller).await?;
    let stored = read::by_id(&door.db, workspace, id).await?.ok_or(Code::NotFound)?;
    let Some(email_key) = &stored.email_key else { return Err(conflict(words::NOT_SENT_BY_MAIL)) };
    match state_of(&stored) {
        State::Pending | State::Expired => {}
        State::Accepted => return Err(Code::InviteUsed.into()),
        State::Revoked | State::Declined => return Err(Code::InviteRevoked.into()),
    }
    let given = still_given(door.stage.journal(), &stored).await.map_err(StageRefusal::from)?;
    let given = given.ok_or(Code::InviteRevoked)?;
    if !may_invite_to(mine, given.standing) {
        return Err(Code::Forbidden.into());
    }
    can_mail(&door)?;
    if token_of(&door.auth, &stored).is_none() {
        return Err(conflict(words::NO_TOKEN_TO_SEND));
    }
    door.auth.count_invitations(caller.user_id, workspace, &[email_key]).await?;
    let owner = door.auth.owner_of_mails(email_key);
    let job = InvitationMail::queued(workspace, &stored.token_hash, LONGEST_DAYS, owner).map_err(unqueued)?;
    match write::renew(&door.db, workspace, door.author_of(&request, caller), stored.token_hash, job).await? {
        Renewal::Renewed => {
            door.jobs.wake();
            Ok(HttpResponse::NoContent().finish())
        }
        Renewal::Ended => Err(conflict(words::NOT_SENT_BY_MAIL)),
        Renewal::TooMany => Err(too_many()),
        Renewal::Queued => Err(too_many_mails()),
        Renewal::Taken(Taken { is_member: true, .. }) => Err(conflict(words::INVITED_IS_MEMBER)),
        Renewal::Taken(Taken { is_member: false, .. }) => Err(conflict(words::INVITED_AGAIN)),
    }
}

fn conflict(message: &'static str) -> Refusal {
    Refusal::new(Code::Conflict).message(message)
}
