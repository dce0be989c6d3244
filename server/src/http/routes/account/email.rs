//! A new address for the caller's account.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::forgot::{CodeRequested, RequestedCode};
use crate::auth::{Principal, User};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::code_sent::{CODE_SENT, CodeSent};
use crate::http::routes::cookies::{device_cookies, requester};
use crate::words::refusals as words;

/// A change of the address.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeEmail {
    /// The new address. The caller must be able to read mail there.
    email: String,
    /// The password of the account.
    password: String,
}

/// The code that was mailed to the new address.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ConfirmEmail {
    pub(super) request_id: Uuid,
    /// Eight digits.
    pub(super) code: String,
}

/// Refuses the account that owns the instance by its address: with another address it would no longer own it.
///
/// # Errors
/// `conflict` for this account.
async fn keeps_owner(principal: &Principal, door: &Door) -> Result<(), Refusal> {
    if door.owner.is_by_address(&door.auth.user(principal).await?) {
        return Err(Refusal::new(Code::Conflict).message(words::OWNER_KEEPS_ADDRESS));
    }
    Ok(())
}

/// Mails a code to the new address. Until the code is entered, the account keeps its address. The answer is the same if
/// another account has the address.
#[utoipa::path(post, path = "/api/me/email", tag = "identity", request_body = ChangeEmail, security(("bearer" = [])), responses(
    (status = 202, body = CodeRequested),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The account owns the instance by its address"),
    (status = 422, body = ErrorBody, description = "The password is wrong, or the address is invalid or unchanged"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn change(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ChangeEmail>,
) -> Result<HttpResponse, Refusal> {
    keeps_owner(&principal, &door).await?;
    let from = requester(&request, &door);
    let pending = door.auth.change_email(&principal, &body.email, body.password, &from).await?;
    Ok(HttpResponse::Accepted().json(CodeRequested::from(pending)))
}

/// Mails a new code. The answer is the same if the request does not exist.
#[utoipa::path(post, path = "/api/me/email/resend", tag = "identity", request_body = RequestedCode, security(("bearer" = [])), responses(
    (status = 202, body = CodeSent),
    (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(
    request: HttpRequest,
    _: Principal,
    door: Data<Door>,
    Body(body): Body<RequestedCode>,
) -> Result<HttpResponse, Refusal> {
    door.auth.resend_email_code(body.request_id, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CODE_SENT))
}

/// Gives the caller's account its new address. The old address gets a notice by mail.
#[utoipa::path(post, path = "/api/me/email/confirm", tag = "identity", request_body = ConfirmEmail, security(("bearer" = [])), responses(
    (status = 200, body = User, description = "The user after the change"),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "Another account has taken the address in the meantime, or the account owns the instance by its address"),
    (status = 410, body = ErrorBody, description = "The code was used or has expired"),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ConfirmEmail>,
) -> Result<HttpResponse, Refusal> {
    keeps_owner(&principal, &door).await?;
    let user = door.auth.confirm_email(&principal, body.request_id, &body.code).await?;
    let mut answer = HttpResponse::Ok();
    // Device cookies are bound to the address.
    for device in device_cookies(&door, &user, &requester(&request, &door)) {
        answer.cookie(device);
    }
    Ok(answer.json(user))
}
