//! Signing up, in and out.

use actix_web::cookie::Cookie;
use actix_web::http::StatusCode;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::code_needed::{CodeNeeded, waits};
use super::code_sent::{CODE_SENT, CodeSent};
use super::cookies::{cookie_name, end_replaced, no_refresh, requester, sign_up_cookie, sign_up_secret, signed_in};
use super::sign_up_rule::invited_by;
use crate::auth::{BrowserSecret, JoinByDomain, Pending, Principal, Session, SignIn as Entry, SignUp, outdated_page};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/sign-up").post(sign_up))
        .service(web::resource("/api/auth/confirm").post(confirm))
        .service(web::resource("/api/auth/resend").post(resend))
        .service(web::resource("/api/auth/sign-in").post(sign_in))
        .service(web::resource("/api/auth/new-password").post(new_password))
        .service(web::resource("/api/auth/refresh").post(refresh))
        .service(web::resource("/api/auth/sign-out").post(sign_out));
}

/// A started sign-up.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedUp {
    /// Always `confirm`.
    state: &'static str,
    /// Always `code`: it was sent by mail.
    method: &'static str,
    /// Names this sign-up to `confirm` and `resend`. Random: the page that signed up keeps it secret.
    sign_up_id: Uuid,
    /// Also in the mail, so that a person with two mails knows which code belongs to this sign-up.
    reference: String,
}

/// A code that came by mail.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Confirm {
    #[schema(required)]
    #[ts(as = "Uuid")]
    sign_up_id: Option<Uuid>,
    /// Eight digits.
    code: String,
    /// Sent by pages of build 0008, which do not name their sign-up.
    #[schema(deprecated)]
    #[ts(skip)]
    email: Option<String>,
}

/// A sign-up that waits for its code.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Resend {
    #[schema(required)]
    #[ts(as = "Uuid")]
    sign_up_id: Option<Uuid>,
    /// Sent by pages of build 0008, which do not name their sign-up.
    #[schema(deprecated)]
    #[ts(skip)]
    email: Option<String>,
}

/// The sign-up that a page means.
fn named(sign_up: Option<Uuid>, email: Option<&String>) -> Result<Uuid, Refusal> {
    match (sign_up, email) {
        (Some(sign_up), _) => Ok(sign_up),
        (None, Some(_)) => Err(outdated_page()),
        (None, None) => Err(Refusal::invalid("signUpId", words::SIGN_UP_ID_MISSING)),
    }
}

/// The credentials of a sign-in.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    email: String,
    password: String,
}

/// The new password of a sign-in that waits for one.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct NewPassword {
    challenge_id: Uuid,
    /// 8 to 128 characters, and different from the current password.
    password: String,
}

/// Options of a refresh.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refresh {
    /// Without a cookie, answer 204 instead of 401: for a page that only asks whether its user is signed in.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    quiet: bool,
}

/// The sessions that end.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignOut {
    /// All sessions of the user, and not only this one.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    everywhere: bool,
}

/// The browser's next step after its session has ended.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct SignedOut {
    /// Where the browser ends its session at the provider of hosted sign-in.
    url: String,
}

