//! Accounts with a phone number: sign-up, sign-in, a new password, and the number of the caller's account.

use actix_web::web::{self, Data, Json, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::email::ConfirmEmail;
use super::forgot::{CodeRequested, RequestedCode, ResetPassword};
use crate::auth::{PhoneSignUp, PhoneState, Principal, Session, SignIn, User};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::code_needed::{CodeNeeded, waits};
use crate::http::routes::code_sent::{CODE_SENT, CodeSent};
use crate::http::routes::cookies::{device_cookies, end_replaced, requester, signed_in};
use crate::http::routes::sign_up_rule::invited_by;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/phone/sign-up").post(sign_up))
        .service(web::resource("/api/auth/phone/confirm").post(confirm))
        .service(web::resource("/api/auth/phone/resend").post(resend))
        .service(web::resource("/api/auth/phone/sign-in").post(sign_in))
        .service(web::resource("/api/auth/phone/forgot-password").post(forgot))
        .service(web::resource("/api/auth/phone/reset-password").post(reset))
        .service(web::resource("/api/me/phone").get(read).post(change))
        .service(web::resource("/api/me/phone/confirm").post(confirm_new))
        .service(web::resource("/api/me/phone/remove").post(remove));
}

/// The credentials of a sign-in with a phone number.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneSignIn {
    phone: String,
    password: String,
}

/// The account whose password was forgotten.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneToReset {
    phone: String,
}

/// A change of the number.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangePhone {
    /// The new number. The caller must receive text messages there.
    phone: String,
    /// The password of the account.
    password: String,
}

/// A removal of the number.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemovePhone {
    /// The password of the account.
    password: String,
}

/// Begins a sign-up, and sends a code in a text message. The answer is the same if an account already has the number.
#[utoipa::path(post, path = "/api/auth/phone/sign-up", tag = "identity", request_body = PhoneSignUp, responses(
    (status = 202, body = CodeRequested),
    (status = 403, body = ErrorBody, description = "The settings do not allow this person to sign up"),
    (status = 404, body = ErrorBody, description = "The server sends no text messages"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_up(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<PhoneSignUp>,
) -> Result<HttpResponse, Refusal> {
    let invited = invited_by(&request, &door, body.invitation.as_deref()).await?;
    let pending = door.auth.sign_up_by_phone(body, invited.as_ref(), &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CodeRequested::from(pending)))
}

/// Confirms the number and signs in. A code is valid only for the sign-up that it was sent for.
#[utoipa::path(post, path = "/api/auth/phone/confirm", tag = "identity", request_body = ConfirmEmail, responses(
    (status = 200, body = Session), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "The server sends no text messages"),
    (status = 410, body = ErrorBody, description = "The code was used or has expired"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<ConfirmEmail>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    let session = door.auth.confirm_phone(body.request_id, &body.code, &from).await?;
    end_replaced(&request, &door).await?;
    Ok(signed_in(&door, session, &from))
}

/// Sends a new code for a sign-up, a reset or a new number. The answer is the same if the request does not exist.
#[utoipa::path(post, path = "/api/auth/phone/resend", tag = "identity", request_body = RequestedCode, responses(
    (status = 202, body = CodeSent),
    (status = 404, body = ErrorBody, description = "The server sends no text messages"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<RequestedCode>,
) -> Result<HttpResponse, Refusal> {
    door.auth.resend_text(body.request_id, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CODE_SENT))
}

