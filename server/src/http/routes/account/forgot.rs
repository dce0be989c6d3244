//! Reset of a forgotten password.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Pending;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::code_sent::{CODE_SENT, CodeSent};
use crate::http::routes::cookies::{device_cookies, requester};

/// The account whose password was forgotten.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgotPassword {
    email: String,
}

/// A request for a code was accepted.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeRequested {
    /// The random id of this request. The page that asked must keep it secret.
    pub(super) request_id: Uuid,
    /// Also in the mail, so that a person with several mails knows which code belongs to this page.
    pub(super) reference: String,
}

impl From<Pending> for CodeRequested {
    fn from(Pending { id, reference }: Pending) -> Self {
        Self { request_id: id, reference }
    }
}

/// A request that waits for its code.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RequestedCode {
    pub(super) request_id: Uuid,
}

/// A new password, with the code that was mailed.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ResetPassword {
    pub(super) request_id: Uuid,
    /// Eight digits.
    pub(super) code: String,
    /// 8 to 128 characters.
    pub(super) password: String,
}

/// Mails a code for a new password. If no account has the address, the answer is the same, and the mail says so.
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = "identity", request_body = ForgotPassword, responses(
    (status = 202, body = CodeRequested), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn begin(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<ForgotPassword>,
) -> Result<HttpResponse, Refusal> {
    let pending = door.auth.forgot_password(&body.email, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CodeRequested::from(pending)))
}

/// Mails a new code. The answer is the same if the request does not exist.
#[utoipa::path(post, path = "/api/auth/forgot-password/resend", tag = "identity", request_body = RequestedCode, responses(
    (status = 202, body = CodeSent), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<RequestedCode>,
) -> Result<HttpResponse, Refusal> {
    door.auth.resend_reset(body.request_id, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CODE_SENT))
}

/// Gives the account a new password, and ends all its sessions. The caller signs in with the new password.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "identity", request_body = ResetPassword, responses(
    (status = 204, description = "The password was changed"),
    (status = 410, body = ErrorBody, description = "The code was used or has expired"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn reset(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<ResetPassword>,
) -> Result<HttpResponse, Refusal> {
    let user = door.auth.reset_password(body.request_id, &body.code, body.password).await?;
    let mut answer = HttpResponse::NoContent();
    // The person has proven that the account is theirs. So the device becomes known, and wrong passwords from elsewhere
    // do not lock the person out.
    for device in device_cookies(&door, &user, &requester(&request, &door)) {
        answer.cookie(device);
    }
    Ok(answer.finish())
}
