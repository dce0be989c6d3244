//! Making invitations: a link, or mails to several addresses.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::entity::HeldRole;
use actors::domain::ids::WorkspaceId;
use actors::domain::kinds::member::commands::may_invite_to;
use actors::domain::kinds::share::invited::InvitedList;
use actors::domain::refusal::Refusal as StageRefusal;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::inviter::inviter;
use super::lists::{ListOfInvitation, invited_lists};
use crate::auth::{Caller, Email};
use crate::error::{Code, ErrorBody, ItemProblem, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::invitations::addresses;
use crate::invitations::mail::{InvitationMail, fresh_seed, link_of};
use crate::invitations::rank::{given_by, text_of};
use crate::invitations::tokens::{self, Opens};
use crate::mail::Mailer;
use crate::queries::invitations::write::{self, Outcome, Taken};
use crate::queries::invitations::{MOST_OPEN, NewInvitation as NewRow, NewMail};
use crate::words::refusals as words;

/// The most days for which an invitation may be valid.
pub(super) const LONGEST_DAYS: u32 = 30;
/// The days for which an invitation may be valid.
const DAYS: [u32; 3] = [1, 7, LONGEST_DAYS];
/// If the call does not say.
const USUAL_DAYS: u32 = 7;
/// The most people of a link with a limit.
const MOST_USES: i64 = 100;

#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct NewInvitation {
    /// `member` (the default), `admin`, `guest`, or the id of a role of the workspace.
    #[ts(as = "Option<HeldRole>")]
    role: Option<String>,
    /// 1, 7 (the default) or 30.
    days: Option<u32>,
    /// The number of people that may join, 1 (the default) to 100.
    uses: Option<i64>,
    /// Any number of people may join until the link expires.
    unlimited: Option<bool>,
    /// The restricted lists that the invitation shares, at most 50.
    lists: Option<Vec<ListOfInvitation>>,
}

/// A link. The node stores only a hash of its token, so no later answer holds the link.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invitation {
    link: String,
    token: String,
    #[ts(as = "HeldRole")]
    role: String,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    expires_at: OffsetDateTime,
    /// The number of people that may join; null without a limit.
    uses: Option<i32>,
}

#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct NewMailInvitations {
    /// At most 50 addresses, between commas, semicolons, spaces or lines.
    addresses: String,
    /// `member` (the default), `admin`, `guest`, or the id of a role of the workspace.
    #[ts(as = "Option<HeldRole>")]
    role: Option<String>,
    /// 1, 7 (the default) or 30.
    days: Option<u32>,
    /// The restricted lists that the invitations share, at most 50.
    lists: Option<Vec<ListOfInvitation>>,
}

/// The people who have been invited by mail.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct MailInvitations {
    /// The addresses, in the order of the call.
    invited: Vec<String>,
}

/// Makes a link. The caller cannot invite to a role above their own.
#[utoipa::path(post, path = "/api/workspaces/{id}/invitations", tag = "invitations", request_body = NewInvitation,
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 201, body = Invitation),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
pub(crate) async fn link(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<NewInvitation>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    let Terms { role, held, lists } = terms(&door, workspace, caller, body.role, body.lists).await?;
    let days = days(body.days)?;
    let most_uses = most_uses(body.uses, body.unlimited.unwrap_or(false))?;
    let is_known = matches!(held, HeldRole::Word(_)) && most_uses == Some(1);
    let token = tokens::fresh();
    let new = NewRow {
        token_hash: tokens::hash(&token, opens(&lists, if is_known { Opens::OneLink } else { Opens::Other })),
        role: role.clone(),
        created_by: caller.user_id,
        days: days.cast_signed(),
        most_uses,
        mail: None,
        lists,
    };
    let expires_at = stored(write::store(&door.db, workspace, door.origin_of(&request), vec![new]).await?, &[])?;
    let expires_at = expires_at.first().copied().ok_or(Code::Internal)?;
    let link = link_of(&door.auth, &token);
    Ok(HttpResponse::Created().json(Invitation { link, token, role, expires_at, uses: most_uses }))
}

/// Invites people by mail, all or none. The answer does not depend on whether an address has an account.
#[utoipa::path(post, path = "/api/workspaces/{id}/invitations/mail", tag = "invitations",
    request_body = NewMailInvitations, params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 201, body = MailInvitations),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody, description = "With `items`: each address that cannot be invited"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn mail(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    Body(body): Body<NewMailInvitations>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    let Terms { role, held: _, lists } = terms(&door, workspace, caller, body.role, body.lists).await?;
    let days = days(body.days)?;
    let emails = addresses::read(&body.addresses)?;
    can_mail(&door)?;
    let keys: Vec<&str> = emails.iter().map(|email| email.key.as_str()).collect();
    door.auth.count_invitations(caller.user_id, workspace, &keys).await?;
    let mut all = Vec::new();
    for Email { text, key } in &emails {
        let (seed, token_hash) = fresh_seed(&door.auth, opens(&lists, Opens::Other)).ok_or(Code::Internal)?;
        let job = InvitationMail::queued(workspace, &token_hash, days, door.auth.owner_of_mails(key));
        let job = job.map_err(unqueued)?;
        let mail = NewMail { email: text.clone(), email_key: key.clone(), seed, job };
        all.push(NewRow {
            token_hash,
            role: role.clone(),
            created_by: caller.user_id,
            days: days.cast_signed(),
            most_uses: Some(1),
            mail: Some(mail),
            lists: lists.clone(),
        });
    }
    stored(write::store(&door.db, workspace, door.origin_of(&request), all).await?, &emails)?;
    door.jobs.wake();
    let invited = emails.into_iter().map(|email| email.text).collect();
    Ok(HttpResponse::Created().json(MailInvitations { invited }))
}