/// Signs in with the phone number of an account and its password. If the sign-in needs a code of the second factor or a
/// new password first, the answer is 202.
#[utoipa::path(post, path = "/api/auth/phone/sign-in", tag = "identity", request_body = PhoneSignIn, responses(
    (status = 200, body = Session), (status = 202, body = CodeNeeded), (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_in(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<PhoneSignIn>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    Ok(match door.auth.sign_in_by_phone(&body.phone, body.password, &from).await? {
        SignIn::Session(session) => {
            end_replaced(&request, &door).await?;
            signed_in(&door, *session, &from)
        }
        SignIn::Challenge(challenge) => waits(challenge),
    })
}

/// Sends a code for a new password. The answer is the same if no account has the number.
#[utoipa::path(post, path = "/api/auth/phone/forgot-password", tag = "identity", request_body = PhoneToReset, responses(
    (status = 202, body = CodeRequested),
    (status = 404, body = ErrorBody, description = "The server sends no text messages"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn forgot(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<PhoneToReset>,
) -> Result<HttpResponse, Refusal> {
    let pending = door.auth.forgot_password_by_phone(&body.phone, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CodeRequested::from(pending)))
}

/// Gives the account a new password, and ends all its sessions. The caller signs in with the new password.
#[utoipa::path(post, path = "/api/auth/phone/reset-password", tag = "identity", request_body = ResetPassword, responses(
    (status = 204, description = "The password was changed"),
    (status = 404, body = ErrorBody, description = "The server sends no text messages"),
    (status = 410, body = ErrorBody, description = "The code was used or has expired"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn reset(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<ResetPassword>,
) -> Result<HttpResponse, Refusal> {
    let user = door.auth.reset_password_by_phone(body.request_id, &body.code, body.password).await?;
    let mut answer = HttpResponse::NoContent();
    // As after a reset by mail, the device becomes known.
    for device in device_cookies(&door, &user, &requester(&request, &door)) {
        answer.cookie(device);
    }
    Ok(answer.finish())
}

/// The phone number of the caller's account.
#[utoipa::path(get, path = "/api/me/phone", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = PhoneState), (status = 401, body = ErrorBody),
))]
pub(crate) async fn read(principal: Principal, door: Data<Door>) -> Result<Json<PhoneState>, Refusal> {
    Ok(Json(door.auth.phone(&principal).await?))
}

/// Sends a code to a new number. Until the code is entered, the account keeps its number. The answer is the same if another
/// account has the number.
#[utoipa::path(post, path = "/api/me/phone", tag = "identity", request_body = ChangePhone, security(("bearer" = [])), responses(
    (status = 202, body = CodeRequested),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "The server sends no text messages"),
    (status = 422, body = ErrorBody, description = "The password is wrong, or the number is invalid or unchanged"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn change(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ChangePhone>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    let pending = door.auth.change_phone(&principal, &body.phone, body.password, &from).await?;
    Ok(HttpResponse::Accepted().json(CodeRequested::from(pending)))
}

/// Gives the caller's account its new number.
#[utoipa::path(post, path = "/api/me/phone/confirm", tag = "identity", request_body = ConfirmEmail, security(("bearer" = [])), responses(
    (status = 200, body = User, description = "The user after the change"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "The server sends no text messages"),
    (status = 409, body = ErrorBody, description = "Another account has taken the number in the meantime"),
    (status = 410, body = ErrorBody, description = "The code was used or has expired"),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm_new(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ConfirmEmail>,
) -> Result<HttpResponse, Refusal> {
    let user = door.auth.confirm_new_phone(&principal, body.request_id, &body.code).await?;
    let mut answer = HttpResponse::Ok();
    // Device cookies are bound to the number, if the account has no address.
    for device in device_cookies(&door, &user, &requester(&request, &door)) {
        answer.cookie(device);
    }
    Ok(answer.json(user))
}

/// Removes the number of an account that has an email address.
#[utoipa::path(post, path = "/api/me/phone/remove", tag = "identity", request_body = RemovePhone, security(("bearer" = [])), responses(
    (status = 204, description = "The account has no number"),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The account has no email address"),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn remove(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<RemovePhone>,
) -> Result<HttpResponse, Refusal> {
    door.auth.remove_phone(&principal, body.password, &requester(&request, &door)).await?;
    Ok(HttpResponse::NoContent().finish())
}