/// Begins a sign-up; a code and a link come by mail. If the e-mail is taken, the answer is the same.
#[utoipa::path(post, path = "/api/auth/sign-up", tag = "identity", request_body = SignUp, responses(
    (status = 202, body = SignedUp),
    (status = 403, body = ErrorBody, description = "The settings do not allow this person to sign up"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_up(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<SignUp>,
) -> Result<HttpResponse, Refusal> {
    let invited = invited_by(&request, &door, body.invitation.as_deref()).await?;
    let browser = BrowserSecret::of(sign_up_secret(&request, &door).as_deref());
    let from = requester(&request, &door);
    let Pending { id: sign_up_id, reference } = door.auth.sign_up(body, invited.as_ref(), &browser, &from).await?;
    let mut answer = HttpResponse::Accepted();
    answer.cookie(sign_up_cookie(&door, browser.cookie()));
    Ok(answer.json(SignedUp { state: "confirm", method: "code", sign_up_id, reference }))
}

/// Confirms the e-mail address and signs in. A code is valid only for the sign-up that it was sent for.
#[utoipa::path(post, path = "/api/auth/confirm", tag = "identity", request_body = Confirm, responses(
    (status = 200, body = Session), (status = 403, body = ErrorBody), (status = 410, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<Confirm>,
) -> Result<HttpResponse, Refusal> {
    let sign_up = named(body.sign_up_id, body.email.as_ref())?;
    let from = requester(&request, &door);
    let session = door.auth.confirm(sign_up, &body.code, &from).await?;
    JoinByDomain { user: session.user.id }.apply_now(&door.auth, &door.stage).await;
    end_replaced(&request, &door).await?;
    Ok(signed_in(&door, session, &from))
}

/// Sends a new code. The answer is the same if the sign-up does not exist.
#[utoipa::path(post, path = "/api/auth/resend", tag = "identity", request_body = Resend, responses(
    (status = 202, body = CodeSent), (status = 410, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<Resend>,
) -> Result<HttpResponse, Refusal> {
    let sign_up = named(body.sign_up_id, body.email.as_ref())?;
    door.auth.resend(sign_up, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CODE_SENT))
}

/// Signs in. If the answer is 202, a code of the second factor or a new password is needed as well.
#[utoipa::path(post, path = "/api/auth/sign-in", tag = "identity", request_body = SignIn, responses(
    (status = 200, body = Session), (status = 202, body = CodeNeeded), (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_in(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<SignIn>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    Ok(match door.auth.sign_in(&body.email, body.password, &from).await? {
        Entry::Session(session) => {
            end_replaced(&request, &door).await?;
            signed_in(&door, *session, &from)
        }
        Entry::Challenge(challenge) => waits(challenge),
    })
}

/// Completes a sign-in whose password must be replaced: stores the new password, and signs in.
#[utoipa::path(post, path = "/api/auth/new-password", tag = "identity", request_body = NewPassword, responses(
    (status = 200, body = Session),
    (status = 410, body = ErrorBody, description = "The sign-in was completed or has expired, or needs a code first"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn new_password(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<NewPassword>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    let session = door.auth.renew_password(body.challenge_id, body.password, &from).await?;
    end_replaced(&request, &door).await?;
    Ok(signed_in(&door, session, &from))
}

/// Exchanges the refresh token in the cookie for the next one. A refusal does not touch the cookie: of several tabs at
/// once, no tab may sign the others out.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "identity", request_body = Refresh, responses(
    (status = 200, body = Session), (status = 204, description = "No cookie, and `quiet`"),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn refresh(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<Refresh>,
) -> Result<HttpResponse, Refusal> {
    let Some(cookie) = request.cookie(cookie_name(&door)) else {
        return if body.quiet { Ok(HttpResponse::NoContent().finish()) } else { Err(Code::Unauthenticated.into()) };
    };
    let from = requester(&request, &door);
    let session = door.auth.refresh(cookie.value(), &from).await?;
    Ok(signed_in(&door, session, &from))
}

/// Ends the session of the access token or of the cookie.
#[utoipa::path(post, path = "/api/auth/sign-out", tag = "identity", request_body = SignOut,
    security(("bearer" = []), ()), responses(
    (status = 200, body = SignedOut, description = "The session was begun at a provider, where it can be ended as well"),
    (status = 204),
))]
pub(crate) async fn sign_out(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<SignOut>,
) -> Result<HttpResponse, Refusal> {
    let held = request.cookie(cookie_name(&door));
    let token = held.as_ref().map(Cookie::value);
    // If the access token has expired, the cookie still names the session.
    let principal = Principal::checked(request.clone()).await.ok();
    let mut answer = HttpResponse::Ok();
    answer.cookie(no_refresh(&door));
    Ok(match door.auth.sign_out(principal, token, body.everywhere).await? {
        Some(url) => answer.json(SignedOut { url }),
        None => answer.status(StatusCode::NO_CONTENT).finish(),
    })
}