/// What an invitation gives.
struct Terms {
    /// The role as it is stored.
    role: String,
    held: HeldRole,
    lists: Vec<InvitedList>,
}

/// What the caller invites to, if the caller may.
async fn terms(
    door: &Door,
    workspace: Uuid,
    caller: Caller,
    role: Option<String>,
    lists: Option<Vec<ListOfInvitation>>,
) -> Result<Terms, Refusal> {
    let mine = inviter(door, workspace, caller).await?;
    let role = role.unwrap_or_else(|| "member".to_owned());
    let workspace = WorkspaceId(workspace);
    let given = given_by(door.stage.journal(), workspace, &role).await.map_err(StageRefusal::from)?;
    let (held, given) = given.ok_or_else(|| Refusal::invalid("role", words::INVITED_ROLE))?;
    if !may_invite_to(mine, given) {
        return Err(Code::Forbidden.into());
    }
    let lists = invited_lists(door, workspace, caller.user_id, mine, given, lists).await?;
    Ok(Terms { role: text_of(held), held, lists })
}

/// What the token of an invitation opens.
fn opens(lists: &[InvitedList], otherwise: Opens) -> Opens {
    if lists.is_empty() { otherwise } else { Opens::WithLists }
}

fn days(days: Option<u32>) -> Result<u32, Refusal> {
    let days = days.unwrap_or(USUAL_DAYS);
    if DAYS.contains(&days) { Ok(days) } else { Err(Refusal::invalid("days", words::INVITED_DAYS)) }
}

/// The number of people that may join; none without a limit.
fn most_uses(uses: Option<i64>, unlimited: bool) -> Result<Option<i32>, Refusal> {
    match (uses, unlimited) {
        (Some(_), true) => Err(Refusal::invalid("uses", words::USES_OR_UNLIMITED)),
        (None, true) => Ok(None),
        (None, false) => Ok(Some(1)),
        (Some(uses), false) => match i32::try_from(uses) {
            Ok(few) if (1..=MOST_USES).contains(&uses) => Ok(Some(few)),
            _ => Err(Refusal::invalid("uses", words::whole_number_to(MOST_USES))),
        },
    }
}

/// Refuses if the node can send no mail: the invitations would wait until they expire.
pub(super) fn can_mail(door: &Door) -> Result<(), Refusal> {
    match door.mailer {
        Mailer::None => Err(Refusal::new(Code::Conflict).message(words::NO_INVITATION_MAILS)),
        Mailer::Smtp(_) | Mailer::DevMailbox(_) => Ok(()),
    }
}

pub(super) fn unqueued(error: String) -> Refusal {
    tracing::error!(error, "the mail of an invitation could not be queued");
    Code::Internal.into()
}

/// The workspace has the most pending invitations.
pub(super) fn too_many() -> Refusal {
    Refusal::new(Code::TooMany).message(words::too_many_invitations(MOST_OPEN))
}

/// Too many mails to the address are queued.
pub(super) fn too_many_mails() -> Refusal {
    Refusal::new(Code::RateLimited).message(words::TOO_MANY_INVITED)
}

fn stored(outcome: Outcome, emails: &[Email]) -> Result<Vec<OffsetDateTime>, Refusal> {
    match outcome {
        Outcome::Stored(ends) => Ok(ends),
        Outcome::TooMany => Err(too_many()),
        Outcome::Queued => Err(too_many_mails()),
        Outcome::Taken(taken) => {
            let problem = |email: &Email| {
                let Taken { is_member, .. } = taken.iter().find(|taken| taken.email_key == email.key)?;
                let problem = if *is_member { ItemProblem::Member } else { ItemProblem::Pending };
                Some(addresses::item(&email.text, problem))
            };
            Err(addresses::refused(emails.iter().filter_map(problem).collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_for_1_to_100_people_or_without_a_limit() {
        assert_eq!(most_uses(None, false), Ok(Some(1)));
        assert_eq!(most_uses(Some(100), false), Ok(Some(100)));
        assert_eq!(most_uses(None, true), Ok(None));
        for wrong in [(Some(0), false), (Some(101), false), (Some(-1), false), (Some(i64::MAX), false), (Some(1), true)]
        {
            assert_eq!(most_uses(wrong.0, wrong.1).expect_err("refused").field.as_deref(), Some("uses"), "{wrong:?}");
        }
    }

    #[test]
    fn an_invitation_is_valid_for_1_7_or_30_days() {
        assert_eq!([None, Some(1), Some(30)].map(days), [Ok(7), Ok(1), Ok(30)]);
        assert!([Some(0), Some(2), Some(u32::MAX)].into_iter().all(|wrong| days(wrong).is_err()));
    }
}
